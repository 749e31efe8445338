/* Where a function can be interrupted: at the directives, and at calls that lead to one. */
#pragma once

#include "ckpt/ckpt_options.h"

typedef bool ckpt_is_point(const void *user, LLVMValueRef inst);

/* Fills f->points, except with what the entry does not lead to: nothing is live there, and a
 * restore would lead to it. */
void ckpt_find_points(ckpt_fn *f, ckpt_is_point *is_point, const void *user);
void ckpt_find_directives(ckpt_fn *f);
