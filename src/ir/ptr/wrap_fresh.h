/* Internal to src/ir/ptr: parts of the search for wrappers. */
#pragma once

#include "ir/libfuncs.h"
#include "ir/ptr/wrap_values.h"

/* The library table's row of an external function, NULL if there is none. */
const lib_func *ptr_library_row(LLVMValueRef fn);
/* What a call of a function that returns its parameter returns, NULL for other values. */
LLVMValueRef ptr_passed_argument(const ptr_wrappers *w, LLVMValueRef v);
/* The value that a pointer is a constant distance from, which is added to *distance. */
LLVMValueRef ptr_strip_distance(const ptr_wrappers *w, LLVMValueRef v, int64_t *distance);

/* Whether every value fn returns is null or fresh memory, and what its size is; *out says how, and
 * whether that went nowhere else. */
bool ptr_returns_fresh(ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out);
/* The same of memory that fn takes from a larger block, moving a mark in that along. */
bool ptr_returns_carved(ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out);
/* What the user, or an attribute of the function, says of it. */
bool ptr_is_vouched(const ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out);
