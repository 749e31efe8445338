/* Types whose objects are a few variables: nobody would feel another layout of them. */
#pragma once

#include "dtrans/analysis/type_info.h"

/* By type: whether all its objects are variables, or parts of such, that fit into half of a
 * first-level cache together. False for a type of which no object is known. NULL without memory. */
const bool *dtrans_few_objects(DTransInfo *info, arena *mem);
