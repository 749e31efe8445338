/* Instructions under a value map.
 *
 * An instruction that carries a mapped type is rebuilt in two steps: a shell with the mapped types
 * is built over placeholder operands (the builder would fold constants into something that is no
 * instruction), then the real operands are put in, as they are; a later sweep maps the operands of
 * every instruction. The old instruction stays, without uses where types allow, to the end of the
 * run.
 */
#include "ir/attr.h"
#include "ir/map/valuemap.h"

#include "ir/edit/call.h"
#include "ir/edit/carry.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

/* A non-constant value of the type, to build over. */
static LLVMValueRef placeholder(ir_valuemap *v, LLVMTypeRef type) {
    LLVMValueRef found = map_get(&v->placeholders, type);
    if (found)
        return found;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(v->m->llvm_ctx);
    LLVMPositionBuilderAtEnd(b, LLVMGetEntryBasicBlock(v->scratch));
    found = LLVMBuildPhi(b, type, "");
    LLVMDisposeBuilder(b);
    map_word *place = map_put(&v->placeholders, type);
    if (place)
        place->p = found;
    return found;
}

static LLVMValueRef stand_in(ir_valuemap *v, LLVMValueRef operand) {
    return placeholder(v, map_type(v, LLVMTypeOf(operand)));
}

static bool is_inalloca(LLVMValueRef alloca_inst) {
    for (LLVMUseRef u = LLVMGetFirstUse(alloca_inst); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        unsigned count = ir_is_call_site(call) ? LLVMGetNumArgOperands(call) : 0;
        for (unsigned i = 0; i < count; i++)
            if (LLVMGetOperand(call, i) == alloca_inst && ir_attr_get(call, i + 1, "inalloca"))
                return true;
    }
    return false;
}

static LLVMValueRef shell_alloca(ir_valuemap *v, LLVMValueRef inst) {
    LLVMTypeRef type = map_type(v, LLVMGetAllocatedType(inst));
    LLVMValueRef shell = LLVMBuildArrayAlloca(v->b, type, LLVMGetOperand(inst, 0), "");
    LLVMSetAlignment(shell, LLVMGetAlignment(inst));
    if (LLVMTypeOf(shell) != LLVMTypeOf(inst) || is_inalloca(inst))
        ctx_fail(v->ctx, LATHE_BAD_INPUT,
                 "cannot rebuild an alloca that is inalloca or not in the stack's address space");
    return shell;
}

static LLVMValueRef shell_gep(ir_valuemap *v, LLVMValueRef inst) {
    unsigned count = (unsigned)LLVMGetNumOperands(inst);
    vec_clear(&v->parts);
    for (unsigned i = 1; i < count; i++)
        vec_push(v->ctx, &v->parts, LLVMGetOperand(inst, i));
    if (!ctx_ok(v->ctx))
        return NULL;
    return LLVMBuildGEPWithNoWrapFlags(v->b, map_type(v, LLVMGetGEPSourceElementType(inst)),
                                       stand_in(v, LLVMGetOperand(inst, 0)), v->parts.at, count - 1,
                                       "", LLVMGEPGetNoWrapFlags(inst));
}

static LLVMValueRef shell_load(ir_valuemap *v, LLVMValueRef inst) {
    LLVMValueRef pointer = stand_in(v, LLVMGetOperand(inst, 0));
    LLVMValueRef shell = LLVMBuildLoad2(v->b, map_type(v, LLVMTypeOf(inst)), pointer, "");
    LLVMSetAlignment(shell, LLVMGetAlignment(inst));
    LLVMSetVolatile(shell, LLVMGetVolatile(inst));
    return shell;
}

static LLVMValueRef shell_phi(ir_valuemap *v, LLVMValueRef inst) {
    LLVMTypeRef type = map_type(v, LLVMTypeOf(inst));
    LLVMValueRef shell = LLVMBuildPhi(v->b, type, ""), value = placeholder(v, type);
    unsigned count = LLVMCountIncoming(inst);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(inst, i);
        LLVMAddIncoming(shell, &value, &block, 1);
    }
    return shell;
}

static LLVMValueRef shell_select(ir_valuemap *v, LLVMValueRef inst) {
    LLVMValueRef arm = stand_in(v, LLVMGetOperand(inst, 1));
    return LLVMBuildSelect(v->b, LLVMGetOperand(inst, 0), arm, arm, "");
}

static LLVMValueRef shell_freeze(ir_valuemap *v, LLVMValueRef inst) {
    return LLVMBuildFreeze(v->b, stand_in(v, LLVMGetOperand(inst, 0)), "");
}

