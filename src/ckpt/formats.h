/* Formats of scanf and its kin. */
#pragma once

#include "ckpt/ckpt_refuse.h"

/* Refuses the program if fn reads by a format, and a call of it may let the library allocate (%ms):
 * that memory is not saved. A format that is not known when compiling may do so. */
void ckpt_check_formats(ckpt_refusals *r, LLVMValueRef fn);
