/* What fields hold before anything is stored to them: a field that is only ever given one value
 * has that value only if its memory cannot be seen to start with another. */
#ifndef LATHE_DTRANS_INITIAL_H
#define LATHE_DTRANS_INITIAL_H

#include "dtrans/analysis/local.h"

typedef struct dtrans_initial {
    DTransInfo *info;
    dtrans_local local; /* while it is filled */
    bool *zeroed;       /* by type: some of its objects start as, or are set to, zero */
    bool *unclear;      /* some start as or are set to something that is not followed */
} dtrans_initial;

/* Lives as long as info does. */
void dtrans_initial_init(dtrans_initial *s, DTransInfo *info);

/* Whether memory of the type's fields holds `value`, or nothing that may be relied on, wherever it
 * was not stored to. */
bool dtrans_starts_as(const dtrans_initial *s, uint32_t type, LLVMValueRef value);

#endif
