/* The data-dependence graph of a region: DDRefs, and edges between them.
 *
 * There is an edge for each loop that can carry a dependence from one reference to another, and one
 * for dependences within one iteration of all loops around both. An edge leads from what runs first
 * to what runs later. No edge between two references: they can be reordered freely, as far as data
 * goes, unless the graph is not complete.
 *
 * Invariants: 1. refs are in lexical order, what a node reads before what it writes;
 *             2. directions at levels outside of that which carries are EQUAL, there LESS;
 *             3. an edge without a reason is exact, except for directions of several inner levels
 *                that exclude one another. */
#pragma once

#include "hir/dd/affine.h"
#include "ir/ptr/ptr_graph.h"

typedef enum dd_kind { DD_FLOW, DD_ANTI, DD_OUTPUT, DD_INPUT } dd_kind;

typedef enum dd_ref_kind {
    DD_REF_MEMORY,
    DD_REF_SCALAR, /* a temp, as a whole operand or inside of one */
    DD_REF_EFFECT, /* a call, or another instruction that reads or writes what is not known */
} dd_ref_kind;

enum { DD_NO_EDGE = 0xffffffff };

typedef struct dd_ref {
    dd_ref_kind kind;
    HLNode *node;
    RegDDRef *ref;         /* NULL of an effect */
    const BlobDDRef *blob; /* a temp inside of ref, or NULL */
    hir_symbase symbase;   /* 0 of an effect */
    bool reads, writes;
    bool ordered;                 /* volatile, atomic: keeps its order among such */
    bool errno_only, domain_only; /* of an effect, as of dd_effect */
    uint32_t first_out, first_in; /* edges; DD_NO_EDGE */
} dd_ref;

typedef struct dd_edge {
    uint32_t source, sink; /* refs */
    dd_kind kind;
    uint32_t level;            /* of the loop that carries it; 0: none does */
    uint32_t levels;           /* loops around both */
    const uint8_t *directions; /* by level - 1 */
    const bool *constant;
    const int64_t *distance; /* where constant */
    const char *reason;      /* an id (docs/hir-dd.md) why it is assumed; NULL: it is proved */
    bool assumes_dims;
    dd_test by;
    uint32_t next_out, next_in;
} dd_edge;

typedef struct dd_options {
    ptr_graph *classes;  /* of the whole program, if that is there */
    bool assume_noalias; /* different bases are different objects */
    bool assume_dims;    /* subscripts stay in their dimensions */
    bool assume_checked; /* what run-time checks may exclude does not happen: to see what those
                            would be good for */
    /* For tests, which see that it is wrong: references never meet; ifs decide what they would if
     * nothing changed; sums of any type may be taken in any order. */
    bool assume_independent, assume_decided, assume_commutes;
    bool no_exact;            /* isl is not asked */
    bool no_exact_distances;  /* nor whether a distance is constant where that is hard to see */
    bool input;               /* edges between reads, too */
    unsigned long operations; /* of isl for one question; 0: the default */
    uint64_t max_pairs;       /* of one region; 0: the default */
} dd_options;

typedef struct dd_counts {
    uint64_t pairs, none, proved, assumed, asked, gave_up;
    uint64_t by[DD_TESTS];
} dd_counts;

typedef struct dd_graph {
    hir *h;
    HLRegion *region;
    dd_options options;
    arena mem;
    VEC(dd_ref) refs;
    VEC(dd_edge) edges;
    map ref_of; /* RegDDRef or BlobDDRef -> number + 1; of a RegDDRef that is a temp, that */
    dd_counts counts;
    bool complete; /* false: it was too large, and edges are missing */
    bool gave_up;  /* isl ran out of operations for some edges */
} dd_graph;

/* Builds the graph, or builds it again after the region has changed. Free it in any case. memo may
 * be NULL. hir_update_levels must have been called. */
bool dd_graph_build(dd_graph *g, hir *h, HLRegion *region, const dd_options *options,
                    dd_memo *memo);
bool dd_graph_rebuild(dd_graph *g, dd_memo *memo);
/* Tests two references to memory anew, with so many operations of isl for a question (0: the
 * default), and replaces the edges between them that come from a test. How many there are then. */
uint32_t dd_graph_refine(dd_graph *g, uint32_t first, uint32_t second, unsigned long operations);
void dd_graph_free(dd_graph *g);

/* Whether the edge is only assumed, for something that can be checked at run time: bases that may
 * lead to one object, numbers that may wrap. */
bool dd_is_checkable(const char *reason);

/* IR_NONE if it is none. */
uint32_t dd_find_ref(const dd_graph *g, const RegDDRef *ref);
#define dd_each_out(g, e, ref)                                                                     \
    for (uint32_t e = (g)->refs.at[ref].first_out; e != DD_NO_EDGE; e = (g)->edges.at[e].next_out)
#define dd_each_in(g, e, ref)                                                                      \
    for (uint32_t e = (g)->refs.at[ref].first_in; e != DD_NO_EDGE; e = (g)->edges.at[e].next_in)

void dd_ref_text(const dd_graph *g, uint32_t ref, str *out);
/* "(<, =)", with distances where they are constant: "(1, =, <=)" */
void dd_vector_text(const dd_edge *e, str *out);
void dd_edge_text(const dd_graph *g, const dd_edge *e, str *out);
const char *dd_kind_name(dd_kind kind);
/* One relation from iterations to bytes for each reference to memory. */
void dd_export_isl(const dd_graph *g, str *out);

/* Internal: what is known of the references to memory, and by ref its index among them. */
typedef struct dd_accesses {
    VEC(dd_access) all;
    VEC(uint32_t) place_of;
} dd_accesses;
bool dd_read_accesses(const dd_graph *g, dd_region *r, dd_accesses *a);
void dd_free_accesses(const dd_graph *g, dd_accesses *a);
static inline const dd_access *dd_access_of(const dd_accesses *a, uint32_t ref) {
    return &a->all.at[a->place_of.at[ref]];
}

/* Internal: adds an edge for each possible vector of the answer. a and b are refs; a stands before
 * b or is b. */
void dd_graph_connect(dd_graph *g, uint32_t a, uint32_t b, const dd_pair_result *r);
void dd_graph_add_scalars(dd_graph *g, const dd_region *r);
