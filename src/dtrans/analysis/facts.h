/* What the analysis knows of single values, fields and calls, worked out when somebody asks: every
 * access to a field, what it can hold, what a pointer leads to, what a call does to objects.
 *
 * Invariants:
 *  1. Answers are about the module as it was analysed. Whoever has changed it asks anew, of a new
 *     DTransInfo.
 *  2. A field without a reason in `obstacle` is only ever touched by the accesses listed, each a
 *     plain load or store of all of it and of nothing else, and by operations on whole objects that
 *     move their fields along or set all bytes to zero.
 */
#pragma once

#include "dtrans/analysis/visit.h"

typedef VEC(LLVMValueRef) dtrans_value_list;

typedef struct dtrans_field_use {
    LLVMTypeRef type;
    const char *obstacle;   /* why not all that touches the field is known; NULL: all is */
    LLVMValueRef where;     /* of the obstacle, NULL if it is about the type */
    bool filled;            /* some set of bytes gives it a value that is not zero */
    dtrans_value_list list; /* loads and stores of it, as far as they are plain */
} dtrans_field_use;

typedef struct dtrans_facts {
    DTransInfo *info;
    arena mem;
    dtrans_visitor visitor;
    dtrans_field_use **fields; /* by type, by field; NULL until the first question */
    map place;                 /* class that is one field's own location → its dtrans_field_use */
    size_t judged;             /* so many classes have been looked at for that */
} dtrans_facts;

void dtrans_facts_init(dtrans_facts *f, DTransInfo *info);
void dtrans_facts_free(dtrans_facts *f);

/* Never NULL. The field must be one of the type. */
const dtrans_field_use *dtrans_field_use_of(dtrans_facts *f, uint32_t type, uint32_t field);
/* The field that a load or store is an access to, as listed; NULL if it is none. */
const dtrans_field_use *dtrans_field_accessed(dtrans_facts *f, LLVMValueRef inst);

/* Numbers from `least` to `most`, both included, as signed ones. */
typedef struct dtrans_range {
    int64_t least, most;
} dtrans_range;

/* All values that an integer can have; false if nothing is known but its type. */
bool dtrans_range_of_value(dtrans_facts *f, LLVMValueRef value, dtrans_range *range);
/* The same of a field of integers, zero included, which memory may begin with. */
bool dtrans_range_of_field(dtrans_facts *f, uint32_t type, uint32_t field, dtrans_range *range);
/* The constants that are stored into a field, each once, if all that is stored are constants and
 * they are no more than `room`. How many there are, or SIZE_MAX. */
size_t dtrans_field_constants(dtrans_facts *f, uint32_t type, uint32_t field, LLVMValueRef *values,
                              size_t room);

/* What a call does to memory of the program's. */
typedef enum dtrans_call_kind {
    DTRANS_CALL_NONE,
    DTRANS_CALL_ALLOCATES,
    DTRANS_CALL_REALLOCATES,
    DTRANS_CALL_FREES,
    DTRANS_CALL_COPIES,
    DTRANS_CALL_MOVES,
    DTRANS_CALL_SETS,
} dtrans_call_kind;

typedef struct dtrans_call {
    dtrans_call_kind kind;
    uint32_t type;     /* of the objects, IR_NONE if that is not one */
    uint64_t bytes;    /* that it is about; 0 if that is not constant */
    uint64_t count;    /* of objects; 0 if not constant, or not a whole number */
    bool zeroed;       /* new memory is zero, or may be */
    LLVMValueRef size; /* the argument that is the number of bytes; NULL if none is alone */
} dtrans_call;

/* False if the instruction is not such a call. */
bool dtrans_call_of(dtrans_facts *f, LLVMValueRef inst, dtrans_call *call);
