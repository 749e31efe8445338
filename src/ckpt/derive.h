/* Values that are computed again from others that are saved: cheaper than saving them, too. */
#pragma once

#include "ckpt/inject.h"

/* Before anything is demoted: what the values could be computed from. */
bool ckpt_note_recipes(ckpt_fn *f, const LLVMValueRef *values, size_t count);
/* When all but PHIs have their slots: the notes become recipes of slots. */
void ckpt_settle_recipes(ckpt_fn *f);

/* Whether the slot is live at the point, and all that it is computed from as well. */
bool ckpt_is_derived(const ckpt_fn *f, const ckpt_point *p, size_t slot);

/* Computes what is derived, at the builder's position, from the slots that are restored. */
bool ckpt_build_derived(ckpt_fn *f, const ckpt_point *p);
