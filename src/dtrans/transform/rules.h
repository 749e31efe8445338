/* Single rules of the plan, by name, so that a test can switch one off and show that its program is
 * miscompiled without it. For tests only: transforms for users never switch anything off. */
#pragma once

#include "base/ctx.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum dtrans_rule {
    RULE_NONE, /* cannot be switched off */
    RULE_ALIGN,
    RULE_TBAA_STRUCT,
    RULE_ATTRIBUTES,
    RULE_ASSUME,
    RULE_SIZES,
    RULE_RANGES,
    RULE_DIFFERENCES,
    RULE_BYTES,
    RULE_INITIALIZERS,
    RULE_CONSTANTS,
    RULE_PADDING,
    RULE_PIN,
    RULE_NULL,
    RULE_COUNT
} dtrans_rule;

typedef uint32_t dtrans_rules; /* a bit for each */

static inline bool dtrans_has_rule(dtrans_rules set, dtrans_rule rule) {
    return rule != RULE_NONE && (set >> rule & 1);
}

/* Names joined by dots; NULL is none. Fails with LATHE_USAGE for a name that is not known. */
bool dtrans_rules_parse(lathe_ctx *ctx, const char *names, dtrans_rules *set);
