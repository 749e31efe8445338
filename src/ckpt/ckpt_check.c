#include "ckpt/ckpt_check.h"

#include "ckpt/again.h"
#include "ckpt/ckpt_reasons.h"
#include "ckpt/exceptions.h"
#include "ckpt/setjmps.h"
#include "ckpt/varargs.h"
#include "ir/attr.h"
#include "ir/size.h"
#include "ir/value.h"

#include <ctype.h>
#include <string.h>

static bool returns_twice(LLVMValueRef inst) {
    return ckpt_is_call(inst) && !ckpt_is_jump(inst) &&
           ir_attr_of_call(inst, IR_AT_FUNCTION, "returns_twice");
}

static bool has_asm_text(LLVMValueRef inst) {
    if (!ckpt_is_call(inst) || !LLVMIsAInlineAsm(LLVMGetCalledValue(inst)))
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
    unsigned count = ckpt_is_call(inst) ? LLVMGetNumArgOperands(inst) : 0;
    for (unsigned i = 1; i <= count; i++)
        if (ir_attr_get(inst, i, "swifterror"))
            return true;
    return false;
}

/* Handlers of another system's exceptions. */
static bool is_funclet(LLVMValueRef inst) {
    return LLVMIsACatchSwitchInst(inst) || LLVMIsAFuncletPadInst(inst);
}

static bool is_callbr(LLVMValueRef inst) {
    return LLVMGetInstructionOpcode(inst) == LLVMCallBr;
}

static bool jumps(LLVMValueRef inst) {
    return ckpt_is_jump(inst);
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

/* The operand of a metadata node; NULL if it has too many or too few. */
static LLVMValueRef operand_of(LLVMValueRef node, unsigned at) {
    enum { MOST = 256 };
    LLVMValueRef all[MOST];
    if (!node || !LLVMIsAMDNode(node) || LLVMGetMDNodeNumOperands(node) > MOST ||
        LLVMGetMDNodeNumOperands(node) <= at)
        return NULL;
    LLVMGetMDNodeOperands(node, all);
    return all[at];
}

static const char stream_type[] = "_IO_FILE";

/* An access to a member, by what the front end says of it. */
static bool says_stream(LLVMValueRef access) {
    unsigned kind =
        ir_md_kind(LLVMGetModuleContext(LLVMGetGlobalParent(ir_function_of(access))), "tbaa");
    unsigned length = 0;
    LLVMValueRef base = operand_of(LLVMGetMetadata(access, kind), 0), name = operand_of(base, 0);
    const char *text = name && LLVMIsAMDString(name) ? LLVMGetMDString(name, &length) : NULL;
    return text && length == strlen(stream_type) && memcmp(text, stream_type, length) == 0;
}

/* A handle is what the program has for a stream, and has no such members. */
static bool looks_into_stream(LLVMValueRef inst) {
    if (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst))
        return says_stream(inst);
    if (!LLVMIsAGetElementPtrInst(inst))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    const char *name = is_struct ? LLVMGetStructName(type) : NULL;
    return name && strcmp(name, "struct._IO_FILE") == 0;
}

typedef struct rule {
    bool (*is)(LLVMValueRef inst);
    const char *id, *reason;
} rule;

static const rule rules[] = {
    {returns_twice, CKPT_WHY_SETJMP},
    {has_asm_text, CKPT_WHY_ASM_STATE},
    {is_funclet, CKPT_WHY_FUNCLET},
    {ir_is_musttail, CKPT_WHY_MUSTTAIL},
    {is_callbr, CKPT_WHY_ASM_GOTO},
    {sees_stack, CKPT_WHY_STACK},
    {looks_into_stream, CKPT_WHY_STREAM_FIELDS},
    {has_odd_type, CKPT_WHY_TYPE},
    {passes_swift_error, CKPT_WHY_TYPE},
};

static void check_libc_pointers(ckpt_refusals *r, LLVMValueRef fn, bool on_path) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ckpt_again_escape(r->m->ctx, inst, on_path)) {
                ckpt_refuse(r, fn, inst, CKPT_WHY_LIBC_POINTER);
                return;
            }
}

/* What the runtime's mode can do, and ckpt_mem cannot. */
static const rule mem_rules[] = {{jumps, CKPT_WHY_SETJMP}, {starts_varargs, CKPT_WHY_VARARGS}};

static bool refuse_first(ckpt_refusals *r, LLVMValueRef fn, const rule *list, size_t count) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            for (size_t i = 0; i < count; i++)
                if (list[i].is(inst)) {
                    ckpt_refuse(r, fn, inst, list[i].id, "%s", list[i].reason);
                    return true;
                }
    return false;
}

void ckpt_check_mem_function(ckpt_refusals *r, LLVMValueRef fn) {
    if (!refuse_first(r, fn, mem_rules, sizeof mem_rules / sizeof *mem_rules))
        ckpt_check_function(r, fn);
}

void ckpt_check_function(ckpt_refusals *r, LLVMValueRef fn) {
    if (has_odd_parameter(fn)) {
        ckpt_refuse(r, fn, NULL, CKPT_WHY_TYPE);
        return;
    }
    if (!ckpt_can_keep_varargs(r->m) &&
        refuse_first(r, fn, &(rule){starts_varargs, CKPT_WHY_VARARGS}, 1))
        return;
    if (refuse_first(r, fn, rules, sizeof rules / sizeof *rules))
        return;
    LLVMValueRef several = ckpt_fills_several(r->m, fn);
    if (several)
        ckpt_refuse(r, fn, several, CKPT_WHY_SETJMP_BUFFERS);
    else
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
                ckpt_refuse(r, fn, inst, CKPT_WHY_ASM_LEAVES);
                return;
            } else if (looks_into_stream(inst)) {
                ckpt_refuse(r, fn, inst, CKPT_WHY_STREAM_FIELDS);
                return;
            }
    check_libc_pointers(r, fn, false);
}
