/* TBAA: what the front end says about the types of a load, a store or a copy.
 *
 * Two encodings are read. The usual one: tags {base, access, offset[, const]}, scalar types
 * {name, parent[, 0]}, struct types {name, (member type, offset)*}, plain scalar tags. And the one
 * with sizes: tags {base, access, offset, size[, const]}, types {parent, size, name, (member type,
 * offset, size)*}. Whatever is neither is "unknown".
 *
 * TBAA is a witness, not a proof: unnamed structs of one shape share one node, whatever they are
 * called in the source (see `anonymous`), and a struct with one member at 0 has the shape of a
 * scalar below its parent. Such a node counts as a struct if its parent is neither the root, char
 * nor a generic pointer, or once a tag was read whose base it is and whose access type is another.
 */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "ir/md.h"

typedef enum ir_tbaa_kind {
    IR_TBAA_UNKNOWN, /* malformed */
    IR_TBAA_ROOT,
    IR_TBAA_SCALAR,
    IR_TBAA_STRUCT
} ir_tbaa_kind;

#define IR_TBAA_NO_SIZE UINT64_MAX

typedef struct ir_tbaa_type ir_tbaa_type;

typedef struct ir_tbaa_member {
    const ir_tbaa_type *type;
    uint64_t offset;
    uint64_t size; /* IR_TBAA_NO_SIZE in the usual encoding */
} ir_tbaa_member;

/* Invariant: one object per node. Malformed input may form cycles: who follows parents or members
 * must bound the walk. */
struct ir_tbaa_type {
    LLVMMetadataRef node;
    ir_tbaa_kind kind;
    const char *name;           /* "" if it has none */
    const ir_tbaa_type *parent; /* of scalars; NULL if none */
    ir_tbaa_member *members;    /* also of a scalar that may be a struct: {parent, 0} */
    size_t member_count;
    uint64_t size;          /* IR_TBAA_NO_SIZE in the usual encoding */
    bool anonymous;         /* a struct without a name: stands for several source types */
    bool pointer;           /* a pointer type of the front end's */
    unsigned pointer_depth; /* 1 for T *, 2 for T **; 0: any pointer */
    const char *pointee;    /* "node", "int", "void"; NULL unless the depth is known */
};

/* Invariant: valid means base and access are known types and offset is a number. */
typedef struct ir_tbaa_tag {
    const ir_tbaa_type *base, *access; /* equal for scalar accesses */
    uint64_t offset;
    uint64_t size; /* IR_TBAA_NO_SIZE in the usual encoding */
    bool constant; /* the memory is never written */
    bool valid;
} ir_tbaa_tag;

/* One piece of a !tbaa.struct: bytes [offset, offset + size) are copied as tag says. */
typedef struct ir_tbaa_piece {
    uint64_t offset, size;
    const ir_tbaa_tag *tag;
} ir_tbaa_piece;

typedef struct ir_tbaa_copy {
    ir_tbaa_piece *at;
    size_t len;
    bool valid;
} ir_tbaa_copy;

typedef struct ir_tbaa {
    lathe_module *m;
    arena mem;
    unsigned tag_kind, copy_kind;
    map types; /* node -> ir_tbaa_type, in order of first appearance */
    map tags;  /* node -> ir_tbaa_tag */
    map copies;
    VEC(ir_tbaa_type *) unread; /* types whose node is still to be read */
    ir_md_ops ops;
} ir_tbaa;

void ir_tbaa_init(ir_tbaa *t, lathe_module *m);
void ir_tbaa_free(ir_tbaa *t);

/* The decoded !tbaa, the decoded !tbaa.struct of an instruction; NULL if it has none. */
const ir_tbaa_tag *ir_tbaa_of(ir_tbaa *t, LLVMValueRef inst);
const ir_tbaa_copy *ir_tbaa_struct_of(ir_tbaa *t, LLVMValueRef inst);

/* The same for a tag node that hangs elsewhere. */
const ir_tbaa_tag *ir_tbaa_read_tag(ir_tbaa *t, LLVMMetadataRef node);

/* Whether two accesses are of types of which neither contains the other, so that no byte is common
 * to them; the same of their tags. */
bool ir_tbaa_tags_differ(const ir_tbaa_tag *x, const ir_tbaa_tag *y);
bool ir_tbaa_differ(ir_tbaa *t, LLVMValueRef x, LLVMValueRef y);

/* Whether the tag names a member of a source struct that has a name of its own. */
bool ir_tbaa_is_trusted(const ir_tbaa_tag *tag);

/* "int", "node *", "struct wrap", "struct <anonymous>", "unknown" */
void ir_tbaa_type_print(str *out, const ir_tbaa_type *type);
/* "int", "struct wrap + 8: int", "… const" */
void ir_tbaa_tag_print(str *out, const ir_tbaa_tag *tag);
