/* Functions that only allocate, reallocate, free or look at a pointer on behalf of their callers:
 * xmalloc, xrealloc, xfree, check(malloc(n)). Each of their call sites is treated as if it called
 * the library itself, so that one helper does not make one class of all the program's memory. */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "ir/module.h"

typedef struct ptr_wrapper {
    LLVMValueRef function;
    bool allocates;          /* returns null, or a fresh object of a size its parameters give */
    int grows;               /* parameter whose object is reallocated, -1 if none */
    int size_arg, count_arg; /* parameters that make the size; -1 if none, both -1 for text */
    bool zeroed;             /* on some way through it */
    int passes;              /* parameter that is returned, and used for nothing else; -1 if none */
    uint64_t frees;          /* bit per parameter that is freed, and used for nothing else */
} ptr_wrapper;

typedef struct ptr_wrappers {
    lathe_ctx *ctx;
    map known; /* function → index + 1 into at */
    VEC(ptr_wrapper) at;
} ptr_wrappers;

/* Finds all wrappers of the module, wrappers of wrappers included. */
void ptr_wrappers_find(ptr_wrappers *w, lathe_module *m);
void ptr_wrappers_free(ptr_wrappers *w);
const ptr_wrapper *ptr_wrapper_of(const ptr_wrappers *w, LLVMValueRef function);
