/* How large arrays are that parameters were declared as. "float data[1024]" and "double a[n][n]"
 * are pointers in IR and in debug info; what stood between the brackets is kept as a string
 * attribute of the parameter, "lathe-bytes": a number of bytes, as an expression over parameters by
 * their names in the source. Whoever knows better may set it. */
#pragma once

#include "ir/input.h"
#include "ir/module.h"

/* Sets it for the functions of a module that was just compiled from `path` and save into memory of
 * their caller's, or call checkpoint(): the others' sizes are of no use, and cost a run of clang.
 * What cannot be read is left unknown. Whether any is known now. */
bool ir_note_array_sizes(lathe_ctx *ctx, LLVMModuleRef module, const char *path,
                         const lathe_load_options *options);

/* The expression, which has `length` characters; NULL if there is none. */
const char *ir_param_bytes(LLVMValueRef param, unsigned *length);
void ir_param_set_bytes(LLVMValueRef param, const char *expression, size_t length);

/* Whether the source, as far as debug info knows it, calls the function so. */
bool ir_has_source_name(lathe_module *m, LLVMValueRef fn, const char *name, size_t length);
