/* What the files that build HIR from a function share.
 *
 *   hir_build ─► regions (build.c, join.c) ─► induction variables, trip counts (build_loops.c)
 *     ─► nodes and refs of what has effects, then of what those need (nodes.c)
 *     ─► values that share a temp, copies (phis.c) ─► the tree (tree.c)
 *
 * Closed forms are made on SSA values: each has a temp of its own, and an expression may be
 * computed anywhere below what it is made of. Only then values that are not needed at the same
 * time are put into one temp.
 */
#pragma once

#include "hir/hir_build.h"
#include "hir/hir_range.h"
#include "ir/analyses.h"
#include "ir/names.h"

/* An SSA value in closed form. Flags hold whenever the value is not poison: the sum as a number is
 * the value as a number, with blobs taken as signed (nsw) or as unsigned ones (nuw) and
 * coefficients as signed ones. */
typedef struct hir_form {
    CanonExpr *ce; /* not to be changed: it is shared */
    bool nsw, nuw;
} hir_form;

/* A PHI at a loop's start that is a function of the number of the iteration: start + step * i, or
 * what its next value is, one iteration earlier. */
typedef struct hir_induction {
    LLVMValueRef phi, start, next;
    CanonExpr *step;    /* of an integer: the same in all iterations, and without IVs */
    CanonExpr *shifted; /* instead: all of it */
    bool is_pointer;    /* the PHI moves by the GEP `next`, which always does the same */
    bool nsw, nuw;      /* start + step * i does not wrap, or is poison */
} hir_induction;

/* What is known of a loop of the function. */
typedef struct hir_loop_facts {
    uint32_t level;   /* in its region; 0 if it is in none */
    CanonExpr *upper; /* the last iteration's number; NULL if unknown */
    uint32_t counted; /* the block whose branch ends it after `upper`, IR_NONE if there is none */
    bool at_latch;    /* that is the only latch, and the branch ends it then only */
    bool may_end_before; /* the branch looks at more than what is counted */
    bool bounded;        /* max is known */
    uint64_t max;        /* no iteration has a higher number */
    HLLoop *node;
    HLLabel *next_label; /* at the end of the body */
    hir_why refusal;     /* why upper is unknown; 0: it is not */
    LLVMValueRef blamed;
} hir_loop_facts;

/* What defines a temp. */
typedef struct hir_def {
    LLVMValueRef value;
    uint32_t block; /* where it is defined; IR_NONE of what is not an instruction */
    bool is_copy;   /* the PHI `value` as it was in the last iteration, for nodes after the loop */
    uint32_t local; /* its index in hir_builder.wanted, IR_NONE if it is not wanted */
} hir_def;

/* What llvm.assume promises to be true in the block. */
typedef struct hir_assumption {
    LLVMValueRef condition;
    uint32_t block;
} hir_assumption;

typedef struct hir_builder {
    hir *h;
    lathe_ctx *ctx;
    arena mem; /* dies with the builder */
    LLVMTypeRef index_type;
    CanonExpr *nothing; /* instead of any form, when there is no memory */
    const ir_cfg *cfg;
    const ir_dom *dom;
    const ir_loops *loops;
    ir_names names;
    ir_srcloc places;
    map strings;          /* text of the reader of source positions -> its copy */
    map temps;            /* LLVMValueRef -> hir_temp */
    map copies;           /* PHI -> hir_temp of its copy */
    map inductions;       /* PHI -> hir_induction *, NULL if it is none */
    map forms;            /* LLVMValueRef -> hir_form * */
    map nodes;            /* instruction -> HLInst *, HLIf * or HLSwitch * */
    map copy_nodes;       /* PHI -> HLInst *, at the top of its block: its copy */
    map variables;        /* pointer -> the source variable that has it, see shapes.c */
    bool knows_variables; /* that is filled */
    map phi_sources;      /* PHI -> RegDDRef **, by incoming edge, if it needs copies */
    VEC(hir_def) defs;    /* by hir_temp */
    VEC(hir_temp) wanted; /* temps that the region defines and needs */
    VEC(hir_assumption) assumptions;
    hir_loop_facts *facts; /* by loop */
    HLRegion *region;
    uint32_t *region_of; /* by loop: the first loop of its region, IR_NONE if it is in none */
    uint32_t *between;   /* by block between loops of a region: the same; else IR_NONE */
    uint32_t *behind;    /* by outermost loop of a region: the one after it, IR_NONE if none is */
    uint32_t root;       /* the first loop of the region */
    uint32_t last;       /* and the last that is in no other: the region is left from there */
    uint32_t *order;     /* its blocks in reverse post-order */
    uint32_t order_count;
    uint32_t *place; /* by block of the region: where it is in the order */
    unsigned depth;  /* of the recursion over values */
} hir_builder;

