/* --rules: the table of transforms and conditions, as the analysis uses it. */
#include "report/dtrans.h"

#include <string.h>

void dtrans_print_rules(str *out) {
    str_printf(out, "%-24s", "condition");
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        str_printf(out, "  %s", dtrans_transform_name(t));
    str_add_char(out, '\n');
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++) {
        str_printf(out, "%-24s", dtrans_condition_name(c));
        for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
            str_printf(out, "  %-*s", (int)strlen(dtrans_transform_name(t)),
                       dtrans_blocked_by(t) & dtrans_bit(c) ? "blocks" : "-");
        while (out->len && out->at[out->len - 1] == ' ')
            out->at[--out->len] = '\0';
        str_add_char(out, '\n');
    }
    str_add(out, "\nNotWholeProgram and ExceptionHandling, which concern the whole program, block "
                 "every transform.\n");
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        str_printf(out, "\n%s: %s\n", dtrans_condition_name(c), dtrans_condition_meaning(c));
}
