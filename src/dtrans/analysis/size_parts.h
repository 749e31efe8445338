/* Internal to the analysis: parts of following a size through an allocator. */
#pragma once

#include "dtrans/analysis/visit.h"

typedef VEC(LLVMValueRef) dtrans_readers;

/* The loads that may read what a store of a number puts into memory; all of them are of its type.
 * False if its bytes may be read in another way. */
bool dtrans_find_readers(dtrans_visitor *v, LLVMValueRef store, dtrans_readers *out);

/* Where the two ways from a branch meet again, if nothing happens on them: phis there are all that
 * the branch decides about. NULL if it decides about more. */
LLVMBasicBlockRef dtrans_only_chooses(LLVMValueRef branch);

/* Whether a function of the program only computes a number from numbers. */
bool dtrans_is_arithmetic_function(LLVMValueRef fn);

/* Whether a number is computed from the parameter, other parameters and constants alone, by
 * instructions that can be copied. */
bool dtrans_is_made_of(LLVMValueRef value, LLVMValueRef param);
