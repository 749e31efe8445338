/* A region before its references are looked at: where gotos lead, and whether it runs to its end.
 */
#include "hir/dd/affine.h"

#include "hir/dd/alias.h"

/* Lists that the goto leads into, and whether it goes anywhere but forward. */
static void look_at_goto(dd_region *r, const HLGoto *jump) {
    const HLNode *node = &jump->node, *label = &jump->target->node;
    r->wild |= label->order <= node->order;
    for (; label->parent && !hir_is_in_list(node, label->list); label = label->parent) {
        map_put(&r->entered, label->list);
        r->wild |= label->parent->kind == HL_LOOP;
    }
}

static void look_at(dd_region *r, HLNode *node) {
    switch (node->kind) {
    case HL_LABEL:
        r->has_labels |= hir_parent_loop(node) != NULL;
        break;
    case HL_GOTO:
        r->ends = false;
        if (((const HLGoto *)node)->target)
            look_at_goto(r, (const HLGoto *)node);
        break;
    case HL_LOOP:
        r->ends &= ((const HLLoop *)node)->loop_kind == LOOP_DO;
        break;
    case HL_INST:
        r->ends &= dd_always_goes_on((const HLInst *)node);
        break;
    default:
        break;
    }
}

bool dd_region_init(dd_region *r, hir *h, HLRegion *region, bool assume_dims) {
    *r = (dd_region){.h = h, .region = region, .assume_dims = assume_dims, .ends = true};
    arena_init(&r->mem, h->ctx);
    r->work = arena_new(&r->mem, uint64_t);
    if (r->work)
        *r->work = DD_MAX_WORK;
    map_init(&r->symbol_of, h->ctx);
    map_init(&r->product_of, h->ctx);
    map_init(&r->domains, h->ctx);
    map_init(&r->entered, h->ctx);
    hir_number_nodes(region);
    hir_each_node (node, &region->node)
        if (ctx_tick(h->ctx, 1))
            look_at(r, node);
    return ctx_ok(h->ctx);
}

void dd_region_free(dd_region *r) {
    lathe_ctx *ctx = r->h->ctx;
    vec_free(ctx, &r->symbols);
    vec_free(ctx, &r->products);
    vec_free(ctx, &r->quotients);
    vec_free(ctx, &r->facts);
    map_free(&r->symbol_of);
    map_free(&r->product_of);
    map_free(&r->domains);
    map_free(&r->entered);
    arena_free(&r->mem);
}
