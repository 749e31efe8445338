/* What a transform did and did not do: the list of changes, remarks, and counters. */
#ifndef LATHE_DTRANS_OUTCOME_H
#define LATHE_DTRANS_OUTCOME_H

#include "dtrans/analysis/type_remark.h"
#include "dtrans/transform/base.h"

/* To be called once there is a plan, before it is carried out: types then have their old and new
 * layouts, and places in the program are what they were. Without a plan nothing changes. */
void dtrans_record_outcome(DTransOptBase *b, bool has_plan);

#endif