/* build.c */
const char *hir_b_copy_text(hir_builder *b, const char *text);
ir_place hir_b_place(hir_builder *b, LLVMValueRef inst);
/* The name of a block as labels have it. */
const char *hir_b_block_name(hir_builder *b, uint32_t block);
/* What the block ends in. */
static inline LLVMValueRef hir_b_end(const hir_builder *b, uint32_t block) {
    return LLVMGetBasicBlockTerminator(b->cfg->blocks[block]);
}
/* The block of an instruction, IR_NONE of other values. */
uint32_t hir_b_block_of(const hir_builder *b, LLVMValueRef v);
bool hir_b_in_region(const hir_builder *b, uint32_t block);
/* The loop with this header, IR_NONE if it is none. */
uint32_t hir_b_loop_of_header(const hir_builder *b, uint32_t block);

/* build_values.c: the closed form of an operand of something in the block. */
hir_form hir_b_form(hir_builder *b, LLVMValueRef v, uint32_t block);
/* 1 * the temp of the value. */
hir_form hir_b_self(hir_builder *b, LLVMValueRef v, uint32_t block);
hir_temp hir_b_temp(hir_builder *b, LLVMValueRef v, uint32_t block);
/* The same in a form that can be a term of a sum: without cast or division around IVs. */
hir_form hir_b_summand(hir_builder *b, LLVMValueRef v, uint32_t block);
/* Outside of division and cast. False, and nothing changed, if that cannot be represented. */
bool hir_b_add_constant(hir_builder *b, CanonExpr *ce, int64_t value);
bool hir_b_is_number_sum(const CanonExpr *x, int64_t factor, const CanonExpr *y,
                         const CanonExpr *out);
/* Whether each term of x times the one blob that y is does not wrap, whatever they are: the sum of
 * those products is the product of x and y as a signed number. */
bool hir_b_distributes(hir_builder *b, const CanonExpr *x, const CanonExpr *y, uint32_t block);
bool hir_b_has_ivs(const CanonExpr *ce);
/* x + factor * y, or nothing. */
CanonExpr *hir_b_sum(hir_builder *b, hir_form x, int64_t factor, hir_form y);
/* A blob is a number of its type if it stays one term: constant factors and sums in it do not. */
hir_form hir_b_whole(hir_builder *b, hir_blob blob);
/* casts.c: f extended to the type, in the block; and forms of casts. */
hir_form hir_b_extend(hir_builder *b, hir_form f, LLVMTypeRef to, bool is_signed, uint32_t block);
hir_form hir_b_trunc_form(hir_builder *b, LLVMValueRef v, uint32_t block);
hir_form hir_b_extend_form(hir_builder *b, LLVMValueRef v, uint32_t block);
/* Whether the value may be used in closed form at the block, as it is where it is defined. */
bool hir_b_in_scope(const hir_builder *b, LLVMValueRef v, uint32_t block);
/* The PHI's only operand as far as values go, NULL if there are several. */
LLVMValueRef hir_b_phi_same(LLVMValueRef phi);
/* Looks through such PHIs, inside of the region. */
LLVMValueRef hir_b_passed_on(const hir_builder *b, LLVMValueRef v);
bool hir_b_is_linear_type(const hir_builder *b, LLVMTypeRef type);

