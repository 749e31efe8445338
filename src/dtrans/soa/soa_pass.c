/* dtrans-aos-to-soa: an array of structs becomes an array of each field, and pointers to its
 * elements become indexes. dtrans-split: it becomes arrays of smaller structs, of fields that are
 * used together.
 *
 *   index=32      indexes of 32 bits where they can be; an allocation of more elements fails
 *   index=64      … of 64 bits; without either, 32 where no array can have more elements
 *   type=NAME     only this struct
 *   groups=a+b,c  dtrans-split: these fields (names or numbers) are groups; the rest is one more
 *   force         whether or not it is worth it
 *   best          not if the other of the two is worth more
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour; annotates addresses of index fields in other structs.
 * Breaks: the structs' layout, the types of functions and variables that pass or hold pointers.
 * Declines when: nothing may change; a type stays of which two blocks may be alive at once, or an
 * address is used for more than reaching fields, counting and comparing; or the groups asked for
 * take more memory than the struct.
 */
#include "dtrans/soa/soa.h"

#include "base/remark.h"
#include "dtrans/analysis/dtrans_reasons.h"
#include "dtrans/cost/layout_cost.h"
#include "dtrans/transform/layout_run.h"

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
        (s->base->hooks->only && !dtrans_is_named(t, s->base->hooks->only)) ||
        (s->base->given && !s->base->given[type].changes))
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
    bool decided =
        s->base->given && soa_group_as_decided(groups, &s->mem, t, &s->base->given[type]);
    if (!decided && !s->grouping) {
        soa_make_groups(s, type, groups);
        return;
    }
    const char *word = decided ? NULL : soa_group_as_told(groups, &s->mem, t, s->grouping);
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
        dtrans_visitor_free(&s->visitor);
    dtrans_visitor_init(&s->visitor, b->info);
    s->base = b;
    s->info = b->info;
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

static uint32_t index_bits(soa *s, uint32_t type) {
    uint32_t asked = s->base->given ? s->base->given[type].bits : s->bits;
    bool narrow = asked ? asked == 32 : is_small(s, type);
    return narrow && !dtrans_narrow_refusal(s->base, type) ? 32 : 64;
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

static bool pays(DTransOptBase *b, uint32_t type, void *data) {
    soa *s = data;
    (void)b;
    return s->force || soa_is_worth_it(s, type);
}

/* Types that may change, are in arrays, and for which it pays. */
static void choose(soa *s) {
    uint32_t count = (uint32_t)s->info->types.len;
    bool asks = !s->force && !s->base->given;
    find_candidates(s);
    soa_find_arrays(s);
    for (uint32_t i = 0; i < count && ctx_ok(s->info->ctx); i++) {
        s->candidate[i] = s->candidate[i] && has_block(s, i);
        if (s->candidate[i])
            group_fields(s, i);
        if (s->candidate[i] && asks)
            soa_will_ask(s, i);
    }
    for (uint32_t i = 0; i < count && ctx_ok(s->info->ctx); i++)
        s->candidate[i] = s->candidate[i] && dtrans_pays(s->base, i);
}

static void decide(soa *s, uint32_t type) {
    dtrans_decision *decision = &s->base->decisions.at[type];
    const soa_groups *groups = &s->groups[type];
    uint32_t *group = dtrans_decide(s->base, type, groups->of ? DTRANS_GROUP : DTRANS_NO_LIST);
    if (group)
        memcpy(group, groups->of, s->info->types.at[type].field_count * sizeof *group);
    decision->chosen = true;
    decision->bits = index_bits(s, type);
}

static void plan(DTransOptBase *b, void *data) {
    soa *s = data;
    reset(s, b);
    s->candidate = arena_array(&s->mem, b->info->types.len + 1, bool);
    s->groups = arena_array(&s->mem, b->info->types.len + 1, soa_groups);
    s->estimates = arena_array(&s->mem, b->info->types.len + 1, double);
    s->idle = arena_array(&s->mem, b->info->types.len + 1, const soa_idle *);
    if (!s->candidate || !s->groups || !s->estimates || !s->idle)
        return;
    choose(s);
    if (has_candidates(s)) {
        soa_check_uses(s);
        soa_check_blocks(s);
    }
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++)
        if (s->candidate[i])
            decide(s, i);
    if (!b->rehearsal || !has_candidates(s))
        note_refusals(s);
}

static bool prepare_types(DTransOptBase *b, void *data) {
    (void)data;
    for (uint32_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++) {
        const dtrans_decision *decision = &b->decisions.at[i];
        if (!decision->changes)
            continue;
        dtrans_change *change = dtrans_base_replace(b, i, b->hooks->prefix);
        if (change)
            change->apart = true;
        if (!dtrans_map_pointer(b, i, LLVMIntTypeInContext(b->m->llvm_ctx, decision->bits)))
            ctx_fail(b->ctx, LATHE_INTERNAL, "pointers to '%s' cannot become integers",
                     b->info->types.at[i].name);
    }
    return b->layouts.changes.len > 0;
}

static bool claims(void *data, LLVMValueRef v) {
    const soa *s = data;
    uint64_t number = map_number(&s->claimed, v);
    return number && s->candidate[number - 1];
}

