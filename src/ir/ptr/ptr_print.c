/* Text form of the classes. */
#include "ir/ptr/ptr.h"

#include "base/show.h"
#include "ir/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const mark_names[PTR_MARKS] = {
    [PTR_ESCAPES] = "escapes",   [PTR_UNKNOWN] = "unknown", [PTR_FREED] = "freed",
    [PTR_COMPUTED] = "computed", [PTR_DIFF] = "difference", [PTR_WALKED] = "walked",
    [PTR_BACK] = "back",         [PTR_TOLD] = "printed",    [PTR_SENT] = "sent",
    [PTR_RECEIVED] = "received", [PTR_FOLDED] = "folded",
};

static const char *const reason_ids[PTR_REASONS] = {
    [PTR_REASON_NONE] = "none",
    [PTR_REASON_EXTERNAL_CALL] = "external-call",
    [PTR_REASON_EXTERNAL_SYMBOL] = "external-symbol",
    [PTR_REASON_ASM] = "assembler",
    [PTR_REASON_INT_TO_PTR] = "integer-to-pointer",
    [PTR_REASON_CALL_TYPE] = "call-type-mismatch",
    [PTR_REASON_VARARGS] = "varargs",
    [PTR_REASON_LIBRARY_MEMORY] = "library-memory",
    [PTR_REASON_LIBRARY_KEEPS] = "library-keeps",
    [PTR_REASON_ENTRY] = "program-entry",
    [PTR_REASON_EXCEPTION] = "exception",
    [PTR_REASON_RETURNED] = "read-from-outside",
    [PTR_REASON_OPERATION] = "unknown-operation",
};

const char *ptr_mark_name(ptr_mark mark) {
    return mark_names[mark];
}

void ptr_witness_text(ptr_graph *g, uint32_t witness, str *out) {
    const ptr_witness *w = &g->witnesses.at[witness];
    if (w->text) {
        show_add(out, w->text);
        return;
    }
    if (!w->value)
        return;
    bool inst = LLVMIsAInstruction(w->value) != NULL;
    ir_place place = {0};
    if (inst)
        place = ir_srcloc_inst(&g->places, w->value);
    else if (LLVMIsAFunction(w->value))
        place = ir_srcloc_function(&g->places, w->value);
    else if (LLVMIsAGlobalVariable(w->value))
        place = ir_srcloc_global(&g->places, w->value);
    if (place.line) {
        ir_place_print(out, &place);
        return;
    }
    LLVMValueRef owner = w->value;
    if (inst)
        owner = ir_function_of(owner);
    show_printf(out, "@%s", LLVMGetValueName(owner));
}

/* Numbers in the order in which the first location of each class was seen. */
typedef struct numbering {
    ptr_graph *g;
    uint32_t *of; /* by representative, 0 = not shown */
    uint32_t count;
} numbering;

/* Functions, and locals that hold no pointers and suffered nothing, only with `all`. */
static bool is_shown(const ptr_graph *g, ptr_class c, bool all) {
    const ptr_node *n = &g->nodes.at[c];
    if (all || n->types.first)
        return n->objects.first || n->types.first;
    for (uint32_t f = n->objects.first; f; f = g->facts.at[f].next)
        if (g->facts.at[f].kind == PTR_HEAP || g->facts.at[f].kind == PTR_GLOBAL)
            return true;
    return n->objects.first && n->marks && (n->marks->at[PTR_ESCAPES].witness != 0) &&
           g->facts.at[n->objects.first].kind == PTR_LOCAL;
}

static bool number_classes(numbering *n, ptr_graph *g, bool all) {
    *n = (numbering){.g = g, .of = arena_array(&g->mem, g->nodes.len, uint32_t)};
    for (ptr_class c = 1; n->of && c < g->nodes.len; c++) {
        ptr_class rep = ptr_find(g, c);
        if (!n->of[rep] && is_shown(g, rep, all))
            n->of[rep] = ++n->count;
    }
    return n->of != NULL;
}

typedef VEC(const ptr_fact *) fact_list;

static int by_witness(const void *a, const void *b) {
    const ptr_fact *x = *(const ptr_fact *const *)a, *y = *(const ptr_fact *const *)b;
    return (x->witness > y->witness) - (x->witness < y->witness);
}

/* A class's types or objects in the order of the module, not of the merges. */
static fact_list sorted_facts(ptr_graph *g, ptr_list list) {
    fact_list facts = {0};
    for (uint32_t f = list.first; f; f = g->facts.at[f].next)
        vec_push(g->ctx, &facts, &g->facts.at[f]);
    if (facts.len > 1)
        qsort(facts.at, facts.len, sizeof *facts.at, by_witness);
    return facts;
}

static void print_types(numbering *n, ptr_class c, str *out) {
    ptr_graph *g = n->g;
    fact_list types = sorted_facts(g, g->nodes.at[c].types);
    for (size_t i = 0; i < types.len; i++) {
        show_printf(out, "  type %s ", g->shapes.at[types.at[i]->detail].name);
        ptr_witness_text(g, types.at[i]->witness, out);
        str_add_char(out, '\n');
    }
    vec_free(g->ctx, &types);
}

static void print_site(const ptr_site *s, str *out) {
    show_printf(out, "heap %s(", s->function);
    if (s->size_arg >= 0)
        str_printf(out, "size=arg%d", s->size_arg);
    if (s->count_arg >= 0)
        str_printf(out, "*arg%d", s->count_arg);
    show_printf(out, ")%s ", s->zeroed ? " zeroed" : "");
}

