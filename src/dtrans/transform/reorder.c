/* dtrans-reorder-fields: fields in the order that takes the least memory and, of those, the fewest
 * cache lines for what is hot together.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour.
 * Breaks: the layouts it improves.
 * Declines when: nothing may change; a type stays whose order cannot be improved, that is packed,
 * or that may not be reordered.
 */
#include "dtrans/transform/body.h"
#include "dtrans/transform/order.h"
#include "dtrans/transform/run.h"

/* A gain in cache lines alone must be clear to be worth a change. */
static const double worthwhile = 0.9;

/* The best order of a type whose fields from `first` to before `end` may move. */
typedef struct best {
    bool known, improves;
    uint32_t first, end;
    dtrans_order order;
} best;

/* What a rehearsal has found is still the best when the next one may move the same fields. */
typedef struct reordering {
    arena mem;
    best *types;              /* by number */
    VEC(dtrans_order) orders; /* of the types to replace, in the order of the changes */
} reordering;

static void find_best(DTransOptBase *b, reordering *r, const dtrans_type *t, best *found) {
    LLVMTargetDataRef target = b->layouts.target;
    dtrans_order old;
    found->known = true;
    found->improves = false;
    if (!dtrans_order_of(&found->order, &r->mem, t, target))
        return;
    old = found->order;
    dtrans_order_improve(&found->order, &r->mem, t, target, found->first, found->end);
    found->improves = found->order.size < old.size ||
                      (found->order.size == old.size && found->order.cost < old.cost * worthwhile);
}

static bool improve(DTransOptBase *b, reordering *r, uint32_t type) {
    const dtrans_type *t = &b->info->types.at[type];
    best *found = &r->types[type];
    if (!dtrans_may_change(b, type, DTRANS_REORDER_FIELDS) || LLVMIsPackedStruct(t->llvm))
        return false;
    uint32_t first = dtrans_first_movable(t), end = dtrans_end_movable(b, t);
    if (!found->known || found->first != first || found->end != end) {
        found->first = first;
        found->end = end;
        find_best(b, r, t, found);
    }
    return found->improves;
}

static bool prepare_types(DTransOptBase *b, void *data) {
    reordering *r = data;
    if (!r->types)
        r->types = arena_array(&r->mem, b->info->types.len, best);
    vec_clear(&r->orders);
    for (uint32_t i = 0; r->types && i < b->info->types.len; i++)
        if (improve(b, r, i)) {
            vec_push(b->info->ctx, &r->orders, r->types[i].order);
            dtrans_base_replace(b, i, "__DRF_");
        }
    return b->layouts.changes.len > 0;
}

static void populate_types(DTransOptBase *b, void *data) {
    const reordering *r = data;
    for (size_t i = 0; i < b->layouts.changes.len && i < r->orders.len; i++) {
        dtrans_change *change = &b->layouts.changes.at[i];
        const dtrans_order *order = &r->orders.at[i];
        dtrans_body body;
        if (!dtrans_body_init(&body, b, change))
            return;
        for (uint32_t k = 0; k < body.count; k++)
            body.order[k] = k < order->count ? order->field[k] : IR_NONE;
        dtrans_body_set(&body, b, change);
    }
}

lathe_status dtrans_reorder_fields_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    static const dtrans_hooks hooks = {
        DTRANS_NAME("dtrans-reorder-fields"), .dependent_prefix = "__DRFDT_",
        .prepare_types = prepare_types, .populate_types = populate_types};
    reordering r = {.types = NULL};
    arena_init(&r.mem, m->ctx);
    lathe_status status = dtrans_run(m, &hooks, &r);
    vec_free(m->ctx, &r.orders);
    arena_free(&r.mem);
    return status;
}
