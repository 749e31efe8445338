/* HIR in terms of integers: what a reference's subscripts are, and when it is executed.
 *
 * A form is a number, not a number modulo 2^width: it is made only where nothing wraps, by what the
 * IR promised (CanonExpr.exact, RegDDRef.no_wrap, LOOP_EXACT_BOUND), by the range of what it is
 * made of, or by guards around it. What cannot be proven has no form. */
#pragma once

#include "hir/dd/memo.h"
#include "hir/hir_range.h"

typedef enum dd_atom_kind {
    DD_ATOM_IV,      /* number: level */
    DD_ATOM_SYMBOL,  /* a blob; number: in dd_region.symbols */
    DD_ATOM_PRODUCT, /* a blob times an IV; number: in dd_region.products */
    DD_ATOM_OWN,     /* a quotient; number: in dd_region.quotients; each execution has its own */
} dd_atom_kind;

typedef struct dd_term {
    uint8_t kind;
    uint32_t number;
    int64_t coefficient;
} dd_term;

typedef struct dd_form {
    dd_term terms[DD_MAX_TERMS];
    uint32_t count;
    int64_t constant;
    bool bounded; /* the range is known */
    hir_range range;
} dd_form;

/* A blob. Its value is one and the same in the region if it has no defs there. */
typedef struct dd_symbol {
    hir_blob blob;
    hir_range range; /* of its value as a signed number */
    bool varies;
    bool many_defs; /* more than are kept */
    uint32_t level; /* of the innermost loop around a def */
    HLNode *defs[DD_MAX_DEFS];
    uint32_t def_count;
    bool is_extended;   /* with zeros: it is its operand if that is not negative */
    uint32_t *operands; /* symbols that it is not greater (is_least) or not less than, or NULL */
    uint32_t operand_count;
    bool is_least;
    bool has_limit; /* and of this constant */
    int64_t limit;
} dd_symbol;

typedef struct dd_product {
    uint32_t symbol, level;
} dd_product;

/* divisor * q + least <= sum <= divisor * q + most: rounded towards 0, so that the rest has the
 * sign of the sum; if that is not known, more is allowed. */
typedef struct dd_quotient {
    dd_form sum;
    int64_t divisor, least, most;
} dd_quotient;

/* What holds where a node is: the forms are not negative there. */
typedef struct dd_domain {
    const struct dd_domain *outer;
    const HLNode *of; /* the node that it is in */
    dd_form *forms;   /* none is below 0 there */
    uint32_t count;
    bool has_unequal; /* it is an if: `unequal` is not 0 there */
    dd_form unequal;
    uint32_t depth; /* loops around */
    bool is_box;    /* all forms of this and outer ones are constant bounds of loops */
    bool varies;    /* some if around it may leave out iterations, but not only the last ones */
    bool vague;     /* some if around it that is not fixed may say more than the forms do */
    bool is_fixed;  /* if it is of an if: that does not depend on the iteration */
    uint32_t first[DD_MAX_LEVELS]; /* or the first ones, up to this */
    uint64_t asked, natural;     /* by symbol: whether it was asked if it is not negative, and is */
    dd_wide max[DD_MAX_LEVELS];  /* by level: no iteration has a higher number */
    bool endless[DD_MAX_LEVELS]; /* that is only what its type allows */
} dd_domain;

/* What holds in all of the region, wherever the domain holds: the form is not negative. */
typedef struct dd_fact {
    const dd_domain *where;
    dd_form form;
} dd_fact;

typedef struct dd_region {
    hir *h;
    HLRegion *region;
    arena mem;
    VEC(dd_symbol) symbols;
    map symbol_of; /* blob -> number + 1 */
    VEC(dd_product) products;
    map product_of; /* symbol and level -> number + 1 */
    VEC(dd_quotient) quotients;
    map domains; /* list of nodes -> dd_domain * */
    map entered; /* lists of ifs and switches that a goto from elsewhere leads into */
    VEC(dd_fact) facts;
    uint64_t *work;  /* what solving systems of it may still cost, see dd_system */
    bool has_labels; /* inside of loops: iterations may leave out nodes */
    bool ends;       /* the loop is surely left at its end, whatever is in it */
    bool wild; /* gotos that go back, or into loops: nothing is known about the order of nodes */
    bool assume_dims;
} dd_region;

bool dd_region_init(dd_region *r, hir *h, HLRegion *region, bool assume_dims);
void dd_region_free(dd_region *r);

/* What holds for the node. NULL without memory, or if it is too deep. */
const dd_domain *dd_domain_of(dd_region *r, const HLNode *node);
/* Whether the form is not negative wherever the domain holds. */
bool dd_is_proven(const dd_region *r, const dd_domain *d, const dd_form *form);

