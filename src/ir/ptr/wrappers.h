/* Functions that only allocate, reallocate, free or look at a pointer on behalf of their callers:
 * xmalloc, xrealloc, xfree, check(malloc(n)). Each of their call sites is treated as if it called
 * the library itself, so that one helper does not make one class of all the program's memory.
 *
 * A *plain* wrapper does nothing else with the memory than clear and return it. Others keep a
 * header before what they return, put the block into a list, or carve it out of a larger one; of
 * those the graph must show in the end that nobody reaches the memory but through what the calls
 * return (wrap_check.c), or their call sites are one object again. */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "ir/module.h"

typedef struct ptr_wrapper {
    LLVMValueRef function;
    bool allocates; /* returns null, or a fresh object of a size its parameters give */
    bool plain;     /* and does nothing else with it, nor does what it calls */
    bool carved;    /* out of a larger block, which may have no room for larger objects */
    LLVMValueRef cursor_cell, base_cell; /* of those: addresses of where that is kept, or NULL */
    bool multiple;           /* the library takes only sizes that are multiples of an alignment */
    bool vouched;            /* somebody says so: not looked into */
    int grows;               /* parameter whose object is reallocated, -1 if none */
    int size_arg, count_arg; /* parameters that make the size; -1 if none, both -1 for text */
    uint64_t slack;          /* there may be so many bytes more */
    uint64_t floor;          /* there may be so many bytes however few are asked for */
    uint64_t header;         /* bytes of the block before what is returned */
    bool zeroed;             /* on some way through it */
    int passes;              /* parameter that is returned, and used for nothing else; -1 if none */
    uint64_t frees;          /* bit per parameter that is freed, and used for nothing else */
    uint64_t steps_back;     /* bit per parameter that only leads to what lies before it */
    uint64_t freed_before;   /* so many bytes before such a parameter a block is freed; 0 if none */
} ptr_wrapper;

typedef struct ptr_wrappers {
    lathe_ctx *ctx;
    lathe_module *m;
    map known;  /* function → index + 1 into at */
    map moves;  /* stores of such places that are known to be in order */
    map clears; /* calls that set all of a fresh object to zero */
    VEC(ptr_wrapper) at;
    bool headers; /* some wrapper keeps a header before the object */
} ptr_wrappers;

/* Finds all wrappers of the module, wrappers of wrappers included. */
void ptr_wrappers_find(ptr_wrappers *w, lathe_module *m);
void ptr_wrappers_free(ptr_wrappers *w);
const ptr_wrapper *ptr_wrapper_of(const ptr_wrappers *w, LLVMValueRef function);