static const char *number_note(DTransOptBase *b, uint32_t type, uint32_t field, void *data) {
    (void)b, (void)type, (void)field, (void)data;
    return " as index";
}

static void process_function(DTransOptBase *b, LLVMValueRef fn, void *data) {
    soa_make_integers(b->m, fn);
    soa_mark_fields(data, fn);
}

static void follow_function(DTransOptBase *b, LLVMValueRef original, void *data) {
    soa_follow_owner(data, original, map_get(&b->values.values, original));
}

static void end(lathe_module *m, void *data) {
    soa *s = data;
    if (s->info) {
        dtrans_visitor_free(&s->visitor);
        soa_calls_free(s);
    }
    vec_free(m->ctx, &s->refusals);
    vec_free(m->ctx, &s->arrays);
    vec_free(m->ctx, &s->edits);
    map_free(&s->by_class);
    map_free(&s->direct);
    map_free(&s->claimed);
    map_free(&s->shapes);
    arena_free(&s->mem);
}

static bool begin(lathe_module *m, const ir_params *params, soa *s) {
    static const unsigned bits[] = {32, 64, 0};
    s->bits = bits[ir_param_choice(params, "index", 2)];
    s->force = ir_param_given(params, "force");
    s->best = ir_param_given(params, "best");
    arena_init(&s->mem, m->ctx);
    map_init(&s->by_class, m->ctx);
    map_init(&s->direct, m->ctx);
    map_init(&s->claimed, m->ctx);
    map_init(&s->shapes, m->ctx);
    return true;
}

static bool begin_soa(lathe_module *m, const ir_params *params, void *data) {
    static const soa_names names = {.bases = "__SOA_", .storage = "__soa_"};
    soa *s = data;
    s->names = &names;
    return begin(m, params, s);
}

static bool begin_split(lathe_module *m, const ir_params *params, void *data) {
    static const soa_names names = {.bases = "__SPLIT_", .storage = "__split_"};
    soa *s = data;
    s->names = &names;
    s->split = true;
    s->grouping = ir_param_get(params, "groups");
    if (begin(m, params, s) && s->grouping && !ir_param_get(params, "type"))
        ctx_fail(m->ctx, LATHE_USAGE, "groups are of one struct: say type=NAME");
    return ctx_ok(m->ctx);
}

/* "; groups: x+y, name", of those that have some */
static void describe(DTransOptBase *b, const dtrans_change *change, void *data) {
    const soa *s = data;
    if (s->split) {
        str text;
        str_init(&text, b->ctx);
        soa_groups_print(&s->groups[change->type], &b->info->types.at[change->type], &text);
        remark_add_fact(b->ctx->remarks, "; groups: ", "Groups", "%s", str_text(&text));
        str_free(&text);
    }
    cost_tell(b->info, s->estimates[change->type]);
}

#define SOA_HOOKS                                                                                  \
    .data_size = sizeof(soa), .end = end, .plan = plan, .pays = pays,                              \
    .prepare_types = prepare_types, .claims = claims, .number_note = number_note,                  \
    .before_edits = soa_rewrite, .outcome = soa_tell_estimates, .describe = describe,              \
    .process_function = process_function, .post_process_function = follow_function,                \
    .finish = soa_move_to_frames
#define SOA_ROW .harmless = DTRANS_FOLLOWED, .leaves_marks = true

#define INDEX                                                                                      \
    IR_CHOICE("index", "32|64", "Bits of an index (default: what the arrays' sizes allow)")
#define BEST IR_FLAG("best", "Only structs for which no other transform of arrays is better")

static const dtrans_hooks soa_hooks = {SOA_HOOKS, .begin = begin_soa, .prefix = "__SOAEL_",
                                       .dependent_prefix = "__SOADT_", .remark = "AosToSoa"};

static const dtrans_hooks split_hooks = {SOA_HOOKS, .begin = begin_split, .prefix = "__SPLITEL_",
                                         .dependent_prefix = "__SPLITDT_", .remark = "Split"};

const dtrans_row dtrans_aos_to_soa = {
    DTRANS_NAMED("aos-to-soa"),
    DTRANS_PASS("Make arrays of structs an array of each field, and pointers indexes", INDEX,
                DTRANS_TYPE, DTRANS_FORCE, BEST, DTRANS_PLANS),
    SOA_ROW,
    .transform = DTRANS_AOS_TO_SOA,
    .turn = 3,
    .beside = "split",
    .beside_params = "best",
    .forced = "aos-to-soa",
    .hooks = &soa_hooks};

const dtrans_row dtrans_split = {
    DTRANS_NAMED("split"),
    DTRANS_PASS("Make arrays of structs an array of each group of fields, and pointers indexes",
                INDEX, DTRANS_TYPE, DTRANS_GROUPS, DTRANS_FORCE, BEST, DTRANS_PLANS),
    SOA_ROW,
    .transform = DTRANS_SPLIT,
    .turn = 4,
    .beside = "aos-to-soa",
    .beside_params = "best",
    .forced = "split",
    .hooks = &split_hooks};
