/* What a checkpoint at the end of a block saves: the values that are live there, and the memory
 * they lead to that is live and that the function modifies. The addresses of locals are not state:
 * their memory is. */
#pragma once

#include "ckpt/ckpt_sites.h"
#include "ckpt/objects.h"

typedef struct ckpt_tracked {
    LLVMValueRef value; /* of memory: the object's root */
    ckpt_kind kind;
    uint64_t bytes; /* 0 of memory: not known when compiling */
} ckpt_tracked;

typedef struct ckpt_tracking {
    lathe_module *m;
    const ir_live *live; /* kept with the module, until the function changes */
    ckpt_objects objects;
} ckpt_tracking;

/* False, with the context's status set, on failure. Free it either way. */
bool ckpt_tracking_init(ckpt_tracking *t, lathe_module *m, LLVMValueRef fn);
void ckpt_tracking_free(ckpt_tracking *t);

/* A value as a checkpoint would save it. */
ckpt_tracked ckpt_as_tracked(const ckpt_tracking *t, LLVMValueRef value);
/* What a block tracks, one after the other from *at = 0 on; false at the end. */
bool ckpt_next_tracked(const ckpt_tracking *t, uint32_t block, size_t *at, ckpt_tracked *found);
uint64_t ckpt_tracked_bytes(const ckpt_tracking *t, uint32_t block);
