#include "ir/map/valuemap.h"

void ir_valuemap_init(ir_valuemap *v, lathe_module *m, ir_typemap *types) {
    *v = (ir_valuemap){.m = m, .ctx = m->ctx, .types = types};
    map_init(&v->values, m->ctx);
    map_init(&v->metadata, m->ctx);
    map_init(&v->in_metadata, m->ctx);
    map_init(&v->placeholders, m->ctx);
    map_init(&v->retired, m->ctx);
}

void ir_valuemap_free(ir_valuemap *v) {
    map_free(&v->values);
    map_free(&v->metadata);
    map_free(&v->in_metadata);
    map_free(&v->placeholders);
    map_free(&v->retired);
    vec_free(v->ctx, &v->dead);
    vec_free(v->ctx, &v->dead_globals);
    vec_free(v->ctx, &v->work);
    vec_free(v->ctx, &v->parts);
    vec_free(v->ctx, &v->nodes);
}

void ir_valuemap_set(ir_valuemap *v, LLVMValueRef from, LLVMValueRef to) {
    map_word *place = map_put(&v->values, from);
    if (place)
        place->p = to;
}

void ir_valuemap_set_materializer(ir_valuemap *v, ir_valuemap_own_fn *own, void *data) {
    v->own = own;
    v->own_data = data;
}

LLVMValueRef map_found(ir_valuemap *v, LLVMValueRef value) {
    LLVMValueRef found = map_get(&v->values, value);
    if (found || !v->own)
        return found;
    found = v->own(v->own_data, value);
    if (found)
        ir_valuemap_set(v, value, found);
    return found;
}

void ir_valuemap_retire(ir_valuemap *v, LLVMValueRef variable) {
    LLVMSetInitializer(variable, NULL);
    if (map_put(&v->retired, variable))
        vec_push(v->ctx, &v->dead_globals, variable);
}

LLVMValueRef ir_valuemap_get(ir_valuemap *v, LLVMValueRef value) {
    if (LLVMIsConstant(value))
        return map_constant(v, value);
    LLVMValueRef found = map_found(v, value);
    return found ? found : value;
}

static void erase_dead(ir_valuemap *v) {
    for (size_t i = 0; i < v->dead.len; i++) {
        LLVMValueRef old = v->dead.at[i];
        if (LLVMGetFirstUse(old)) /* only by other dead ones */
            LLVMReplaceAllUsesWith(old, LLVMGetPoison(LLVMTypeOf(old)));
    }
    for (size_t i = 0; i < v->dead.len; i++)
        LLVMInstructionEraseFromParent(v->dead.at[i]);
    vec_clear(&v->dead);
}

static void begin(ir_valuemap *v) {
    LLVMContextRef c = v->m->llvm_ctx;
    v->b = LLVMCreateBuilderInContext(c);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false);
    v->scratch = LLVMAddFunction(v->m->llvm, "lathe.scratch", type);
    LLVMAppendBasicBlockInContext(c, v->scratch, "");
}

/* After a failure shells may still stand over placeholders, and use blocks and values of the
 * scratch function that were never noted. It stays then, with a module that is good for nothing
 * else. */
static void end(ir_valuemap *v) {
    for (size_t i = 0; i < v->placeholders.len; i++) {
        LLVMValueRef value = v->placeholders.at[i].value.p;
        if (LLVMGetFirstUse(value))
            LLVMReplaceAllUsesWith(value, LLVMGetPoison(LLVMTypeOf(value)));
    }
    LLVMDisposeBuilder(v->b);
    if (ctx_ok(v->ctx))
        LLVMDeleteFunction(v->scratch);
    map_clear(&v->placeholders);
    v->b = NULL;
    v->scratch = NULL;
}

void ir_valuemap_begin(ir_valuemap *v) {
    begin(v);
    map_globals(v);
    if (ctx_ok(v->ctx))
        map_global_contents(v);
    if (ctx_ok(v->ctx))
        map_named_metadata(v);
}

void ir_valuemap_body(ir_valuemap *v, LLVMValueRef fn) {
    if (fn != v->scratch && ctx_ok(v->ctx))
        map_function_body(v, fn);
}

lathe_status ir_valuemap_finish(ir_valuemap *v) {
    if (ctx_ok(v->ctx))
        map_record_constants(v);
    if (ctx_ok(v->ctx))
        map_held_constants(v);
    erase_dead(v);
    map_globals_finish(v);
    end(v);
    return v->ctx->status;
}

lathe_status ir_valuemap_run(ir_valuemap *v) {
    ir_valuemap_begin(v);
    ir_each_function (fn, v->m->llvm)
        ir_valuemap_body(v, fn);
    return ir_valuemap_finish(v);
}
