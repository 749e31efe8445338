/* Where checkpoints go: at the directives, or at the places that cost least. */
#ifndef LATHE_CKPT_SELECT_H
#define LATHE_CKPT_SELECT_H

#include "ckpt/options.h"

/* Fills f->points for what is in the function itself: directives, or chosen places. */
void ckpt_find_points(ckpt_fn *f, const ckpt_options *options);

/* Adds one point; directive: the call is to be erased. */
void ckpt_add_point(ckpt_fn *f, LLVMValueRef call, bool directive);

#endif
