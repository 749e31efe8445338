/* The memory a function sees through its locals and its pointer arguments: which pointers lead into
 * it, whether the function changes it, whether its address gets out of sight. */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "ckpt/mem_size.h"
#include "ir/liveness.h"

typedef struct ckpt_object {
    LLVMValueRef root;           /* an alloca, or an argument of pointer type */
    uint64_t bytes;              /* 0: not known when compiling */
    const char *size;            /* an expression over arguments if it is known in each call */
    bool modified;               /* by the function, or by what it calls */
    bool escapes;                /* its address may be anywhere */
    LLVMValueRef pointer_stored; /* a store of a pointer into it; NULL if none is seen */
    VEC(LLVMValueRef) pointers;  /* all that lead into it, the root first */
} ckpt_object;

typedef struct ckpt_objects {
    lathe_ctx *ctx;
    arena mem;
    VEC(ckpt_object) all;
} ckpt_objects;

/* False, with the context's status set, on failure. Free it either way. */
bool ckpt_objects_find(ckpt_objects *o, lathe_module *m, LLVMValueRef fn);
void ckpt_objects_free(ckpt_objects *o);

/* Whether the instruction's result leads into the object that its operand leads into. */
bool ckpt_is_derivation(LLVMValueRef user);

/* Whether the object may still be read once `block` ends. */
bool ckpt_object_live_out(const ckpt_object *o, const ir_live *live, uint32_t block);

/* The bytes that a pointer argument points to: what was declared or said of it, else what
 * dereferenceable says, else the size of the objects that all the callers in the module pass, if
 * it is one. None if not known. */
ckpt_said_size ckpt_argument_bytes(lathe_module *m, arena *mem, LLVMValueRef argument);
