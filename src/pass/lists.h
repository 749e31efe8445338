/* The passes of each room. Each array ends with a NULL name. */
#ifndef LATHE_PASS_LISTS_H
#define LATHE_PASS_LISTS_H

#include "ir/pass.h"

extern const ir_pass ir_pass_list[], hir_pass_list[], dtrans_pass_list[], ckpt_pass_list[];

#endif
