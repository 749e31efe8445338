/* Every debug-info type node a module can reach, read once.
 *
 * Reached from: the compile units (retained types, globals, enums), the subprograms of functions,
 * the variables of globals and of debug records, the scopes of instruction locations, inlined ones
 * too. LLVM-C names few of the fields of a type; the others are taken from operands by number (see
 * llvmx.h), and one operand whose value LLVM-C does know (the size) is compared: if a later LLVM
 * orders operands otherwise, reading fails with LATHE_INTERNAL instead of giving wrong layouts. */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "ir/llvmx.h"
#include "ir/md.h"

/* The DWARF tags that matter for layouts. */
enum {
    IR_DI_TAG_ARRAY = 0x01,
    IR_DI_TAG_CLASS = 0x02,
    IR_DI_TAG_ENUM = 0x04,
    IR_DI_TAG_MEMBER = 0x0d,
    IR_DI_TAG_POINTER = 0x0f,
    IR_DI_TAG_REFERENCE = 0x10,
    IR_DI_TAG_STRUCT = 0x13,
    IR_DI_TAG_SUBROUTINE = 0x15,
    IR_DI_TAG_TYPEDEF = 0x16,
    IR_DI_TAG_UNION = 0x17,
    IR_DI_TAG_INHERITANCE = 0x1c,
    IR_DI_TAG_CONST = 0x26,
    IR_DI_TAG_VOLATILE = 0x35,
    IR_DI_TAG_RESTRICT = 0x37,
    IR_DI_TAG_RVALUE_REFERENCE = 0x42,
    IR_DI_TAG_ATOMIC = 0x47,
};

#define IR_DI_NO_COUNT UINT64_MAX /* of an array dimension that is flexible or not constant */

typedef struct ir_di_node {
    LLVMMetadataRef node;
    unsigned tag;
    unsigned flags;           /* LLVMDIFlag… */
    const char *name;         /* "" if it has none */
    const char *typedef_name; /* of the first typedef that names an unnamed struct; NULL if none */
    uint64_t size, offset;    /* in bits */
    uint64_t storage;         /* bit-fields: where the storage unit begins, in bits */
    uint64_t natural_align;   /* in bits; what ditypes.c worked out, 0 before */
    uint32_t align;           /* as declared, in bits; 0 if not */
    unsigned line;
    LLVMMetadataRef file, base; /* NULL if none */
    LLVMMetadataRef *members;   /* elements of a struct, union or class */
    size_t member_count;
    LLVMMetadataRef annotations; /* of a record: pairs of a kind and a text; NULL if none */
    uint64_t *counts;            /* dimensions of an array */
    size_t count_count;
} ir_di_node;

typedef struct ir_di_graph {
    lathe_module *m;
    arena mem;
    map types; /* node -> ir_di_node, in the order they were reached */
    map seen;
    VEC(LLVMMetadataRef) work; /* reached; at[0..done) have been read */
    size_t done;
    ir_md_ops ops, inner_ops;
} ir_di_graph;

/* Reads everything. False, with the context's status set, on failure. Free it either way. */
bool ir_di_graph_init(ir_di_graph *g, lathe_module *m);
void ir_di_graph_free(ir_di_graph *g);

/* NULL for what is not a type or was not reached. */
ir_di_node *ir_di_node_of(const ir_di_graph *g, LLVMMetadataRef node);

static inline bool ir_di_is_record(const ir_di_node *n) {
    return n->tag == IR_DI_TAG_STRUCT || n->tag == IR_DI_TAG_UNION || n->tag == IR_DI_TAG_CLASS;
}

static inline bool ir_di_is_pointer(const ir_di_node *n) {
    return n->tag == IR_DI_TAG_POINTER || n->tag == IR_DI_TAG_REFERENCE ||
           n->tag == IR_DI_TAG_RVALUE_REFERENCE;
}

/* Data members and base classes; member functions, nested types and static members are none. */
bool ir_di_is_data(const ir_di_node *n);
