/* Instructions as nodes: what they read and write, in closed form. */
#include "hir/build/builder.h"
#include "ir/value.h"

#include <string.h>

RegDDRef *hir_b_operand(hir_builder *b, LLVMValueRef v, uint32_t block) {
    RegDDRef *ref = NULL;
    if (ir_is_pointer(v)) {
        hir_address a;
        hir_b_address(b, v, block, &a);
        if (a.part_count || a.offset)
            ref = hir_b_memory_ref(b, REF_ADDRESS, v, NULL, block);
        else
            ref = hir_ref_scalar(b->h, hir_b_self(b, a.root, a.root_block).ce);
    } else {
        ref = hir_ref_scalar(b->h, hir_canon_copy(b->h, hir_b_form(b, v, block).ce));
    }
    if (ref)
        ref->value = v;
    return ref;
}

HLInst *hir_b_make_copy(hir_builder *b, hir_temp to, RegDDRef *from) {
    LLVMOpcode opcode = from && from->kind == REF_ADDRESS ? LLVMGetElementPtr : (LLVMOpcode)0;
    return hir_new_assign(b->h, opcode, hir_ref_of_temp(b->h, to), from);
}

static HLInst *new_inst(hir_builder *b, LLVMValueRef inst, uint32_t reads, uint32_t block) {
    bool result = LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind;
    HLInst *node = hir_new_inst(b->h, LLVMGetInstructionOpcode(inst), reads + result);
    if (!node)
        return NULL;
    node->inst = inst;
    node->has_lval = result;
    node->node.node.where = hir_b_place(b, inst);
    RegDDRef *left = result ? hir_ref_of_temp(b->h, hir_b_temp(b, inst, block)) : NULL;
    if (left)
        left->is_lval = true;
    hir_set_ref(&node->node, 0, left);
    return node;
}

static RegDDRef *accessed(hir_builder *b, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type,
                          uint32_t block) {
    RegDDRef *ref = hir_b_memory_ref(b, REF_MEMORY, pointer, type, block);
    if (ref) {
        ref->value = inst;
        ref->is_volatile = LLVMGetVolatile(inst);
        ref->atomic = LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic;
    }
    return ref;
}

static HLInst *make_load(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    HLInst *node = new_inst(b, inst, 1, block);
    if (node)
        hir_set_ref(&node->node, 1,
                    accessed(b, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(inst), block));
    return node;
}

static HLInst *make_store(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    HLInst *node = new_inst(b, inst, 2, block);
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    if (!node)
        return NULL;
    RegDDRef *place = accessed(b, inst, LLVMGetOperand(inst, 1), LLVMTypeOf(value), block);
    if (place)
        place->is_lval = true;
    node->has_lval = true;
    hir_set_ref(&node->node, 0, place);
    hir_set_ref(&node->node, 1, hir_b_operand(b, value, block));
    return node;
}

static HLInst *make_call(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    unsigned count = LLVMGetNumArgOperands(inst);
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    bool known = LLVMIsAFunction(callee) != NULL;
    HLInst *node = new_inst(b, inst, count + !known, block);
    if (!node)
        return NULL;
    size_t length;
    uint32_t at = node->has_lval;
    if (known)
        node->callee = arena_strdup(&b->h->mem, LLVMGetValueName2(callee, &length));
    else
        hir_set_ref(&node->node, at++, hir_b_operand(b, callee, block));
    for (unsigned i = 0; i < count; i++)
        hir_set_ref(&node->node, at + i, hir_b_operand(b, LLVMGetOperand(inst, i), block));
    return node;
}

/* A comparison whose sides are as they were made, at the block. */
static LLVMValueRef comparison_at(hir_builder *b, LLVMValueRef v, uint32_t block) {
    bool compares = LLVMIsAICmpInst(v) || LLVMIsAFCmpInst(v);
    return compares && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
                   hir_b_in_scope(b, v, block)
               ? v
               : NULL;
}

static HLInst *make_select(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    LLVMValueRef compare = comparison_at(b, LLVMGetOperand(inst, 0), block);
    HLInst *node = compare ? new_inst(b, inst, 4, block) : NULL;
    if (!node)
        return NULL;
    node->compares = true;
    node->is_float = LLVMIsAFCmpInst(compare) != NULL;
    if (node->is_float)
        node->real_predicate = LLVMGetFCmpPredicate(compare);
    else
        node->predicate = LLVMGetICmpPredicate(compare);
    LLVMValueRef read[] = {LLVMGetOperand(compare, 0), LLVMGetOperand(compare, 1),
                           LLVMGetOperand(inst, 1), LLVMGetOperand(inst, 2)};
    for (uint32_t i = 0; i < 4; i++)
        hir_set_ref(&node->node, i + 1, hir_b_operand(b, read[i], block));
    return node;
}

static HLInst *make_address(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    HLInst *node = new_inst(b, inst, 1, block);
    if (node)
        hir_set_ref(&node->node, 1, hir_b_operand(b, inst, block));
    return node;
}

