/* How far an address computation leads. */
#ifndef LATHE_IR_ADDRESS_H
#define LATHE_IR_ADDRESS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct ir_distance {
    int64_t constant;    /* bytes from the base if variable indices are 0, modulo 2^64 */
    bool variable;       /* some index is */
    bool steps;          /* the first one is */
    uint64_t step_bytes; /* of the first one */
} ir_distance;

/* Of a GEP, an instruction or a constant, whose source type is sized. */
ir_distance ir_gep_distance(LLVMTargetDataRef target, LLVMValueRef gep);

#endif
