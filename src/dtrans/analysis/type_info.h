/* DTransInfo: what is known about every struct type of a program. Analyses fill it, reports and
 * transforms ask it, transforms keep it true.
 *
 * Invariants:
 *  1. Every named struct type that appears in the IR has an entry, in order of first appearance.
 *  2. A condition's bit is set exactly if the type has a use with that condition.
 *  3. Fields are the elements of the LLVM type, in order; `padding` ones hold no data.
 */
#pragma once

#include "dtrans/analysis/transforms.h"
#include "ir/ptr/ptr.h"
#include "ir/structs.h"

/* What is known of the values a field can have. */
typedef enum dtrans_values { DTRANS_UNWRITTEN, DTRANS_ONE_VALUE, DTRANS_MANY_VALUES } dtrans_values;

typedef struct dtrans_field {
    const char *name; /* as in the source, "" if unknown; a+b+c of bit-fields that share it */
    const char *type; /* as in the source, else IR text */
    uint64_t offset, size;
    uint64_t reads, writes; /* sites in the program */
    double frequency;       /* accesses expected at run time */
    dtrans_values values;   /* of the stores seen; memory that starts as zero is not counted */
    LLVMValueRef value;     /* the constant of DTRANS_ONE_VALUE */
    bool padding;
    bool address_taken;
    bool index;  /* marks say that AOS-to-SOA made an index of it */
    bool needed; /* a transform found a use that keeps it from being deleted */
    bool atomic; /* accessed atomically: it keeps its width and alignment, and is not deleted */
    bool pinned; /* shares its address with the object in a way that forbids moving it */
} dtrans_field;

/* One use that sets a condition. */
typedef struct dtrans_use {
    dtrans_condition condition;
    LLVMValueRef where; /* instruction, global or function; NULL if it is about the type itself */
    const char *reason; /* one sentence, no full stop */
    uint32_t next, previous; /* of the same type, 0 at the ends */
} dtrans_use;

typedef struct dtrans_site {
    LLVMValueRef call;
    const char *function;
    uint64_t count; /* objects, if constant; 0 if not */
} dtrans_site;

/* A field touched in a loop. What is in no loop of its function counts as one loop. */
typedef struct dtrans_touched {
    uint32_t loop; /* innermost; numbers are the program's */
    uint32_t type, field;
    bool in_loop;
    bool profiled;   /* its function has a profile */
    double weight;   /* touches expected at run time */
    double share;    /* the same, where one that may touch several fields counts as a part each */
    double heaviest; /* touches by one instruction, at most */
} dtrans_touched;

/* An instruction that touches a type. */
typedef struct dtrans_toucher {
    uint32_t loop, type;
    LLVMValueRef inst;
} dtrans_toucher;

#define DTRANS_NO_TAIL UINT64_MAX

/* What dtrans_leaf_size found at an offset. */
typedef struct dtrans_leaf {
    uint16_t size;
    bool known, opaque;
} dtrans_leaf;

typedef struct dtrans_type {
    LLVMTypeRef llvm;
    const ir_struct *layout;
    const char *name;
    uint64_t size, align;
    uint64_t tail; /* where an array without an end begins that closes it, else DTRANS_NO_TAIL */
    bool bounded;  /* allocators may have no room for more bytes */
    bool open;     /* ends in an array that may be longer than its type says */
    dtrans_field *fields;
    uint32_t field_count;
    dtrans_leaf *leaves; /* by offset, once asked for; NULL for large objects */
    SafetyData safety;
    SafetyData hard; /* of these, what some use sets that is more than passing by value or atomic */
    uint32_t use_count[DTRANS_CONDITIONS]; /* all that were seen; the first ones are kept */
    uint32_t first_use, last_use;
    double frequency; /* of all fields */
    VEC(dtrans_site) sites;
    double *affinity;   /* field_count squared: frequency of loops that touch both */
    uint32_t fixed_by;  /* type + 1 of which it is a member, if that alone keeps its layout */
    const char *kept;   /* why the user wants no transform to change it; NULL: it may change */
    const char *forced; /* the pass that shall change it if it can, whether or not that pays, and
                           that keeps others that ask from it; NULL: what pays best */
} dtrans_type;

/* A type as it was before a transform noted something of it. */
typedef struct dtrans_learned {
    uint32_t type;
    dtrans_condition condition;
    SafetyData safety, hard;
    uint32_t use_count, first_use, last_use;
} dtrans_learned;

typedef struct DTransInfo {
    lathe_module *m;
    lathe_ctx *ctx;
    arena mem;
    ir_di_types di;
    ir_structs structs;
    ptr_graph graph;
    VEC(dtrans_type) types;
    VEC(dtrans_use) uses;         /* [0] unused */
    uint32_t first_code_use;      /* uses before it are what types say of themselves */
    VEC(dtrans_touched) touched;  /* by loop, then type, then field; each once */
    VEC(dtrans_toucher) touchers; /* in the order of the program */
    struct cost_strides *strides; /* of those, once the model of costs was asked; in mem */
    bool complete;                /* what is noted from now on is a transform's … */
    VEC(dtrans_learned) learned;  /* … and can be taken back, the last one first */
    map by_llvm;                  /* LLVM type → type + 1 */
    uint32_t *type_of_shape;      /* type + 1, 0 if none */
    bool whole;
    bool linked;           /* see ir_linked */
    bool open;             /* what has external linkage is used from outside, main perhaps not … */
    bool main_called;      /* … or main, too, by others than the start of the program */
    const char *not_whole; /* why not, NULL if whole */
    LLVMValueRef not_whole_at;
    LLVMValueRef exception_at; /* the first sign of exception handling, NULL if none */
} DTransInfo;

