/* A loop nest in LLVM IR: what it may write, and code before it.
 *
 * Invariants: 1. Whatever is executed in it is followed by what comes next, and each of its loops
 *                ends: what surely comes next in its control flow graph is executed.
 *             2. Code before it runs exactly if the nest does, and right before it. */
#pragma once

#include "base/map.h"
#include "ir/analyses.h"
#include "ir/tbaa.h"

/* A conditional branch that decides whether a block of the nest is executed. */
typedef struct shape_guard {
    LLVMValueRef condition;
    bool holds; /* the block is executed only if the condition does, or if it does not */
} shape_guard;
typedef VEC(shape_guard) shape_guards;

typedef struct shape_nest {
    lathe_module *m;
    ir_tbaa *tbaa;
    const ir_cfg *cfg;
    const ir_dom *dom, *postdom;
    const ir_loops *loops;
    uint32_t loop;            /* the outermost of the nest */
    map blocks;               /* of the nest, by their blocks */
    VEC(LLVMValueRef) writes; /* what may write memory in it */
    LLVMValueRef front;       /* the branch into it; code goes before that */
    VEC(LLVMValueRef) moved;  /* computations that stand there again */
    LLVMBuilderRef builder;
} shape_nest;

/* Whether another loop is in the loop. */
bool shape_has_inner(const ir_loops *loops, uint32_t loop);

/* False if one of the invariants does not hold, or without memory; free it in any case. */
bool shape_nest_init(shape_nest *n, lathe_module *m, ir_tbaa *tbaa, LLVMBasicBlockRef header);
void shape_nest_free(shape_nest *n);

/* The instruction is none of the nest's. */
bool shape_is_outside(const shape_nest *n, LLVMValueRef value);
/* Whether something in the nest may write where the load reads. */
bool shape_is_written(const shape_nest *n, LLVMValueRef load);

/* Whether that instruction of the nest, one of its writes, may. */
bool shape_may_overwrite(const shape_nest *n, LLVMValueRef write, LLVMValueRef load);
/* Whether the first execution of the instruction may come after one of the other, if each of the
 * nest's loops is in its first iteration then. */
bool shape_may_follow(const shape_nest *n, LLVMValueRef inst, LLVMValueRef first);

/* A load or store that is neither volatile nor atomic. */
bool shape_is_plain(LLVMValueRef access);
/* Whether any memory may be another after the instruction. */
bool shape_may_write(LLVMValueRef inst);
/* One value, or two of the same computation. */
bool shape_is_same(LLVMValueRef a, LLVMValueRef b);

/* Whether the value can be computed before the nest, and is the same in all of it. */
bool shape_can_move(const shape_nest *n, LLVMValueRef value);
/* The same value before the nest, or, of a guard, what it is in the first iterations. It is
 * computed there whether or not the nest computes it: it may be poison only where the nest does
 * not. */
LLVMValueRef shape_move(shape_nest *n, LLVMValueRef value);

/* The conditions that decide whether the block is executed in the nest: if they hold in the first
 * iterations, it surely is, at some time; else it never is. They are the same in all of the nest,
 * or comparisons that hold in the first iteration if they hold in any (i + 1 < m, where i goes up).
 * False if there are others. */
bool shape_find_guards(const shape_nest *n, uint32_t block, shape_guards *guards);
