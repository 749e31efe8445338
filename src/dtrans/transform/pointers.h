/* Pointers to the objects of one type become integers, everywhere they are kept or passed.
 *
 * A pointer is one to S if its class leads to objects of S and to nothing else. Where such pointers
 * are kept in memory (fields, arrays, variables), parameters and results become integers; values
 * inside a function stay pointers, with a conversion wherever they come from or go to such a
 * location. Functions that code outside calls, and all functions and calls that share a class with
 * one, keep their types.
 *
 * Invariants:
 *  1. Whether a field holds pointers to S is one answer for all objects of its struct: if classes
 *     disagree, S is refused. So is S if the struct must keep its layout.
 *  2. Whether a parameter or result is one to S is decided by the class of the function, so that
 *     definitions and calls, direct or not, change alike.
 *  3. Answers are about the program before the transform and may be asked until step 5.
 */
#pragma once

#include "dtrans/analysis/local.h"

typedef struct DTransOptBase DTransOptBase;

/* What the cells at a field hold. */
typedef struct dtrans_kept {
    uint32_t type; /* pointers to objects of it; IR_NONE until one is seen */
    bool other;    /* something else, too */
} dtrans_kept;

typedef struct dtrans_pointee {
    LLVMTypeRef integer; /* what pointers to it become, NULL if they stay */
    const char *refusal; /* why they cannot, NULL if they can */
    LLVMValueRef where;  /* NULL if it is about a type */
    bool mixed;          /* some location for them is a field and lies outside structs, too */
    LLVMValueRef odd;    /* an access to one that is not a plain one of a pointer, NULL if none */
} dtrans_pointee;

typedef enum dtrans_cast_kind {
    CAST_LOAD,
    CAST_STORE,
    CAST_ADDRESS,  /* in an array of them */
    CAST_VARIABLE, /* local */
    CAST_CALL,
    CAST_RETURN,
    CAST_FUNCTION
} dtrans_cast_kind;

/* One instruction or function to rewrite, and the type it gets. */
typedef struct dtrans_cast {
    dtrans_cast_kind kind;
    LLVMValueRef at;
    LLVMTypeRef type;
} dtrans_cast;

typedef struct dtrans_pointers {
    dtrans_local local;
    dtrans_pointee *types;   /* by number in DTransInfo; NULL until the first question */
    dtrans_kept **fields;    /* by type, by field */
    map frozen;              /* classes of functions whose types must stay */
    VEC(dtrans_cast) casts;  /* functions first */
    VEC(LLVMTypeRef) params; /* of the function type being made */
    LLVMBuilderRef builder;  /* while they are applied */
    bool active;             /* some type is mapped */
} dtrans_pointers;

/* In prepare_types: pointers to objects of the type become integers of the given type. False if
 * they cannot; dtrans_pointer_refusal then says why. An integer narrower than a pointer is for
 * transforms that make all such pointers small; then types are refused whose pointers are kept
 * outside structs or in initialised objects, or are accessed as something else. */
bool dtrans_map_pointer(DTransOptBase *b, uint32_t type, LLVMTypeRef integer);
/* NULL if pointers to the type can be mapped. */
const char *dtrans_pointer_refusal(DTransOptBase *b, uint32_t type, LLVMValueRef *where);

/* Why pointers to the type cannot become integers that are smaller than pointers, NULL if they can
 * wherever pointers can become integers at all. */
const char *dtrans_narrow_refusal(DTransOptBase *b, uint32_t type);

/* The new type of an element of a struct, NULL if no mapped pointer is in it. */
LLVMTypeRef dtrans_pointer_field(const DTransOptBase *b, uint32_t type, uint32_t field);

/* Whether the i-th parameter of a function or call is passed as memory, or in a location of its
 * own, and so is not a value. */
bool dtrans_is_passed_as_memory(LLVMValueRef owner, unsigned i);

/* The type with its pointer, or the pointers of its array, as integers; NULL if it is neither. */
LLVMTypeRef dtrans_pointer_array(LLVMTypeRef type, LLVMTypeRef integer);

/* Before the builder: a load of the pointer's bits as an integer, by which the caller replaces
 * it; an address computation or a local variable whose pointers are integers, instead of the
 * old one. */
LLVMValueRef dtrans_retype_load(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef type);
void dtrans_retype_address(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef gep, LLVMTypeRef type);
void dtrans_retype_variable(LLVMBuilderRef b, LLVMValueRef variable, LLVMTypeRef type);

/* For the files of the base, in this order. Structs that hold mapped pointers get changes of their
 * own, marked as dependent, and their bodies; what is to be rewritten is collected, the global
 * variables into the plan; functions get their new types; instructions follow. */
void dtrans_pointers_init(DTransOptBase *b);
void dtrans_pointers_free(DTransOptBase *b);
void dtrans_pointers_types(DTransOptBase *b);
void dtrans_pointers_bodies(DTransOptBase *b);
void dtrans_pointers_collect(DTransOptBase *b);
void dtrans_pointers_prototypes(DTransOptBase *b);
void dtrans_pointers_apply(DTransOptBase *b);

/* The field of the innermost struct at an offset of a type, and its number there. False if it is
 * neither a pointer nor an array of pointers. */
bool dtrans_pointer_field_at(const DTransOptBase *b, uint32_t type, uint64_t offset, uint32_t *in,
                             uint32_t *number);

/* For the files of the mapping: the type that pointers of a class lead to, IR_NONE if that is not
 * exactly one. */
uint32_t dtrans_pointee_of(DTransOptBase *b, ptr_class c);
/* What the pointers kept at the locations of a class become, NULL if they stay. Outside structs
 * they have the size of pointers in any case: arrays of them keep their strides. */
LLVMTypeRef dtrans_kept_integer(DTransOptBase *b, ptr_class cell);
