/* Functions that exceptions pass through. */
#pragma once

#include "ckpt/ckpt_refuse.h"
#include "ckpt/select.h"

/* Whether it calls, be it as a call or as an invoke. */
bool ckpt_is_call(LLVMValueRef inst);
bool ckpt_is_call_of(LLVMValueRef inst, LLVMValueRef fn);

bool ckpt_calls_itself(LLVMValueRef fn);

/* Invokes of checkpoint() and of functions of the C library, which do not throw, become calls. */
void ckpt_calm_invokes(LLVMValueRef fn);

/* Refuses a function for the first point that may be reached while an exception is being handled:
 * what was thrown is memory of the C++ library. */
void ckpt_check_handlers(ckpt_refusals *r, const ckpt_fn *f);

/* Gives the result of each invoke a block of its own to begin in, where it can be stored. */
bool ckpt_split_invokes(ckpt_fn *f);
