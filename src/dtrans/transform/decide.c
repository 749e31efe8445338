/* Decisions of a round: by the transform's plan, or by a file. Nothing in a file is believed: an
 * order has to be one that the transform allows for the type in this program, and all other
 * decisions have to be what the plan finds when it is held to them. */
#include "dtrans/transform/base.h"

#include "dtrans/transform/layout_body.h"
#include "ir/input.h"

uint32_t *dtrans_decide(DTransOptBase *b, uint32_t type, dtrans_list list) {
    lathe_assert(b->phase == DTRANS_MAKES_TYPES && type < b->info->types.len);
    dtrans_decision *decision = &b->decisions.at[type];
    uint32_t count = b->info->types.at[type].field_count;
    uint32_t *at =
        list == DTRANS_NO_LIST ? NULL : arena_array(&b->decisions.mem, count + 1, uint32_t);
    decision->changes = true;
    for (uint32_t i = 0; at && i < count; i++)
        at[i] = IR_NONE;
    if (at)
        decision->list[list] = at;
    return at;
}

bool dtrans_pays(DTransOptBase *b, uint32_t type) {
    return b->given ? b->given[type].chosen : b->hooks->pays(b, type, b->data);
}

/* What messages call a plan that was given. */
static const char *name_of_plan(const dtrans_hooks *hooks) {
    return hooks->plan_from ? hooks->plan_from : "plan";
}

/* What a file says about the type cannot be done. */
static void refuse_given(DTransOptBase *b, uint32_t type) {
    ctx_fail(b->ctx, LATHE_USAGE,
             "%s: what '%s' says about '%s' cannot be done in this program; plan again",
             b->hooks->name, name_of_plan(b->hooks), b->info->types.at[type].name);
}

bool dtrans_refuse_given(DTransOptBase *b) {
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++)
        if (b->given[i].changes)
            refuse_given(b, i);
    return false;
}

bool dtrans_is_sound_order(DTransOptBase *b, uint32_t type, const uint32_t *order) {
    const dtrans_type *t = &b->info->types.at[type];
    uint32_t end = dtrans_end_movable(t), count = 0, last = 0;
    bool *seen = arena_array(&b->layouts.mem, t->field_count + 1, bool);
    for (uint32_t i = 0; i < t->field_count; i++) {
        uint32_t field = order[i];
        if (field == IR_NONE)
            continue;
        bool too_soon = last >= end && field < last;
        bool too_late = count < dtrans_first_movable(t) && field != count;
        if (!seen || field >= t->field_count || seen[field] || too_soon || too_late)
            return false;
        seen[field] = true;
        last = field;
        count++;
    }
    return true;
}

static bool is_allowed(DTransOptBase *b, uint32_t type, const dtrans_decision *given) {
    const uint32_t *order = given->list[DTRANS_ORDER];
    return order && dtrans_may_change(b, type, b->hooks->transform) &&
           dtrans_is_sound_order(b, type, order) && b->hooks->allows(b, type, order, b->data);
}

/* Decides by the file: takes it as it is, or lets the transform come to the same. */
static void decide_as_given(DTransOptBase *b) {
    if (!b->hooks->allows)
        b->hooks->plan(b, b->data);
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++) {
        const dtrans_decision *given = &b->given[i];
        bool sound = b->hooks->allows ? !given->changes || is_allowed(b, i, given)
                                      : dtrans_decision_equal(given, &b->decisions.at[i],
                                                              b->info->types.at[i].field_count);
        if (!sound)
            refuse_given(b, i);
        else
            b->decisions.at[i] = *given;
    }
}

void dtrans_decide_all(DTransOptBase *b) {
    dtrans_decisions_free(&b->decisions);
    dtrans_decisions_init(&b->decisions, b->info);
    if (ctx_ok(b->ctx) && b->given)
        decide_as_given(b);
    else if (ctx_ok(b->ctx) && b->hooks->plan)
        b->hooks->plan(b, b->data);
}

static void parse_plan(DTransOptBase *b, dtrans_decisions *given, const char *text) {
    if (dtrans_decisions_read(given, b->info, b->hooks->name, name_of_plan(b->hooks), text))
        b->given = given->at;
}

void dtrans_read_plan(DTransOptBase *b, dtrans_decisions *given) {
    ir_input in;
    if (b->hooks->plan_text) {
        parse_plan(b, given, b->hooks->plan_text);
        return;
    }
    if (!ir_input_read_text(b->ctx, &in, b->hooks->plan_from))
        return;
    if (ctx_ok(b->ctx))
        parse_plan(b, given, in.bytes);
    ir_input_free(b->ctx, &in);
}

void dtrans_refuse_plan(DTransInfo *info, const dtrans_hooks *hooks) {
    DTransOptBase b = {.info = info, .m = info->m, .ctx = info->ctx, .hooks = hooks};
    dtrans_decisions given;
    dtrans_decisions_init(&given, info);
    dtrans_read_plan(&b, &given);
    if (b.given)
        dtrans_refuse_given(&b);
    dtrans_decisions_free(&given);
}
