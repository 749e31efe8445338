/* HIR of a function of the module. */
#pragma once

#include "base/limits.h"
#include "hir/node.h"

/* Brings the module's loops into the form that the builder understands, with LLVM's passes. */
bool hir_canonicalize(lathe_module *m);
/* The same for loops that are to be changed: less is moved out of them. Only the functions that are
 * keys of the map, or all. */
bool hir_canonicalize_nests(lathe_module *m, const map *functions);
/* The same, with guesses (hir_hoist_loads), which are to be settled. */
bool hir_canonicalize_guessing(lathe_module *m, const map *functions);

/* A function that was in that form, and was changed and lowered. */
bool hir_canonicalize_again(lathe_module *m, LLVMValueRef fn);
/* One in which guesses have been settled. */
bool hir_canonicalize_settled(lathe_module *m, LLVMValueRef fn);

/* The same as the first for loops that are to share a region (hir.joins_loops): zero-trip tests
 * between them go where an earlier one has decided. */
bool hir_canonicalize_joined(lathe_module *m);

/* Fills h (after hir_init) with the regions of fn, and with a refusal for each loop that is in
 * none. False with the status set. */
bool hir_build(hir *h, LLVMValueRef fn);
