/* How far an address computation leads, and what is done with addresses. */
#pragma once

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

/* A walk along the types of a GEP, from the one that it starts at, of which the first index counts
 * whole objects, to the one it ends at. */
typedef struct ir_gep_walk {
    LLVMValueRef gep, index; /* of the last step, at first that of objects */
    LLVMTypeRef in, type;    /* before the last step and after it */
    bool member;             /* the step went into a struct … */
    unsigned field;          /* … to this element */
    unsigned steps;
} ir_gep_walk;

ir_gep_walk ir_gep_begin(LLVMValueRef gep);
/* The next step; false at the end. */
bool ir_gep_step(ir_gep_walk *w);

/* Whether all uses of a pointer are loads and stores through it, or address computations with such
 * uses: nobody else can have it. False, too, if there are very many, and for a variable that other
 * modules see. */
bool ir_is_only_accessed(LLVMValueRef pointer);
