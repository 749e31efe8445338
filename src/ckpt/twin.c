#include "ckpt/twin.h"

#include "base/arena.h"
#include "base/str.h"
#include "ckpt/exceptions.h"
#include "ir/attr.h"
#include "ir/edit/edit_body.h"
#include "ir/edit/signature.h"
#include "ir/value.h"

#include <llvm-c/Comdat.h>

static bool is_call_of(LLVMValueRef user, LLVMValueRef fn) {
    if (!ckpt_is_call(user) || LLVMGetCalledValue(user) != fn ||
        LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(fn))
        return false;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(user); i < n; i++)
        if (LLVMGetOperand(user, i) == fn)
            return false;
    return true;
}

static bool is_recursive(LLVMValueRef fn) {
    bool found = false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_call_of(user, fn))
            return false;
        found |= ir_function_of(user) == fn;
    }
    return found;
}

static LLVMValueRef copy(lathe_module *m, arena *mem, LLVMValueRef fn, const char *name) {
    unsigned count = LLVMCountParams(fn);
    ir_param_source *params = arena_array(mem, count + 1, ir_param_source);
    for (unsigned i = 0; params && i < count; i++)
        params[i] = (ir_param_source){.number = i};
    ir_signature same = {
        .type = LLVMGlobalGetValueType(fn), .name = name, .params = params, .copy = true};
    return params ? ir_function_resign(m, fn, &same) : NULL;
}

LLVMValueRef ckpt_make_twin(lathe_module *m, LLVMValueRef fn) {
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) || !is_recursive(fn) ||
        !ir_body_can_copy(fn))
        return NULL;
    arena mem;
    str name;
    arena_init(&mem, m->ctx);
    str_init(&name, m->ctx);
    str_printf(&name, "%s.resume", LLVMGetValueName(fn));
    LLVMValueRef twin = ctx_ok(m->ctx) ? copy(m, &mem, fn, str_text(&name)) : NULL;
    if (twin) {
        LLVMSetLinkage(twin, LLVMInternalLinkage);
        LLVMSetVisibility(twin, LLVMDefaultVisibility);
        LLVMSetComdat(twin, NULL);
        ir_attr_add(twin, IR_AT_FUNCTION, "cold", 0);
        ir_attr_add(twin, IR_AT_FUNCTION, "noinline", 0);
    }
    str_free(&name);
    arena_free(&mem);
    return twin;
}
