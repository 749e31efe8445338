/* The calling convention of x86-64 outside of Windows: a va_list is a struct of two offsets, the
 * address of the arguments that were passed on the stack, and that of a copy of the registers that
 * va_start's function made. Both areas are copied; how many bytes the first has is what the call of
 * the program passes that passes most. */
#include "ckpt/varargs.h"

#include "base/num.h"
#include "ckpt/exceptions.h"
#include "ir/size.h"
#include "ir/value.h"

enum { ON_STACK = 8, IN_REGISTERS = 16, REGISTER_BYTES = 176, WORD = 8 };

bool ckpt_can_keep_varargs(const lathe_module *m) {
    const char *triple = LLVMGetTarget(m->llvm);
    return str_starts_with(triple, "x86_64-") && !strstr(triple, "windows");
}

static uint64_t bytes_of_call(const ckpt_fn *f, LLVMValueRef call) {
    uint64_t bytes = 0;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
        uint64_t one = ckpt_type_bytes(f->m, LLVMTypeOf(LLVMGetOperand(call, i)));
        LLVMAttributeRef copied =
            LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("byval", 5));
        if (copied)
            one = ckpt_type_bytes(f->m, LLVMGetTypeAttributeValue(copied));
        bytes += num_round_up(one, 2 * WORD);
    }
    return bytes;
}

/* Whoever calls the function, directly or not. */
static uint64_t most_bytes(const ckpt_fn *f) {
    uint64_t most = WORD;
    ir_each_function (fn, f->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                if (!ckpt_is_call(inst) || !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(inst)))
                    continue;
                LLVMValueRef callee = LLVMGetCalledValue(inst);
                uint64_t bytes =
                    callee == f->fn || !LLVMIsAFunction(callee) ? bytes_of_call(f, inst) : 0;
                most = bytes > most ? bytes : most;
            }
    return most;
}

/* The area that `field` of the list leads to is copied to `to`, which the list has then. */
static void move_area(ckpt_fn *f, LLVMValueRef list, uint64_t field, LLVMValueRef to,
                      uint64_t bytes) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(f->m->llvm_ctx);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->m->llvm_ctx, 0);
    LLVMValueRef offset = ckpt_int64(f, field);
    LLVMValueRef at = LLVMBuildGEP2(f->b, byte, list, &offset, 1, "");
    LLVMValueRef area = LLVMBuildLoad2(f->b, pointer, at, "");
    LLVMBuildMemCpy(f->b, to, 8, area, 8, ckpt_int64(f, bytes));
    LLVMBuildStore(f->b, to, at);
}

static void keep(ckpt_fn *f, LLVMValueRef start, uint64_t bytes) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(f->m->llvm_ctx);
    LLVMValueRef list = LLVMGetOperand(start, 0), after = ckpt_int64(f, REGISTER_BYTES);
    LLVMPositionBuilderBefore(f->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->fn)));
    LLVMValueRef copy =
        LLVMBuildAlloca(f->b, LLVMArrayType2(byte, REGISTER_BYTES + bytes), "arguments");
    LLVMSetAlignment(copy, 2 * WORD);
    LLVMPositionBuilderBefore(f->b, LLVMGetNextInstruction(start));
    move_area(f, list, IN_REGISTERS, copy, REGISTER_BYTES);
    move_area(f, list, ON_STACK, LLVMBuildGEP2(f->b, byte, copy, &after, 1, ""), bytes);
}

bool ckpt_keep_varargs(ckpt_fn *f) {
    VEC(LLVMValueRef) starts = {0};
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            if (ir_calls_named(inst, "llvm.va_start"))
                vec_push(f->m->ctx, &starts, inst);
    uint64_t bytes = starts.len ? most_bytes(f) : 0;
    for (size_t i = 0; i < starts.len; i++)
        keep(f, starts.at[i], bytes);
    vec_free(f->m->ctx, &starts);
    return ctx_ok(f->m->ctx);
}