/* Internal: the symbol or product that stands for a blob. */
bool dd_find_symbol(dd_region *r, hir_blob b, uint32_t *number);
bool dd_find_product(dd_region *r, hir_blob b, uint32_t level, uint32_t *number);
/* The sum in ce as if nothing wrapped. */
bool dd_plain_sum(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f);
void dd_clip(dd_form *f, hir_range to);
bool dd_is_within(const dd_form *f, hir_range r);
/* The same, also by what holds in the domain, if there is one. */
bool dd_fits(const dd_region *r, const dd_domain *d, const dd_form *f, hir_range type);
bool dd_is_natural_form(const dd_region *r, const dd_domain *d, const dd_form *f);
/* Leaves the range as it is. */
bool dd_add_term(dd_form *f, dd_atom_kind kind, uint32_t number, int64_t coefficient);

dd_form dd_form_constant(int64_t value);
int64_t dd_coefficient_of(const dd_form *f, dd_atom_kind kind, uint32_t number);
/* The value of ce, as a signed number of its type; false if it may wrap, or is not linear. */
bool dd_value_form(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f);
/* The same for 64 bits, but only modulo 2^64. */
bool dd_modular_form(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f);
/* to += by * from; false, and to is spoilt, if that cannot be represented. */
bool dd_form_add(dd_form *to, const dd_form *from, int64_t by);
bool dd_form_add_term(dd_form *to, dd_atom_kind kind, uint32_t number, int64_t coefficient);
/* Of a blob as it is where the domain holds. */
bool dd_form_add_symbol(dd_region *r, const dd_domain *d, dd_form *to, hir_blob b, int64_t by);
bool dd_form_add_times(dd_region *r, const dd_domain *d, dd_form *to, const dd_form *form,
                       hir_blob b, int64_t by);

/* An index into an array whose inner dimensions are known only at run time: unit * blob bytes for
 * each. */
typedef struct dd_index {
    uint32_t symbol;
    dd_form form;
} dd_index;

/* Whether the symbol is not negative where the domain holds. */
bool dd_is_natural(const dd_region *r, const dd_domain *d, uint32_t symbol);

/* One reference to memory. */
typedef struct dd_access {
    RegDDRef *ref;
    const dd_domain *domain;
    uint64_t size;   /* bytes; 0 if unknown */
    const char *why; /* why there is no form of its address: a reason's id; NULL if there is one */
    dd_form address; /* in bytes, without the base */
    bool no_wrap;    /* base + address is the address */
    bool connected;  /* … as far as it is from others that are */
    bool modular;    /* only modulo 2^64, unless it is connected */
    uint32_t base;   /* the symbol of its base */
    dd_form *subscripts; /* by dimension, if they are proven to stay in them */
    dd_index *indices;   /* outermost first, if they are, and the rest of the address: */
    uint32_t index_count;
    int64_t unit;
    dd_form rest;
    bool dims_assumed; /* not proven, but assumed */
} dd_access;
/* How many of the inner stride are one of the outer: coefficient, times a blob if that is not 0. */
bool dd_stride_ratio(hir *h, hir_blob outer, hir_blob inner, int64_t *coefficient, hir_blob *blob);
/* The address. */
bool dd_access_init(dd_region *r, RegDDRef *ref, dd_access *a);
/* The dimensions, when what accesses imply for the region is known. */
void dd_access_finish(dd_region *r, dd_access *a);
/* What all accesses of the region imply for it, as far as the objects are known that they are in;
 * then their dimensions. */
void dd_finish_accesses(dd_region *r, dd_access *all, size_t count);

/* The pair as a problem, and what follows from it. *assumed is set if that relies on dimensions
 * that are only assumed; *why is a reason's id if it is conservative. */
typedef struct dd_pair_result {
    dd_answer answer;
    uint32_t common;
    bool assumed_dims;
    const char *why;
} dd_pair_result;
void dd_test_pair(dd_region *r, const dd_access *source, const dd_access *sink, dd_exact *exact,
                  dd_memo *memo, dd_pair_result *result);
/* The same as if the loops around each at that level, which stand in one list, were one: common
 * loops are those up to the level. Branches do not exclude one another. */
void dd_test_fused(dd_region *r, const dd_access *source, const dd_access *sink, dd_exact *exact,
                   uint32_t level, dd_pair_result *result);
/* For two nodes of which nothing is known but where they are. */
void dd_assume_pair(const dd_region *r, const HLNode *a, const HLNode *b, const char *why,
                    dd_pair_result *result);

/* Whether both are indices or subscripts of arrays with the same dimensions, or both only bytes. */
bool dd_have_same_shape(const dd_access *a, const dd_access *b);

/* How many loops are around both. */
uint32_t dd_common_loops(const HLNode *a, const HLNode *b);
