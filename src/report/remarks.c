#include "report/remarks.h"

#include <string.h>

static bool is_plain(unsigned char c) {
    return c >= ' ' && c != 0x7f;
}

/* In single quotes, so that no text is taken for a number or a word of YAML; with control
 * characters, which those cannot hold, in double quotes. */
static void add_quoted(str *out, const char *text) {
    bool plain = true;
    for (const char *c = text; *c; c++)
        plain = plain && is_plain((unsigned char)*c);
    str_add_char(out, plain ? '\'' : '"');
    for (const char *c = text; *c; c++) {
        if (plain && *c == '\'')
            str_add(out, "''");
        else if (!plain && !is_plain((unsigned char)*c))
            str_printf(out, "\\x%02X", (unsigned char)*c);
        else if (!plain && strchr("\"\\", *c))
            str_printf(out, "\\%c", *c);
        else
            str_add_char(out, *c);
    }
    str_add_char(out, plain ? '\'' : '"');
}

static void print_remark(str *out, const remark_list *list, const remark *r) {
    static const char *const kinds[] = {"Passed", "Missed", "Analysis"};
    str_printf(out, "--- !%s\nPass:            %s\nName:            %s\n", kinds[r->kind], r->pass,
               r->name);
    if (r->file) {
        str_add(out, "DebugLoc:        { File: ");
        add_quoted(out, r->file);
        str_printf(out, ", Line: %u, Column: %u }\n", r->line, r->column);
    }
    str_add(out, "Function:        ");
    add_quoted(out, r->function);
    str_add(out, "\nArgs:\n");
    for (size_t i = 0; i < r->part_count; i++) {
        const remark_part *part = &list->parts.at[r->first_part + i];
        int width = (int)(sizeof "Function:       " - 1 - strlen(part->key));
        str_printf(out, "  - %s:%*s", part->key, width > 1 ? width : 1, "");
        add_quoted(out, part->value);
        str_add_char(out, '\n');
    }
    str_add(out, "...\n");
}

void remarks_print(str *out, const remark_list *list) {
    for (size_t i = 0; i < list->all.len && ctx_tick(out->ctx, 1); i++)
        print_remark(out, list, &list->all.at[i]);
}
