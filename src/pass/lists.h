/* The passes of each room. Each array ends with a NULL name. */
#pragma once

#include "ir/ir_pass.h"

extern const ir_pass ir_pass_list[], hir_pass_list[], dtrans_pass_list[], ckpt_pass_list[];

/* Passes of whoever links a program of lathe's objects: those of lathe's tests (tests/passes),
 * which are in no program or library that is installed. No such list: NULL. */
extern const ir_pass pass_added_list[] __attribute__((weak, visibility("hidden")));
