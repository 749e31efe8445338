/* DDRefs: every operand of a node. Each occurrence is an object of its own; the symbase says which
 * may be the same data. */
#pragma once

#include "base/limits.h"
#include "hir/canon.h"

typedef enum hir_ref_kind {
    REF_SCALAR,  /* a temp, a constant, or a closed form without memory */
    REF_MEMORY,  /* (base)[…]: what is there */
    REF_ADDRESS, /* &(base)[…]: where it is */
} hir_ref_kind;

typedef struct BlobDDRef {
    hir_blob blob; /* a temp blob */
    hir_symbase symbase;
    uint32_t level; /* at which its temp is assigned */
    RegDDRef *parent;
} BlobDDRef;

/* What run-time checks right before a nest have found out about it: the nest is only executed if
 * the bytes of some of its references, in all its iterations, are disjoint from those of others.
 * References with one base are a group. A reference keeps what is known of it as long as it stays
 * in the nest, whatever becomes of that. */
typedef struct hir_version {
    const HLNode *branch; /* to the nest */
    uint32_t groups;
    uint32_t apart[HIR_MAX_GROUPS]; /* by group, a bit for each that it is disjoint from */
} hir_version;

/* A table of pointers to rows, which are found to be at equal distances. Rows may be objects of
 * their own, so that a pointer into one must not lead to another one: the address is computed from
 * the row's own pointer. */
typedef struct hir_rows {
    hir_blob table;    /* the address of the entry of row 0: a temp */
    LLVMValueRef load; /* of an entry, before it was replaced */
} hir_rows;

/* Dimensions are numbered from 1, the innermost; dimension d is subscripts[d - 1]. A scalar ref has
 * one subscript, its CanonExpr, and no base. */
struct RegDDRef {
    hir_ref_kind kind;
    HLNode *node; /* an HLDDNode */
    hir_symbase symbase;
    CanonExpr *base; /* of memory and addresses; its symbase is the temp's, not the memory's */
    CanonExpr **subscripts;
    hir_blob *strides;   /* bytes from one to the next of each dimension; may be constants */
    uint64_t *sizes;     /* how many there are in each dimension, 0 if unknown */
    uint32_t dimensions; /* at least 1 */
    LLVMTypeRef type;    /* of what is read or written */
    LLVMValueRef value;  /* the operand, or the load or store; NULL from text */
    bool is_lval;        /* written */
    bool is_volatile, atomic;
    bool in_bounds;     /* the IR says that each subscript stays in its dimension, see sizes */
    bool any_alignment; /* nothing is known of its alignment: it was made by hand */
    bool no_wrap;       /* the IR says that base + Σ subscript * stride is the address as a number:
                           neither it nor anything on the way wraps around when it is executed */
    bool in_dims; /* checks right before the nest have found that each subscript but the outermost
                     stays in its dimension */
    /* Not from text. Either may also mean that the address is poison: */
    bool same_object;     /* the IR says that base and address are in one object, or the same */
    bool adds_up;         /* as no_wrap */
    const hir_rows *rows; /* by which the outermost dimension is reached; NULL: by its stride */
    const hir_version *version; /* of the nest that it is in, if it belongs to a group; or NULL */
    uint32_t group;
    BlobDDRef *blob_refs;
    uint32_t blob_ref_count;
    RegDDRef *next_def; /* the next that writes the same temp */
};

/* Whether checks have found that they never meet while the loops around those checks are in one
 * iteration. */
static inline bool hir_are_apart(const RegDDRef *a, const RegDDRef *b) {
    return a->version && a->version == b->version && a->version->apart[a->group] >> b->group & 1;
}

/* The temp that a scalar ref is, and nothing else; 0 if it is none. */
hir_temp hir_ref_temp(const hir *h, const RegDDRef *ref);

/* Whether the node, or something in it, assigns the temp. */
bool hir_is_assigned_in(const hir *h, hir_temp t, const HLNode *top);
/* Whether the temp with that symbase is the ref, or is in it. */
bool hir_mentions(const RegDDRef *ref, hir_symbase temp);

/* Its symbase is that of its temp, if it is one. */
RegDDRef *hir_ref_scalar(hir *h, CanonExpr *ce);
RegDDRef *hir_ref_of_temp(hir *h, hir_temp t);
RegDDRef *hir_ref_memory(hir *h, hir_ref_kind kind, CanonExpr *base, uint32_t dimensions);
RegDDRef *hir_ref_copy(hir *h, const RegDDRef *ref);
/* Other names for temps in it; `to` maps those that change. What is shared with others stays. */
bool hir_rename_ref(hir *h, RegDDRef *ref, const map *to);

/* getDimensionStride, getDimensionConstStride: 0 if the stride is not a constant. */
hir_blob hir_dimension_stride(const RegDDRef *ref, uint32_t dimension);
int64_t hir_dimension_const_stride(const hir *h, const RegDDRef *ref, uint32_t dimension);

/* How far the reference moves from one iteration of the loop at the level to the next, in bytes;
 * NULL if a blob in it varies there, or it cannot be represented. */
CanonExpr *hir_stride_at_level(hir *h, const RegDDRef *ref, uint32_t level);

/* Fills blob_refs from the temps in base, subscripts and strides, and the levels of all its
 * CanonExprs, for a reference in its node; hides casts and divisions in them. hir_update_levels
 * does this for all refs, after finding the levels of temps. */
bool hir_ref_update(hir *h, RegDDRef *ref);
/* As hir_collect_temp_blobs, of everything in the ref. */
void hir_ref_collect_temp_blobs(const hir *h, const RegDDRef *ref, hir_blob_list *out);
bool hir_ref_update_in(hir *h, RegDDRef *ref, const HLRegion *region);
/* findBlobLevel: of a temp blob in the ref; findMaxBlobLevel: of a list of them. */
uint32_t hir_find_blob_level(const RegDDRef *ref, hir_blob b);
uint32_t hir_find_max_blob_level(const RegDDRef *ref, const hir_blob_list *blobs);

/* The reference that a subscript or the base of this one was loaded through, if it was: an indexed
 * reference. Not found beyond 1000 writers. */
typedef enum hir_indexing {
    HIR_NOT_INDEXED,
    HIR_INDEXED_BY_SUBSCRIPT,
    HIR_INDEXED_BY_BASE
} hir_indexing;
hir_indexing hir_ref_indexing(const hir *h, const RegDDRef *ref, const RegDDRef **index);

void hir_ref_print(const hir *h, const RegDDRef *ref, str *out);
