#include "dtrans/transform/base.h"

#include "dtrans/transform/apply.h"
#include "dtrans/transform/debug.h"
#include "dtrans/transform/outcome.h"

/* Names are given once: a type that took one would keep it from its successor. */
static const char *new_name(DTransOptBase *b, const char *prefix, const char *old) {
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
    return new_name(b, b->hooks->dependent_prefix, old);
}

bool dtrans_may_change(const DTransOptBase *b, uint32_t type, dtrans_transform transform) {
    const dtrans_type *t = &b->info->types.at[type];
    return !t->kept && dtrans_is_legal(b->info, type, transform) && t->size;
}

dtrans_change *dtrans_base_replace(DTransOptBase *b, uint32_t type, const char *prefix) {
    return dtrans_layouts_add(&b->layouts, type, new_name(b, prefix, b->info->types.at[type].name));
}

static void begin_types(DTransOptBase *b) {
    ir_typemap_init(&b->types, b->ctx, b->m->llvm_ctx);
    ir_typemap_set_namer(&b->types, dependent_name, b);
    dtrans_layouts_init(&b->layouts, b->info, &b->types);
    ir_valuemap_init(&b->values, b->m, &b->types);
}

static void end_types(DTransOptBase *b) {
    ir_valuemap_free(&b->values);
    dtrans_layouts_free(&b->layouts);
    ir_typemap_free(&b->types);
}

/* Steps 1 to 4; for 2 and 3, looking a type up makes it. False if there is nothing to do. */
static bool make_types(DTransOptBase *b) {
    begin_types(b);
    if (!b->hooks->prepare_types(b, b->data) || !ctx_ok(b->ctx))
        return false;
    for (size_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++)
        ir_typemap_get(&b->types, b->info->types.at[i].llvm);
    b->hooks->populate_types(b, b->data);
    return ctx_ok(b->ctx);
}

/* Rehearses with types without names until a plan is free of blame. */
static bool make_plan(DTransOptBase *b) {
    b->rehearsal = true;
    for (;;) {
        bool ready = make_types(b), planned = false;
        dtrans_plan_init(&b->plan, b->info, &b->layouts, b->hooks->name);
        if (ready)
            planned = dtrans_plan_make(&b->plan);
        end_types(b);
        if (!ready || planned || !b->plan.blamed || !ctx_ok(b->ctx))
            return planned;
        dtrans_plan_free(&b->plan);
    }
}

typedef VEC(LLVMValueRef) function_list;

static void process_functions(DTransOptBase *b, const function_list *all) {
    for (size_t i = 0; i < all->len && ctx_ok(b->ctx); i++) {
        LLVMValueRef clone = map_get(&b->values.values, all->at[i]);
        LLVMValueRef fn = clone ? clone : all->at[i];
        if (b->hooks->process_function && !LLVMIsDeclaration(fn))
            b->hooks->process_function(b, fn, b->data);
        ir_valuemap_body(&b->values, fn);
        if (b->hooks->post_process_function && !LLVMIsDeclaration(fn))
            b->hooks->post_process_function(b, all->at[i], b->data);
    }
}

/* Steps 5 to 8. */
static void transform(DTransOptBase *b) {
    function_list all = {0};
    ir_each_function (fn, b->m->llvm)
        vec_push(b->ctx, &all, fn);
    dtrans_remap_debug_info(&b->layouts, b->info);
    dtrans_apply(&b->plan);
    if (b->hooks->prepare_module)
        b->hooks->prepare_module(b, b->data);
    dtrans_base_globals(b);
    if (ctx_ok(b->ctx)) {
        ir_valuemap_begin(&b->values);
        process_functions(b, &all);
        ir_valuemap_finish(&b->values);
    }
    vec_free(b->ctx, &all);
}

bool dtrans_base_run(DTransInfo *info, const dtrans_hooks *hooks, void *data) {
    DTransOptBase b = {.info = info, .m = info->m, .ctx = info->ctx, .hooks = hooks, .data = data};
    str_init(&b.name, b.ctx);
    bool work = make_plan(&b);
    b.rehearsal = false;
    bool ready = work && make_types(&b);
    dtrans_record_outcome(&b, ready);
    if (ready)
        transform(&b);
    if (work)
        end_types(&b);
    dtrans_plan_free(&b.plan);
    str_free(&b.name);
    return work;
}
