/* dtrans-aos-to-soa: an array of structs becomes an array of each field, and pointers to its
 * elements become indexes.
 *
 *   index=32    indexes of 32 bits where they can be; an allocation of more elements fails
 *   index=64    … of 64 bits; without either, 32 where no array can have more elements
 *   type=NAME   only this struct
 *   force       whether or not it is worth it
 *   best        not if dtrans-split is worth more
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour; annotates addresses of index fields in other structs.
 * Breaks: the structs' layout, the types of functions and variables that pass or hold pointers.
 * Declines when: nothing may change; a type stays of which two blocks may be alive at once, or an
 * address is used for more than reaching fields, counting and comparing.
 */
#include "dtrans/soa/pass.h"

#include "dtrans/analysis/reasons.h"
#include "dtrans/cost/cost.h"
#include "dtrans/soa/soa.h"
#include "dtrans/transform/body.h"
#include "dtrans/transform/run.h"

#include <stdlib.h>
#include <string.h>

static const soa_idle *shape_of(const dtrans_type *t) {
    static const soa_idle tail = {DTRANS_WHY_SOA_TAIL};
    static const soa_idle aligned = {DTRANS_WHY_SOA_ALIGNED};
    static const soa_idle packed = {DTRANS_WHY_SOA_PACKED};
    if (t->tail != DTRANS_NO_TAIL)
        return &tail;
    if (t->align > 16)
        return &aligned;
    return LLVMIsPackedStruct(t->llvm) ? &packed : NULL;
}

static bool is_possible(soa *s, uint32_t type) {
    const dtrans_type *t = &s->info->types.at[type];
    if (!dtrans_may_change(s->base, type, s->base->hooks->transform) ||
        (s->only && !dtrans_is_named(t, s->only)))
        return false;
    s->idle[type] = shape_of(t);
    return !s->idle[type];
}

/* Why pointers cannot become integers is given once, as any other reason. */
static void find_candidates(soa *s) {
    for (uint32_t i = 0; i < s->info->types.len; i++) {
        LLVMValueRef where = NULL;
        s->candidate[i] = is_possible(s, i);
        const char *reason = s->candidate[i] ? dtrans_pointer_refusal(s->base, i, &where) : NULL;
        if (reason)
            soa_refuse(s, i, where, reason);
    }
}

/* Of some types there are only variables that stay in one piece. */
static bool has_block(soa *s, uint32_t type) {
    static const soa_idle no_array = {DTRANS_WHY_SOA_NO_ARRAY};
    for (size_t i = 0; i < s->arrays.len; i++)
        if (s->arrays.at[i].type == type && s->arrays.at[i].block != BLOCK_NONE)
            return true;
    s->idle[type] = &no_array;
    return false;
}

/* How a candidate's fields are grouped, if they are. */
static void group_fields(soa *s, uint32_t type) {
    const dtrans_type *t = &s->info->types.at[type];
    soa_groups *groups = &s->groups[type];
    if (!s->split)
        return;
    if (!s->grouping) {
        soa_make_groups(s, type, groups);
        return;
    }
    const char *word = soa_group_as_told(groups, &s->mem, t, s->grouping);
    if (word)
        ctx_fail(s->info->ctx, LATHE_USAGE,
                 "groups: '%s' names no field of '%s', or one that has its group already", word,
                 t->name);
    else if (soa_grouped_size(groups, &s->mem, t, s->visitor.target) > t->size)
        soa_refuse(s, type, NULL, "the groups asked for take more memory than the struct");
}

static void reset(soa *s, DTransOptBase *b) {
    soa_calls_free(s);
    if (s->info)
        dtrans_local_free(&s->visitor.local);
    dtrans_local_init(&s->visitor.local, b->info);
    s->base = b;
    s->info = b->info;
    s->visitor.info = b->info;
    s->visitor.target = b->layouts.target;
    vec_clear(&s->refusals);
    vec_clear(&s->arrays);
    vec_clear(&s->edits);
    map_clear(&s->by_class);
    map_clear(&s->direct);
    map_clear(&s->claimed);
    map_clear(&s->shapes);
}

/* Whether no block of the type can have more elements than 32 bits count. */
static bool is_small(const soa *s, uint32_t type) {
    for (size_t i = 0; i < s->arrays.len; i++)
        if (s->arrays.at[i].type == type && s->arrays.at[i].block == BLOCK_HEAP)
            for (size_t k = 0; k < s->info->types.at[type].sites.len; k++) {
                uint64_t count = s->info->types.at[type].sites.at[k].count;
                if (!count || count >= UINT32_MAX - 1)
                    return false;
            }
    return true;
}

static LLVMTypeRef index_type(soa *s, uint32_t type) {
    bool narrow = s->bits ? s->bits == 32 : is_small(s, type);
    narrow = narrow && !dtrans_narrow_refusal(s->base, type);
    return LLVMIntTypeInContext(s->base->m->llvm_ctx, narrow ? 32 : 64);
}

/* In the end, since it is not a reason for a struct to keep its layout: it may change with a
 * pointer that it holds. */
static void note_refusals(soa *s) {
    for (size_t i = 0; i < s->refusals.len; i++)
        dtrans_note(s->info, s->refusals.at[i].type, UnhandledUse, s->refusals.at[i].where,
                    "%s: %s", s->base->hooks->name, s->refusals.at[i].reason);
}

