#include "hir/optimize/originals.h"

#include "ir/analyses.h"
#include "ir/llvmx.h"

static void keep(hir_originals *o, LLVMValueRef fn) {
    LLVMValueRef kept = LLVMAddFunction(o->shelf, "", LLVMGlobalGetValueType(fn));
    if (!vec_push(o->m->ctx, &o->all, ((hir_original){fn, kept})))
        return;
    ir_analyses_forget(o->m, fn);
    llvmx_body_lend(fn, kept);
    llvmx_body_twin(kept, fn);
}

bool hir_originals_keep(hir_originals *o, lathe_module *m, const map *functions) {
    *o = (hir_originals){.m = m, .last = LLVMGetLastFunction(m->llvm)};
    o->attributes = llvmx_attributes_keep(m->llvm);
    o->shelf = LLVMModuleCreateWithNameInContext("originals", m->llvm_ctx);
    LLVMSetDataLayout(o->shelf, LLVMGetDataLayoutStr(m->llvm));
    for (size_t i = 0; i < functions->len && ctx_ok(m->ctx); i++)
        keep(o, functions->at[i].key.p);
    return ctx_ok(m->ctx);
}

void hir_originals_drop(hir_originals *o, size_t index) {
    llvmx_body_clear(o->all.at[index].kept);
    o->all.at[index].fn = NULL;
}

static void put_back(hir_originals *o, const hir_original *original) {
    if (!original->fn)
        return;
    ir_analyses_forget(o->m, original->fn);
    llvmx_body_clear(original->fn);
    llvmx_body_lend(original->kept, original->fn);
}

/* What LLVM's passes have declared for functions that are gone again. */
static void drop_declarations(hir_originals *o) {
    LLVMValueRef fn = o->last ? LLVMGetNextFunction(o->last) : LLVMGetFirstFunction(o->m->llvm);
    for (LLVMValueRef next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (LLVMIsDeclaration(fn) && !LLVMGetFirstUse(fn))
            LLVMDeleteFunction(fn);
    }
}

void hir_originals_put_back(hir_originals *o) {
    llvmx_attributes_restore(o->attributes);
    for (size_t i = 0; i < o->all.len; i++)
        put_back(o, &o->all.at[i]);
    drop_declarations(o);
    LLVMDisposeModule(o->shelf);
    vec_free(o->m->ctx, &o->all);
}
