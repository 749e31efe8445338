/* dtrans-hot-first: a worked example of a transform of layouts. Fields come in the order of how
 * often they are used, the hottest first, so that what a program uses of a large object is on few
 * lines. CONTRIBUTING.md says where such a file goes, and what else is to be done.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour.
 * Breaks: the layouts of the structs it changes, of which some grow.
 * Declines when: nothing may change; a type stays that is packed, has padding
 * elements, or has its fields in that order.
 */
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"
#include "passes/passes.h"

/* Whether it has fields to be sorted, and they are not. */
static bool is_unsorted(const dtrans_type *t, uint32_t first, uint32_t end) {
    bool unsorted = false;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].padding)
            return false;
    for (uint32_t i = first + 1; i < end; i++)
        unsorted |= t->fields[i].frequency > t->fields[i - 1].frequency;
    return unsorted && !LLVMIsPackedStruct(t->llvm);
}

/* Insertion sort: of fields that are equally hot, the first stays first. */
static void sort(const dtrans_type *t, uint32_t *order, uint32_t first, uint32_t end) {
    for (uint32_t i = 0; i < t->field_count; i++) {
        uint32_t k = i;
        for (; i < end && k > first && t->fields[order[k - 1]].frequency < t->fields[i].frequency;
             k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* The decision: a type that changes has an order, and all that follows from it is the base's. A
 * first field that shares its object's address stays first, and an open array last. */
static void plan(DTransOptBase *b, void *data) {
    (void)data;
    for (uint32_t i = 0; i < b->info->types.len && ctx_tick(b->ctx, 1); i++) {
        const dtrans_type *t = &b->info->types.at[i];
        uint32_t first = dtrans_first_movable(t), end = dtrans_end_movable(t);
        if (!dtrans_may_change(b, i, b->hooks->transform) || !is_unsorted(t, first, end))
            continue;
        uint32_t *order = dtrans_decide(b, i, DTRANS_ORDER);
        if (order)
            sort(t, order, first, end);
    }
}

/* A decision that was read from a file: the base has looked that no field is there twice. */
static bool allows(DTransOptBase *b, uint32_t type, const uint32_t *order, void *data) {
    const dtrans_type *t = &b->info->types.at[type];
    (void)data;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (order[i] == IR_NONE)
            return false;
    return !LLVMIsPackedStruct(t->llvm);
}

static const dtrans_hooks hooks = {
    .prefix = "__DHF_", .dependent_prefix = "__DHFDT_", .plan = plan, .allows = allows};

/* In the tree, the row is not static, and has a number of its own in transforms.def. Here it goes
 * by the verdicts of reorder-fields. */
static const dtrans_row hot_first = {
    DTRANS_NAMED("hot-first"),
    DTRANS_PASS("Give structs their fields in the order of how often they are used", DTRANS_PLANS),
    .transform = DTRANS_REORDER_FIELDS,
    .harmless = DTRANS_FOLLOWED_INSIDE,
    .moves_pieces = true,
    .hooks = &hooks};

/* Only for a list of passes outside of the tree, tests/passes/list.c. */
lathe_status dtrans_hot_first_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return dtrans_run_row(m, &hot_first, params);
}
