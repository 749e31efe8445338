#include "report/report_remarks.h"

#include "base/show.h"

#include <string.h>

static void add_single(str *out, unsigned char c) {
    str_add(out, c == '\'' ? "''" : (char[]){(char)c, '\0'});
}

static void add_double(str *out, unsigned char c) {
    if (c < ' ' || c == 0x7f)
        str_printf(out, "\\x%02X", c);
    else
        str_printf(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
}

/* Bytes that are not text become the replacement character: the file is UTF-8, names may not be. */
static void add_other(str *out, uint32_t point, bool is_byte) {
    str_printf(out, "\\U%08X", is_byte ? 0xfffd : point);
}

static bool is_plain(lathe_ctx *ctx, const char *text) {
    str shown;
    str_init(&shown, ctx);
    show_add(&shown, text);
    bool plain = shown.len == strlen(text);
    str_free(&shown);
    return plain;
}

/* In single quotes, so that no text is taken for a number or a word of YAML; with
 * anything that must be escaped, in double quotes, which can. */
static void add_yaml_string(str *out, const char *text) {
    bool plain = is_plain(out->ctx, text);
    str_add_char(out, plain ? '\'' : '"');
    str_add_utf8(out, text, strlen(text), plain ? add_single : add_double, add_other);
    str_add_char(out, plain ? '\'' : '"');
}

static void print_remark(str *out, const remark_list *list, const remark *r) {
    static const char *const kinds[] = {"Passed", "Missed", "Analysis"};
    str_printf(out, "--- !%s\nPass:            %s\nName:            %s\n", kinds[r->kind], r->pass,
               r->name);
    if (r->file) {
        str_add(out, "DebugLoc:        { File: ");
        add_yaml_string(out, r->file);
        str_printf(out, ", Line: %u, Column: %u }\n", r->line, r->column);
    }
    str_add(out, "Function:        ");
    add_yaml_string(out, r->function);
    str_add(out, "\nArgs:\n");
    for (size_t i = 0; i < r->part_count; i++) {
        const remark_part *part = &list->parts.at[r->first_part + i];
        int width = (int)(sizeof "Function:       " - 1 - strlen(part->key));
        str_printf(out, "  - %s:%*s", part->key, width > 1 ? width : 1, "");
        add_yaml_string(out, part->value);
        str_add_char(out, '\n');
    }
    str_add(out, "...\n");
}

void remarks_print(str *out, const remark_list *list) {
    for (size_t i = 0; i < list->all.len && ctx_tick(out->ctx, 1); i++)
        print_remark(out, list, &list->all.at[i]);
}
