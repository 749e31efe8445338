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

/* Up to the first 0. What is not listed is IR_OP_OTHER. */
static const LLVMOpcode opcodes[IR_OP_OTHER][16] = {
    [IR_OP_MEMORY] = {LLVMLoad, LLVMStore, LLVMAlloca, LLVMFence, LLVMAtomicCmpXchg, LLVMAtomicRMW},
    [IR_OP_ADDRESS] = {LLVMGetElementPtr},
    [IR_OP_INTEGER] = {LLVMAdd, LLVMSub, LLVMMul, LLVMUDiv, LLVMSDiv, LLVMURem, LLVMSRem, LLVMShl,
                       LLVMLShr, LLVMAShr, LLVMAnd, LLVMOr, LLVMXor},
    [IR_OP_FLOAT] = {LLVMFNeg, LLVMFAdd, LLVMFSub, LLVMFMul, LLVMFDiv, LLVMFRem},
    [IR_OP_COMPARE] = {LLVMICmp, LLVMFCmp},
    [IR_OP_CONVERSION] = {LLVMTrunc, LLVMZExt, LLVMSExt, LLVMFPToUI, LLVMFPToSI, LLVMUIToFP,
                          LLVMSIToFP, LLVMFPTrunc, LLVMFPExt, LLVMPtrToInt, LLVMPtrToAddr,
                          LLVMIntToPtr, LLVMBitCast, LLVMAddrSpaceCast, LLVMFreeze},
    [IR_OP_CALL] = {LLVMCall, LLVMInvoke, LLVMCallBr},
    [IR_OP_MERGE] = {LLVMPHI, LLVMSelect},
    [IR_OP_CONTROL] = {LLVMRet, LLVMBr, LLVMSwitch, LLVMIndirectBr, LLVMUnreachable, LLVMResume,
                       LLVMCleanupRet, LLVMCatchRet, LLVMCatchSwitch},
};

static void sum_up_classes(ir_summary *s) {
    s->by_class[IR_OP_OTHER] = s->instructions;
    for (size_t c = 0; c < IR_OP_OTHER; c++) {
        for (const LLVMOpcode *opcode = opcodes[c]; *opcode; opcode++)
            s->by_class[c] += s->by_opcode[*opcode];
        s->by_class[IR_OP_OTHER] -= s->by_class[c];
    }
}

static void count_instructions(ir_summary *s, LLVMValueRef fn) {
    ir_each_block (bb, fn) {
        s->blocks++;
        ir_each_inst (inst, bb) {
            s->instructions++;
            s->by_opcode[LLVMGetInstructionOpcode(inst)]++;
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
    sum_up_classes(s);
    ir_analyses_forget(m, NULL); /* the module is in the caller's hands again */
    bool di = ir_di_types_init(&s->di, m);
    return ir_structs_init(&s->structs, m, di ? &s->di : NULL) && di;
}

void ir_summary_free(ir_summary *s) {
    ir_structs_free(&s->structs);
    ir_di_types_free(&s->di);
    vec_free(s->m->ctx, &s->loops_at);
}
