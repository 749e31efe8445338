#include "dtrans/transform/base.h"

#include "base/bisect.h"
#include "dtrans/transform/apply.h"
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/numbers.h"
#include "ir/analyses.h"

/* Names are given once: a type that took one would keep it from its successor. */
const char *dtrans_base_name(DTransOptBase *b, const char *prefix, const char *old) {
    str_clear(&b->name);
    if (!b->rehearsal)
        str_printf(&b->name, "%s%s", prefix, old);
    return str_text(&b->name);
}

static const char *dependent_name(void *data, LLVMTypeRef type, bool dependent) {
    DTransOptBase *b = data;
    const char *old = LLVMGetStructName(type);
    if (!dependent || !old)
        return NULL;
    return dtrans_base_name(b, b->hooks->dependent_prefix, old);
}

bool dtrans_may_change(const DTransOptBase *b, uint32_t type, dtrans_transform transform) {
    lathe_assert(type < b->info->types.len);
    const dtrans_type *t = &b->info->types.at[type];
    return !t->kept && dtrans_is_legal(b->info, type, transform) && t->size;
}

dtrans_change *dtrans_base_replace(DTransOptBase *b, uint32_t type, const char *prefix) {
    lathe_assert(b->phase == DTRANS_MAKES_TYPES && type < b->info->types.len);
    return dtrans_layouts_add(&b->layouts, type,
                              dtrans_base_name(b, prefix, b->info->types.at[type].name));
}

dtrans_change *dtrans_base_map(DTransOptBase *b, uint32_t type, LLVMTypeRef to) {
    lathe_assert(b->phase == DTRANS_MAKES_TYPES && type < b->info->types.len);
    return dtrans_layouts_map(&b->layouts, type, to);
}

static LLVMTypeRef remap_type(void *data, LLVMTypeRef type) {
    DTransOptBase *b = data;
    return b->hooks->remap_type(b, type, b->data);
}

static LLVMValueRef materialize(void *data, LLVMValueRef value) {
    DTransOptBase *b = data;
    return b->hooks->materialize(b, value, b->data);
}

static void begin_types(DTransOptBase *b) {
    ir_typemap_init(&b->types, b->ctx, b->m->llvm_ctx);
    ir_typemap_set_namer(&b->types, dependent_name, b);
    if (b->hooks->remap_type)
        ir_typemap_set_remapper(&b->types, remap_type, b);
    dtrans_layouts_init(&b->layouts, b->info, &b->types);
    ir_valuemap_init(&b->values, b->m, &b->types);
    if (b->hooks->materialize)
        ir_valuemap_set_materializer(&b->values, materialize, b);
    dtrans_pointers_init(b);
}

static void end_types(DTransOptBase *b) {
    dtrans_pointers_free(b);
    ir_valuemap_free(&b->values);
    dtrans_layouts_free(&b->layouts);
    ir_typemap_free(&b->types);
}

/* What is decided about becomes a new struct. */
static bool prepare_types(DTransOptBase *b) {
    if (b->hooks->prepare_types)
        return b->hooks->prepare_types(b, b->data);
    for (uint32_t i = 0; ctx_ok(b->ctx) && i < b->info->types.len; i++)
        if (b->decisions.at[i].changes)
            dtrans_base_replace(b, i, b->hooks->prefix);
    return b->layouts.changes.len > 0;
}

static void populate_types(DTransOptBase *b) {
    if (b->hooks->populate_types)
        b->hooks->populate_types(b, b->data);
    else
        dtrans_set_bodies(b);
}

/* Steps 1 to 4; for 2 and 3, looking a type up makes it. False if there is nothing to do. */
static bool make_types(DTransOptBase *b) {
    b->phase = DTRANS_MAKES_TYPES;
    begin_types(b);
    dtrans_decide_all(b);
    if (!ctx_ok(b->ctx) || !prepare_types(b) || !ctx_ok(b->ctx))
        return false;
    dtrans_pointers_types(b);
    for (size_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++)
        ir_typemap_get(&b->types, b->info->types.at[i].llvm);
    dtrans_pointers_bodies(b);
    populate_types(b);
    return ctx_ok(b->ctx);
}

/* Rehearsals that may blame single fields, and rehearsals at all. A round blames all that it finds
 * in the whole program, so programs need two or three. */
enum { FINE_ROUNDS = 6, MAX_ROUNDS = 12 };

