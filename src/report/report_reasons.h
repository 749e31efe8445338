/* docs/reasons.md: the tables of reasons of all engines as one page. */
#ifndef LATHE_REPORT_REASONS_H
#define LATHE_REPORT_REASONS_H

#include "base/reason.h"
#include "base/str.h"

/* more: a table of a room that report must not know. */
void reasons_print(str *out, const reason_row *more);

#endif
