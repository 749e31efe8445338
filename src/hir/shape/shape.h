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
 * are the same in all of it, too, go before it, guarded by these conditions. */
bool hir_hoist_loads(lathe_module *m, const map *functions);

/* Loads of one place outside of loops, with nothing that writes in between, become one; in all
 * functions that are not marked optnone. */
bool hir_join_loads(lathe_module *m);

/* Whether the loop that this latch branches back for is promised to end or to do something that
 * can be seen from outside. */
bool hir_branch_progresses(lathe_module *m, LLVMValueRef latch);
