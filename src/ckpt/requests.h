/* Calls that are many in one, by a number among their arguments: fcntl, ioctl. Refuses those of an
 * external function that are not known to be right after a restart. */
#pragma once

#include "ckpt/ckpt_refuse.h"

void ckpt_check_requests(ckpt_refusals *r, LLVMValueRef fn);