/* Analyses the module, after always-inline and mem2reg. Free it in any case; the status is on the
 * module's context. */
void dtrans_analyze(DTransInfo *info, lathe_module *m);
/* The same for a module that has been prepared by it already. */
void dtrans_examine(DTransInfo *info, lathe_module *m);
void dtrans_info_free(DTransInfo *info);

/* Whether the module has any struct type of its own that is not fixed by what it is. If none of the
 * modules of a program has one, no transform of layouts can change anything in it. Changes nothing;
 * true if it cannot be known. */
bool dtrans_has_candidates(lathe_module *m);
/* Fills types and layouts; the graph and the structs must be there. */
bool dtrans_collect_types(DTransInfo *info);
/* The type's number, IR_NONE if it is not a named struct of the module. */
uint32_t dtrans_type_of(const DTransInfo *info, LLVMTypeRef type);
uint32_t dtrans_type_named(const DTransInfo *info, const char *name);
/* The type that a field is, or is an array of; IR_NONE if it is not a struct. */
uint32_t dtrans_field_type(const DTransInfo *info, uint32_t type, uint32_t field);

/* Records a use. The sentence may name details. */
void dtrans_note(DTransInfo *info, uint32_t type, dtrans_condition condition, LLVMValueRef where,
                 const char *reason, ...) __attribute__((format(printf, 5, 6)));

/* The same for a WholeStructureReference that only carries the object into a function or out of
 * one, in pieces of whole fields: moving and deleting fields can follow it. */
void dtrans_note_by_value(DTransInfo *info, uint32_t type, LLVMValueRef where, const char *reason,
                          ...) __attribute__((format(printf, 4, 5)));

/* The same for VolatileData of a plain atomic access, which moving whole fields keeps as it is. */
void dtrans_note_atomic(DTransInfo *info, uint32_t type, LLVMValueRef where, const char *reason,
                        ...) __attribute__((format(printf, 4, 5)));

/* Takes back what transforms noted since the analysis was complete. */
void dtrans_unlearn(DTransInfo *info);

/* Types that are declared with a larger alignment than their fields ask for: one of which debug
 * info knows; all of which the code does, when accesses have been counted. */
void dtrans_note_known_alignment(DTransInfo *info, uint32_t index);
void dtrans_note_seen_alignments(DTransInfo *info);

/* What is by value in a type that must keep its layout must keep its own. */
void dtrans_fix_members(DTransInfo *info);

/* Whether another definition may replace it. */
bool dtrans_is_replaceable(LLVMValueRef global);

/* Whether code outside the module may call the function, except for the one call of main with which
 * a program starts. */
bool dtrans_is_seen_outside(const DTransInfo *info, LLVMValueRef fn);

/* Whether a parameter type=WORD of a pass means the type: as in IR, before transforms or after, or
 * as in the source. */
bool dtrans_is_named(const dtrans_type *t, const char *word);
/* Warns if the name means no type. */
void dtrans_warn_of_type(DTransInfo *info, const char *pass, const char *word);

/* Finds the types that the user wants to stay as they are, by settings or by the declaration tag
 * "lathe.keep", and the structs inside those. Names of no type are reported once. */
void dtrans_keep_types(DTransInfo *info);

/* Finds the types that a pass shall change whether or not it pays. */
void dtrans_force_types(DTransInfo *info);
/* Whether it is this one, by its name as a pass. */
bool dtrans_is_forced(const dtrans_type *t, const char *pass);

/* Whether the program as a whole allows any change. */
bool dtrans_is_program_legal(const DTransInfo *info);
/* The conditions of the type that make the transform illegal. */
SafetyData dtrans_blocking(const dtrans_type *t, dtrans_transform transform);
bool dtrans_is_legal(const DTransInfo *info, uint32_t type, dtrans_transform transform);

/* The field whose bytes include offset, IR_NONE if there is none. */
uint32_t dtrans_field_at(const DTransInfo *info, uint32_t type, uint64_t offset);

/* Whether the word is the name of the field, or of a bit-field in it. */
bool dtrans_field_is_called(const dtrans_field *f, const char *word, size_t length);

/* Where the array without an end begins that closes the type, DTRANS_NO_TAIL if none does. */
uint64_t dtrans_tail_of(LLVMTargetDataRef target, LLVMTypeRef type);
/* The size of that array's elements. */
uint64_t dtrans_tail_step(LLVMTargetDataRef target, LLVMTypeRef type);
/* One step inwards, to the element of a struct or array that holds the byte. An array without an
 * end that closes a struct holds all that follows. False if no element holds it. */
bool dtrans_enter(LLVMTargetDataRef target, LLVMTypeRef *type, uint64_t *offset);

/* Whether none of the bytes [offset, offset + length) of the type holds data, at any depth. */
bool dtrans_is_padding(const DTransInfo *info, LLVMTypeRef type, uint64_t offset, uint64_t length);