/* inductions.c */
const hir_induction *hir_b_induction(hir_builder *b, LLVMValueRef phi);
/* Its loop if it is an induction PHI of the region, else IR_NONE. */
uint32_t hir_b_induction_loop(hir_builder *b, LLVMValueRef phi);
/* An integer or address as a sum; its ce is NULL if it is neither. */
hir_form hir_b_number(hir_builder *b, LLVMValueRef v, uint32_t block);
void hir_b_analyze_loop(hir_builder *b, uint32_t loop);
/* The block that leads to the loop. */
uint32_t hir_b_block_before(const hir_builder *b, uint32_t loop);

/* build_loops.c */
/* Whether no temp in it is defined in the loop, and it has no IV of it or of a loop inside. */
bool hir_b_is_invariant(hir_builder *b, const CanonExpr *ce, uint32_t loop);
bool hir_b_is_invariant_blob(hir_builder *b, hir_blob blob, uint32_t loop);

/* exits.c: what a value of a loop is in the block after it, without that loop's induction
 * variable; NULL if that is not known. */
CanonExpr *hir_b_exit_form(hir_builder *b, LLVMValueRef v, uint32_t block);

/* build_facts.c: numbers that a value or sum can be in the block, see hir/hir_range.h. */
hir_range hir_b_value_range(hir_builder *b, LLVMValueRef v, bool is_signed, uint32_t block);
hir_range hir_b_blob_range(hir_builder *b, hir_blob blob, uint32_t block);
bool hir_b_sum_range(hir_builder *b, const CanonExpr *ce, bool is_signed, uint32_t block,
                     hir_range *range);
/* threads.c: whether it is the number that a thread's iterations begin at; none is before *first,
 * as a signed number. */
bool hir_b_first_of_thread(LLVMValueRef v, int64_t *first);
/* The sides of an and (or of an or), also of one that is written as a select. If the branch on v
 * knows it to be true (false), both are. The second one may be poison if the first one is not. */
bool hir_b_both_sides(LLVMValueRef v, bool of_or, LLVMValueRef sides[2]);
/* Takes the same extension off both, to numbers that compare alike (without a sign, if it added
 * zeros). */
bool hir_b_narrow(LLVMValueRef *x, LLVMValueRef *y, bool *zeros);
/* Fills hir_builder.assumptions. */
void hir_b_find_assumptions(hir_builder *b);
/* Whether left < right (or <= if not strict) whenever the block is reached, because of a branch
 * that leads there or what they are. */
bool hir_b_is_less(hir_builder *b, const CanonExpr *left, const CanonExpr *right, bool is_signed,
                   bool strict, uint32_t block);

/* The loop at the level around the block, IR_NONE if there is none. */
uint32_t hir_b_loop_at_level(const hir_builder *b, uint32_t level, uint32_t block);

/* bounds.c: the same, if left is the induction variable of a loop plus a constant, from that loop's
 * upper bound. */
bool hir_b_is_below_outer_bound(hir_builder *b, const CanonExpr *left, const CanonExpr *right,
                                bool is_signed, bool strict, uint32_t block);
/* The same number, as is_signed takes it, in a type of fewer bits; NULL if it may not be one of
 * those, or has blobs. */
CanonExpr *hir_b_sum_in_type(hir_builder *b, const CanonExpr *ce, LLVMTypeRef type,
                             bool type_is_signed, bool is_signed, uint32_t block);

/* progress.c: whether metadata of the loop says that it ends or does something that is seen. */
bool hir_b_must_progress(hir_builder *b, uint32_t loop);

/* shapes.c: what debug info says about the array that a pointer leads to. Dimension 0 is the
 * innermost: sizes[d] elements of strides[d] bytes; strides[count] is that of the whole. */
