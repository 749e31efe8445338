/* What must change in the program when layouts change, found before anything is touched.
 *
 * The plan is made of edits, each about one instruction or constant expression and each in terms of
 * the old program. A use that cannot be rewritten is blamed on the types involved: the blame is
 * noted in DTransInfo as any other condition, so that the transform leaves those types alone when
 * it tries again, and the reason is reported.
 *
 * Invariants:
 *  1. Making a plan changes nothing but DTransInfo.
 *  2. With no blame, carrying out the edits and then remapping types leaves every address, size
 *     and range that depends on a layout right for the new one.
 */
#pragma once

#include "base/limits.h"
#include "dtrans/analysis/visit.h"
#include "dtrans/transform/layout.h"
#include "dtrans/transform/rules.h"
#include "ir/nonnull.h"

typedef enum dtrans_edit_kind {
    EDIT_PATH,   /* address computation: the same members, under the new types */
    EDIT_OFFSET, /* address computation: `to` bytes from the base */
    EDIT_STEP,   /* address computation: (index / from) elements of `to` bytes */
    EDIT_SCALE,  /* operand: divided by from, multiplied by to */
    EDIT_NUMBER, /* operand: the constant `to` */
    EDIT_ADD,    /* operand: and `to`, which may be negative */
    EDIT_ALIGN,  /* load or store: at most `to` aligned; of a call: what attribute `operand` says */
    EDIT_STRIP,  /* function or call: what is said of the memory at parameter `operand` */
    EDIT_FORGET, /* metadata that describes the memory */
    EDIT_VALUE,  /* load: always `value` */
    EDIT_PIECES, /* load or store of several fields as one value: by their bytes, see runs */
    EDIT_RETYPE, /* local variable: `to` objects of type `value_type` */
    EDIT_ERASE   /* the instruction has no effect any more */
} dtrans_edit_kind;

/* Bytes of a value that are side by side in memory. */
typedef struct dtrans_bytes {
    uint32_t part;          /* of the value, as dtrans_parts_of counts them */
    uint64_t place, length; /* in the part */
    int64_t distance;       /* from the pointer, in the new layout */
    uint64_t align;
} dtrans_bytes;

typedef struct dtrans_edit {
    dtrans_edit_kind kind;
    LLVMValueRef at;
    unsigned operand;
    uint64_t from, to;
    LLVMValueRef value;
    LLVMTypeRef value_type;
    const dtrans_bytes *runs; /* parts in order; bytes that are in none are padding or deleted */
    uint32_t run_count;
    dtrans_rule rule; /* that asks for it */
    bool constant;    /* `at` is a constant expression; filled in by dtrans_plan_add */
} dtrans_edit;

/* A global variable whose value type changes. */
typedef struct dtrans_variable {
    LLVMValueRef old;
    uint32_t type;  /* what it is an object of, IR_NONE if its own type says it */
    LLVMTypeRef to; /* its new type if pointers in it become integers, else NULL */
} dtrans_variable;

/* A call of an allocation wrapper that goes to a copy in which some uses of its argument are
 * scaled, see dtrans_can_scale_inside. */
typedef struct dtrans_clone {
    LLVMValueRef call;
    unsigned arg;
    uint64_t from, to;
    size_t first, count; /* in scaled */
} dtrans_clone;

/* An address computed from a pointer that may be null, which must then be what it was: a field that
 * was at offset 0 of null is null, wherever the field has gone. See plan_null.c. */
typedef struct dtrans_null {
    LLVMValueRef gep;
    bool computed; /* from null the old program computes more than null */
    bool index;    /* the transform makes an index of the base */
} dtrans_null;

typedef struct dtrans_plan {
    DTransInfo *info;
    const dtrans_layouts *layouts;
    dtrans_visitor visitor; /* for the questions the analysis asks, too */
    VEC(dtrans_edit) edits;
    VEC(dtrans_variable) variables;
    VEC(dtrans_clone) clones;
    VEC(dtrans_null) nulls;
    dtrans_size_uses scaled;
    map planned;      /* constant expressions and variables seen */
    map places;       /* class → what is known of it, see layout_plan.c */
    const char *name; /* of the transform, for blame */
    /* What the transform rewrites itself, NULL if nothing: instructions, calls that allocate,
     * variables, and constant addresses; the plan is not about them. */
    bool (*claims)(void *data, LLVMValueRef v);
    void *claims_data;
    bool blamed;
    bool coarse;          /* blame keeps whole types as they are, never single fields */
    dtrans_rules without; /* edits a test has switched off */
} dtrans_plan;

