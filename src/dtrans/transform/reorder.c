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

/* The orders of the types to replace, in the order of the changes. */
typedef VEC(dtrans_order) orders;

static bool improve(DTransOptBase *b, uint32_t type, dtrans_order *order) {
    const dtrans_type *t = &b->info->types.at[type];
    LLVMTargetDataRef target = b->layouts.target;
    if (!dtrans_may_change(b, type, DTRANS_REORDER_FIELDS) || LLVMIsPackedStruct(t->llvm) ||
        !dtrans_order_of(order, &b->layouts.mem, t, target))
        return false;
    dtrans_order old = *order;
    dtrans_order_improve(order, &b->layouts.mem, t, target, dtrans_first_movable(t),
                         dtrans_end_movable(b, t));
    return order->size < old.size ||
           (order->size == old.size && order->cost < old.cost * worthwhile);
}

static bool prepare_types(DTransOptBase *b, void *data) {
    orders *found = data;
    dtrans_order order;
    vec_clear(found); /* of a rehearsal, whose memory is gone */
    for (uint32_t i = 0; i < b->info->types.len; i++)
        if (improve(b, i, &order)) {
            vec_push(b->info->ctx, found, order);
            dtrans_base_replace(b, i, "__DRF_");
        }
    return b->layouts.changes.len > 0;
}

static void populate_types(DTransOptBase *b, void *data) {
    const orders *found = data;
    for (size_t i = 0; i < b->layouts.changes.len && i < found->len; i++) {
        dtrans_change *change = &b->layouts.changes.at[i];
        const dtrans_order *order = &found->at[i];
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
    orders found = {0};
    lathe_status status = dtrans_run(m, &hooks, &found);
    vec_free(m->ctx, &found);
    return status;
}
