#include "ckpt/check.h"

#include "ckpt/again.h"
#include "ir/attr.h"
#include "ir/size.h"
#include "ir/value.h"

#include <ctype.h>
#include <string.h>

#define TYPE_REASON "it has values of a type that cannot be stored, or that has no fixed size"

static bool returns_twice(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) && ir_attr_of_call(inst, IR_AT_FUNCTION, "returns_twice");
}

static bool has_asm_text(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || !LLVMIsAInlineAsm(LLVMGetCalledValue(inst)))
        return false;
    size_t length;
    LLVMGetInlineAsmAsmString(LLVMGetCalledValue(inst), &length);
    return length > 0;
}

static bool is_odd(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMMetadataTypeKind:
        return false;
    case LLVMX86_AMXTypeKind:
        return true;
    default:
        return !ir_has_fixed_size(type);
    }
}

/* Arguments and constants are operands. */
static bool has_odd_type(LLVMValueRef inst) {
    if (is_odd(LLVMTypeOf(inst)) || (LLVMIsAAllocaInst(inst) && is_odd(LLVMGetAllocatedType(inst))))
        return true;
    for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
        if (operand && is_odd(LLVMTypeOf(operand)))
            return true;
    }
    return false;
}

static bool has_odd_parameter(LLVMValueRef fn) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        LLVMAttributeRef copied = ir_attr_get(fn, i + 1, "byval");
        if (is_odd(LLVMTypeOf(LLVMGetParam(fn, i))) || ir_attr_get(fn, i + 1, "swifterror") ||
            (copied && is_odd(LLVMGetTypeAttributeValue(copied))))
            return true;
    }
    return false;
}

/* A register that looks like memory: its address goes nowhere but to calls. */
static bool passes_swift_error(LLVMValueRef inst) {
    unsigned count = LLVMIsACallInst(inst) ? LLVMGetNumArgOperands(inst) : 0;
    for (unsigned i = 1; i <= count; i++)
        if (ir_attr_get(inst, i, "swifterror"))
            return true;
    return false;
}

static bool is_exception(LLVMValueRef inst) {
    return LLVMIsAInvokeInst(inst) || LLVMIsALandingPadInst(inst) || LLVMIsACatchSwitchInst(inst) ||
           LLVMIsACleanupPadInst(inst) || LLVMIsAResumeInst(inst);
}

static bool is_callbr(LLVMValueRef inst) {
    return LLVMGetInstructionOpcode(inst) == LLVMCallBr;
}

static bool starts_varargs(LLVMValueRef inst) {
    return ir_calls_named(inst, "llvm.va_start");
}

static bool sees_stack(LLVMValueRef inst) {
    static const char *const names[] = {
        "llvm.frameaddress", "llvm.returnaddress", "llvm.addressofreturnaddress",
        "llvm.sponentry",    "llvm.localescape",   "llvm.localrecover"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ir_calls_named(inst, names[i]))
            return true;
    return false;
}

static const struct {
    bool (*is)(LLVMValueRef inst);
    const char *id, *reason;
} rules[] = {
    {returns_twice, "ckpt-setjmp", "a stack position that setjmp marks cannot be returned to"},
    {has_asm_text, "ckpt-asm", "inline assembly has state that cannot be seen"},
    {is_exception, "ckpt-exception", "exceptions cannot be raised through a restored frame"},
    {ir_is_musttail, "ckpt-musttail", "a musttail call leaves no frame to restore"},
    {is_callbr, "ckpt-asm-goto", "assembly that jumps cannot be entered again"},
    {starts_varargs, "ckpt-varargs",
     "its variable arguments lie on the machine's stack, which is not saved"},
    {sees_stack, "ckpt-stack", "it looks at the machine's stack, which is not saved"},
    {has_odd_type, "ckpt-type", TYPE_REASON},
    {passes_swift_error, "ckpt-type", TYPE_REASON},
};

static void check_libc_pointers(ckpt_refusals *r, LLVMValueRef fn, bool on_path) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ckpt_again_escape(r->m->ctx, inst, on_path)) {
                ckpt_refuse(
                    r, fn, inst, "ckpt-libc-pointer",
                    "it keeps a pointer of the C library, which is another in the next process");
                return;
            }
}

void ckpt_check_function(ckpt_refusals *r, LLVMValueRef fn) {
    if (has_odd_parameter(fn)) {
        ckpt_refuse(r, fn, NULL, "ckpt-type", TYPE_REASON);
        return;
    }
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
                if (rules[i].is(inst)) {
                    ckpt_refuse(r, fn, inst, rules[i].id, "%s", rules[i].reason);
                    return;
                }
    check_libc_pointers(r, fn, true);
}

/* What no list of functions can see: a request to the system, or a jump out of the function. */
static bool leaves_program(LLVMValueRef inst) {
    static const char *const words[] = {"syscall", "sysenter", "int", "svc", "call", "callq",
                                        "jmp",     "jmpq",     "bl",  "blr", "br",   "ret"};
    if (!has_asm_text(inst))
        return false;
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(inst), &length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = text; (at = strstr(at, words[i])); at++) {
            bool starts = at == text || strchr(" \t\n;", at[-1]);
            if (starts && !isalnum((unsigned char)at[strlen(words[i])]))
                return true;
        }
    return false;
}

void ckpt_check_other_function(ckpt_refusals *r, LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (leaves_program(inst)) {
                ckpt_refuse(r, fn, inst, "ckpt-asm",
                            "inline assembly leaves the program, with effects that cannot be seen");
                return;
            }
    check_libc_pointers(r, fn, false);
}
