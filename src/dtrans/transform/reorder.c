/* dtrans-reorder-fields: fields in the order that takes the least memory and, of those, the fewest
 * cache lines for what is hot together.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour.
 * Breaks: the layouts it improves.
 * Declines when: nothing may change; a type stays whose order cannot be improved, that is packed,
 * or that may not be reordered.
 */
#include "dtrans/analysis/few.h"
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_order.h"
#include "dtrans/transform/layout_run.h"

#include <string.h>

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
    best *types; /* by number */
    bool pays;   /* only what is felt */
    const bool *few;
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
    if (!dtrans_may_change(b, type, DTRANS_REORDER_FIELDS) || LLVMIsPackedStruct(t->llvm) ||
        (r->few && r->few[type] && !t->forced))
        return false;
    uint32_t first = dtrans_first_movable(t), end = dtrans_end_movable(t);
    if (!found->known || found->first != first || found->end != end) {
        found->first = first;
        found->end = end;
        find_best(b, r, t, found);
    }
    return found->improves;
}

static void plan(DTransOptBase *b, void *data) {
    reordering *r = data;
    if (!r->types) {
        r->types = arena_array(&r->mem, b->info->types.len, best);
        r->few = r->pays ? dtrans_few_objects(b->info, &r->mem) : NULL;
    }
    for (uint32_t i = 0; r->types && i < b->info->types.len; i++) {
        const dtrans_order *order = &r->types[i].order;
        uint32_t *decided = improve(b, r, i) ? dtrans_decide(b, i, DTRANS_ORDER) : NULL;
        if (decided)
            memcpy(decided, order->field, order->count * sizeof *decided);
    }
}

/* All fields are in it; padding is not. */
static bool allows(DTransOptBase *b, uint32_t type, const uint32_t *order, void *data) {
    const dtrans_type *t = &b->info->types.at[type];
    uint32_t left = 0;
    (void)data;
    for (uint32_t i = 0; i < t->field_count; i++) {
        left += !t->fields[i].padding;
        if (order[i] != IR_NONE && t->fields[order[i]].padding)
            return false;
        left -= order[i] != IR_NONE;
    }
    return left == 0 && !LLVMIsPackedStruct(t->llvm);
}

static bool begin(lathe_module *m, const ir_params *params, void *data) {
    reordering *r = data;
    arena_init(&r->mem, m->ctx);
    r->pays = ir_param_given(params, "pays");
    return true;
}

static void end(lathe_module *m, void *data) {
    (void)m;
    arena_free(&((reordering *)data)->mem);
}

static const dtrans_hooks hooks = {.data_size = sizeof(reordering),
                                   .begin = begin,
                                   .end = end,
                                   .prefix = "__DRF_",
                                   .dependent_prefix = "__DRFDT_",
                                   .plan = plan,
                                   .allows = allows};

const dtrans_row dtrans_reorder_fields = {
    DTRANS_NAMED("reorder-fields"),
    DTRANS_PASS("Give structs the smallest and most local order of fields", DTRANS_PAYS,
                DTRANS_PLANS),
    .transform = DTRANS_REORDER_FIELDS,
    .harmless = DTRANS_FOLLOWED_INSIDE,
    .moves_pieces = true,
    .moves_atomics = true,
    .turn = 2,
    .default_params = "pays",
    .hooks = &hooks};
