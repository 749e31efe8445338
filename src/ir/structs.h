/* Struct types and their layouts: those that appear in the IR, in order of first appearance, then
 * the complete, named ones that only debug info knows, in the order debug info reaches them.
 *
 * Where debug info knows a type its members are the fields; the arrays front ends insert into IR
 * types to fill gaps are then gaps. Without debug info the fields are the IR type's elements, and
 * such an array cannot be distinguished from a field. */
#pragma once

#include "ir/ditypes.h"

typedef struct ir_field {
    const char *name; /* "" if it has none */
    const char *type; /* C spelling with debug info, else IR text */
    uint64_t offset_bits, size_bits;
    uint64_t hole_bits;    /* unused bits right before it */
    uint64_t padding_bits; /* of an unnamed union or struct: unused bits at its end */
    unsigned depth;        /* 1, 2, … inside unnamed unions and structs, which come before it */
    bool bitfield, base_class;
    const ir_di_member *source; /* NULL without debug info */
} ir_field;

typedef struct ir_struct {
    LLVMTypeRef type;           /* NULL: known only from debug info */
    const char *name;           /* "struct.node", "{ i64, i32 }", "struct node" if type is NULL */
    const ir_di_struct *source; /* NULL if debug info does not know it */
    bool ambiguous;             /* several source types fit; source is the first */
    bool packed, literal, is_union;
    bool sized;             /* false: opaque or scalable, no layout */
    bool align_is_inferred; /* nothing states the alignment, the members' types suggest it */
    uint64_t size, align;   /* in bytes */
    ir_field *fields;
    size_t field_count;
    uint64_t hole_bits, hole_count; /* between fields; not those inside unnamed members */
    uint64_t tail_bits;             /* after the last field */
} ir_struct;

typedef struct ir_structs {
    lathe_module *m;
    arena mem;
    VEC(ir_struct) all;
    size_t in_ir; /* all.at[0..in_ir) appear in the IR */
    map by_type;  /* LLVM type -> index into all, plus 1 */
} ir_structs;

/* di may be NULL; otherwise it must outlive the result. False, with the context's status set, on
 * failure. Free it either way; a zeroed one may be freed, too. */
bool ir_structs_init(ir_structs *s, lathe_module *m, const ir_di_types *di);
void ir_structs_free(ir_structs *s);

const ir_struct *ir_struct_of(const ir_structs *s, LLVMTypeRef type);

/* Bits that hold no field's data. */
static inline uint64_t ir_struct_padding_bits(const ir_struct *s) {
    return s->hole_bits + s->tail_bits;
}

/* Whole bytes of bits, rounded down, as sizes are shown. */
static inline uint64_t ir_struct_padding(const ir_struct *s) {
    return ir_struct_padding_bits(s) / 8;
}
