#ifndef LATHE_IR_MAP_RENAME_H
#define LATHE_IR_MAP_RENAME_H

#include "ir/pass.h"

lathe_status ir_rename_structs(lathe_module *m, const ir_params *params, str *out);

#endif
