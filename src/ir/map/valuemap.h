/* Rewrites a whole module under a type map: instructions, constants, globals, functions, aliases,
 * attributes, metadata and debug records, each in place, by LLVM's own ValueMapper. Only global
 * values of a mapped type are made anew, each where the old one stood.
 *
 * Invariants other code relies on:
 *  1. values maps each replaced value to its replacement, and may be written by the caller before
 *     and during the run (by ir_valuemap_set): from then on an operand found there is replaced
 *     wherever it is used. Numbers, null and other plain data are never looked up, for metadata
 *     holds the same ones.
 *  2. Until the run ends no replaced value is freed, so that no address means two values. After
 *     the run the keys are dead: look up only pointers that were taken before it.
 *  3. The run is all or nothing as seen from the status: after a failure the module is undefined
 *     and must not be written.
 *
 * Where a struct maps to one with other members, indices (of GEPs, extractvalue, insertvalue) and
 * constants of the struct are the caller's to rewrite or to put into `values` beforehand.
 */
#pragma once

#include "ir/map/typemap.h"

/* A materializer of the caller's own: the replacement of a value that `values` does not have, of
 * the value's mapped type, or NULL to leave it to the map. Asked when the value is used. */
typedef LLVMValueRef ir_valuemap_own_fn(void *data, LLVMValueRef value);

typedef struct ir_valuemap {
    lathe_module *m;
    lathe_ctx *ctx;
    ir_typemap *types;
    map values;
    map retired;            /* global values that have been replaced */
    VEC(LLVMValueRef) dead; /* the same, in order */
    ir_valuemap_own_fn *own;
    void *own_data;
    struct llvmx_mapper *mapper; /* NULL outside a run */
} ir_valuemap;

void ir_valuemap_init(ir_valuemap *v, lathe_module *m, ir_typemap *types);
void ir_valuemap_free(ir_valuemap *v);
void ir_valuemap_set(ir_valuemap *v, LLVMValueRef from, LLVMValueRef to);
void ir_valuemap_set_materializer(ir_valuemap *v, ir_valuemap_own_fn *own, void *data);

/* The caller has replaced this variable by another one, also into `values`, and nothing
 * uses it any more: it is deleted when the run ends. */
void ir_valuemap_retire(ir_valuemap *v, LLVMValueRef variable);

/* The replacement of a value; constants are mapped on demand. The value itself if it stays. */
LLVMValueRef ir_valuemap_get(ir_valuemap *v, LLVMValueRef value);

/* Rewrites the module. */
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
