#include "dtrans/transform/base.h"

#include "dtrans/transform/apply.h"
#include "dtrans/transform/debug.h"
#include "dtrans/transform/outcome.h"

static const char *dependent_name(void *data, LLVMTypeRef type, bool dependent) {
    DTransOptBase *b = data;
    const char *old = LLVMGetStructName(type);
    if (!dependent || !old)
        return NULL;
    str_clear(&b->name);
    str_printf(&b->name, "%s%s", b->hooks->dependent_prefix, old);
    return str_text(&b->name);
}

bool dtrans_may_change(const DTransOptBase *b, uint32_t type, dtrans_transform transform) {
    const dtrans_type *t = &b->info->types.at[type];
    return !t->kept && dtrans_is_legal(b->info, type, transform) && t->size &&
           t->align <= LLVMABIAlignmentOfType(b->layouts.target, t->llvm);
}

dtrans_change *dtrans_base_replace(DTransOptBase *b, uint32_t type, const char *prefix) {
    str_clear(&b->name);
    str_printf(&b->name, "%s%s", prefix, b->info->types.at[type].name);
    return dtrans_layouts_add(&b->layouts, type, str_text(&b->name));
}

static void begin(DTransOptBase *b) {
    ir_typemap_init(&b->types, b->ctx, b->m->llvm_ctx);
    ir_typemap_set_namer(&b->types, dependent_name, b);
    dtrans_layouts_init(&b->layouts, b->info, &b->types);
    ir_valuemap_init(&b->values, b->m, &b->types);
    dtrans_plan_init(&b->plan, b->info, &b->layouts, b->hooks->name);
}

static void end(DTransOptBase *b) {
    dtrans_plan_free(&b->plan);
    ir_valuemap_free(&b->values);
    dtrans_layouts_free(&b->layouts);
    ir_typemap_free(&b->types);
}

/* Steps 2 and 3: looking a type up makes it. */
static void make_dependent_types(DTransOptBase *b) {
    for (size_t i = 0; i < b->info->types.len && ctx_ok(b->ctx); i++)
        ir_typemap_get(&b->types, b->info->types.at[i].llvm);
}

/* Steps 1 to 4, until a plan is free of blame. False if there is nothing to do. */
static bool prepare(DTransOptBase *b) {
    for (;;) {
        begin(b);
        if (!b->hooks->prepare_types(b, b->data) || !ctx_ok(b->ctx))
            return false;
        make_dependent_types(b);
        b->hooks->populate_types(b, b->data);
        if (!ctx_ok(b->ctx))
            return false;
        if (dtrans_plan_make(&b->plan))
            return true;
        if (!b->plan.blamed)
            return false;
        end(b);
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
    bool work = prepare(&b);
    dtrans_record_outcome(&b, work);
    if (work)
        transform(&b);
    end(&b);
    str_free(&b.name);
    return work;
}
