#include "dtrans/transform/rules.h"

#include <string.h>

static const char *const names[RULE_COUNT] = {
    [RULE_ALIGN] = "align",             /* of loads, stores and pointer arguments */
    [RULE_TBAA_STRUCT] = "tbaa-struct", /* on copies */
    [RULE_ATTRIBUTES] = "attributes",   /* dereferenceable, initializes, also of loaded pointers */
    [RULE_ASSUME] = "assume",           /* with operand bundles */
    [RULE_SIZES] = "sizes",             /* of allocations */
    [RULE_RANGES] = "ranges",           /* lengths of sets and copies */
    [RULE_DIFFERENCES] = "differences", /* of pointers */
    [RULE_BYTES] = "bytes",             /* addresses computed in bytes or by foreign types */
    [RULE_INITIALIZERS] = "initializers", /* of variables without the struct's type */
    [RULE_CONSTANTS] = "constants",       /* addresses in constant expressions */
    [RULE_PADDING] = "padding",           /* is not set any more */
    [RULE_PIN] = "pin",                   /* a first field that is also the object's address */
    [RULE_NULL] = "null",                 /* stays null where a field of it was at offset 0 */
};

static dtrans_rule find(const char *name, size_t length) {
    for (int i = RULE_NONE + 1; i < RULE_COUNT; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return (dtrans_rule)i;
    return RULE_NONE;
}

bool dtrans_rules_parse(lathe_ctx *ctx, const char *list, dtrans_rules *set) {
    *set = 0;
    while (list) {
        size_t length = strcspn(list, ".");
        dtrans_rule rule = find(list, length);
        if (rule == RULE_NONE) {
            ctx_fail(ctx, LATHE_USAGE, "no rule is called '%.*s'", (int)length, list);
            return false;
        }
        *set |= UINT32_C(1) << rule;
        list = list[length] ? list + length + 1 : NULL;
    }
    return true;
}
