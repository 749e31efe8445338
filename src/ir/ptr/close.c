/* What escapes takes with it all that can be reached from it. */
#include "ir/libfuncs.h"
#include "ir/ptr/flow.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_check.h"

#include <string.h>

typedef VEC(ptr_class) class_list;

typedef struct closing {
    ptr_graph *g;
    class_list work;
    bool returned;    /* a pointer read from outside is followed */
    uint32_t witness; /* of the mark being looked at */
} closing;

static void reach(closing *k, ptr_class c, uint32_t reason, uint32_t witness) {
    ptr_graph *g = k->g;
    c = ptr_find(g, c);
    if (!c || (ptr_marked(g, c, PTR_ESCAPES) && ptr_marked(g, c, PTR_UNKNOWN)))
        return;
    ptr_add_mark(g, c, PTR_ESCAPES, reason, witness);
    ptr_add_mark(g, c, PTR_UNKNOWN, reason, witness);
    vec_push(g->ctx, &k->work, c);
}

static void reach_signature(closing *k, const ptr_signature *s, uint32_t reason, uint32_t witness) {
    for (uint32_t p = 0; p < s->param_count; p++)
        reach(k, s->params[p], reason, witness);
    reach(k, s->result, reason, witness);
    reach(k, s->variadic, reason, witness);
}

static void reach_signatures(closing *k, ptr_class c, uint32_t reason, uint32_t witness) {
    for (uint32_t i = k->g->nodes.at[c].signatures; i; i = k->g->signatures.at[i].next)
        reach_signature(k, &k->g->signatures.at[i], reason, witness);
}

/* What calls pass to functions outside is blamed on the first call. */
static void reach_calls(closing *k, ptr_class c) {
    for (uint32_t i = k->g->nodes.at[c].signatures; i; i = k->g->signatures.at[i].next)
        if (k->g->signatures.at[i].called)
            reach_signature(k, &k->g->signatures.at[i], PTR_REASON_EXTERNAL_CALL,
                            k->g->signatures.at[i].called);
}

static void spread(closing *k, ptr_class c) {
    const ptr_node *n = &k->g->nodes.at[c];
    ptr_mark from = n->marks->at[PTR_ESCAPES].witness ? PTR_ESCAPES : PTR_UNKNOWN;
    uint32_t reason = n->marks->at[from].detail, witness = n->marks->at[from].witness;
    for (size_t i = 0; i < n->fields.len; i++)
        reach(k, n->fields.at[i].target, reason, witness);
    for (size_t i = 0; i < n->holders.len; i++)
        reach(k, n->holders.at[i].container, reason, witness);
    reach(k, n->pointee, reason, witness);
    reach_signatures(k, c, reason, witness);
}

static void spread_all(closing *k) {
    while (k->work.len && ctx_tick(k->g->ctx, 1))
        spread(k, vec_pop(&k->work));
}

/* Integers made from pointers and used as addresses lead to what they were made from. */
static void expose_forged(closing *k) {
    ptr_forgeries forged = {0};
    ptr_forged(k->g, &forged);
    for (size_t i = 0; i < forged.len; i++)
        reach(k, forged.at[i].c, PTR_REASON_INT_TO_PTR, forged.at[i].witness);
    vec_free(k->g->ctx, &forged);
}

/* Calls visit for what the pointers among the bytes of c point to. */
static void visit_pointees(closing *k, ptr_class c, bool *seen,
                           bool (*visit)(closing *k, ptr_class pointee)) {
    class_list work = {0};
    vec_push(k->g->ctx, &work, c);
    while (work.len && ctx_tick(k->g->ctx, 1)) {
        const ptr_node *n = &k->g->nodes.at[ptr_find(k->g, vec_pop(&work))];
        if (seen[n->up])
            continue;
        seen[n->up] = true;
        k->returned |= n->pointee && visit(k, ptr_find(k->g, n->pointee));
        for (size_t i = 0; i < n->fields.len; i++)
            vec_push(k->g->ctx, &work, n->fields.at[i].target);
    }
    vec_free(k->g->ctx, &work);
}

static bool is_followed(closing *k, ptr_class c) {
    const ptr_node *n = &k->g->nodes.at[c];
    if (!n->accessed && !n->fields.len && !n->types.first && !n->signatures)
        return false;
    reach(k, c, PTR_REASON_RETURNED, k->witness);
    return true;
}

static bool lose_sent(closing *k, ptr_class c) {
    reach(k, c, PTR_REASON_RETURNED, k->witness);
    return false;
}

static void visit_marked(closing *k, ptr_mark mark, bool (*visit)(closing *k, ptr_class pointee)) {
    bool *seen = arena_array(&k->g->mem, k->g->nodes.len, bool);
    for (ptr_class c = 1; seen && c < k->g->nodes.len; c++) {
        if (k->g->nodes.at[c].up != c || !(k->witness = ptr_marked(k->g, c, mark)))
            continue;
        if (mark == PTR_TOLD)
            visit(k, c);
        else
            visit_pointees(k, c, seen, visit);
    }
}

/* A pointer that is read from outside and followed may be any that was printed or sent. */
static void return_pointers(closing *k) {
    visit_marked(k, PTR_RECEIVED, is_followed);
    if (!k->returned)
        return;
    visit_marked(k, PTR_TOLD, lose_sent);
    visit_marked(k, PTR_SENT, lose_sent);
}

/* A library function called through a pointer is harmless if it moves no pointers. */
static bool moves_pointers(const lib_func *row) {
    return row->result != LIB_RESULT_NONE || strspn(row->args, ".rwRWsifho") != strlen(row->args) ||
           (row->tail && !strchr(".rwRWsiho", row->tail));
}

