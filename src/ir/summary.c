#include "ir/summary.h"

#include "ir/analyses.h"

const char *ir_op_class_name(ir_op_class c) {
    static const char *const names[IR_OP_CLASSES] = {
        [IR_OP_MEMORY] = "memory", [IR_OP_ADDRESS] = "address", [IR_OP_INTEGER] = "integer",
        [IR_OP_FLOAT] = "float",   [IR_OP_COMPARE] = "compare", [IR_OP_CONVERSION] = "conversion",
        [IR_OP_CALL] = "call",     [IR_OP_MERGE] = "merge",     [IR_OP_CONTROL] = "control",
        [IR_OP_OTHER] = "other",
    };
    return names[c];
}

/* One more than the class, so that opcodes not named here are 0: other. */
static const unsigned char classes[] = {
    [LLVMLoad] = IR_OP_MEMORY + 1,
    [LLVMStore] = IR_OP_MEMORY + 1,
    [LLVMAlloca] = IR_OP_MEMORY + 1,
    [LLVMFence] = IR_OP_MEMORY + 1,
    [LLVMAtomicCmpXchg] = IR_OP_MEMORY + 1,
    [LLVMAtomicRMW] = IR_OP_MEMORY + 1,
    [LLVMGetElementPtr] = IR_OP_ADDRESS + 1,
    [LLVMAdd] = IR_OP_INTEGER + 1,
    [LLVMSub] = IR_OP_INTEGER + 1,
    [LLVMMul] = IR_OP_INTEGER + 1,
    [LLVMUDiv] = IR_OP_INTEGER + 1,
    [LLVMSDiv] = IR_OP_INTEGER + 1,
    [LLVMURem] = IR_OP_INTEGER + 1,
    [LLVMSRem] = IR_OP_INTEGER + 1,
    [LLVMShl] = IR_OP_INTEGER + 1,
    [LLVMLShr] = IR_OP_INTEGER + 1,
    [LLVMAShr] = IR_OP_INTEGER + 1,
    [LLVMAnd] = IR_OP_INTEGER + 1,
    [LLVMOr] = IR_OP_INTEGER + 1,
    [LLVMXor] = IR_OP_INTEGER + 1,
    [LLVMFNeg] = IR_OP_FLOAT + 1,
    [LLVMFAdd] = IR_OP_FLOAT + 1,
    [LLVMFSub] = IR_OP_FLOAT + 1,
    [LLVMFMul] = IR_OP_FLOAT + 1,
    [LLVMFDiv] = IR_OP_FLOAT + 1,
    [LLVMFRem] = IR_OP_FLOAT + 1,
    [LLVMICmp] = IR_OP_COMPARE + 1,
    [LLVMFCmp] = IR_OP_COMPARE + 1,
    [LLVMTrunc] = IR_OP_CONVERSION + 1,
    [LLVMZExt] = IR_OP_CONVERSION + 1,
    [LLVMSExt] = IR_OP_CONVERSION + 1,
    [LLVMFPToUI] = IR_OP_CONVERSION + 1,
    [LLVMFPToSI] = IR_OP_CONVERSION + 1,
    [LLVMUIToFP] = IR_OP_CONVERSION + 1,
    [LLVMSIToFP] = IR_OP_CONVERSION + 1,
    [LLVMFPTrunc] = IR_OP_CONVERSION + 1,
    [LLVMFPExt] = IR_OP_CONVERSION + 1,
    [LLVMPtrToInt] = IR_OP_CONVERSION + 1,
    [LLVMPtrToAddr] = IR_OP_CONVERSION + 1,
    [LLVMIntToPtr] = IR_OP_CONVERSION + 1,
    [LLVMBitCast] = IR_OP_CONVERSION + 1,
    [LLVMAddrSpaceCast] = IR_OP_CONVERSION + 1,
    [LLVMFreeze] = IR_OP_CONVERSION + 1,
    [LLVMCall] = IR_OP_CALL + 1,
    [LLVMInvoke] = IR_OP_CALL + 1,
    [LLVMCallBr] = IR_OP_CALL + 1,
    [LLVMPHI] = IR_OP_MERGE + 1,
    [LLVMSelect] = IR_OP_MERGE + 1,
    [LLVMRet] = IR_OP_CONTROL + 1,
    [LLVMBr] = IR_OP_CONTROL + 1,
    [LLVMSwitch] = IR_OP_CONTROL + 1,
    [LLVMIndirectBr] = IR_OP_CONTROL + 1,
    [LLVMUnreachable] = IR_OP_CONTROL + 1,
    [LLVMResume] = IR_OP_CONTROL + 1,
    [LLVMCleanupRet] = IR_OP_CONTROL + 1,
    [LLVMCatchRet] = IR_OP_CONTROL + 1,
    [LLVMCatchSwitch] = IR_OP_CONTROL + 1,
};

static ir_op_class class_of(LLVMOpcode opcode) {
    size_t index = (size_t)opcode;
    unsigned char found = index < sizeof classes ? classes[index] : 0;
    return found ? (ir_op_class)(found - 1) : IR_OP_OTHER;
}

static void count_instructions(ir_summary *s, LLVMValueRef fn) {
    ir_each_block (bb, fn) {
        s->blocks++;
        ir_each_inst (inst, bb) {
            s->instructions++;
            s->by_class[class_of(LLVMGetInstructionOpcode(inst))]++;
        }
        if (!ctx_tick(s->m->ctx, 1))
            return;
    }
}

static void count_loop(ir_summary *s, uint32_t depth) {
    while (s->loops_at.len < depth)
        if (!vec_push(s->m->ctx, &s->loops_at, 0))
            return;
    s->loops++;
    s->loops_at.at[depth - 1]++;
}

static void count_loops(ir_summary *s, LLVMValueRef fn) {
    const ir_loops *loops = ir_loops_of(s->m, fn);
    for (uint32_t i = 0; loops && i < loops->count; i++)
        count_loop(s, loops->loops[i].depth);
    s->irreducible += loops ? loops->region_count : 0;
}

/* A function of one block has no loops unless it branches to itself, which the verifier forbids
 * for entry blocks. */
static void count_function(ir_summary *s, LLVMValueRef fn) {
    if (!LLVMIsDeclaration(fn)) {
        s->defined++;
        count_instructions(s, fn);
        if (LLVMGetNextBasicBlock(LLVMGetFirstBasicBlock(fn)))
            count_loops(s, fn);
    } else if (LLVMGetIntrinsicID(fn)) {
        s->intrinsics++;
    } else {
        s->declared++;
    }
}

bool ir_summary_init(ir_summary *s, lathe_module *m) {
    *s = (ir_summary){.m = m};
    ir_each_global (g, m->llvm) {
        if (LLVMIsDeclaration(g))
            s->globals_declared++;
        else
            s->globals_defined++;
    }
    ir_each_function (fn, m->llvm) {
        if (!ctx_tick(m->ctx, 1))
            break;
        count_function(s, fn);
    }
    ir_analyses_forget(m, NULL); /* the module is in the caller's hands again */
    bool di = ir_di_types_init(&s->di, m);
    return ir_structs_init(&s->structs, m, di ? &s->di : NULL) && di;
}

void ir_summary_free(ir_summary *s) {
    ir_structs_free(&s->structs);
    ir_di_types_free(&s->di);
    vec_free(s->m->ctx, &s->loops_at);
}
