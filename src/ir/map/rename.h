/* ir-test-rename: every struct type replaced by an equal one, which proves that ir/map reaches all
 * that mentions a type. */
#ifndef LATHE_IR_MAP_RENAME_H
#define LATHE_IR_MAP_RENAME_H

#include "ir/pass.h"

lathe_status ir_rename_structs(lathe_module *m, const ir_params *params, str *out);

#endif
