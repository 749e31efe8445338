/* Rewrites a whole module under a type map: instructions, constants, globals, functions, aliases,
 * attributes, metadata. What keeps its type is changed in place; what carries a mapped type and
 * cannot be changed in place is rebuilt with every flag, name, metadata node and debug record.
 *
 * Invariants other code relies on:
 *  1. values maps each replaced value to its replacement, and may be written by the caller before
 *     the run: an operand found there is replaced wherever it is used.
 *  2. Until the run ends no replaced value is freed, so that no address means two values. After
 *     the run the keys are dead: look up only pointers that were taken before it.
 *  3. The run is all or nothing as seen from the status: after a failure the module is undefined
 *     and must not be written.
 *
 * Where a struct maps to one with other members, indices (of GEPs, extractvalue, insertvalue) and
 * constants of the struct are the caller's to rewrite or to put into `values` beforehand.
 *
 * Not kept, for LLVM-C cannot read or write them: nuw/nsw on constant add and sub expressions and
 * inrange on constant GEPs that must be rebuilt; debug records of a value whose own type changes (a
 * struct as SSA value, which C front ends do not write) become poison of the old type; a node,
 * attached or named, whose only operand is a constant of a mapped type stays.
 */
#ifndef LATHE_IR_MAP_VALUEMAP_H
#define LATHE_IR_MAP_VALUEMAP_H

#include "ir/map/typemap.h"

/* A materializer of the caller's own: the replacement of a value that `values` does not have, of
 * the value's mapped type, or NULL to leave it to the map. Asked when the value is used. */
typedef LLVMValueRef ir_valuemap_own_fn(void *data, LLVMValueRef value);

typedef struct ir_valuemap {
    lathe_module *m;
    lathe_ctx *ctx;
    ir_typemap *types;
    map values;
    map metadata;     /* nodes seen */
    map in_metadata;  /* constants held by metadata and debug records */
    map retired;      /* variables and functions the caller has replaced */
    map placeholders; /* type -> a value of it in the scratch function */
    ir_valuemap_own_fn *own;
    void *own_data;
    LLVMBuilderRef b;     /* NULL outside a run */
    LLVMValueRef scratch; /* a function; holds the placeholders */
    VEC(LLVMValueRef) dead;
    VEC(LLVMValueRef) dead_globals;
    VEC(LLVMValueRef) work;     /* constants under way */
    VEC(LLVMValueRef) parts;    /* of the constant being rebuilt */
    VEC(LLVMMetadataRef) nodes; /* metadata to visit */
    LLVMMetadataRef last_location;
} ir_valuemap;

void ir_valuemap_init(ir_valuemap *v, lathe_module *m, ir_typemap *types);
void ir_valuemap_free(ir_valuemap *v);
void ir_valuemap_set(ir_valuemap *v, LLVMValueRef from, LLVMValueRef to);
void ir_valuemap_set_materializer(ir_valuemap *v, ir_valuemap_own_fn *own, void *data);

/* The caller has put another variable in the place of this one, also into `values`, and nothing
 * uses it any more: it is deleted when the run ends. */
void ir_valuemap_retire(ir_valuemap *v, LLVMValueRef variable);

/* The replacement of a value; constants are mapped on demand. The value itself if it stays. */
LLVMValueRef ir_valuemap_get(ir_valuemap *v, LLVMValueRef value);

/* Rewrites the module. LATHE_BAD_INPUT when something in it cannot be rebuilt through LLVM-C. */
lathe_status ir_valuemap_run(ir_valuemap *v);

/* The same in steps, for who has something to do between them: globals, prototypes and their
 * contents; the body of each function that has one then; the rest. All three must run, in this
 * order, whatever the status. */
void ir_valuemap_begin(ir_valuemap *v);
void ir_valuemap_body(ir_valuemap *v, LLVMValueRef fn);
lathe_status ir_valuemap_finish(ir_valuemap *v);

/* Before a run: moves a function under another type, which is its new type for the run, too. Where
 * a pointer becomes an integer, the uses of the parameter are the caller's to rewrite. Returns the
 * new function. */
LLVMValueRef ir_valuemap_resign(ir_valuemap *v, LLVMValueRef fn, LLVMTypeRef type);

/* The parts of a run, for the files of this folder. */
LLVMValueRef map_found(ir_valuemap *v, LLVMValueRef value); /* NULL if there is none yet */
LLVMValueRef map_constant(ir_valuemap *v, LLVMValueRef constant);
void map_globals(ir_valuemap *v);
void map_global_contents(ir_valuemap *v);
void map_globals_finish(ir_valuemap *v);
void map_function_body(ir_valuemap *v, LLVMValueRef fn);
void map_fn_attributes(ir_valuemap *v, LLVMValueRef fn);
void map_call_attributes(ir_valuemap *v, LLVMValueRef call);
void map_metadata_node(ir_valuemap *v, LLVMMetadataRef node);
void map_metadata_of_global(ir_valuemap *v, LLVMValueRef global);
void map_metadata_of_inst(ir_valuemap *v, LLVMValueRef inst);
void map_named_metadata(ir_valuemap *v);
void map_record_constants(ir_valuemap *v);
void map_held_constants(ir_valuemap *v);

static inline LLVMTypeRef map_type(ir_valuemap *v, LLVMTypeRef type) {
    return ir_typemap_get(v->types, type);
}

#endif