void dtrans_plan_init(dtrans_plan *p, DTransInfo *info, const dtrans_layouts *layouts,
                      const char *name);
void dtrans_plan_free(dtrans_plan *p);
/* False if something was blamed, or the context failed. */
bool dtrans_plan_make(dtrans_plan *p);

/* Adds what the plan does away with: it is not there to be rewritten when that has been done. */
void dtrans_plan_list_erased(const dtrans_plan *p, map *erased);

/* For the files of the plan. */
typedef struct dtrans_place {
    const LocalPointerInfo *info;
    bool remapped;               /* some type it may lie in changes */
    bool deleted;                /* the location is in deleted fields only */
    bool partly_deleted;         /* in a deleted field of some type it may lie in */
    uint64_t align;              /* what all types it may lie in promise under the new layouts */
    LLVMTypeRef whole;           /* the type of the objects there, if that changes, else NULL */
    uint32_t type;               /* the same in DTransInfo, IR_NONE if NULL */
    uint64_t old_size, new_size; /* of `whole` */
    int64_t tail_moves;          /* how far its array without an end goes, if it has one */
    uint64_t old_step, new_step; /* of that array */
} dtrans_place;

/* What is known of the location a pointer leads to. Never NULL. */
const dtrans_place *dtrans_place_of(dtrans_plan *p, LLVMValueRef pointer);
const dtrans_place *dtrans_place_at(dtrans_plan *p, ptr_class c);

void dtrans_plan_add(dtrans_plan *p, dtrans_edit edit);
/* The commonest of them: the instruction goes; an operand of it is of sizes. */
void dtrans_plan_erase(dtrans_plan *p, LLVMValueRef at, dtrans_rule rule);
void dtrans_plan_scale(dtrans_plan *p, LLVMValueRef at, unsigned operand, uint64_t from,
                       uint64_t to);
/* Blames all changed types the location may lie in. */
void dtrans_blame(dtrans_plan *p, const dtrans_place *place, LLVMValueRef where,
                  const char *reason);
/* Blames every changed struct that an object of the type is or has in it. */
void dtrans_blame_type(dtrans_plan *p, LLVMTypeRef type, LLVMValueRef where, const char *reason);
/* The field cannot be deleted. */
void dtrans_need_field(dtrans_plan *p, uint32_t type, uint32_t field);
/* The fields at the location cannot be deleted. */
void dtrans_blame_deletion(dtrans_plan *p, const dtrans_place *place);

bool dtrans_is_claimed(const dtrans_plan *p, LLVMValueRef v);

void dtrans_plan_gep(dtrans_plan *p, LLVMValueRef gep);
/* An address computation that does not lead as far as before; `index`: the transform, which claims
 * it, makes an index of the base. */
void dtrans_plan_null(dtrans_plan *p, LLVMValueRef gep, bool index);
/* A load or store at the location; false if it is of one scalar, or stays as it is. */
bool dtrans_plan_pieces(dtrans_plan *p, const dtrans_place *place, LLVMValueRef inst);
/* Address computations inside a constant, however deep. */
void dtrans_plan_constant(dtrans_plan *p, LLVMValueRef constant);
/* Whether a call is about padding or deleted fields only, and will be erased. */
bool dtrans_is_gone(dtrans_plan *p, LLVMValueRef user);
void dtrans_plan_call(dtrans_plan *p, LLVMValueRef call);
void dtrans_plan_difference(dtrans_plan *p, LLVMValueRef sub);
/* A variable of a changed type whose memory is not known to be of it. */
void dtrans_plan_declared(dtrans_plan *p, LLVMValueRef variable, LLVMTypeRef type);
/* Allocations and local variables. */
void dtrans_plan_objects(dtrans_plan *p);
void dtrans_plan_globals(dtrans_plan *p);
void dtrans_plan_attributes(dtrans_plan *p, LLVMValueRef fn_or_call);
