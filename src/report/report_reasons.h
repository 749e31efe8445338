/* docs/reasons.md: the tables of reasons of all engines as one page. */
#pragma once

#include "base/reason.h"
#include "base/str.h"

/* more: a table of a room that report must not know. */
void reasons_print(str *out, const reason_row *more);
