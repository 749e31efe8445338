/* What references of a nest reach in all its iterations, as sums that can be computed before it.
 *
 * A sum is one of numbers, not modulo 2^64: it is what code computes only if each atom is as small
 * as extent_limit says, which is to be checked before the nest where it is not known.
 *
 * Invariants: 1. atoms are blobs of 64 bits that do not change in the nest;
 *             2. terms of a sum differ in their level or atoms; those are in ascending order. */
#pragma once

#include "hir/transform/loop_parts.h"

enum { EXTENT_FACTORS = 4, EXTENT_TERMS = 24, EXTENT_ATOMS = 32 };

typedef struct extent_term {
    int64_t coefficient;
    uint32_t level; /* times the number of the iteration there; 0: times 1 */
    uint32_t count;
    uint8_t atoms[EXTENT_FACTORS];
} extent_term;

typedef struct extent_sum {
    uint32_t count;
    extent_term terms[EXTENT_TERMS];
} extent_sum;

typedef struct extent_atom {
    hir_blob blob;
    double least, most; /* as a signed number, whatever happens */
    bool natural;       /* the value must not be negative: to be checked if it may be */
} extent_atom;

/* A sum of fewer bits than an address, or a bound, that has to be checked: it does not wrap, and
 * if it is to be `natural`, it is not negative. */
typedef struct extent_check {
    const CanonExpr *canon;
    const HLNode *node;
    extent_sum sum;
    uint32_t width;
    bool natural, wraps;
} extent_check;

/* A sum that has to fit, for the iterations of the loops around the node. */
typedef struct extent_fit {
    extent_sum sum;
    const HLNode *node;
} extent_fit;

typedef struct extents {
    hir *h;
    dd_region r; /* what is proven without checks */
    const HLRegion *region;
    const HLLoop *nest;
    hir_temp outer[HIR_MAX_LEVEL]; /* by level of the loops around it, from 0: a temp that is the
                                      number of the iteration; 0 if none is needed */
    extent_atom atoms[EXTENT_ATOMS];
    uint32_t atom_count;
    map bounds; /* HLLoop -> extent_sum: no iteration has a higher number when it is executed */
    VEC(extent_check) checks;
    VEC(extent_fit) fits;
    VEC(CanonExpr *) exact; /* exact once the checks hold */
    VEC(HLLoop *) counted;  /* their bounds are exact then */
    double limit;           /* of atoms; infinite before extent_limit */
    hir_why why;            /* the first that could not be done */
} extents;

void extent_init(extents *x, const dd_graph *g, const HLLoop *nest);
void extent_free(extents *x);

/* Whether the nest assigns no temp in it. */
bool extent_is_fixed(const extents *x, const CanonExpr *ce);

/* Whether the sum in the loop's bound is a number that is not negative whenever it is entered. */
bool extent_has_exact_bound(extents *x, const HLLoop *loop);

/* How many bytes the reference is from its base. */
bool extent_of_ref(extents *x, RegDDRef *ref, extent_sum *sum);
/* No less, or no more, than the sum in any iteration of the loops around the node that gets there;
 * without iterations in it. */
bool extent_end(extents *x, const extent_sum *sum, const HLNode *node, bool most, extent_sum *end);
/* All terms that may be positive in *up, all that may be negative in *down, as numbers that can be
 * computed. */
bool extent_parts(extents *x, const extent_sum *sum, const HLNode *node, CanonExpr **up,
                  CanonExpr **down);

/* The least subscript of a dimension, from 0, and what is left at the largest of those that there
 * are: coefficient, times a blob if that is not 0. */
bool extent_of_dimension(extents *x, RegDDRef *ref, uint32_t dimension, int64_t coefficient,
                         hir_blob blob, extent_sum *least, extent_sum *left);

bool extent_add_constant(extents *x, extent_sum *sum, int64_t value);
/* Whether b is a and a constant, which is *by. */
bool extent_difference(const extent_sum *a, const extent_sum *b, int64_t *by);

/* Chooses how large atoms may be: all sums stay below 2^61 then. False if that is too small. */
bool extent_limit(extents *x);
/* No sum of the atoms beyond this. */
double extent_bound(const extents *x, const extent_sum *sum, const HLNode *node);
/* A sum without iterations, modulo 2^64. */
CanonExpr *extent_canon(extents *x, const extent_sum *sum);