/* What blame has left of the program to change: transforms that a type is legal for, and fields
 * that may be deleted. Nothing between two rounds adds to it. */
static size_t freedom(const DTransInfo *info) {
    size_t left = 0;
    for (uint32_t i = 0; i < info->types.len; i++) {
        for (int x = 0; x < DTRANS_TRANSFORMS; x++)
            left += dtrans_is_legal(info, i, (dtrans_transform)x);
        for (uint32_t f = 0; f < info->types.at[i].field_count; f++)
            left += !info->types.at[i].fields[f].needed;
    }
    return left;
}

/* Keeps every type as it is that this round would have changed. */
static void blame_all(DTransOptBase *b) {
    for (size_t i = 0; i < b->layouts.changes.len; i++)
        dtrans_note(b->info, b->layouts.changes.at[i].type, UnhandledUse, NULL,
                    "%s: no plan for all types that change with it can be carried out",
                    b->hooks->name);
}

/* Types that whoever looks for a wrong change does not want to change: they stay from now on.
 * *beaten: one changes all the same. */
static bool withholds_types(DTransOptBase *b, bool *beaten) {
    bool any = false;
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        const dtrans_change *change = &b->layouts.changes.at[i];
        dtrans_type *t = &b->info->types.at[change->type];
        if (change->dependent || bisect_allows(b->ctx, b->hooks->name, "type %s", t->name))
            continue;
        *beaten |= t->kept != NULL;
        t->kept = "by the bisect limit";
        any = true;
    }
    return any;
}

/* One round; `again` if there was blame that has taken something away, or types are withheld, and
 * rounds are left. */
static bool rehearse(DTransOptBase *b, int round, bool *again) {
    bool ready = make_types(b), planned = false;
    size_t before = freedom(b->info);
    dtrans_plan_init(&b->plan, b->info, &b->layouts, b->hooks->name);
    b->plan.claims = b->hooks->claims;
    b->plan.claims_data = b->data;
    b->plan.coarse = round > FINE_ROUNDS;
    if (ready)
        planned = dtrans_plan_make(&b->plan);
    *again = ready && b->plan.blamed && ctx_ok(b->ctx);
    if (*again && (round == MAX_ROUNDS || freedom(b->info) == before))
        blame_all(b);
    *again &= freedom(b->info) < before;
    bool beaten = false, withheld = planned && withholds_types(b, &beaten);
    *again = (*again || (withheld && !beaten)) && round < MAX_ROUNDS;
    b->rehearsed = b->layouts.changes.len;
    end_types(b);
    return planned && !withheld;
}

/* Rehearses with types without names until a plan is free of blame.
 *
 * Why it ends: a round with blame either makes `freedom` smaller, which is a natural number that
 * nothing makes larger, or is the last one. Blame that keeps nothing from being planned again in
 * the same way (it names a location no changed type is known to lie at) becomes blame of all types
 * of the round. Long before that bound, rounds end by number: after the first few, blame of a field
 * keeps the whole type, and after MAX_ROUNDS the transform is left out. */
static bool make_plan(DTransOptBase *b) {
    b->rehearsal = true;
    for (int round = 1;; round++) {
        bool again, planned = rehearse(b, round, &again);
        if (b->given && (again || !planned))
            return dtrans_refuse_given(b);
        if (!again)
            return planned;
        dtrans_plan_free(&b->plan);
    }
}

typedef VEC(LLVMValueRef) function_list;

/* Functions with a body that are not in the list yet. */
static void list_functions(DTransOptBase *b, function_list *all) {
    map known;
    map_init(&known, b->ctx);
    for (size_t i = 0; i < all->len; i++) {
        LLVMValueRef fn = all->at[i];
        bool moved = LLVMIsDeclaration(fn);
        map_put(&known, moved ? map_get(&b->values.values, fn) : fn);
    }
    ir_each_function (fn, b->m->llvm)
        if (!LLVMIsDeclaration(fn) && !map_find(&known, fn))
            vec_push(b->ctx, all, fn);
    map_free(&known);
}

/* Where the body is now: a function may have been moved for its pointers and for its structs. */
static LLVMValueRef clone_of(DTransOptBase *b, LLVMValueRef original) {
    LLVMValueRef fn = original, next;
    while (LLVMIsDeclaration(fn) && (next = map_get(&b->values.values, fn)) &&
           LLVMIsAFunction(next))
        fn = next;
    if (fn != original)
        ir_valuemap_set(&b->values, original, fn);
    return fn;
}

