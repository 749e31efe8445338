/* HIR back to LLVM IR. */
#pragma once

#include "hir/node.h"

/* Replaces each region of h that is `changed` by code made from its HIR; all others stay
 * as they are. A region that cannot be lowered stays, too, and has a refusal then. h is not to be
 * used afterwards but for those and its text. False with the status set: then the function is not
 * to be used. */
bool hir_lower(hir *h);

/* Whether an instruction that is not in the code, but was made by hand or read from text, can be
 * emitted: what it does, by the types of its operands. */
bool hir_can_make(const hir *h, const HLInst *inst);

/* Whether hir_lower could lower the region; if not, its refusal says why. To be asked before
 * changing it. */
bool hir_can_lower(hir *h, HLRegion *region);