typedef struct hir_shape {
    uint32_t count; /* 0: nothing */
    uint64_t strides[HIR_MAX_SHAPE + 1], sizes[HIR_MAX_SHAPE];
} hir_shape;
hir_shape hir_b_shape(hir_builder *b, LLVMValueRef pointer);

/* rows.c: gives rows whose sizes are known only at run time dimensions of their own. */
bool hir_b_cut_rows(hir *h);

/* build_address.c */
typedef struct hir_part {
    CanonExpr *index; /* of the index type */
    int64_t stride;   /* bytes */
    uint64_t count;   /* elements there are, 0 if unknown */
    bool exact;       /* index */
    bool typed;       /* the stride is that of a type */
} hir_part;
typedef struct hir_address {
    LLVMValueRef root;
    uint32_t root_block;           /* where it is looked at */
    hir_part parts[HIR_MAX_PARTS]; /* constants in bytes are the last, with stride 1 */
    uint32_t part_count;
    int64_t offset; /* bytes */
    bool nusw;      /* no step on the way wraps */
    bool inbounds;  /* no step on the way leaves the object */
} hir_address;
void hir_b_address(hir_builder *b, LLVMValueRef pointer, uint32_t block, hir_address *out);
/* As a number: ptrtoint(root) + …; NULL if it cannot be represented. */
CanonExpr *hir_b_address_sum(hir_builder *b, const hir_address *a);
/* What is at the pointer, or (REF_ADDRESS, type NULL) where that is. */
RegDDRef *hir_b_memory_ref(hir_builder *b, hir_ref_kind kind, LLVMValueRef pointer,
                           LLVMTypeRef type, uint32_t block);

/* build_insts.c: the node of an instruction, with its refs. NULL without memory. */
HLNode *hir_b_make_inst(hir_builder *b, LLVMValueRef inst, uint32_t block);
HLIf *hir_b_make_if(hir_builder *b, LLVMValueRef branch, uint32_t block);
HLSwitch *hir_b_make_switch(hir_builder *b, LLVMValueRef inst, uint32_t block);
RegDDRef *hir_b_operand(hir_builder *b, LLVMValueRef v, uint32_t block);
/* to = from */
HLInst *hir_b_make_copy(hir_builder *b, hir_temp to, RegDDRef *from);

/* Whether control that goes from the one block to the other stays in every loop around the first.
 */
static inline bool hir_b_stays_in_loops(const hir_builder *b, uint32_t from, uint32_t to) {
    uint32_t loop = b->loops->innermost[from];
    return loop == IR_NONE || ir_loop_has_block(b->loops, loop, to);
}

/* join.c: lets loops that come right after one another share a region. */
bool hir_b_join_loops(hir_builder *b);

/* nodes.c */
bool hir_b_has_effect(LLVMValueRef inst);
/* All nodes that the region needs, not yet in a tree. */
bool hir_b_make_nodes(hir_builder *b);
/* Calls visit for each ref of the nodes so far that is read, and where that is: at which position
 * in the block, counted from 0 (its PHIs). */
enum { HIR_AT_TOP = 1, HIR_AT_BRANCH = 0x7ffffffe, HIR_AT_EDGE = 0x7fffffff };
typedef void hir_b_visit(void *data, RegDDRef *ref, uint32_t block, uint32_t position);
void hir_b_each_read(hir_builder *b, hir_b_visit *visit, void *data);

/* phis.c */
void hir_b_share_temps(hir_builder *b);

/* copies.c */
/* Appends the copies that the PHIs of `to` need on the edge. */
void hir_b_edge_copies(hir_builder *b, uint32_t from, uint32_t to, hir_list *list, HLNode *parent);

/* tree.c */
bool hir_b_make_tree(hir_builder *b);

/* build_borders.c */
void hir_b_find_live_in(hir_builder *b);

/* symbases.c */
void hir_b_memory_symbases(hir_builder *b);

/* jumps.c: removes gotos to what comes next anyway, and labels without gotos. */
void hir_b_tidy(hir_builder *b);
