#include "dtrans/transform/base.h"

#include "dtrans/transform/apply.h"
#include "dtrans/transform/debug.h"
#include "dtrans/transform/numbers.h"
#include "dtrans/transform/outcome.h"

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
    const dtrans_type *t = &b->info->types.at[type];
    return !t->kept && dtrans_is_legal(b->info, type, transform) && t->size;
}

dtrans_change *dtrans_base_replace(DTransOptBase *b, uint32_t type, const char *prefix) {
    return dtrans_layouts_add(&b->layouts, type,
                              dtrans_base_name(b, prefix, b->info->types.at[type].name));
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

/* Steps 1 to 4; for 2 and 3, looking a type up makes it. False if there is nothing to do. */
static bool make_types(DTransOptBase *b) {
    begin_types(b);
    if (!b->hooks->prepare_types(b, b->data) || !ctx_ok(b->ctx))
        return false;
    dtrans_pointers_types(b);
    for (size_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++)
        ir_typemap_get(&b->types, b->info->types.at[i].llvm);
    dtrans_pointers_bodies(b);
    b->hooks->populate_types(b, b->data);
    return ctx_ok(b->ctx);
}

/* Rehearses with types without names until a plan is free of blame. */
static bool make_plan(DTransOptBase *b) {
    b->rehearsal = true;
    for (;;) {
        bool ready = make_types(b), planned = false;
        dtrans_plan_init(&b->plan, b->info, &b->layouts, b->hooks->name);
        b->plan.claims = b->hooks->claims;
        b->plan.claims_data = b->data;
        if (ready)
            planned = dtrans_plan_make(&b->plan);
        end_types(b);
        if (!ready || planned || !b->plan.blamed || !ctx_ok(b->ctx))
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
    dtrans_pointers_collect(b);
    dtrans_numbers numbers;
    dtrans_numbers_find(&numbers, b);
    dtrans_remap_debug_info(&b->layouts, b->info);
    dtrans_numbers_apply(&numbers);
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
    list_functions(b, &all);
    carry_out_plan(b);
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
    vec_free(b->ctx, &all);
}

bool dtrans_base_run(DTransInfo *info, const dtrans_hooks *hooks, void *data) {
    DTransOptBase b = {.info = info, .m = info->m, .ctx = info->ctx, .hooks = hooks, .data = data};
    str_init(&b.name, b.ctx);
    map_init(&b.debug_types, b.ctx);
    bool work = make_plan(&b);
    b.rehearsal = false;
    bool ready = work && make_types(&b);
    dtrans_record_outcome(&b, ready);
    if (ready)
        transform(&b);
    if (work)
        end_types(&b);
    dtrans_plan_free(&b.plan);
    map_free(&b.debug_types);
    str_free(&b.name);
    return work;
}
