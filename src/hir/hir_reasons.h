/* Why a loop is not modelled, not counted, not changed or not lowered. */
#pragma once

#include "base/reason.h"

/* Indexes into the table; 0, which is a heading, is none. */
typedef enum hir_why {
#define HEADING(name, text) HIR_HEADING_##name,
#define REASON(name, id, sentence, means, remedy) HIR_WHY_##name,
#define OTHER(name, id, sentence) HIR_WHY_##name,
#include "hir/hir_reasons.def"
#undef HEADING
#undef REASON
#undef OTHER
} hir_why;

/* All of them, with what they mean; ends with a row of nothing. */
extern const reason_row hir_reasons[];
