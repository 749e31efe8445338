/* Functions on the path that call setjmp. A jump buffer holds the position of a frame that is
 * another one after a restart, so where a frame is restored, setjmp is called again for each buffer
 * that it had filled; when that returns for the second time, the function goes on after the call
 * that it stands for.
 */
#pragma once

#include "ckpt/inject.h"

/* Whether the instruction calls setjmp or one of its kin, in a way that can be repeated. */
bool ckpt_is_jump(LLVMValueRef inst);

/* A call in a loop that may fill one buffer after another; NULL if there is none. */
LLVMValueRef ckpt_fills_several(lathe_module *m, LLVMValueRef fn);

/* Fills f->jumps; before blocks are split. */
bool ckpt_find_jumps(ckpt_fn *f);
/* Gives each a slot for the buffer that it has filled, after values have been demoted. */
bool ckpt_make_jump_slots(ckpt_fn *f);
/* Adds to what is live at each point what is live after the jumps that may have been passed. */
bool ckpt_add_live_jumps(ckpt_fn *f, const ir_cfg *cfg, const bitset *live_in);
/* Calls setjmp again, at the builder's position in the restore block of a point; the builder goes
 * on where all have returned for the first time. */
void ckpt_build_jumps(ckpt_fn *f, const ckpt_point *p);
