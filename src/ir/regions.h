/* Irreducible regions, found once the natural loops are known. Part of ir/ir_loops.h. */
#pragma once

#include "ir/ir_loops.h"

/* Fills l->regions. False, with the context's status set, on failure. */
bool ir_regions_find(ir_loops *l, arena *a, const ir_dom *dom);
