/* The safety conditions: what each is called, means, and what lifts it. Which transforms it blocks
 * is said in their rows (transforms.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define DTRANS_CONDITION(name, meaning, remedy) name,
typedef enum dtrans_condition {
#include "dtrans/conditions.def"
    DTRANS_CONDITIONS
} dtrans_condition;
#undef DTRANS_CONDITION

/* A set of conditions, one bit each. */
typedef uint32_t SafetyData;

#define DTRANS_BIT(condition) (UINT32_C(1) << (condition))

static inline SafetyData dtrans_bit(dtrans_condition c) {
    return DTRANS_BIT(c);
}

const char *dtrans_condition_name(dtrans_condition condition);
/* What the condition means, for a C programmer; one sentence without a full stop. */
const char *dtrans_condition_meaning(dtrans_condition condition);
/* What would lift it. */
const char *dtrans_condition_remedy(dtrans_condition condition);