static void print_objects(numbering *n, ptr_class c, str *out) {
    static const char *const words[] = {
        [PTR_GLOBAL] = "global ", [PTR_LOCAL] = "local ", [PTR_FUNCTION] = "function "};
    ptr_graph *g = n->g;
    fact_list objects = sorted_facts(g, g->nodes.at[c].objects);
    for (size_t i = 0; i < objects.len; i++) {
        const ptr_fact *f = objects.at[i];
        str_add(out, "  ");
        LLVMValueRef value = g->witnesses.at[f->witness].value;
        if (f->kind == PTR_HEAP)
            print_site(&g->sites.at[f->detail], out);
        else
            show_add(out, words[f->kind]);
        if (f->kind != PTR_HEAP && value && *LLVMGetValueName(value))
            show_printf(out, "%c%s ", f->kind == PTR_LOCAL ? '%' : '@', LLVMGetValueName(value));
        ptr_witness_text(g, f->witness, out);
        str_add_char(out, '\n');
    }
    vec_free(g->ctx, &objects);
}

static bool has_reason(ptr_mark mark) {
    return mark == PTR_ESCAPES || mark == PTR_UNKNOWN;
}

static void print_marks(numbering *n, ptr_class c, str *out) {
    const ptr_marks *marks = n->g->nodes.at[c].marks;
    for (int m = 0; marks && m < PTR_MARKS; m++) {
        if (!marks->at[m].witness)
            continue;
        show_printf(out, "  %s ", mark_names[m]);
        if (has_reason((ptr_mark)m))
            show_printf(out, "%s ", reason_ids[marks->at[m].detail]);
        else if (marks->at[m].detail)
            str_printf(out, "%u ", marks->at[m].detail);
        ptr_witness_text(n->g, marks->at[m].witness, out);
        str_add_char(out, '\n');
    }
}

/* Pointers from code outside to a location that has no number. Integers that were computed with are
 * none. */
static bool comes_from_outside(numbering *n, ptr_class c) {
    const ptr_marks *marks = n->g->nodes.at[c].marks;
    return marks && marks->at[PTR_UNKNOWN].witness &&
           marks->at[PTR_UNKNOWN].detail != PTR_REASON_INT_TO_PTR;
}

/* The nearest class with a number that c is, or lies in, *offset bytes from its start; 0 if there
 * is not one. */
static uint32_t numbered_place(numbering *n, ptr_class c, int64_t *offset) {
    *offset = 0;
    for (int depth = 0; depth < PTR_MAX_HOLDING && !n->of[c]; depth++) {
        const ptr_node *node = &n->g->nodes.at[c];
        if (!node->holders.len)
            return 0;
        *offset += node->holders.at[0].offset;
        c = ptr_find(n->g, node->holders.at[0].container);
    }
    return n->of[c];
}

/* What the cell at c points to, if that is worth saying; returns whether it is. */
static bool print_pointee(numbering *n, ptr_class c, str *out) {
    ptr_class target = ptr_pointee_if_any(n->g, c);
    int64_t offset;
    uint32_t number = target ? numbered_place(n, target, &offset) : 0;
    if (number)
        str_printf(out, " -> class %u", number);
    if (number && offset)
        str_printf(out, " at %+" PRId64, offset);
    else if (!number && target && comes_from_outside(n, target))
        str_add(out, " -> outside");
    return number || (target && comes_from_outside(n, target));
}

/* A member of which nothing is known but that it is there gets no line. */
static void print_field(numbering *n, ptr_field f, str *out) {
    ptr_class target = ptr_find(n->g, f.target);
    const ptr_node *t = &n->g->nodes.at[target];
    bool shared = t->holders.len > 1;
    str pointee;
    str_init(&pointee, n->g->ctx);
    if (print_pointee(n, target, &pointee) || n->of[target] || t->stride || shared) {
        str_printf(out, "  %+" PRId64 ":", f.offset);
        if (n->of[target])
            str_printf(out, " class %u", n->of[target]);
        if (t->stride)
            str_printf(out, " every %" PRIu64, t->stride);
        show_printf(out, "%s%s\n", shared ? " shared" : "", str_text(&pointee));
    }
    str_free(&pointee);
}

static void print_fields(numbering *n, ptr_class c, str *out) {
    const ptr_node *node = &n->g->nodes.at[c];
    for (size_t i = 0; i < node->fields.len; i++)
        if (!node->stride || ptr_find(n->g, node->fields.at[i].target) != c)
            print_field(n, node->fields.at[i], out);
}

static void print_class(numbering *n, ptr_class c, str *out) {
    const ptr_node *node = &n->g->nodes.at[c];
    str_printf(out, "class %u", n->of[c]);
    if (node->stride)
        str_printf(out, " every %" PRIu64, node->stride);
    print_pointee(n, c, out);
    str_add_char(out, '\n');
    print_types(n, c, out);
    print_objects(n, c, out);
    print_marks(n, c, out);
    print_fields(n, c, out);
}

void ptr_print(ptr_graph *g, bool all, str *out) {
    numbering n;
    if (!number_classes(&n, g, all))
        return;
    uint32_t next = 1;
    for (ptr_class c = 1; c < g->nodes.len && ctx_ok(g->ctx); c++) {
        ptr_class rep = ptr_find(g, c);
        if (n.of[rep] == next) {
            print_class(&n, rep, out);
            next++;
        }
    }
}
