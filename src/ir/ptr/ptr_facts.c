/* What is known of a class besides its locations: types, objects, marks, signatures. */
#include "ir/ptr/ptr_graph.h"

#include <string.h>

static void append_list(ptr_graph *g, ptr_list *to, ptr_list from) {
    if (!from.first)
        return;
    if (to->last)
        g->facts.at[to->last].next = from.first;
    else
        to->first = from.first;
    to->last = from.last;
}

static void append_fact(ptr_graph *g, ptr_list *to, ptr_fact fact) {
    uint32_t index = (uint32_t)g->facts.len;
    if (vec_push(g->ctx, &g->facts, fact))
        append_list(g, to, (ptr_list){index, index});
}

void ptr_add_type(ptr_graph *g, ptr_class c, uint32_t shape, uint32_t witness) {
    lathe_assert(g->nodes.at[c].up == c && shape < g->shapes.len && witness < g->witnesses.len);
    ptr_list *types = &g->nodes.at[c].types;
    for (uint32_t f = types->first; f; f = g->facts.at[f].next)
        if (g->facts.at[f].detail == shape)
            return;
    append_fact(g, types, (ptr_fact){.detail = shape, .witness = witness});
}

uint32_t ptr_witness_new(ptr_graph *g, LLVMValueRef value, const char *text) {
    if (g->witnesses.len == UINT32_MAX ||
        !vec_push(g->ctx, &g->witnesses, (ptr_witness){value, text}))
        return 0;
    return (uint32_t)g->witnesses.len - 1;
}

void ptr_add_object(ptr_graph *g, ptr_class c, ptr_object_kind kind, uint32_t detail,
                    uint32_t witness) {
    c = ptr_find(g, c);
    lathe_assert(!c || witness < g->witnesses.len);
    if (c)
        append_fact(g, &g->nodes.at[c].objects, (ptr_fact){kind, detail, witness, 0});
}

/* Of two marks of one kind the one that says more: the smaller step, else the earlier witness. */
static void join_mark(ptr_marks *marks, ptr_mark mark, uint32_t detail, uint32_t witness) {
    bool none = !marks->at[mark].witness;
    bool tells_more = mark == PTR_WALKED && detail != marks->at[mark].detail
                          ? detail < marks->at[mark].detail
                          : witness < marks->at[mark].witness;
    if (witness && (none || tells_more)) {
        marks->at[mark].detail = detail;
        marks->at[mark].witness = witness;
    }
}

void ptr_add_mark(ptr_graph *g, ptr_class c, ptr_mark mark, uint32_t detail, uint32_t witness) {
    c = ptr_find(g, c);
    if (!c)
        return;
    lathe_assert(mark < PTR_MARKS && witness < g->witnesses.len);
    if (!g->nodes.at[c].marks)
        g->nodes.at[c].marks = arena_new(&g->mem, ptr_marks);
    if (g->nodes.at[c].marks)
        join_mark(g->nodes.at[c].marks, mark, detail, witness);
}

uint32_t ptr_marked(ptr_graph *g, ptr_class c, ptr_mark mark) {
    const ptr_marks *marks = g->nodes.at[ptr_find(g, c)].marks;
    return marks ? marks->at[mark].witness : 0;
}

void ptr_join_facts(ptr_graph *g, ptr_class into, const ptr_node *from) {
    append_list(g, &g->nodes.at[into].objects, from->objects);
    for (uint32_t f = from->types.first; f; f = g->facts.at[f].next)
        ptr_add_type(g, into, g->facts.at[f].detail, g->facts.at[f].witness);
    if (!from->marks)
        return;
    if (!g->nodes.at[into].marks) {
        g->nodes.at[into].marks = from->marks;
        return;
    }
    for (int m = 0; m < PTR_MARKS; m++)
        join_mark(g->nodes.at[into].marks, (ptr_mark)m, from->marks->at[m].detail,
                  from->marks->at[m].witness);
}

static bool same_signature_type(const ptr_signature *s, LLVMTypeRef type, const char *text) {
    if (s->type && type)
        return s->type == type;
    return s->text && text && strcmp(s->text, text) == 0;
}

static uint32_t find_signature(const ptr_graph *g, ptr_class c, LLVMTypeRef type,
                               const char *text) {
    for (uint32_t s = g->nodes.at[c].signatures; s; s = g->signatures.at[s].next)
        if (same_signature_type(&g->signatures.at[s], type, text))
            return s;
    return 0;
}

uint32_t ptr_signature_of(ptr_graph *g, ptr_class c, LLVMTypeRef type, const char *text,
                          uint32_t param_count) {
    c = ptr_find(g, c);
    uint32_t known = c ? find_signature(g, c, type, text) : 0;
    if (known || !c)
        return known;
    ptr_signature s = {.type = type, .text = text, .param_count = param_count};
    s.params = arena_array(&g->mem, param_count + 1, ptr_class);
    s.next = g->nodes.at[c].signatures;
    uint32_t index = (uint32_t)g->signatures.len;
    if (!s.params || !vec_push(g->ctx, &g->signatures, s))
        return 0;
    g->nodes.at[c].signatures = index;
    return index;
}

static ptr_class either(ptr_graph *g, ptr_class a, ptr_class b) {
    ptr_merge(g, a, b);
    return a ? a : b;
}

void ptr_join_signatures(ptr_graph *g, ptr_class into, uint32_t list) {
    for (uint32_t next; list; list = next) {
        ptr_signature *s = &g->signatures.at[list];
        next = s->next;
        uint32_t same = find_signature(g, into, s->type, s->text);
        if (!same) {
            s->next = g->nodes.at[into].signatures;
            g->nodes.at[into].signatures = list;
            continue;
        }
        ptr_signature *t = &g->signatures.at[same];
        for (uint32_t i = 0; i < t->param_count && i < s->param_count; i++)
            t->params[i] = either(g, t->params[i], s->params[i]);
        t->result = either(g, t->result, s->result);
        t->variadic = either(g, t->variadic, s->variadic);
        t->defined |= s->defined;
        if (!t->called || (s->called && s->called < t->called))
            t->called = s->called;
    }
}
