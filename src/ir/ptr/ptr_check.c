/* What is looked at holds for every graph, however knotted. The laws of addresses (invariants 1 to
 * 4) are held against random graphs by tests/unit/ptr_graph_test.c instead: they cost a lookup for
 * each pair of a holder and a field. */
#include "ir/ptr/ptr_check.h"

static bool is_class(const ptr_graph *g, ptr_class c) {
    return c < g->nodes.len;
}

/* Union-find: chains lead to a root. Path halving keeps them short, but nothing says how short, so
 * each step must lead to another node, and there are only so many. */
static const char *check_chain(const ptr_graph *g, ptr_class c, uint8_t *rooted) {
    ptr_class at = c;
    for (size_t steps = 0; !rooted[at] && g->nodes.at[at].up != at; steps++) {
        at = g->nodes.at[at].up;
        if (!is_class(g, at))
            return "a class is merged into one that does not exist";
        if (at == 0)
            return "a class is merged into none";
        if (steps > g->nodes.len)
            return "merged classes lead in a circle";
    }
    while (!rooted[c]) {
        rooted[c] = 1;
        c = g->nodes.at[c].up;
    }
    return NULL;
}

static const char *check_roots(const ptr_graph *g) {
    size_t count = g->nodes.len;
    uint8_t *rooted = ctx_realloc(g->ctx, NULL, 0, count);
    const char *wrong = NULL;
    for (size_t i = 0; rooted && i < count; i++)
        rooted[i] = 0;
    for (ptr_class c = 0; rooted && c < count && !wrong; c++)
        wrong = check_chain(g, c, rooted);
    ctx_free(g->ctx, rooted, count);
    return wrong;
}

/* What was merged has handed everything on. */
static const char *check_merged(const ptr_node *n) {
    if (n->fields.len || n->holders.len)
        return "a merged class kept its fields or holders";
    if (n->pointee || n->types.first || n->objects.first || n->marks || n->signatures)
        return "a merged class kept what was known of it";
    return NULL;
}

static const char *check_places(const ptr_graph *g, const ptr_node *n) {
    for (size_t i = 0; i < n->fields.len; i++) {
        if (!n->fields.at[i].target || !is_class(g, n->fields.at[i].target))
            return "a field leads to no class";
        if (i && n->fields.at[i - 1].offset >= n->fields.at[i].offset)
            return "fields are not in the order of their offsets";
    }
    for (size_t i = 0; i < n->holders.len; i++)
        if (!n->holders.at[i].container || !is_class(g, n->holders.at[i].container))
            return "a holder is not a class";
    if (n->shape >= g->shapes.len)
        return "a class has a shape that does not exist";
    return is_class(g, n->pointee) ? NULL : "pointers point to no class";
}

static const char *check_list(const ptr_graph *g, ptr_list list) {
    uint32_t last = 0;
    size_t steps = 0;
    for (uint32_t f = list.first; f; f = g->facts.at[f].next) {
        if (f >= g->facts.len || g->facts.at[f].witness >= g->witnesses.len)
            return "a fact, or its witness, does not exist";
        if (++steps > g->facts.len)
            return "a list of facts does not end";
        last = f;
    }
    return last == list.last ? NULL : "a list of facts ends elsewhere";
}

static const char *check_signatures(const ptr_graph *g, uint32_t first) {
    size_t steps = 0;
    for (uint32_t s = first; s; s = g->signatures.at[s].next) {
        if (s >= g->signatures.len)
            return "a signature does not exist";
        if (++steps > g->signatures.len)
            return "a list of signatures does not end";
        const ptr_signature *at = &g->signatures.at[s];
        bool good = is_class(g, at->result) && is_class(g, at->variadic);
        for (uint32_t i = 0; i < at->param_count; i++)
            good = good && is_class(g, at->params[i]);
        if (!good)
            return "a signature has a parameter or result that is not a class";
    }
    return NULL;
}

static const char *check_marks(const ptr_graph *g, const ptr_marks *marks) {
    for (int i = 0; marks && i < PTR_MARKS; i++)
        if (marks->at[i].witness >= g->witnesses.len)
            return "the witness of a mark does not exist";
    return NULL;
}

static const char *check_node(const ptr_graph *g, ptr_class c) {
    const ptr_node *n = &g->nodes.at[c];
    if (n->up != c)
        return check_merged(n);
    const char *wrong = check_places(g, n);
    wrong = wrong ? wrong : check_list(g, n->types);
    wrong = wrong ? wrong : check_list(g, n->objects);
    wrong = wrong ? wrong : check_signatures(g, n->signatures);
    return wrong ? wrong : check_marks(g, n->marks);
}

/* Names of classes from outside: values, symbols, flows. */
static const char *check_names(const ptr_graph *g) {
    for (size_t i = 0; i < g->value_class.len; i++)
        if (!is_class(g, (ptr_class)g->value_class.at[i].value.u))
            return "a value has no class";
    for (size_t i = 0; i < g->symbols.len; i++)
        if (!is_class(g, g->symbols.at[i].object))
            return "a symbol has no class";
    for (size_t i = 0; i < g->flows.len; i++)
        if (!is_class(g, g->flows.at[i].from) || !is_class(g, g->flows.at[i].to) ||
            !is_class(g, g->flows.at[i].against))
            return "a flow has no class";
    return NULL;
}

const char *ptr_graph_check(const ptr_graph *g) {
    const ptr_node *none = &g->nodes.at[0];
    if (g->pending.len || g->settling)
        return "merges are left to be done";
    if (none->up || none->pointee || none->fields.len || none->holders.len)
        return "something is known of none";
    const char *wrong = check_roots(g);
    for (ptr_class c = 1; c < g->nodes.len && !wrong; c++)
        wrong = check_node(g, c);
    return wrong ? wrong : check_names(g);
}
