/* HLNodes: the tree. A node starts with an HLNode; casts between them go through `kind`. */
#pragma once

#include "hir/ref.h"

typedef enum hir_node_kind {
    HL_REGION,
    HL_LOOP,
    HL_IF,
    HL_SWITCH,
    HL_LABEL,
    HL_GOTO,
    HL_INST,
} hir_node_kind;

typedef struct hir_list {
    HLNode *first, *last;
} hir_list;

struct HLNode {
    hir_node_kind kind;
    uint32_t number; /* as printed, <12>; stable while nodes move */
    uint32_t order;  /* lexical, after hir_number_nodes */
    HLNode *parent;  /* NULL of a region */
    HLNode *prev, *next;
    hir_list *list; /* the one it is in */
    ir_place where;
};

/* A node with DDRefs: loop, if, switch, instruction. */
typedef struct HLDDNode {
    HLNode node;
    RegDDRef **refs; /* the one that is written first, if there is one */
    uint32_t ref_count;
} HLDDNode;

/* A value that is used after its region, and the temp it is in there. */
typedef struct hir_out {
    LLVMValueRef value;
    hir_temp temp;
} hir_out;

/* What a value from before the region can be, as a signed number. */
typedef struct hir_in_range {
    hir_temp temp;
    int64_t low, high;
} hir_in_range;

struct HLRegion {
    HLNode node;
    hir_list body;
    const char *entry, *exit; /* names of blocks, "" if unknown; what falls off the end of the
                                 body gets to the exit */
    VEC(hir_temp) live_in, live_out;
    VEC(hir_in_range) ranges;               /* of those that are live in, where they are known */
    VEC(hir_out) outs;                      /* not from text */
    LLVMBasicBlockRef entry_from, entry_to; /* the edge to its header */
    LLVMBasicBlockRef exit_from, exit_to;   /* the edge to its exit */
    VEC(LLVMBasicBlockRef) blocks;
    uint32_t max_level;
    bool changed;            /* the HIR differs from the blocks: hir_lower has to replace them */
    hir_refusal *refusal;    /* why hir_lower did not, NULL if it did or had no need to */
    struct hir_guess *guess; /* what is to be checked before it, see hir_plan_guess */
};

typedef enum hir_loop_kind {
    LOOP_DO,         /* refs[0] is the upper bound: iterations 0 … upper */
    LOOP_MULTI_EXIT, /* the same, but gotos leave it as well */
    LOOP_WHILE,      /* unknown number of iterations: it ends where a goto leaves it */
} hir_loop_kind;

/* What is known of a loop, and what has become of the loop of LLVM IR that it was.
 *
 * Promises are about the loop as it is: each transform clears those that it does not keep. What the
 * branch at `counted` does is found when the loop is built, and goes with `counted` where that
 * goes. Departures from the loop at `origin` are only ever added.
 *
 * Invariants (hir_loop_is_good, which hir_verify checks): 1. a LOOP_WHILE has no bound to be exact,
 * and no such branch; 2. where there is no `counted`, nothing is said of its branch; 3. only a
 * LOOP_MULTI_EXIT has a goto that leaves it. */
typedef enum hir_loop_state {
    /* Promises. */
    LOOP_EXACT_BOUND = 1 << 0,   /* the sum in the upper bound, as a signed number that does not
                                    wrap, is not negative whenever the loop is entered */
    LOOP_MUST_PROGRESS = 1 << 1, /* metadata promises that it ends or does something that is seen */
    /* The branch. */
    LOOP_LEAVES_IF_FALSE = 1 << 2,
    LOOP_ENDS_BEFORE = 1 << 3,    /* it may do so before the last iteration, as well */
    LOOP_LEAVES_IN_TIME = 1 << 4, /* a goto leaves in the last iteration at the latest */
    LOOP_BRANCH = LOOP_LEAVES_IF_FALSE | LOOP_ENDS_BEFORE | LOOP_LEAVES_IN_TIME,
    /* Departures. */
    LOOP_OTHER_BODY = 1 << 5,  /* an iteration is no longer what it was: what metadata said about
                                  those does not hold */
    LOOP_OTHER_COUNT = 1 << 6, /* iteration i is no longer the i-th */
} hir_loop_state;

