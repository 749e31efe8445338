/* What functions and calls say of the memory that their parameters point to. */
#include "dtrans/transform/layout_plan.h"

static void plan_pointer(dtrans_plan *p, LLVMValueRef owner, LLVMAttributeIndex index,
                         LLVMValueRef pointer) {
    const dtrans_place *place = dtrans_place_of(p, pointer);
    if (place->remapped)
        dtrans_plan_add(
            p,
            (dtrans_edit){.kind = EDIT_STRIP, .at = owner, .operand = index, .to = place->align});
}

static void plan_function(dtrans_plan *p, LLVMValueRef fn) {
    unsigned count = LLVMCountParams(fn);
    for (unsigned i = 0; i < count; i++)
        plan_pointer(p, fn, i + 1, LLVMGetParam(fn, i));
    ir_each_block (bb, fn) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end))
            plan_pointer(p, fn, LLVMAttributeReturnIndex, LLVMGetOperand(end, 0));
    }
}

void dtrans_plan_attributes(dtrans_plan *p, LLVMValueRef owner) {
    if (LLVMIsAFunction(owner)) {
        plan_function(p, owner);
        return;
    }
    unsigned count = LLVMGetNumArgOperands(owner);
    for (unsigned i = 0; i < count; i++)
        plan_pointer(p, owner, i + 1, LLVMGetOperand(owner, i));
    plan_pointer(p, owner, LLVMAttributeReturnIndex, owner);
}
