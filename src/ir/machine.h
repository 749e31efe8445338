/* What is assumed about the machine that a program will run on. Speed depends on it, and what
 * reports draw, but never whether a change is right. What the target says is read from the function
 * it was said for; caches are not part of a target, and have the sizes below everywhere. */
#pragma once

#include <llvm-c/Core.h>

#include <stdint.h>

enum {
    /* Bytes that come into the cache together: of x86-64, and of nearly all aarch64 cores. */
    IR_CACHE_LINE = 64,
    /* Data caches of one core. The smallest ones still in use: what fits there fits elsewhere. */
    IR_CACHE_FIRST = 32 << 10,
    IR_CACHE_SECOND = 512 << 10,
};

typedef struct ir_machine {
    uint32_t vector_bytes;     /* of one register */
    uint32_t vector_registers; /* which floating-point numbers are in, too */
    uint32_t whole_registers;  /* of whole numbers and addresses */
} ir_machine;

/* By the function's target features; the least there is without a function (NULL) or features. */
ir_machine ir_machine_of(LLVMValueRef fn);