/* Iterations are counted from 0 by 1. A loop that may run no time at all is in an HLIf with its
 * zero-trip test. The preheader and postexit of the spec are what comes before and after it. */
struct HLLoop {
    HLDDNode node;
    hir_loop_kind loop_kind;
    uint32_t level;
    LLVMTypeRef iv_type;
    hir_list body;
    hir_refusal *refusal;      /* why it is not a DO loop, NULL if it is */
    LLVMBasicBlockRef header;  /* of the loop that it was; NULL of copies and from text */
    LLVMBasicBlockRef origin;  /* the same, of copies, too: what was said of that loop is looked up
                                  there */
    LLVMBasicBlockRef counted; /* where its branch ends it after the last iteration, or NULL */
    unsigned state;            /* a set of hir_loop_state */
};

static inline bool hir_loop_is(const HLLoop *loop, hir_loop_state state) {
    return loop->state & state;
}
static inline void hir_loop_set(HLLoop *loop, hir_loop_state state, bool on) {
    loop->state = on ? loop->state | state : loop->state & ~(unsigned)state;
}
/* "must-progress": of one state; NULL of none or several. And the state by its name, or 0. */
const char *hir_loop_state_name(unsigned state);
unsigned hir_loop_state_named(const char *name);
/* The number of its last iteration; not of a LOOP_WHILE. */
CanonExpr *hir_upper(const HLLoop *loop);
bool hir_loop_is_good(const HLLoop *loop);

/* refs: left and right of the comparison; a truth value is compared with 0 by `ne`. */
typedef struct HLIf {
    HLDDNode node;
    bool is_float;
    LLVMIntPredicate predicate;
    LLVMRealPredicate real_predicate;
    hir_list then_body, else_body;
    LLVMValueRef inst;          /* the branch; NULL from text */
    const hir_version *version; /* what it has checked of then_body; else_body does the same without
                                   that. NULL of all others */
} HLIf;

typedef struct hir_case {
    int64_t value;
    hir_list body;
} hir_case;

/* refs[0]: what is looked at. Bodies do not fall through. */
typedef struct HLSwitch {
    HLDDNode node;
    hir_case *cases;
    uint32_t case_count;
    hir_list default_body;
    LLVMValueRef inst; /* NULL from text */
} HLSwitch;

typedef struct HLLabel {
    HLNode node;
    const char *name;
} HLLabel;

typedef struct HLGoto {
    HLNode node;
    HLLabel *target;            /* NULL if it leaves the region */
    const char *name;           /* of the target */
    LLVMBasicBlockRef from, to; /* if it leaves the region: the edge; NULL from text */
    LLVMValueRef inst;          /* the branch it was, if it stays in the region and was one */
} HLGoto;

/* refs[0] is the result if there is one. A copy, or the assignment of a closed form, has opcode 0
 * and two refs; so has a load (LLVMLoad), a store (LLVMStore) and an address (LLVMGetElementPtr). A
 * call has the callee's address first if the callee is unknown; a select has a truth value and two
 * values, or the two sides of its comparison and two values. */
typedef struct HLInst {
    HLDDNode node;
    LLVMOpcode opcode;
    LLVMIntPredicate predicate; /* of icmp */
    LLVMRealPredicate real_predicate;
    bool has_lval;
    bool compares;      /* a select: it has two sides of a comparison, not a truth value */
    bool is_float;      /* the comparison is by real_predicate */
    bool reordered;     /* accumulates in another order than inst, whose flags may not hold */
    const char *callee; /* of a call to a known function, else NULL */
    const char *text;   /* the operation as printed where opcodes say too little, else NULL */
    LLVMValueRef inst;  /* NULL of copies and from text */
} HLInst;

