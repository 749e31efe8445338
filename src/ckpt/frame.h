/* Locals in memory, of functions on the path, live in the runtime's frames area: it has the same
 * addresses when the frames are built again. */
#pragma once

#include "ckpt/inject.h"

typedef struct ckpt_frame_plan {
    VEC(LLVMValueRef) locals;   /* allocas of constant size that are live at some point */
    VEC(LLVMValueRef) dynamic;  /* allocas of other sizes, or outside the entry */
    VEC(LLVMValueRef) by_value; /* arguments that are copies in the caller's call */
} ckpt_frame_plan;

/* Before the prologue is made. False with the status set. */
bool ckpt_frame_find(ckpt_frame_plan *plan, ckpt_fn *f);
void ckpt_frame_free(ckpt_frame_plan *plan, ckpt_fn *f);

/* After the prologue is made: moves the locals, and pops the frame before each return. */
void ckpt_frame_move(ckpt_fn *f, const ckpt_frame_plan *plan);