static LLVMValueRef shell_va_arg(ir_valuemap *v, LLVMValueRef inst) {
    return LLVMBuildVAArg(v->b, LLVMGetOperand(inst, 0), map_type(v, LLVMTypeOf(inst)), "");
}

static LLVMValueRef shell_landingpad(ir_valuemap *v, LLVMValueRef inst) {
    unsigned count = LLVMGetNumClauses(inst);
    LLVMTypeRef type = map_type(v, LLVMTypeOf(inst));
    LLVMValueRef shell = LLVMBuildLandingPad(v->b, type, NULL, count, "");
    for (unsigned i = 0; i < count; i++)
        LLVMAddClause(shell, LLVMGetClause(inst, i));
    LLVMSetCleanup(shell, LLVMIsCleanup(inst));
    return shell;
}

static LLVMValueRef asm_for(LLVMValueRef callee, LLVMTypeRef type) {
    size_t text_length, constraint_length;
    const char *text = LLVMGetInlineAsmAsmString(callee, &text_length);
    const char *constraints = LLVMGetInlineAsmConstraintString(callee, &constraint_length);
    return LLVMGetInlineAsm(type, text, text_length, constraints, constraint_length,
                            LLVMGetInlineAsmHasSideEffects(callee),
                            LLVMGetInlineAsmNeedsAlignedStack(callee),
                            LLVMGetInlineAsmDialect(callee), LLVMGetInlineAsmCanUnwind(callee));
}

static LLVMValueRef shell_call(ir_valuemap *v, LLVMValueRef inst) {
    LLVMTypeRef type = map_type(v, LLVMGetCalledFunctionType(inst));
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (LLVMIsAInlineAsm(callee))
        callee = asm_for(callee, type);
    unsigned count = LLVMGetNumArgOperands(inst);
    vec_clear(&v->parts);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef arg = LLVMGetOperand(inst, i);
        bool same = map_type(v, LLVMTypeOf(arg)) == LLVMTypeOf(arg);
        vec_push(v->ctx, &v->parts, same ? arg : stand_in(v, arg));
    }
    if (!ctx_ok(v->ctx))
        return NULL;
    ir_call_plan plan = {type, callee, v->parts.at, count, NULL};
    return ir_call_rebuild(v->ctx, v->b, inst, &plan);
}

/* LLVM-C builds one index at a time: the way down is a chain of single steps. */
static LLVMValueRef shell_extractvalue(ir_valuemap *v, LLVMValueRef inst) {
    const unsigned *indices = LLVMGetIndices(inst);
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    unsigned count = LLVMGetNumIndices(inst);
    LLVMValueRef first = NULL, at = stand_in(v, LLVMGetOperand(inst, 0));
    for (unsigned i = 0; i < count; i++) {
        at = LLVMBuildExtractValue(v->b, at, indices[i], "");
        LLVMInstructionSetDebugLoc(at, loc);
        if (!first)
            LLVMSetOperand(first = at, 0, LLVMGetOperand(inst, 0));
    }
    return at;
}

/* Takes the members on the way out, then puts them back in, innermost first. The shell's operand 0
 * is the whole aggregate. */
static LLVMValueRef shell_insertvalue(ir_valuemap *v, LLVMValueRef inst) {
    const unsigned *indices = LLVMGetIndices(inst);
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    unsigned count = LLVMGetNumIndices(inst);
    LLVMValueRef whole = stand_in(v, LLVMGetOperand(inst, 0));
    LLVMValueRef value = stand_in(v, LLVMGetOperand(inst, 1));
    VEC(LLVMValueRef) levels = {0};
    vec_push(v->ctx, &levels, whole);
    for (unsigned i = 0; i + 1 < count && levels.len; i++) {
        LLVMValueRef part = LLVMBuildExtractValue(v->b, vec_last(&levels), indices[i], "");
        if (i == 0)
            LLVMSetOperand(part, 0, LLVMGetOperand(inst, 0));
        LLVMInstructionSetDebugLoc(part, loc);
        vec_push(v->ctx, &levels, part);
    }
    for (unsigned i = levels.len == count ? count : 0; i-- > 0;) {
        value = LLVMBuildInsertValue(v->b, vec_pop(&levels), value, indices[i], "");
        LLVMInstructionSetDebugLoc(value, loc);
        if (i + 1 == count)
            LLVMSetOperand(value, 1, LLVMGetOperand(inst, 1));
        if (i == 0)
            LLVMSetOperand(value, 0, LLVMGetOperand(inst, 0));
    }
    vec_free(v->ctx, &levels);
    return value;
}

typedef struct shell_row {
    LLVMOpcode opcode;
    LLVMValueRef (*build)(ir_valuemap *v, LLVMValueRef inst);
    bool filled; /* the builder has put the operands in itself */
} shell_row;

