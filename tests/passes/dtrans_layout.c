/* dtrans-test-layout: one struct gets the order of elements that a test asks for.
 *
 * Needs: a whole program; `order`: the numbers of all elements that are not padding, and +N for N
 *        bytes of padding, joined by dots.
 * Keeps: the program's behaviour, unless `without` switches rules off.
 * Breaks: the layout of the struct.
 * Declines when: the struct may not be reordered, or its first or last element must stay in place.
 */
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"
#include "passes/passes.h"

#include <stdlib.h>
#include <string.h>

enum { FILL = 0xA5 };

typedef struct request {
    const char *type;
    const char *order;
    dtrans_rules without;
} request;

static uint32_t data_count(const dtrans_type *t) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->field_count; i++)
        count += !t->fields[i].padding;
    return count;
}

static bool has_place(const uint32_t *order, uint32_t count, uint32_t element) {
    for (uint32_t i = 0; i < count; i++)
        if (order[i] == element)
            return true;
    return false;
}

static bool is_place(const dtrans_type *t, const dtrans_body *body, uint32_t count,
                     unsigned long n) {
    return n < t->field_count && !t->fields[n].padding &&
           !has_place(body->order, count, (uint32_t)n);
}

/* Fills in places and padding; places left over become IR_NONE. False unless each element that is
 * not padding has just one. */
static bool parse_order(const char *text, const dtrans_type *t, dtrans_body *body) {
    uint32_t count = 0;
    uint64_t padding = 0;
    while (*text) {
        char *end;
        unsigned long n = strtoul(text, &end, 10);
        bool pads = *text == '+';
        if (end == text || (*end && *end != '.') || n > UINT32_MAX ||
            (!pads && !is_place(t, body, count, n)))
            return false;
        padding = pads ? padding + n : padding;
        if (!pads) {
            body->order[count] = (uint32_t)n;
            body->padding[count++] = padding;
            padding = 0;
        }
        text = *end ? end + 1 : end;
    }
    bool all = count == data_count(t);
    while (count < t->field_count)
        body->order[count++] = IR_NONE;
    body->padding[t->field_count] = padding;
    return all;
}

static bool is_movable(const request *r, const dtrans_type *t, const dtrans_body *body) {
    uint32_t end = dtrans_end_movable(t);
    bool first_stays = dtrans_first_movable(t) && !dtrans_has_rule(r->without, RULE_PIN);
    bool last_stays = end < t->field_count;
    return (!first_stays || (body->order[0] == 0 && body->padding[0] == 0)) &&
           (!last_stays || body->order[data_count(t) - 1] == end);
}

static uint32_t find_type(const DTransOptBase *b, const char *name) {
    for (uint32_t i = 0; i < b->info->types.len; i++)
        if (strcmp(b->info->types.at[i].name, name) == 0)
            return i;
    return IR_NONE;
}

static bool prepare_types(DTransOptBase *b, void *data) {
    const request *r = data;
    uint32_t type = find_type(b, r->type);
    if (type == IR_NONE) {
        ctx_fail(b->ctx, LATHE_USAGE, "%s: there is no type '%s'", b->hooks->name, r->type);
        return false;
    }
    const dtrans_type *t = &b->info->types.at[type];
    dtrans_body body;
    if (!dtrans_body_init(&body, b, &(dtrans_change){.type = type, .from = t->llvm}))
        return false;
    if (!parse_order(r->order, t, &body)) {
        ctx_fail(b->ctx, LATHE_USAGE, "%s: '%s' is not an order of all elements of '%s'",
                 b->hooks->name, r->order, r->type);
        return false;
    }
    b->layouts.fill = FILL;
    b->plan.without = r->without;
    return dtrans_may_change(b, type, DTRANS_REORDER_FIELDS) && is_movable(r, t, &body) &&
           dtrans_base_replace(b, type, "__DTL_");
}

static void populate_types(DTransOptBase *b, void *data) {
    const request *r = data;
    dtrans_change *change = &b->layouts.changes.at[0];
    dtrans_body body;
    if (!dtrans_body_init(&body, b, change))
        return;
    parse_order(r->order, &b->info->types.at[change->type], &body);
    dtrans_body_set(&body, b, change);
}

lathe_status dtrans_test_layout_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    static const dtrans_hooks hooks = {.name = "dtrans-test-layout",
                                       .dependent_prefix = "__DTLDT_",
                                       .prepare_types = prepare_types,
                                       .populate_types = populate_types};
    request r = {.type = ir_param_get(params, "type"), .order = ir_param_get(params, "order")};
    if (!r.type || !r.order)
        return ctx_fail(m->ctx, LATHE_USAGE, "dtrans-test-layout: type and order must be given");
    if (!dtrans_rules_parse(m->ctx, ir_param_get(params, "without"), &r.without))
        return m->ctx->status;
    return dtrans_run(m, &hooks, &r);
}