static void process_functions(DTransOptBase *b, const function_list *all) {
    for (size_t i = 0; i < all->len && ctx_ok(b->ctx); i++) {
        LLVMValueRef fn = clone_of(b, all->at[i]);
        if (b->hooks->process_function)
            b->hooks->process_function(b, fn, b->data);
        ir_valuemap_body(&b->values, fn);
        if (b->hooks->post_process_function)
            b->hooks->post_process_function(b, all->at[i], b->data);
    }
}

/* The plan is carried out first, pointers in signatures included, so that what the transform adds
 * to the module is not taken for something old. */
static void carry_out_plan(DTransOptBase *b) {
    b->phase = DTRANS_EDITS;
    dtrans_drop_stale_hints(b);
    dtrans_pointers_collect(b);
    dtrans_numbers numbers;
    dtrans_numbers_find(&numbers, b);
    dtrans_remap_debug_info(&b->layouts, b->info);
    dtrans_numbers_apply(&numbers);
    dtrans_keep_object_sizes(b);
    dtrans_apply_nulls(&b->plan);
    if (b->hooks->before_edits)
        b->hooks->before_edits(b, b->data);
    dtrans_apply_edits(&b->plan);
    if (b->hooks->after_edits)
        b->hooks->after_edits(b, b->data);
    dtrans_apply_clones(&b->plan);
    dtrans_pointers_prototypes(b);
    dtrans_pointers_apply(b);
}

/* Steps 5 to 8. */
static void transform(DTransOptBase *b) {
    function_list all = {0};
    ir_analyses_forget(b->m, NULL);
    list_functions(b, &all);
    carry_out_plan(b);
    b->phase = DTRANS_REPLACES;
    if (b->hooks->prepare_module)
        b->hooks->prepare_module(b, b->data);
    list_functions(b, &all);
    dtrans_base_globals(b);
    if (ctx_ok(b->ctx)) {
        ir_valuemap_begin(&b->values);
        process_functions(b, &all);
        ir_valuemap_finish(&b->values);
    }
    if (ctx_ok(b->ctx))
        dtrans_numbers_in_variables(b);
    if (ctx_ok(b->ctx))
        dtrans_drop_hints_on_numbers(b);
    if (ctx_ok(b->ctx) && b->hooks->finish)
        b->hooks->finish(b, b->data);
    vec_free(b->ctx, &all);
}

/* Decides, and either writes that down or does it. */
static bool run(DTransOptBase *b) {
    uint64_t untouched = LATHE_ASSERTING ? dtrans_module_mark(b->m->llvm) : 0;
    bool work = make_plan(b);
    if (b->hooks->plan_to) {
        dtrans_decisions_write(work ? b->decisions.at : NULL, b->info, b->hooks->name,
                               b->hooks->plan_to);
        dtrans_plan_free(&b->plan);
        return false;
    }
    b->rehearsal = false;
    bool ready = work && make_types(b);
    lathe_assert(!ready || b->layouts.changes.len == b->rehearsed);
    lathe_assert(!ctx_ok(b->ctx) || dtrans_module_mark(b->m->llvm) == untouched);
    dtrans_record_outcome(b, ready);
    if (ready)
        transform(b);
    if (work)
        end_types(b);
    dtrans_plan_free(&b->plan);
    return work;
}

bool dtrans_base_run(DTransInfo *info, const dtrans_hooks *hooks, void *data) {
    DTransOptBase b = {.info = info, .m = info->m, .ctx = info->ctx, .hooks = hooks, .data = data};
    dtrans_decisions given;
    lathe_assert(hooks->name && hooks->dependent_prefix);
    lathe_assert((hooks->plan && hooks->prefix) || hooks->prepare_types);
    str_init(&b.name, b.ctx);
    map_init(&b.debug_types, b.ctx);
    dtrans_decisions_init(&b.decisions, info);
    dtrans_decisions_init(&given, info);
    if (hooks->plan_from || hooks->plan_text)
        dtrans_read_plan(&b, &given);
    bool work = ctx_ok(b.ctx) && run(&b);
    dtrans_decisions_free(&b.decisions);
    dtrans_decisions_free(&given);
    map_free(&b.debug_types);
    str_free(&b.name);
    return work;
}
