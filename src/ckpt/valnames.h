/* What people call the values of a function: the source variable that debug info binds to a value,
 * else the value's name in the IR, else its number as LLVM prints it. */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "ir/module.h"

/* Fills names (value -> text) for the arguments and instructions; texts live in the arena. */
bool ckpt_name_values(map *names, arena *mem, lathe_module *m, LLVMValueRef fn);

/* value -> name of the source variable, for those that debug info binds directly. */
bool ckpt_source_names(map *names, arena *mem, lathe_module *m, LLVMValueRef fn);
