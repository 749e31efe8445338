/* Why a type may not change, in one line each: the merge of pointer classes that spoiled it, or the
 * use that forbids it.
 *
 * The history of the pointer graph is gone through again with one question: when did a class that
 * held one kind of object first hold another, too? Merges that merging brought along are those of
 * the instruction that began it. Takes time near-linear in the graph. */
#pragma once

#include "dtrans/analysis/type_info.h"

typedef enum dtrans_cause_kind {
    DTRANS_CAUSE_NONE,   /* the type may change */
    DTRANS_CAUSE_TYPE,   /* what the type itself is, wherever it is used */
    DTRANS_CAUSE_MEMBER, /* it is a member of `other`, which has a cause of its own */
    DTRANS_CAUSE_MERGE,  /* `at` made one class of pointers to different things */
    DTRANS_CAUSE_SEEN,   /* `at` uses a pointer of one kind as one of another */
    DTRANS_CAUSE_USE     /* `at` does what forbids a change */
} dtrans_cause_kind;

typedef struct dtrans_cause {
    dtrans_cause_kind kind;
    LLVMValueRef at;     /* instruction, global or function; NULL if it is about the type */
    uint32_t use;        /* the use that is shown: of a merge the first conflict it led to */
    uint32_t other;      /* the type on the other side, IR_NONE if that is not a struct */
    LLVMValueRef object; /* the variable or allocation on the other side, NULL if none is known */
    uint32_t root;       /* the type whose cause it is in the end: itself, unless it is a member */
} dtrans_cause;

/* The cause of each type, by number, in the memory of info; NULL if memory is out. */
const dtrans_cause *dtrans_causes(DTransInfo *info);

/* What the instruction or variable does with pointers: "a pointer is stored". */
void dtrans_cause_deed(LLVMValueRef at, str *out);
/* Where the pointers meet: "function 'f'" if in its parameters or result, "field 'x' of
 * 'struct.s'"; nothing at no place with a name. */
void dtrans_cause_place(const DTransInfo *info, LLVMValueRef at, str *out);