/* Whether the address is nothing but the value that it defines. */
static bool is_of_itself(hir_builder *b, const HLInst *node) {
    const RegDDRef *ref = node->node.refs[1];
    const CanonExpr *ce = !ref ? NULL : ref->kind == REF_SCALAR ? ref->subscripts[0] : ref->base;
    hir_temp t = ce && hir_is_self_blob(b->h, ce) ? hir_blob_at(b->h, ce->blobs[0].blob)->temp : 0;
    return !ce || hir_temp_at(b->h, t)->value == node->inst;
}

/* What the opcode does not say, as LLVM prints it, without metadata. */
static const char *print_inst(hir_builder *b, LLVMValueRef inst) {
    char *text = LLVMPrintValueToString(inst), *end = strstr(text, ", !");
    const char *start = text + strspn(text, " ");
    size_t length = end ? (size_t)(end - start) : strlen(start);
    const char *copy = arena_strndup(&b->h->mem, start, length);
    LLVMDisposeMessage(text);
    return copy;
}

static bool needs_text(LLVMOpcode op) {
    switch (op) {
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMShuffleVector:
    case LLVMVAArg:
    case LLVMGetElementPtr:
        return true;
    default:
        return false;
    }
}

static HLInst *make_any(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    uint32_t count = (uint32_t)LLVMGetNumOperands(inst);
    HLInst *node = new_inst(b, inst, count, block);
    if (!node)
        return NULL;
    if (node->opcode == LLVMICmp)
        node->predicate = LLVMGetICmpPredicate(inst);
    if (node->opcode == LLVMFCmp)
        node->real_predicate = LLVMGetFCmpPredicate(inst);
    if (needs_text(node->opcode))
        node->text = print_inst(b, inst);
    for (uint32_t i = 0; i < count; i++)
        hir_set_ref(&node->node, i + node->has_lval,
                    hir_b_operand(b, LLVMGetOperand(inst, i), block));
    return node;
}

static HLInst *make(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        return make_load(b, inst, block);
    case LLVMStore:
        return make_store(b, inst, block);
    case LLVMCall:
        return make_call(b, inst, block);
    case LLVMSelect:
        return comparison_at(b, LLVMGetOperand(inst, 0), block) ? make_select(b, inst, block)
                                                                : make_any(b, inst, block);
    case LLVMGetElementPtr: {
        HLInst *node = ir_is_pointer(inst) ? make_address(b, inst, block) : NULL;
        return node && !is_of_itself(b, node) ? node : make_any(b, inst, block);
    }
    default:
        return make_any(b, inst, block);
    }
}

HLNode *hir_b_make_inst(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    HLInst *node = make(b, inst, block);
    map_word *place = node ? map_put(&b->nodes, inst) : NULL;
    if (place)
        place->p = node;
    return place ? &node->node.node : NULL;
}

static RegDDRef *zero_of(hir_builder *b, LLVMTypeRef type) {
    return hir_ref_scalar(b->h, hir_canon_constant(b->h, type, 0));
}

/* A side of the comparison that a branch is on: if it were poison, the branch were undefined. */
static RegDDRef *compared(hir_builder *b, LLVMValueRef v, uint32_t block) {
    RegDDRef *ref = hir_b_operand(b, v, block);
    if (ref && ref->kind == REF_SCALAR && ref->subscripts[0]->cast == HIR_CAST_NONE &&
        hir_b_is_linear_type(b, LLVMTypeOf(v)))
        ref->subscripts[0]->exact |= hir_b_form(b, v, block).nsw;
    return ref;
}

HLIf *hir_b_make_if(hir_builder *b, LLVMValueRef branch, uint32_t block) {
    LLVMValueRef truth = LLVMGetCondition(branch), compare = comparison_at(b, truth, block);
    HLIf *node = hir_new_if(b->h);
    if (!node)
        return NULL;
    node->inst = branch;
    node->node.node.where = hir_b_place(b, branch);
    node->is_float = compare && LLVMIsAFCmpInst(compare);
    if (node->is_float)
        node->real_predicate = LLVMGetFCmpPredicate(compare);
    else
        node->predicate = compare ? LLVMGetICmpPredicate(compare) : LLVMIntNE;
    hir_set_ref(&node->node, 0,
                compare ? compared(b, LLVMGetOperand(compare, 0), block)
                        : hir_b_operand(b, truth, block));
    hir_set_ref(&node->node, 1,
                compare ? compared(b, LLVMGetOperand(compare, 1), block)
                        : zero_of(b, LLVMTypeOf(truth)));
    return node;
}

HLSwitch *hir_b_make_switch(hir_builder *b, LLVMValueRef inst, uint32_t block) {
    uint32_t cases = LLVMGetNumSuccessors(inst) - 1;
    HLSwitch *node = hir_new_switch(b->h, cases);
    if (!node)
        return NULL;
    node->inst = inst;
    node->node.node.where = hir_b_place(b, inst);
    for (uint32_t i = 0; i < cases; i++)
        node->cases[i].value = LLVMConstIntGetSExtValue(LLVMGetSwitchCaseValue(inst, i + 1));
    hir_set_ref(&node->node, 0, hir_b_operand(b, LLVMGetOperand(inst, 0), block));
    return node;
}