static const shell_row shells[] = {
    {LLVMAlloca, shell_alloca, false},
    {LLVMGetElementPtr, shell_gep, false},
    {LLVMLoad, shell_load, false},
    {LLVMPHI, shell_phi, false},
    {LLVMSelect, shell_select, false},
    {LLVMFreeze, shell_freeze, false},
    {LLVMVAArg, shell_va_arg, false},
    {LLVMLandingPad, shell_landingpad, true},
    {LLVMCall, shell_call, false},
    {LLVMInvoke, shell_call, false},
    {LLVMCallBr, shell_call, false},
    {LLVMExtractValue, shell_extractvalue, true},
    {LLVMInsertValue, shell_insertvalue, true},
};

static bool needs_rebuild(ir_valuemap *v, LLVMValueRef inst) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (map_type(v, type) != type)
        return true;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAlloca:
        type = LLVMGetAllocatedType(inst);
        break;
    case LLVMGetElementPtr:
        type = LLVMGetGEPSourceElementType(inst);
        break;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        type = LLVMGetCalledFunctionType(inst);
        break;
    default:
        return false;
    }
    return map_type(v, type) != type;
}

/* Operands as they were; an inline asm callee is already the new one. */
static void fill_shell(LLVMValueRef inst, LLVMValueRef shell) {
    int count = LLVMGetNumOperands(inst);
    for (int i = 0; i < count; i++) {
        LLVMValueRef op = LLVMGetOperand(inst, (unsigned)i);
        if (!LLVMIsAInlineAsm(op))
            LLVMSetOperand(shell, (unsigned)i, op);
    }
}

static void rebuild_inst(ir_valuemap *v, LLVMValueRef inst) {
    const shell_row *row = NULL;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (shells[i].opcode == LLVMGetInstructionOpcode(inst))
            row = &shells[i];
    if (!row) {
        ctx_fail(v->ctx, LATHE_INTERNAL, "value map: opcode %d changes its type",
                 (int)LLVMGetInstructionOpcode(inst));
        return;
    }
    LLVMPositionBuilderBefore(v->b, inst); /* the shell takes the debug records over */
    LLVMValueRef shell = row->build(v, inst);
    if (!shell || !ctx_ok(v->ctx))
        return;
    if (!row->filled)
        fill_shell(inst, shell);
    if (!ir_is_call_site(inst))
        ir_carry_inst(inst, shell);
    ir_valuemap_set(v, inst, shell);
    vec_push(v->ctx, &v->dead, inst);
    if (LLVMTypeOf(shell) == LLVMTypeOf(inst))
        LLVMReplaceAllUsesWith(inst, shell);
}

/* An operand that wraps a value or a node as metadata. */
static LLVMValueRef map_metadata_operand(ir_valuemap *v, LLVMValueRef op) {
    if (LLVMIsAMDNode(op)) {
        map_metadata_node(v, LLVMValueAsMetadata(op));
        return op;
    }
    if (!LLVMIsAValueAsMetadata(op))
        return op;
    LLVMValueRef inner;
    LLVMGetMDNodeOperands(op, &inner);
    LLVMValueRef to = ir_valuemap_get(v, inner);
    return to == inner ? op : LLVMMetadataAsValue(v->m->llvm_ctx, LLVMValueAsMetadata(to));
}

static void map_operands(ir_valuemap *v, LLVMValueRef inst) {
    int count = LLVMGetNumOperands(inst);
    for (int i = 0; i < count; i++) {
        LLVMValueRef op = LLVMGetOperand(inst, (unsigned)i);
        if (!op)
            continue;
        LLVMValueRef to = LLVMGetTypeKind(LLVMTypeOf(op)) == LLVMMetadataTypeKind
                              ? map_metadata_operand(v, op)
                              : ir_valuemap_get(v, op);
        if (to != op)
            LLVMSetOperand(inst, (unsigned)i, to);
    }
}

void map_function_body(ir_valuemap *v, LLVMValueRef fn) {
    size_t first_dead = v->dead.len;
    LLVMValueRef next;
    ir_each_block (bb, fn)
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            if (!ctx_tick(v->ctx, 1))
                return;
            if (needs_rebuild(v, inst))
                rebuild_inst(v, inst);
        }
    map is_dead;
    map_init(&is_dead, v->ctx);
    for (size_t i = first_dead; i < v->dead.len; i++)
        map_put(&is_dead, v->dead.at[i]);
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            if (!ctx_ok(v->ctx))
                break;
            if (map_find(&is_dead, inst))
                continue;
            map_operands(v, inst);
            map_metadata_of_inst(v, inst);
            if (ir_is_call_site(inst))
                map_call_attributes(v, inst);
        }
    map_free(&is_dead);
}