/* Functions whose bodies are elsewhere make the calls through their class go elsewhere. */
static void lose_symbols(closing *k) {
    ptr_graph *g = k->g;
    map_word *entry = map_find_s(&g->symbol_named, "main");
    bool whole = entry && g->symbols.at[entry->u].defined;
    for (size_t i = 0; i < g->symbols.len; i++) {
        const ptr_symbol *s = &g->symbols.at[i];
        bool harmless = s->library && !moves_pointers(lib_find(s->name, strlen(s->name)));
        bool seen = s->exported && (!whole || (g->open && i != entry->u));
        bool outside = s->defined ? seen : !harmless && !s->library;
        if (outside) {
            reach_calls(k, ptr_find(g, s->object));
            reach(k, s->object, PTR_REASON_EXTERNAL_SYMBOL, s->witness);
        } else if (s->library && !harmless)
            reach_signatures(k, ptr_find(g, s->object), PTR_REASON_EXTERNAL_CALL, s->witness);
    }
}

static bool has_library_function(const ptr_graph *g, ptr_class c) {
    for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next) {
        LLVMValueRef fn = g->witnesses.at[g->facts.at[f].witness].value;
        if (g->facts.at[f].kind == PTR_FUNCTION && fn && LLVMIsDeclaration(fn))
            return true;
    }
    return false;
}

/* Whether a function is known that a call by this type may mean: one of the type, or, for a call
 * without a prototype, which is variadic, one with just these parameters. */
static bool is_matched(const ptr_graph *g, ptr_class c, const ptr_signature *call) {
    if (call->defined)
        return true;
    if (!call->type || !LLVMIsFunctionVarArg(call->type))
        return false;
    unsigned count = LLVMCountParamTypes(call->type);
    LLVMTypeRef params[count + 1];
    LLVMGetParamTypes(call->type, params);
    LLVMTypeRef plain = LLVMFunctionType(LLVMGetReturnType(call->type), params, count, false);
    for (uint32_t i = g->nodes.at[c].signatures; i; i = g->signatures.at[i].next)
        if (g->signatures.at[i].type == plain && g->signatures.at[i].defined)
            return true;
    return false;
}

/* Calls through a pointer: if no function of the call's type is known, any that is may be called
 * with the wrong type, or the target comes from nowhere we know. */
static void check_calls(closing *k, ptr_class c) {
    ptr_graph *g = k->g;
    uint32_t unmatched = 0;
    for (uint32_t i = g->nodes.at[c].signatures; i; i = g->signatures.at[i].next)
        if (g->signatures.at[i].called && !unmatched && !is_matched(g, c, &g->signatures.at[i]))
            unmatched = g->signatures.at[i].called;
    if (!unmatched || has_library_function(g, c))
        return;
    bool any = g->nodes.at[c].objects.first != 0;
    reach_signatures(k, c, any ? PTR_REASON_CALL_TYPE : PTR_REASON_EXTERNAL_CALL, unmatched);
}

/* Steps that are not a multiple of the struct's size see its fields at changing offsets. */
static void mark_folded(ptr_graph *g, ptr_class c) {
    const ptr_node *n = &g->nodes.at[c];
    if (!n->shape || !n->stride || !g->shapes.at[n->shape].size ||
        n->stride % g->shapes.at[n->shape].size == 0)
        return;
    uint32_t witness = ptr_marked(g, c, PTR_WALKED);
    if (!witness && n->types.first)
        witness = g->facts.at[n->types.first].witness;
    ptr_add_mark(g, c, PTR_FOLDED, (uint32_t)n->stride, witness ? witness : 1);
}

static bool is_lost(ptr_graph *g, ptr_class c) {
    return ptr_marked(g, c, PTR_ESCAPES) || ptr_marked(g, c, PTR_UNKNOWN);
}

/* Objects of an allocator lie in memory of a class of its own: who gets at that gets at them. */
static void lose_shadows(closing *k) {
    ptr_graph *g = k->g;
    for (bool changed = true; changed && ctx_tick(g->ctx, 1);) {
        changed = false;
        for (size_t i = 0; i < g->shadows.len; i++) {
            ptr_class inner = ptr_find(g, g->shadows.at[i].a),
                      own = ptr_find(g, g->shadows.at[i].b);
            if (!is_lost(g, inner) || is_lost(g, own))
                continue;
            ptr_mark from = ptr_marked(g, inner, PTR_ESCAPES) ? PTR_ESCAPES : PTR_UNKNOWN;
            reach(k, own, g->nodes.at[inner].marks->at[from].detail, ptr_marked(g, inner, from));
            changed = true;
        }
        spread_all(k);
    }
}

void ptr_close(ptr_graph *g) {
    closing k = {.g = g};
    lose_symbols(&k);
    for (ptr_class c = 1; c < g->nodes.len; c++) {
        if (g->nodes.at[c].up != c)
            continue;
        if (g->nodes.at[c].signatures)
            check_calls(&k, c);
        mark_folded(g, c);
        const ptr_marks *marks = g->nodes.at[c].marks;
        if (!marks)
            continue;
        bool lost = marks->at[PTR_ESCAPES].witness || marks->at[PTR_UNKNOWN].witness;
        if (lost)
            vec_push(g->ctx, &k.work, c);
    }
    return_pointers(&k);
    spread_all(&k);
    expose_forged(&k);
    spread_all(&k);
    lose_shadows(&k);
    vec_free(g->ctx, &k.work);
    ptr_graph_assert(g);
}