/* NULL without memory. A region is not in h->regions until the caller puts it there. */
HLRegion *hir_new_region(hir *h);
HLLoop *hir_new_loop(hir *h, hir_loop_kind kind);
HLIf *hir_new_if(hir *h);
HLSwitch *hir_new_switch(hir *h, uint32_t cases);
HLLabel *hir_new_label(hir *h, const char *name);
HLGoto *hir_new_goto(hir *h, const char *name);
HLInst *hir_new_inst(hir *h, LLVMOpcode opcode, uint32_t refs);
/* to = from, by the opcode; NULL if one of them is. */
HLInst *hir_new_assign(hir *h, LLVMOpcode opcode, RegDDRef *to, RegDDRef *from);
/* An if that compares integers, from the same position as the node; NULL if a side is. */
HLIf *hir_new_comparison(hir *h, CanonExpr *left, LLVMIntPredicate predicate, CanonExpr *right,
                         const HLNode *like);

void hir_append(hir_list *list, HLNode *parent, HLNode *node);
void hir_insert_before(HLNode *place, HLNode *node);
void hir_insert_after(HLNode *place, HLNode *node);
void hir_unlink(HLNode *node);
/* What is in the list, which was in another one, knows where it is. */
void hir_relink(hir_list *list, HLNode *parent);
/* Room for that many refs. */
bool hir_set_refs(hir *h, HLDDNode *node, uint32_t count);
/* Puts the ref there, and makes it know its node; not if it is NULL. */
void hir_set_ref(HLDDNode *node, uint32_t index, RegDDRef *ref);

/* The lists of what is in a node, in lexical order: a loop's body; then and else; the cases of a
 * switch, and its default. NULL beyond the last. */
hir_list *hir_child_list(HLNode *node, uint32_t index);

HLDDNode *hir_as_dd(HLNode *node);           /* NULL if it has no DDRefs by its kind */
HLInst *hir_as_inst(HLNode *node);           /* NULL if it is none, or NULL */
HLLoop *hir_parent_loop(const HLNode *node); /* the innermost around it, NULL if none */
HLRegion *hir_parent_region(const HLNode *node);
bool hir_is_in(const HLNode *node, const HLNode *top); /* or `top` itself */
bool hir_is_in_list(const HLNode *node, const hir_list *list);
uint32_t hir_node_level(const HLNode *node);          /* a loop is at the level of its own IV - 1 */
bool hir_is_before(const HLNode *a, const HLNode *b); /* in lexical order */
bool hir_is_innermost(HLLoop *loop);
void hir_number_nodes(HLRegion *region);
/* Finds the levels of loops, the levels and writers of temps, and brings all refs up to date. To be
 * called when regions are built or have changed. */
bool hir_update_levels(hir *h);

/* The node that comes after this one in lexical order, what is in it first; NULL after the last in
 * `top`. No recursion. */
HLNode *hir_next_node(HLNode *node, const HLNode *top);
/* The node `top` and everything in it, in lexical order. None may be moved meanwhile. */
#define hir_each_node(node, top)                                                                   \
    for (HLNode *node = (top), *node##_top = node; node; node = hir_next_node(node, node##_top))
/* The refs of a node, NULL ones left out. */
RegDDRef *hir_next_ref(HLNode *node, RegDDRef ***at);
#define hir_each_ref(ref, node)                                                                    \
    for (RegDDRef **ref##_at = NULL, *ref; (ref = hir_next_ref(node, &ref##_at));)

/* Calls visit for the node and everything in it, in lexical order; leave, if not NULL, when what is
 * in it has been seen; list, if not NULL, before each of its lists, empty or not. visit returns
 * whether to look inside. None of them may move the node or what is around it. No recursion. */
typedef struct hir_walker {
    bool (*visit)(void *data, HLNode *node);
    void (*list)(void *data, HLNode *node, uint32_t index);
    void (*leave)(void *data, HLNode *node);
    void *data;
} hir_walker;
void hir_walk(HLNode *node, const hir_walker *walker);

/* Whether the tree and all refs keep what their headers promise; *why, if not NULL, says what is
 * wrong. */
bool hir_verify(const hir *h, str *why);

/* The same where a phase ends; nothing in a release, and nothing of the work budget. */
void hir_assert_good(const hir *h);
