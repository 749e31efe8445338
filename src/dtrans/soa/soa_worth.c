/* Whether splitting an array of structs pays, and how far. */
#include "dtrans/soa/soa.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "dtrans/analysis/type_remark.h"
#include "dtrans/cost/layout_cost.h"
#include "ir/size.h"

/* Elements of the largest variable. */
static uint64_t most_in_variables(const soa *s, uint32_t type) {
    uint64_t most = 0;
    for (size_t i = 0; i < s->arrays.len; i++) {
        const soa_array *a = &s->arrays.at[i];
        if (a->type != type || (a->block != BLOCK_GLOBAL && a->block != BLOCK_LOCAL))
            continue;
        uint64_t count = ir_abi_size(s->visitor.target, soa_variable_type(a->object)) /
                         s->info->types.at[type].size;
        most = count > most ? count : most;
    }
    return most;
}

bool soa_make_groups(soa *s, uint32_t type, soa_groups *groups) {
    const dtrans_type *t = &s->info->types.at[type];
    if (!soa_group_by_heat(groups, &s->mem, t, s->force))
        return false;
    soa_group_to_fit(groups, &s->mem, t, s->visitor.target);
    return ctx_ok(s->info->ctx);
}

static double cost_apart(soa *s, uint32_t type) {
    const dtrans_type *t = &s->info->types.at[type];
    uint64_t *sizes = arena_array(&s->mem, t->field_count + 1, uint64_t);
    for (uint32_t i = 0; sizes && i < t->field_count; i++)
        sizes[i] = t->fields[i].size;
    return cost_of_parts(s->info, type, &(cost_layout){NULL, sizes, sizes ? t->field_count : 0});
}

static double cost_grouped(soa *s, uint32_t type, const soa_groups *groups) {
    const dtrans_type *t = &s->info->types.at[type];
    uint64_t *sizes = soa_group_sizes(groups, &s->mem, t, s->visitor.target);
    return cost_of_parts(s->info, type,
                         &(cost_layout){groups->of, sizes, sizes ? groups->count : 0});
}

/* What can be said without the model; *worth is the answer then. */
static bool is_decided(soa *s, uint32_t type, bool *worth) {
    static const soa_idle in_cache = {DTRANS_WHY_SOA_IN_CACHE};
    const dtrans_type *t = &s->info->types.at[type];
    *worth = t->forced && dtrans_is_forced(t, s->base->hooks->name);
    if (t->forced)
        return true;
    if (!cost_stays_in_cache(t, most_in_variables(s, type)))
        return false;
    s->idle[type] = &in_cache;
    return true;
}

void soa_will_ask(soa *s, uint32_t type) {
    bool worth;
    if (!is_decided(s, type, &worth))
        cost_will_ask(s->info, type);
}

/* Between two that are about as good, single fields win: what they are for is vectors. */
bool soa_is_worth_it(soa *s, uint32_t type) {
    static const soa_idle no_access = {DTRANS_WHY_SOA_NO_ACCESS};
    soa_groups groups = s->groups[type];
    bool worth;
    if (is_decided(s, type, &worth))
        return worth;
    if (!groups.of && s->best && !soa_make_groups(s, type, &groups))
        return false;
    double now = cost_of_array(s->info, type);
    double apart = s->best || !s->split ? cost_apart(s, type) : 0;
    double grouped = s->best || s->split ? cost_grouped(s, type, &groups) : 0;
    double then = s->split ? grouped : apart;
    s->estimates[type] = now > 0 ? then / now : 0;
    s->idle[type] = now > 0 ? NULL : &no_access;
    return cost_pays(now, then) && (!s->best || cost_pays(apart, grouped) == s->split);
}

static void tell_idle(DTransOptBase *b, uint32_t type, const soa_idle *idle) {
    if (!dtrans_remark(b->info, type, REMARK_MISSED, b->hooks->name, idle->id))
        return;
    remark_add_fact(b->ctx->remarks, " may change, but stays as it is: ", "Reason", "%s",
                    idle->reason);
}

/* What was refused has its reason already. */
void soa_tell_estimates(DTransOptBase *b, void *data) {
    soa *s = data;
    bool *refused = arena_array(&s->mem, b->info->types.len + 1, bool);
    if (!b->ctx->remarks || !s->estimates || !s->idle || !refused)
        return;
    for (size_t i = 0; i < s->refusals.len; i++)
        refused[s->refusals.at[i].type] = true;
    for (uint32_t i = 0; i < b->info->types.len; i++) {
        if (s->candidate[i] || refused[i])
            continue;
        if (s->idle[i])
            tell_idle(b, i, s->idle[i]);
        else if (!cost_pays(1, s->estimates[i]))
            cost_tell_missed(b->info, i, b->hooks->name, s->estimates[i]);
    }
}
