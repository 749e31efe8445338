/* Debug info follows changed layouts: in the copies of every translation unit, members have their
 * new offsets and stand in that order, deleted ones are gone, and everything that carries the size
 * of a changed type has the new one.
 *
 * What the source type of an IR type is decides which nodes change, see sources.h. A source type
 * whose IR types do not agree on where its members go is left as it is (counted as
 * "debug types left alone").
 *
 * A variable that debug records describe in pieces (DW_OP_LLVM_fragment, written by SROA) has
 * pieces of the old layout: it loses its type rather than showing one member's value under the name
 * of another. Pointers that records compute from others (DW_OP_plus_uconst, written where an
 * address computation was deleted) keep the old distance. Neither is in what a front end writes,
 * nor comes from always-inline and mem2reg: structs stay in memory.
 */
#ifndef LATHE_DTRANS_DEBUG_H
#define LATHE_DTRANS_DEBUG_H

#include "dtrans/transform/layout.h"

/* Rewrites the debug types of all changed and dependent structs: every copy in every translation
 * unit. The types in info must still be the old ones; the module may have the old or the new.
 * info->di is kept true; info->structs still describes the old layouts. */
void dtrans_remap_debug_info(const dtrans_layouts *l, DTransInfo *info);

#endif
