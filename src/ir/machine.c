#include "ir/machine.h"

#include "ir/attr.h"

#include <string.h>

static bool has_feature(LLVMValueRef fn, const char *name) {
    static const char key[] = "target-features";
    LLVMAttributeRef text =
        fn ? LLVMGetStringAttributeAtIndex(fn, IR_AT_FUNCTION, key, sizeof key - 1) : NULL;
    unsigned length;
    return text && strstr(LLVMGetStringAttributeValue(text, &length), name);
}

static bool is_aarch64(LLVMValueRef fn) {
    return fn && strncmp(LLVMGetTarget(LLVMGetGlobalParent(fn)), "aarch64", 7) == 0;
}

ir_machine ir_machine_of(LLVMValueRef fn) {
    return (ir_machine){.whole_registers = is_aarch64(fn) ? 31 : 16,
                        .vector_bytes = has_feature(fn, "+avx2") ? 32 : 16,
                        .vector_registers = has_feature(fn, "+avx512f") ? 32 : 16};
}
