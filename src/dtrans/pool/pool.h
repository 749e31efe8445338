/* What dtrans-pool knows before it changes anything: which objects can come from pools, and which
 * fields can hold 32 bits instead of a pointer. docs/dtrans-pool.md says why each proof is needed.
 *
 * Invariants:
 *  1. A class is pooled if all heap objects in it are single objects of one type from calls that
 *     can be rewritten. It is closed if besides nothing else is in it: every pointer of the class
 *     is null or the address of an object of the type's pool.
 *  2. A field is narrow in all objects of its struct or in none, and wherever a pointer may lead to
 *     a narrow field, it leads to such fields only, all with pointers to one type. Classes of all
 *     pointers that are kept in narrow fields are closed.
 *  3. Objects of a type in parts are in one piece outside its pool, in the order of the parts. All
 *     pointers of a class to pooled objects lead to such in parts then, and to the first part.
 *  4. All this is about the program before the transform, and is found anew whenever the base
 *     begins anew.
 */
#pragma once

#include "dtrans/soa/soa.h"
#include "dtrans/transform/layout_body.h"
#include "ir/ptr/wrappers.h"

/* Why something stays as it is: an id that does not change, a sentence, and a position. */
typedef struct pool_reason {
    const char *id; /* NULL: there is none */
    const char *text;
    LLVMValueRef where;
} pool_reason;

/* Fields that are together. */
typedef struct pool_part {
    uint64_t start, bytes; /* in an object in one piece */
    uint64_t align;
    uint64_t offset, size; /* of the first in a granule, and from one to the next */
} pool_part;

typedef struct pool_type {
    bool pooled;       /* some class of it is, and it is worthwhile */
    bool member;       /* some class of it has members of other objects only */
    bool pointed;      /* by narrow fields */
    bool held_outside; /* narrow pointers to it may lie elsewhere than in pooled objects */
    pool_reason stays; /* why a class of it is not pooled */
    pool_reason wide;  /* why some pointers to it keep their width */
    unsigned shift;    /* of narrow pointers to it */
    uint64_t size;     /* of an object in the pool, once all structs have their bodies */
    LLVMValueRef variable;
    uint32_t sites;
    bool split;           /* objects in the pool are in parts */
    pool_reason together; /* why they are not */
    soa_groups groups;    /* which fields are in which part */
    pool_part *parts;     /* when `size`, that of the first part, is known, too */
    uint64_t per_granule;
    double estimate;       /* bytes moved, of those now; 0 if nobody asked */
    double parts_estimate; /* the same if the objects are in parts */
} pool_type;

typedef struct pool_field {
    uint32_t to; /* the type its pointers lead to; IR_NONE until one is seen */
    bool wide;   /* the pointer keeps its width */
} pool_field;

/* A call that allocates one object. */
typedef struct pool_site {
    LLVMValueRef call;
    uint32_t type;
    bool zeroed;
} pool_site;

typedef enum pool_edit_kind {
    POOL_LOAD,
    POOL_STORE,
    POOL_ADDRESS,
    POOL_VARIABLE, /* local */
    POOL_SIZE,     /* of a block of pointers */
    POOL_FREE
} pool_edit_kind;

/* An instruction to rewrite. */
typedef struct pool_edit {
    pool_edit_kind kind;
    LLVMValueRef at;
    uint32_t type;        /* pointed to; IR_NONE of what is freed: it is surely not from a pool */
    LLVMTypeRef elements; /* of an address or a variable: what it becomes */
    unsigned operand;     /* of a size */
    bool sure; /* of what is freed: it is null, or the address of an object of the pool */
} pool_edit;

/* A use of objects in parts. */
typedef struct pool_apart {
    LLVMValueRef at; /* address computation, or a copy or setting of a whole object */
    uint32_t type, group;
    bool pooled[2]; /* of a copy or setting: which pointers lead to objects in parts */
} pool_apart;

/* What the user asks for. */
typedef struct pool_options {
    bool all;             /* every type that may be pooled is */
    const char *only;     /* … or this one */
    bool wide;            /* no pointer becomes narrow */
    bool split;           /* objects are in parts, if that pays */
    const char *grouping; /* … in these: as for dtrans-split */
    bool unshifted;       /* narrow pointers are the address itself */
    uint64_t limit;       /* of each pool, in bytes; 0: none */
} pool_options;

typedef struct pool {
    pool_options options;
    DTransOptBase *b; /* NULL: nothing to free */
    lathe_ctx *ctx;
    arena mem;
    dtrans_visitor visitor; /* for questions about locations and sizes */
    size_t class_count;
    uint32_t *type_of; /* by class: the type of its pooled objects, plus 1 */
    bool *open;        /* by class: something else may be in it; also of classes of no objects */
    bool *tainted;     /* by class: its locations may hold what is not a pointer */
    bool *inside;      /* by class: some of its objects are members of others */
    pool_type *types;  /* by number in DTransInfo */
    pool_field **fields;
    ptr_wrappers wrappers; /* while instructions are collected */
    map constants;         /* whose addresses have been looked at */
    VEC(pool_site) sites;
    VEC(pool_edit) edits;
    VEC(pool_apart) aparts;
    map whole; /* copies and settings of whole objects → type + 1 */
} pool;

