/* What the files that lower HIR share.
 *
 *   hir_lower ─► refusals (lower_refuse.c) ─► code of each region (lower.c, control.c,
 * lower_insts.c) ─► what comes after regions gets its values, old blocks go (lower_borders.c) ─►
 * mem2reg
 *
 * Temps that a region assigns are variables in memory until mem2reg promotes them; iterations are
 * counted by PHIs, and so is what only differs from their number by a start (moving.c).
 */
#pragma once

#include "hir/lower.h"
#include "hir/lower/emit.h"

typedef struct hir_l_moving hir_l_moving;

typedef struct hir_l_loop {
    const HLLoop *loop;
    LLVMBasicBlockRef before;
    LLVMValueRef count;   /* the PHI */
    LLVMValueRef next;    /* its next value, where there is one */
    bool natural;         /* never negative, as a signed number */
    hir_l_moving *moving; /* other counters: moving.c */
} hir_l_loop;

typedef struct hir_l_debug hir_l_debug;

typedef struct hir_lowerer {
    hir *h;
    lathe_module *m;
    lathe_ctx *ctx;
    arena mem;
    HLRegion *region;
    LLVMBuilderRef builder;
    LLVMTypeRef index_type;
    hir_emitter emitter;
    map slots;                           /* hir_temp -> alloca */
    map ranges;                          /* temps of the region that are never negative */
    map labels;                          /* HLLabel -> block */
    map frames;                          /* HLNode -> what control.c knows of it */
    map scopes;                          /* hir_version -> alias scopes of its groups */
    map old;                             /* blocks of regions that are lowered */
    hir_l_loop loops[HIR_MAX_LEVEL + 1]; /* by level, around where code is emitted */
    uint32_t level;
    /* The region declares alias scopes, which begin anew where they are declared. HIR has no nodes
     * for that, and without them the scopes would hold from one iteration to the next. */
    bool declares_scopes;
    hir_l_debug *debug;     /* NULL: no region has debug records */
    LLVMBasicBlockRef last; /* the block that the next one comes after */
    LLVMBasicBlockRef dead; /* the one that code is emitted to, if nothing leads there */
} hir_lowerer;

/* lower_refuse.c: sets the refusals of changed regions. */
void hir_l_find_refusals(hir_lowerer *l);
/* A region that is to be lowered. */
static inline bool hir_l_is_lowered(const HLRegion *region) {
    return region->changed && !region->refusal;
}
/* The value that a region, which stays, leaves in the temp; NULL if that is not one. */
LLVMValueRef hir_l_left_in(const hir_lowerer *l, hir_temp t);

/* lower.c */
LLVMValueRef hir_l_temp(hir_lowerer *l, hir_temp t);
LLVMValueRef hir_l_slot(hir_lowerer *l, hir_temp t);
LLVMValueRef hir_l_ref(hir_lowerer *l, const RegDDRef *ref);
/* Code that is emitted from now on is from there. */
void hir_l_place(hir_lowerer *l, LLVMValueRef inst);

/* lower_insts.c */
void hir_l_inst(hir_lowerer *l, const HLInst *inst);
LLVMValueRef hir_l_compare(hir_lowerer *l, const HLIf *branch);

/* lower_made.c: an operation that was not in the code. */
LLVMValueRef hir_l_make(hir_lowerer *l, const HLInst *inst);

/* control.c */
void hir_l_body(hir_lowerer *l);
LLVMBasicBlockRef hir_l_new_block(hir_lowerer *l, const char *name);
void hir_l_start(hir_lowerer *l, LLVMBasicBlockRef block);
/* Ends the block that code is emitted to. */
void hir_l_jump(hir_lowerer *l, LLVMBasicBlockRef to);

/* moving.c: counters beside the number of the iteration. */
/* NULL if it has to be computed. */
LLVMValueRef hir_l_moving_value(hir_lowerer *l, uint32_t level, const hir_moving *sum);
/* The next iteration of the innermost loop. */
void hir_l_move(hir_lowerer *l, LLVMBasicBlockRef latch);
/* A bound by where such a counter gets to. */
typedef struct hir_l_limit {
    hir_blob start, end;
    LLVMTypeRef type;
    bool down;
    LLVMValueRef value; /* of the end */
    hir_l_moving *counter;
} hir_l_limit;
bool hir_l_find_limit(hir_lowerer *l, const HLLoop *loop, hir_l_limit *limit);
/* In the header of the loop; and in its latch: whether that was the last iteration. */
void hir_l_start_limit(hir_lowerer *l, hir_l_limit *limit);
LLVMValueRef hir_l_is_at_limit(hir_lowerer *l, const hir_l_limit *limit);

/* hints.c: metadata of branches. */
/* Branch weights and the like; `swapped`: the new branch has its ways the other way round. */
void hir_l_carry_weights(hir_lowerer *l, LLVMValueRef from, LLVMValueRef to, bool swapped);
/* The branch that led back to the start of the loop; NULL if it is not known. */
LLVMValueRef hir_l_back_branch(const HLLoop *loop);
/* What was said about the loop, to the branch that leads back now: its second way, if it has two.
 */
void hir_l_carry_loop(hir_lowerer *l, const HLLoop *loop, LLVMValueRef to);

/* scopes.c: what run-time checks have found, for LLVM. */
/* Where the nest begins that the if has checked. */
void hir_l_declare_scopes(hir_lowerer *l, const HLIf *branch);
void hir_l_add_scopes(hir_lowerer *l, const RegDDRef *ref, LLVMValueRef access);

/* lower_records.c: debug records. Nothing is done if there are none. */
void hir_l_debug_begin(hir_lowerer *l);
void hir_l_debug_end(hir_lowerer *l);
/* Where the region begins, where an iteration of the loop does, and before what the old instruction
 * has become. */
void hir_l_debug_region(hir_lowerer *l);
void hir_l_debug_top(hir_lowerer *l, const HLLoop *loop);
void hir_l_debug_at(hir_lowerer *l, LLVMValueRef old);
/* The old instruction has become the value. */
void hir_l_debug_value(hir_lowerer *l, LLVMValueRef old, LLVMValueRef value);

/* lower_borders.c */
/* Leaves the region by an edge of the old graph. */
void hir_l_exit(hir_lowerer *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
void hir_l_replace_outs(hir_lowerer *l, const HLRegion *region);
void hir_l_drop_blocks(hir_lowerer *l, const HLRegion *region);
