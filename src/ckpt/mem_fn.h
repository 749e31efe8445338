/* One function in ckpt_mem mode. Shared by ckpt_mem.c, which finds and judges it, memwire.c, which
 * lays out what it saves and wires it, and dirty.c, which follows what it writes. */
#pragma once

#include "ckpt/ckpt_options.h"
#include "ckpt/ckpt_sites.h"
#include "ckpt/live_edit.h"
#include "ckpt/objects.h"

typedef VEC(LLVMValueRef) ckpt_value_list;

/* Memory that every checkpoint of the function saves, at the same offset of a half. Of a large
 * object, only what was written since the half was last filled is copied: `now` and `old` are
 * variables of the function with a bit for each piece that was written since the last save, and
 * since the one before (runtime/mem/rtmem.c). Invariant: they have at least what was written;
 * after an entry, all. */
typedef struct ckpt_region {
    LLVMValueRef root;         /* an alloca, an argument or a global */
    const ckpt_object *object; /* NULL for a global */
    const char *size;          /* an expression, if it is known when the function is called */
    uint64_t bytes, offset;    /* 0 if it has such a size */
    LLVMValueRef length, at;   /* both as values; at: from the beginning of a half */
    bool followed;
    uint64_t most; /* words of bits */
    LLVMValueRef now, old, shift;
} ckpt_region;

typedef struct mem_fn {
    ckpt_fn f;
    arena mem;
    LLVMValueRef memory; /* the parameter */
    uint64_t capacity;   /* 0: not known when compiling */
    const char *room;    /* how many bytes it has, as an expression; NULL: not known */
    uint64_t before;     /* instructions */
    ckpt_objects objects;
    bitset saved;            /* the objects whose bytes are saved */
    ckpt_value_list globals; /* saved, too */
    ckpt_live_edits edits;
    map bases; /* pointer -> what it is a distance from */
    VEC(ckpt_region) regions;
    uint64_t values; /* bytes of a half before the regions */
    uint64_t half;   /* bytes of a half, without what has a size of its own in each call */
    uint64_t layout; /* hash of all that is saved, in order */
    bool sized;      /* something has; then off is a variable: there is no room for a save */
    LLVMValueRef off, bytes, sizes; /* bytes of a half, and a hash of such sizes, as values */
} mem_fn;

/* A number of bytes that is known when the function is called, at the builder's position. */
LLVMValueRef ckpt_mem_size_value(mem_fn *w, const char *expression);

/* Calls one of the functions of runtime/mem. */
LLVMValueRef ckpt_mem_call(mem_fn *w, const char *name, LLVMValueRef *args, unsigned count);

const char *ckpt_mem_object_name(const mem_fn *w, LLVMValueRef root);

/* Makes regions of the saved objects and globals. */
void ckpt_mem_make_regions(mem_fn *w);

/* Lets the function note what it writes to the regions that are followed. After the prologue is
 * made, before anything is demoted. */
bool ckpt_mem_follow_writes(mem_fn *w);

/* The whole change of a function that was found good. */
void ckpt_mem_transform(mem_fn *w, const ckpt_options *options, ckpt_sites *sites);
