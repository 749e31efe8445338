/* Putting checkpoints into one function, whatever they save to.
 *
 *   split at the points ─► demote to slots ─► wire saves ─► clone what is left of loops
 *                                                         ─► wire restores ─► check ─► mem2reg
 *
 * A *point* is where the function can be interrupted: a directive, or a call that can reach one.
 * What happens there is the mode's business (ckpt_mode): ckpt_mem saves into memory and goes on,
 * the runtime's mode leaves a record and returns.
 */
#pragma once

#include "base/bitset.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/analyses.h"
#include "ir/srcloc.h"

/* A stack slot that stands for a value until mem2reg. Invariant: every read of the value in another
 * block than its own is a load of the slot, in all blocks but the prologue. */
typedef struct ckpt_slot {
    LLVMValueRef slot;
    LLVMTypeRef type;
    const char *name; /* of the value, for people */
    const char *why;  /* where it is needed */
    uint64_t bytes;
    LLVMValueRef base; /* a pointer saved as its distance from this; NULL: saved as it is */
    bool kept;         /* set anew by every activation, in the prologue: never saved */
    bool argument;
    uint32_t recipe; /* number + 1 of how to compute it; 0: it must be saved */
} ckpt_slot;

/* How a value can be computed again: its instruction, with operands that have slots, or that are
 * the same in every activation (slot IR_NONE). Until the slots are settled, operands give both. */
typedef struct ckpt_recipe {
    LLVMValueRef inst;
    unsigned count;
    LLVMValueRef operands[CKPT_MAX_OPERANDS];
    uint32_t slots[CKPT_MAX_OPERANDS];
} ckpt_recipe;

typedef enum ckpt_inject { CKPT_SAVE = 1, CKPT_RESTORE = 2, CKPT_SAVE_RESTORE = 3 } ckpt_inject;

/* The blocks, once they are made: x ends with the point; after it comes junction, where x and
 * restore meet, then after (the same block for a directive). */
typedef struct ckpt_point {
    LLVMValueRef call;
    bool directive;
    uint32_t number;   /* 1, 2, … in the function */
    const char *name;  /* of x */
    const char *place; /* "file.c:12", or the name of x */
    ir_place where;    /* no file if it is not known */
    LLVMBasicBlockRef x, junction, after, save, restore, resume;
    LLVMBasicBlockRef junction_clone; /* where restore goes to instead; NULL if there is no clone */
    LLVMValueRef callee;              /* of a call on the path */
    uint32_t callee_slot, result_slot; /* IR_NONE if there is none */
    bitset live;                       /* slots that are saved */
    bitset idle;                       /* of those, the ones that the user does not want saved */
    uint64_t bytes;                    /* of those, as they are laid out */
} ckpt_point;

typedef VEC(ckpt_point) ckpt_points;

/* A call of setjmp. Once blocks are split, `after` begins behind it. */
typedef struct ckpt_jump {
    LLVMValueRef call;
    LLVMBasicBlockRef after;
    uint32_t slot;        /* of the buffer that it has filled: a null pointer before */
    uint32_t result_slot; /* IR_NONE if nobody reads the result elsewhere */
} ckpt_jump;

typedef struct ckpt_fn {
    lathe_module *m;
    arena mem;
    LLVMBuilderRef b;
    LLVMValueRef fn;
    const char *name;
    LLVMBasicBlockRef prologue;   /* the new entry: allocas, slots, arguments */
    LLVMBasicBlockRef controller; /* F.restoreController */
    LLVMBasicBlockRef dispatch;   /* from where the restore blocks are reached */
    LLVMBasicBlockRef body;       /* the old entry */
    ckpt_points points;
    VEC(ckpt_jump) jumps;
    VEC(ckpt_slot) slots;
    VEC(ckpt_recipe) recipes;
    map slot_of;        /* value -> slot number + 1 */
    const map *bases;   /* pointer -> what it is saved as a distance from; NULL: none */
    map names;          /* value -> its name before anything changed */
    LLVMValueRef frame; /* what the frames' top was at the entry; NULL: nothing in memory */
    bool moves_top;     /* it has run-time-sized arrays */
    VEC(LLVMBasicBlockRef) clones; /* cold blocks to resume in */
} ckpt_fn;

/* Each is the first member of what the mode knows of the function. */
typedef VEC(ckpt_fn *) ckpt_fn_list;

/* Reads the names of values. False with the status set. Free it either way. */
bool ckpt_fn_init(ckpt_fn *f, lathe_module *m, LLVMValueRef fn);
void ckpt_fn_free(ckpt_fn *f);

/* Splits blocks after calls on the path, and before directives, which are erased. For all
 * functions at once, for it runs a pass of LLVM's over the module. */
bool ckpt_split_points(lathe_module *m, const ckpt_fn_list *fns);

/* Of the function as it is now: whatever was known of it is forgotten first. */
const ir_cfg *ckpt_cfg_now(const ckpt_fn *f);
const ir_loops *ckpt_loops_now(const ckpt_fn *f);
const ir_live *ckpt_live_now(const ckpt_fn *f);

/* Makes the prologue, and moves the allocas of constant size there. */
void ckpt_make_prologue(ckpt_fn *f);

/* Demotes all that crosses blocks, and what indirect calls on the path call. */
bool ckpt_demote(ckpt_fn *f);
/* IR_NONE if the value has no slot. */
uint32_t ckpt_slot_number(const ckpt_fn *f, LLVMValueRef value);

/* Fills point.live with the slots that are read on some way from the junction before they are
 * written. */
bool ckpt_find_live(ckpt_fn *f);
/* The opposite: LATHE_INTERNAL if a restore block leads to a read of a slot that was not written.
 */
bool ckpt_check_restores(ckpt_fn *f);

/* Clones, for each outermost loop with points, what is left of an iteration after a point. */
bool ckpt_clone_loops(ckpt_fn *f);

/* mem2reg on the function, without the marks that would keep LLVM from it; then no PHI may have an
 * undefined value from a restore block. */
bool ckpt_promote(ckpt_fn *f);

/* Drops what restore edges make untrue from the function, its parameters and its return value. */
void ckpt_drop_claims(ckpt_fn *f);
void ckpt_drop_call_claims(LLVMValueRef call);

/* A conditional branch of which the second way is nearly always taken. */
LLVMValueRef ckpt_build_cold_branch(ckpt_fn *f, LLVMValueRef test, LLVMBasicBlockRef cold,
                                    LLVMBasicBlockRef hot);

/* Names a block after a point: "X.save". */
void ckpt_name_block(lathe_ctx *ctx, LLVMBasicBlockRef bb, const char *base, const char *end);
/* A new block of such a name. */
LLVMBasicBlockRef ckpt_add_block(ckpt_fn *f, const char *base, const char *end,
                                 LLVMBasicBlockRef before);

/* sroa, so that only what is really memory stays memory; lifts optnone for good. */
bool ckpt_prepare(lathe_module *m, LLVMValueRef fn);

static inline LLVMValueRef ckpt_int64(const ckpt_fn *f, uint64_t n) {
    return LLVMConstInt(LLVMInt64TypeInContext(f->m->llvm_ctx), n, false);
}
static inline LLVMValueRef ckpt_int32(const ckpt_fn *f, uint64_t n) {
    return LLVMConstInt(LLVMInt32TypeInContext(f->m->llvm_ctx), n, false);
}

uint64_t ckpt_type_bytes(const lathe_module *m, LLVMTypeRef type);