static bool has_candidates(const soa *s) {
    for (size_t i = 0; i < s->info->types.len; i++)
        if (s->candidate[i])
            return true;
    return false;
}

static bool prepare_types(DTransOptBase *b, void *data) {
    soa *s = data;
    reset(s, b);
    s->candidate = arena_array(&s->mem, b->info->types.len + 1, bool);
    s->groups = arena_array(&s->mem, b->info->types.len + 1, soa_groups);
    s->estimates = arena_array(&s->mem, b->info->types.len + 1, double);
    s->idle = arena_array(&s->mem, b->info->types.len + 1, const soa_idle *);
    if (!s->candidate || !s->groups || !s->estimates || !s->idle)
        return false;
    find_candidates(s);
    soa_find_arrays(s);
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++) {
        s->candidate[i] = s->candidate[i] && has_block(s, i);
        if (s->candidate[i])
            group_fields(s, i);
        if (s->candidate[i] && !s->force)
            soa_will_ask(s, i);
    }
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx) && !s->force; i++)
        s->candidate[i] = s->candidate[i] && soa_is_worth_it(s, i);
    if (has_candidates(s)) {
        soa_check_uses(s);
        soa_check_blocks(s);
    }
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++) {
        if (!s->candidate[i])
            continue;
        dtrans_change *change = dtrans_base_replace(b, i, s->names->whole);
        if (change)
            change->apart = true;
        if (!dtrans_map_pointer(b, i, index_type(s, i)))
            ctx_fail(b->ctx, LATHE_INTERNAL, "pointers to '%s' cannot become integers",
                     b->info->types.at[i].name);
    }
    if (!b->rehearsal || !b->layouts.changes.len)
        note_refusals(s);
    return b->layouts.changes.len > 0;
}

static bool claims(void *data, LLVMValueRef v) {
    const soa *s = data;
    map_word *known = map_find(&s->claimed, v);
    return known && known->u && s->candidate[known->u - 1];
}

static const char *number_note(DTransOptBase *b, uint32_t type, uint32_t field, void *data) {
    (void)b, (void)type, (void)field, (void)data;
    return " as index";
}

static void rewrite(DTransOptBase *b, void *data) {
    (void)b;
    soa_rewrite(data);
}

static void process_function(DTransOptBase *b, LLVMValueRef fn, void *data) {
    soa_make_integers(b->m, fn);
    soa_mark_fields(data, fn);
}

static void follow_function(DTransOptBase *b, LLVMValueRef original, void *data) {
    soa_follow_owner(data, original, map_get(&b->values.values, original));
}

static void finish(DTransOptBase *b, void *data) {
    (void)b;
    soa_move_to_frames(data);
}

static void free_soa(soa *s, lathe_ctx *ctx) {
    if (s->info) {
        dtrans_local_free(&s->visitor.local);
        soa_calls_free(s);
    }
    map_free(&s->visitor.sites);
    map_free(&s->visitor.size_uses);
    vec_free(ctx, &s->refusals);
    vec_free(ctx, &s->arrays);
    vec_free(ctx, &s->edits);
    map_free(&s->by_class);
    map_free(&s->direct);
    map_free(&s->claimed);
    map_free(&s->shapes);
    arena_free(&s->mem);
}

lathe_status soa_run(lathe_module *m, const ir_params *params, const dtrans_hooks *names, soa *s) {
    dtrans_hooks hooks = *names;
    hooks.prepare_types = prepare_types;
    hooks.populate_types = dtrans_keep_bodies;
    hooks.claims = claims;
    hooks.number_note = number_note;
    hooks.before_edits = rewrite;
    hooks.outcome = soa_tell_estimates;
    hooks.process_function = process_function;
    hooks.post_process_function = follow_function;
    hooks.finish = finish;
    static const unsigned bits[] = {32, 64, 0};
    s->bits = bits[ir_param_choice(params, "index", 2)];
    s->only = hooks.only = ir_param_get(params, "type");
    s->force = ir_param_given(params, "force");
    s->best = ir_param_given(params, "best");
    arena_init(&s->mem, m->ctx);
    map_init(&s->visitor.sites, m->ctx);
    map_init(&s->visitor.size_uses, m->ctx);
    map_init(&s->by_class, m->ctx);
    map_init(&s->direct, m->ctx);
    map_init(&s->claimed, m->ctx);
    map_init(&s->shapes, m->ctx);
    lathe_status status = dtrans_run(m, &hooks, s);
    free_soa(s, m->ctx);
    return status;
}

static void describe(DTransOptBase *b, const dtrans_change *change, void *data) {
    const soa *s = data;
    cost_tell(b->info, s->estimates[change->type]);
}

lathe_status dtrans_aos_to_soa_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    static const dtrans_hooks hooks = {
        DTRANS_NAME("dtrans-aos-to-soa"), .transform = DTRANS_AOS_TO_SOA,
        .dependent_prefix = "__SOADT_", .remark = "AosToSoa", .describe = describe};
    static const soa_names names = {.bases = "__SOA_",
                                    .whole = "__SOAEL_",
                                    .storage = "__soa_",
                                    .block = "__soa_block_",
                                    .count = "__soa_count_",
                                    .failed = "__soa_failed_"};
    soa s = {.names = &names};
    return soa_run(m, params, &hooks, &s);
}
