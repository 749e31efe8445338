/* dtrans-shuffle: the adversarial proof of legality. Every struct that may be reordered gets its
 * fields in random order, random padding between them, at least 64 bytes more, and sometimes no
 * alignment. A program that then behaves differently was wrongly judged.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour.
 * Breaks: all layouts it can.
 * Declines when: nothing may change; single types that may not be reordered stay.
 */
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"

#include <stdlib.h>

enum { GROWTH = 64, MAX_PADDING = 24, FILL = 0xA5 };

typedef struct shuffle {
    uint64_t state;
    uint64_t seed;
    dtrans_rules without;
} shuffle;

/* splitmix64 */
static uint64_t random_word(shuffle *s) {
    uint64_t z = s->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t below(shuffle *s, uint64_t n) {
    return random_word(s) % n;
}

static bool prepare_types(DTransOptBase *b, void *data) {
    shuffle *s = data;
    s->state = s->seed;
    b->layouts.fill = FILL;
    b->plan.without = s->without;
    for (uint32_t i = 0; i < b->info->types.len; i++)
        if (dtrans_may_change(b, i, DTRANS_REORDER_FIELDS))
            dtrans_base_replace(b, i, "__DSH_");
    return b->layouts.changes.len > 0;
}

/* Fields whose address is known outside must be aligned as C promises. */
static bool may_be_packed(const dtrans_type *t) {
    bool packed = !(t->safety & (dtrans_bit(FieldAddressTaken) | dtrans_bit(NestedStruct) |
                                 dtrans_bit(ContainsNestedStruct)));
    for (uint32_t i = 0; packed && i < t->field_count; i++)
        packed = !t->fields[i].address_taken;
    return packed;
}

static void shuffle_type(DTransOptBase *b, shuffle *s, dtrans_change *change) {
    const dtrans_type *t = &b->info->types.at[change->type];
    dtrans_body body;
    if (!dtrans_body_init(&body, b, change))
        return;
    bool free = dtrans_has_rule(s->without, RULE_PIN);
    uint32_t first = free ? 0 : dtrans_first_movable(t), end = dtrans_end_movable(t);
    for (uint32_t i = end; i > first + 1; i--) {
        uint32_t k = first + (uint32_t)below(s, i - first), swap = body.order[i - 1];
        body.order[i - 1] = body.order[k];
        body.order[k] = swap;
    }
    uint32_t large = first + (uint32_t)below(s, end - first + 1);
    for (uint32_t i = 0; i < t->field_count; i++) {
        uint64_t padding = i >= first && below(s, 2) ? below(s, MAX_PADDING) : 0;
        body.padding[i] = i == large ? GROWTH + padding : padding;
    }
    if (large == t->field_count)
        body.padding[large] = GROWTH;
    if (may_be_packed(t) && below(s, 3) == 0)
        body.packed = true;
    for (uint32_t i = 0; t->bounded && i <= t->field_count; i++)
        body.padding[i] = 0;
    if (t->bounded && may_be_packed(t))
        body.packed = true;
    dtrans_body_drop_padding(&body, t);
    dtrans_body_set(&body, b, change);
}

static void populate_types(DTransOptBase *b, void *data) {
    for (size_t i = 0; i < b->layouts.changes.len; i++)
        shuffle_type(b, data, &b->layouts.changes.at[i]);
}

lathe_status dtrans_shuffle_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    static const dtrans_hooks hooks = {
        DTRANS_NAME("dtrans-shuffle"), .dependent_prefix = "__DSHDT_",
        .prepare_types = prepare_types, .populate_types = populate_types};
    shuffle s = {.seed = ir_param_number(params, "seed", 1)};
    if (!dtrans_rules_parse(m->ctx, ir_param_get(params, "without"), &s.without))
        return m->ctx->status;
    return dtrans_run(m, &hooks, &s);
}
