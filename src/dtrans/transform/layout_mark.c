/* A number that changes with the instructions and variables of a module, for asserts that it was
 * only read. Depends on addresses: of use within one run, and never in output. */
#include "dtrans/transform/base.h"

static uint64_t mix(uint64_t sum, const void *object) {
    return (sum ^ (uint64_t)(uintptr_t)object) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static uint64_t mark_block(uint64_t sum, LLVMBasicBlockRef block) {
    ir_each_inst (inst, block) {
        sum = mix(mix(sum, inst), LLVMTypeOf(inst));
        int count = LLVMGetNumOperands(inst);
        for (int i = 0; i < count; i++)
            sum = mix(sum, LLVMGetOperand(inst, (unsigned)i));
    }
    return sum;
}

uint64_t dtrans_module_mark(LLVMModuleRef m) {
    uint64_t sum = 1;
    ir_each_global (global, m)
        sum = mix(mix(sum, global), LLVMGlobalGetValueType(global));
    ir_each_function (fn, m) {
        sum = mix(sum, fn);
        ir_each_block (block, fn)
            sum = mark_block(sum, block);
    }
    return sum;
}