/* Everything below fills a pool for b->info. False, with the status set, on failure. */
bool pool_begin(pool *p, DTransOptBase *b);
void pool_end(pool *p);

/* pool_sites.c: which classes are pooled. */
void pool_find_classes(pool *p);
/* The calls in a function that yield what it returns. False if something else does. */
typedef VEC(LLVMValueRef) pool_calls;
bool pool_yields(lathe_ctx *ctx, LLVMValueRef fn, pool_calls *out);

/* Whether the object is a variable whose address is used to access and copy it, and for nothing
 * else: then no pointer is its address. Copies join its class with that of other objects. */
bool pool_is_only_touched(pool *p, const ptr_fact *object);

/* stray.c: values that are not addresses of objects, and where they go: those classes are open. */
void pool_find_strays(pool *p);

/* fields.c: which fields become narrow. */
void pool_find_fields(pool *p);
/* The type that narrow pointers at locations of the class lead to, IR_NONE if none are there. */
uint32_t pool_narrow_at(pool *p, ptr_class c);
/* The same for an element of a struct. */
uint32_t pool_narrow_field(const pool *p, uint32_t type, uint32_t field);

/* Part by part, strictest alignment first, in the old order otherwise: fields that may move and
 * stand before `end`. */
void pool_sort_fields(pool *p, uint32_t type, uint32_t *order, uint32_t end);
/* What the field is aligned to in the pool. */
uint64_t pool_field_align(pool *p, uint32_t type, uint32_t field);

/* Calls that do nothing to memory. */
bool pool_is_marker(LLVMValueRef call);

/* pool_parts.c: which fields of which types go into parts of their own, if that may be; and where
 * the parts are, once all structs have their bodies. */
void pool_choose_parts(pool *p);
void pool_measure_parts(pool *p, uint32_t type);
/* The order of a type's fields in an object in one piece. */
void pool_order_parts(pool *p, uint32_t type, dtrans_body *body);

/* apart.c: whether all that is done with objects can be done with parts of them, and what has to
 * change. */
void pool_check_parts(pool *p);
/* Leaves the type's objects in one piece. */
void pool_keep_together(pool *p, uint32_t type, const char *id, const char *text,
                        LLVMValueRef where);

/* apart_apply.c: before anything else is rewritten. */
void pool_rewrite_parts(DTransOptBase *b, void *data);

/* inside.c: classes with members of objects that are in no pool are open; and containers lie where
 * narrow pointers to their members reach them. */
void pool_check_inside(pool *p);
void pool_lower_shifts(pool *p);
/* Which types' narrow pointers may lie outside of pooled objects, or lead into the midst of one. */
void pool_find_held_outside(pool *p);

/* loose.c: whether the variables and blocks of pointers in a class can become narrow, else one that
 * cannot; and all that do. */
bool pool_can_narrow_loose(pool *p, ptr_class c, LLVMValueRef *where);
void pool_collect_loose(pool *p);

/* pool_worth.c: whether pooling the type pays; the estimate is kept. */
bool pool_is_worthwhile(pool *p, uint32_t type);

/* collect.c and pool_rewrite.c: instructions, found while classes can be asked and rewritten when
 * the plan has been carried out. */
void pool_collect(pool *p);
void pool_rewrite_uses(DTransOptBase *b, void *data);
void pool_rewrite_sites(DTransOptBase *b, void *data);

/* quick.c: what generated code does itself for a pool, see struct lathe_pool in
 * runtime/pool/rtpool_abi.h. */
/* ptr (ptr pool, i64 shift, i64 size): an object, all zero if asked for. `slow` is the
 * runtime's function for the same. Made once for each name. */
LLVMValueRef pool_quick_take(LLVMModuleRef m, const char *name, LLVMValueRef slow, bool zeroed);
/* void (ptr pool, i64 shift, ptr object): frees an object of the pool, or null. Not for pointers
 * that may be anything else. */
LLVMValueRef pool_quick_give(LLVMModuleRef m, const char *name, LLVMValueRef slow);
/* A variable of the runtime that is not exported. */
LLVMValueRef pool_runtime_variable(LLVMModuleRef m, const char *name, LLVMTypeRef type);

/* For all of them. Class of a value; 0 if it has none. */
ptr_class pool_class(pool *p, LLVMValueRef v);
const LocalPointerInfo *pool_local(pool *p, ptr_class c);
/* The type of a pooled class, IR_NONE if it is not pooled. */
uint32_t pool_type_of(pool *p, ptr_class c);
bool pool_is_closed(pool *p, ptr_class c);
/* Something that is not an object of the pool may be in the class. */
void pool_open(pool *p, ptr_class c, const char *id, const char *text, LLVMValueRef where);
/* Sets a reason if there was none. */
void pool_because(pool_reason *r, const char *id, const char *text, LLVMValueRef where);
