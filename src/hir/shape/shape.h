/* What happens to the LLVM IR of loop nests before HIR is built of it, besides LLVM's own passes.
 *
 * All of it keeps what a program does, for any input; none of it pays by itself. Functions are the
 * keys of a map, as for hir_canonicalize_nests; NULL: all. */
#pragma once

#include "base/map.h"
#include "ir/module.h"

/* Whether the function has a loop in a loop, or would have once small callees are inlined. */
bool hir_may_have_nest(lathe_module *m, LLVMValueRef fn);

/* Inlines small functions that are called in nests. */
bool hir_inline_small(lathe_module *m, const map *functions);

/* Loads in a nest that are the same in all of it, and run in it exactly if conditions hold that
 * are the same in all of it, too, go before it, guarded by these conditions. With guesses, so do
 * those that would be the same if no store of the nest wrote where they read, and a copy of the
 * nest stays beside it, as it was:
 *
 *   %kept = call i1 (...) @lathe.kept(i32 0, ptr %p, i64 4)      four bytes at p, and so on
 *   br i1 %kept, label %nest, label %copy
 *
 * Whoever proves it, or has it checked, settles that call; as long as nobody does, it is `false`.
 */
bool hir_hoist_loads(lathe_module *m, const map *functions, bool guesses);

/* The first argument, without which two calls might be alike, has in its low bits how many loads
 * less there are in innermost loops. */
enum { HIR_GUESS_SAVED_BITS = 8, HIR_GUESS_SAVED = (1 << HIR_GUESS_SAVED_BITS) - 1 };

/* That function. */
LLVMValueRef hir_guess_function(lathe_module *m);
/* The call that decides whether control gets to this block, which is before a nest; NULL if there
 * is none. `holds` says on which side of it the block is. */
LLVMValueRef hir_guess_before(LLVMBasicBlockRef bb, bool *holds);
/* Calls in the function become `holds`: this one, or all if it is NULL. Whether there were any. */
bool hir_settle_guesses(lathe_module *m, LLVMValueRef fn, LLVMValueRef call, bool holds);

/* Loads of one place outside of loops, with nothing that writes in between, become one; in all
 * functions that are not marked optnone. */
bool hir_join_loads(lathe_module *m);

/* Whether the loop that this latch branches back for is promised to end or to do something that
 * can be seen from outside. */
bool hir_branch_progresses(lathe_module *m, LLVMValueRef latch);
