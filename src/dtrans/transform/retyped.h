/* Fields that become another type, of transforms that replace the accesses to them: each access is
 * marked before the program changes, and a mark that is left is an access to what is not there any
 * more. */
#pragma once

#include "dtrans/analysis/facts.h"
#include "dtrans/transform/base.h"

/* Before any edit: marks loads and stores of fields for which hooks->field_type has a type. */
void dtrans_mark_retyped(DTransOptBase *b, dtrans_facts *facts);
/* Once the transform has replaced them: LATHE_USAGE if it has not. */
void dtrans_check_retyped(DTransOptBase *b);
