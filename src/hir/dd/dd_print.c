/* Refs, vectors and edges as text. */
#include "hir/dd/dd_graph.h"
#include "hir/text.h"

const char *dd_kind_name(dd_kind kind) {
    static const char *const names[] = {"flow", "anti", "output", "input"};
    return names[kind];
}

void dd_ref_text(const dd_graph *g, uint32_t ref, str *out) {
    const dd_ref *r = &g->refs.at[ref];
    str_printf(out, "<%u> ", r->node->number);
    if (r->kind == DD_REF_EFFECT)
        hir_node_text(g->h, r->node, false, out);
    else if (r->blob)
        hir_blob_print(g->h, r->blob->blob, out);
    else
        hir_ref_print(g->h, r->ref, out);
}

static const char *direction_text(uint8_t directions) {
    static const char *const texts[] = {"none", "<", "=", "<=", ">", "<>", ">=", "*"};
    return texts[directions & DD_ANY];
}

void dd_vector_text(const dd_edge *e, str *out) {
    str_add_char(out, '(');
    for (uint32_t k = 0; k < e->levels; k++) {
        str_add(out, k ? ", " : "");
        if (e->constant[k])
            str_printf(out, "%lld", (long long)e->distance[k]);
        else
            str_add(out, direction_text(e->directions[k]));
    }
    str_add_char(out, ')');
}

void dd_edge_text(const dd_graph *g, const dd_edge *e, str *out) {
    dd_ref_text(g, e->source, out);
    str_add(out, " -> ");
    dd_ref_text(g, e->sink, out);
    str_printf(out, "  %s ", dd_kind_name(e->kind));
    dd_vector_text(e, out);
    if (e->level)
        str_printf(out, " carried by i%u", e->level);
    if (e->reason)
        str_printf(out, ", assumed: %s", e->reason);
    if (e->assumes_dims)
        str_add(out, ", if subscripts stay in their dimensions");
}
