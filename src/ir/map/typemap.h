/* Maps types: some structs to others, and with them every type that holds one by value.
 *
 * Arrays, vectors, function types and literal structs are rebuilt; a named struct that holds a
 * mapped one gets a new named struct. Target extension types are left alone. Results are kept, so
 * one type always maps to one type, and a type that holds nothing mapped maps to itself.
 *
 * Invariant: what the map yields maps to itself, so mapping twice is mapping once.
 */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "ir/module.h"

/* Names the copy of a named struct. `dependent` says that the struct holds a mapped type, so it
 * must be copied; otherwise NULL leaves it as it is. NULL for a dependent one keeps the old name,
 * which LLVM makes unique. Borrowed until the next call. */
typedef const char *ir_typemap_name_fn(void *data, LLVMTypeRef type, bool dependent);

/* A remapper of the caller's own: what a struct, array, vector or function type maps to, or NULL to
 * leave it to the map. Asked once for each type that is not set. */
typedef LLVMTypeRef ir_typemap_own_fn(void *data, LLVMTypeRef type);

typedef struct ir_typemap {
    lathe_ctx *ctx;
    LLVMContextRef llvm;
    map types; /* finished: type -> type; under way: type -> NULL */
    VEC(LLVMTypeRef) stack;
    VEC(LLVMTypeRef) parts; /* of the type being rebuilt */
    ir_typemap_name_fn *name;
    void *name_data;
    ir_typemap_own_fn *own;
    void *own_data;
} ir_typemap;

void ir_typemap_init(ir_typemap *t, lathe_ctx *ctx, LLVMContextRef llvm);
void ir_typemap_free(ir_typemap *t);
void ir_typemap_set_namer(ir_typemap *t, ir_typemap_name_fn *name, void *data);
void ir_typemap_set_remapper(ir_typemap *t, ir_typemap_own_fn *own, void *data);

/* Maps one struct to another. False, with LATHE_INTERNAL set, if `from` was already looked at or
 * `to` is itself mapped elsewhere. */
bool ir_typemap_set(ir_typemap *t, LLVMTypeRef from, LLVMTypeRef to);

/* Never NULL; the type itself once the context has failed. */
LLVMTypeRef ir_typemap_get(ir_typemap *t, LLVMTypeRef type);
