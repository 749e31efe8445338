#include "ir/map/valuemap.h"

#include "ir/llvmx.h"

void ir_valuemap_init(ir_valuemap *v, lathe_module *m, ir_typemap *types) {
    *v = (ir_valuemap){.m = m, .ctx = m->ctx, .types = types};
    map_init(&v->values, m->ctx);
    map_init(&v->retired, m->ctx);
}

void ir_valuemap_free(ir_valuemap *v) {
    map_free(&v->values);
    map_free(&v->retired);
    vec_free(v->ctx, &v->dead);
}

static bool is_plain_data(LLVMValueRef v) {
    return LLVMIsConstant(v) && !LLVMIsAGlobalValue(v) && LLVMGetNumOperands(v) == 0;
}

void ir_valuemap_set(ir_valuemap *v, LLVMValueRef from, LLVMValueRef to) {
    lathe_assert(!is_plain_data(from));
    map_set(&v->values, from, (map_word){.p = to});
    if (v->mapper)
        llvmx_map_set(v->mapper, from, to);
}

void ir_valuemap_set_materializer(ir_valuemap *v, ir_valuemap_own_fn *own, void *data) {
    v->own = own;
    v->own_data = data;
}

static void retire(ir_valuemap *v, LLVMValueRef global) {
    if (map_put(&v->retired, global))
        vec_push(v->ctx, &v->dead, global);
}

void ir_valuemap_retire(ir_valuemap *v, LLVMValueRef variable) {
    LLVMSetInitializer(variable, NULL);
    retire(v, variable);
}

static LLVMTypeRef mapped_type(void *map, LLVMTypeRef type) {
    return ir_typemap_get(((ir_valuemap *)map)->types, type);
}

/* Asked once for each value; LLVM's mapper keeps the answer if there is one. */
static LLVMValueRef mapped_value(void *map, LLVMValueRef value) {
    ir_valuemap *v = map;
    LLVMValueRef found = map_get(&v->values, value);
    return found || !v->own ? found : v->own(v->own_data, value);
}

LLVMValueRef ir_valuemap_get(ir_valuemap *v, LLVMValueRef value) {
    if (v->mapper)
        return llvmx_map_value(v->mapper, value);
    LLVMValueRef found = map_get(&v->values, value);
    return found ? found : value;
}

LLVMValueRef ir_valuemap_resign(ir_valuemap *v, LLVMValueRef fn, LLVMTypeRef type) {
    LLVMValueRef new = llvmx_global_of_type(fn, type);
    for (LLVMValueRef from = LLVMGetFirstParam(fn), to = LLVMGetFirstParam(new); from && to;
         from = LLVMGetNextParam(from), to = LLVMGetNextParam(to))
        ir_valuemap_set(v, from, to);
    ir_valuemap_set(v, fn, new);
    retire(v, fn);
    return new;
}

/* None can change its value type, so those that must are made anew; the old ones stay, unused,
 * until the run ends. */
static void replace_global(ir_valuemap *v, LLVMValueRef old) {
    LLVMTypeRef before = LLVMGlobalGetValueType(old), type = ir_typemap_get(v->types, before);
    if (type == before || map_find(&v->retired, old))
        return;
    if (LLVMIsAFunction(old)) {
        ir_valuemap_resign(v, old, type);
        return;
    }
    ir_valuemap_set(v, old, llvmx_global_of_type(old, type));
    retire(v, old);
}

static void replace_globals(ir_valuemap *v) {
    LLVMModuleRef m = v->m->llvm;
    VEC(LLVMValueRef) all = {0};
    ir_each_global (g, m)
        vec_push(v->ctx, &all, g);
    ir_each_function (fn, m)
        vec_push(v->ctx, &all, fn);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        vec_push(v->ctx, &all, a);
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i; i = LLVMGetNextGlobalIFunc(i))
        vec_push(v->ctx, &all, i);
    for (size_t i = 0; i < all.len && ctx_tick(v->ctx, 1); i++)
        replace_global(v, all.at[i]);
    vec_free(v->ctx, &all);
}

void ir_valuemap_begin(ir_valuemap *v) {
    v->mapper = llvmx_mapper_new(v->m->llvm, (llvmx_map_hooks){mapped_type, mapped_value, v});
    replace_globals(v);
    if (ctx_ok(v->ctx))
        llvmx_map_contents(v->mapper);
}

void ir_valuemap_body(ir_valuemap *v, LLVMValueRef fn) {
    if (ctx_ok(v->ctx))
        ctx_tick(v->ctx, llvmx_map_body(v->mapper, fn));
}

lathe_status ir_valuemap_finish(ir_valuemap *v) {
    llvmx_mapper_free(v->mapper);
    v->mapper = NULL;
    for (size_t i = 0; i < v->dead.len; i++)
        llvmx_erase_global(v->dead.at[i]);
    vec_clear(&v->dead);
    return v->ctx->status;
}

lathe_status ir_valuemap_run(ir_valuemap *v) {
    ir_valuemap_begin(v);
    ir_each_function (fn, v->m->llvm)
        ir_valuemap_body(v, fn);
    return ir_valuemap_finish(v);
}
