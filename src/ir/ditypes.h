/* Structs, unions and classes as debug info describes them.
 *
 * Every translation unit has its own copy of a type: copies of one kind, name, size and members
 * are one ir_di_struct. Types of one name that differ are several. */
#pragma once

#include "ir/dinodes.h"
#include "ir/srcloc.h"

typedef struct ir_di_struct ir_di_struct;

/* How a member's type leads to a struct. */
typedef enum ir_di_reach {
    IR_DI_NO_STRUCT,
    IR_DI_BY_VALUE,  /* the member is one */
    IR_DI_ARRAY_OF,  /* the member is an array of them */
    IR_DI_POINTER_TO /* the member is, or is an array of, pointers to one */
} ir_di_reach;

typedef struct ir_di_member {
    const char *name; /* "" for unnamed unions and structs, the class's for base classes */
    const char *type; /* as in C: "struct node *[4]" */
    uint64_t offset_bits, size_bits;
    uint64_t storage_bits; /* bit-fields: where their storage unit begins */
    bool bitfield, base_class;
    ir_di_reach reach;
    unsigned pointer_depth;     /* of IR_DI_POINTER_TO */
    const ir_di_struct *target; /* what reach leads to; NULL if IR_DI_NO_STRUCT */
    const ir_di_node *resolved; /* the type below typedefs and qualifiers; NULL for void */
} ir_di_member;

struct ir_di_struct {
    const ir_di_node *node; /* of the first copy */
    const char *name;       /* "" if neither the source nor a typedef names it */
    bool named_by_typedef;
    bool complete; /* not only declared */
    uint64_t size_bits;
    uint64_t align_bits;    /* as declared, else what the members ask for */
    bool align_is_declared; /* of the struct; of a member, if it is more than any type's own */
    const char *file;       /* NULL if unknown */
    unsigned line;
    ir_di_member *members; /* by offset where the source has it so: in order of declaration */
    size_t member_count;
    size_t copies;
    size_t number; /* its index in `all`, from 1 */
    ir_di_struct *next_same_name;
};

typedef struct ir_di_types {
    ir_di_graph graph;
    ir_srcloc places;
    arena mem;
    VEC(ir_di_struct *) all; /* in the order they were reached */
    map by_node;             /* node of any copy -> ir_di_struct */
    map by_name;             /* name -> first ir_di_struct */
    map by_signature;
    map spellings; /* type node -> C spelling */
} ir_di_types;

/* Reads the module's debug info; a module without any gives an empty collection. False, with the
 * context's status set, on failure. Free it either way. */
bool ir_di_types_init(ir_di_types *t, lathe_module *m);
void ir_di_types_free(ir_di_types *t);

/* The struct a type node stands for, or NULL. */
const ir_di_struct *ir_di_struct_of(const ir_di_types *t, LLVMMetadataRef node);

/* The source type of an IR struct type, by its name ("struct.node", "struct.node.5",
 * "__DRF_struct.node"), size and the offsets of its fields; NULL if there is none. *ambiguous: more
 * than one source type fits, and the first is given. */
const ir_di_struct *ir_di_match(const ir_di_types *t, LLVMTypeRef type, bool *ambiguous);

/* Whether an IR struct type, whatever its name, has the source type's size and fields at the
 * offsets of its members. */
bool ir_di_fits(const ir_di_types *t, LLVMTypeRef type, const ir_di_struct *s);

/* The name a type had before transforms: without "__DRF_" and its like, however many there are. */
const char *ir_without_prefixes(const char *name);

/* "struct", "union" or "class" */
const char *ir_di_keyword(const ir_di_struct *s);
