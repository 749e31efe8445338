/* Answers of llvm.objectsize about objects whose layout changes. */
#ifndef LATHE_DTRANS_OBJECTSIZE_H
#define LATHE_DTRANS_OBJECTSIZE_H

#include "dtrans/transform/base.h"

/* Before anything else of the plan is carried out, while values have their classes. */
void dtrans_keep_object_sizes(DTransOptBase *b);

#endif
