/* What an innermost loop costs in the loops around it, and what it would cost if another one of
 * them were innermost and some were unrolled and jammed. cost_nest.c reads
 * nests, cost_plan.c looks for plans, and all that is assumed about machines stands in
 * optimize_cost.c. */
#pragma once

#include "hir/dd/dd_graph.h"

/* So many copies of a body at most. Where strides are not known, they are far, and not a power of
 * two. */
enum { COST_DEPTH = 8, COST_MOST_COPIES = 8, COST_UNKNOWN_STRIDE = (1 << 16) + 64 };

/* A memory location that an iteration of the innermost loop reads, writes or both. */
typedef struct cost_ref {
    const RegDDRef *ref;
    int64_t strides[COST_DEPTH]; /* bytes from one iteration of a loop to the next */
    uint32_t bytes;
    double copies; /* so many of it, next to one another */
    bool reads, writes;
    bool is_new;        /* no other one before it has the same base and strides */
    bool has_address;   /* in a register of its own: of none before it, it is a constant away */
    uint32_t disturbed; /* loops that, innermost, access it in each iteration although it stays
                           where it is: something else there may be the same location */
} cost_ref;

/* Computations that only change with some of the loops. */
typedef struct cost_operation {
    uint32_t loops;
    double units; /* so many operations of one unit */
    double jumps; /* conditional ones, by data, that stay jumps */
} cost_operation;

/* Loops are numbered from the outermost that is looked at, by bits where there are several. */
typedef struct cost_nest {
    const hir *h;
    uint32_t depth; /* at most COST_DEPTH */
    HLLoop *loops[COST_DEPTH];
    double trips[COST_DEPTH];
    uint32_t needs[COST_DEPTH]; /* loops that decide how often this one runs, or whether */
    VEC(cost_ref) refs;
    VEC(cost_operation) operations;
    uint32_t copies; /* of the body that are there already, 0: it is not jammed */
    double latency;  /* of a value that is carried from one iteration to the next */
    uint32_t lanes;  /* of a vector */
    uint32_t registers, whole_registers;
    bool is_simple;    /* nothing but computations and memory: no calls, ifs, gathers */
    uint32_t carries;  /* loops that, innermost, have each iteration wait for the one before */
    uint32_t vectors;  /* loops that, innermost, can be vectorized */
    uint32_t sinkable; /* loops that dependences between its references let be innermost */
    uint32_t tileable; /* loops from which on they let iterations be in blocks */
    uint32_t stuck;    /* loops in which there is something else that it needs, and that needs it */
} cost_nest;

typedef struct cost_plan {
    uint32_t order[COST_DEPTH];   /* loops from the outside in */
    uint32_t factors[COST_DEPTH]; /* of unrolling and jamming; 1: none */
    double cycles;                /* of all iterations of all loops */
    double fetching;              /* so many of them for cache lines */
} cost_plan;

/* Loops from the first one on in blocks: those over blocks stand outside of it, in the order of the
 * nest. 1: not in blocks. */
typedef struct cost_tiling {
    uint32_t first;
    uint32_t sizes[COST_DEPTH];
} cost_tiling;

/* Whether the loop is so short that LLVM will unroll it as a whole: it counts as statements. */
bool cost_is_flat(const hir *h, HLLoop *loop);

/* Reads the innermost loop and those around it. False without memory. Free it in any case. */
bool cost_read(cost_nest *n, const dd_graph *g, HLLoop *innermost);
void cost_free(cost_nest *n);
/* What stays where it is is disturbed as in the other, which was read from the same loop. */
void cost_disturb(cost_nest *n, const cost_nest *as);

/* As it is. */
cost_plan cost_now(const cost_nest *n);
/* The same with one loop unrolled and jammed. */
double cost_jammed(const cost_nest *n, uint32_t loop, uint32_t factor);
/* The loop at one position is moved inwards to another: whether bounds let that be, and the best
 * way to unroll and jam then. Of those not innermost only the `jammed` ones are. */
bool cost_can_move(const cost_nest *n, uint32_t from, uint32_t to);
cost_plan cost_moved(const cost_nest *n, uint32_t from, uint32_t to, uint32_t jammed);
/* Whether it takes so long to fetch lines that blocks may help. */
bool cost_is_fetching(const cost_plan *p);
/* The best blocks from t->first on, with the given loops jammed in them: whether they take less
 * than `worth` of the best without. */
bool cost_tile(const cost_nest *n, uint32_t jammed, double worth, cost_tiling *t);
/* What it takes if that loop is in blocks of the best size, from t->first on, and the one over its
 * points is innermost. */
double cost_moved_in_blocks(const cost_nest *n, uint32_t from, uint32_t jammed, cost_tiling *t);

/* Internal: the model itself. */
void cost_find_cycles(const cost_nest *n, cost_plan *p);
double cost_of_inst(cost_nest *n, const HLInst *inst);
void cost_read_machine(cost_nest *n, uint32_t widest);
/* A value of that type is carried from one iteration to the next. */
void cost_carry(cost_nest *n, LLVMTypeRef type);
/* How often what changes with these loops stands in the body once loops are jammed. */
double cost_copies(const cost_nest *n, const cost_plan *p, uint32_t loops);

static inline uint32_t cost_all_loops(const cost_nest *n) {
    return (1u << n->depth) - 1;
}

static inline uint32_t cost_innermost(const cost_nest *n, const cost_plan *p) {
    return p->order[n->depth - 1];
}
