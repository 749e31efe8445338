#include "report/report_reasons.h"

#include "ckpt/ckpt_reasons.h"
#include "dtrans/analysis/dtrans_reasons.h"
#include "dtrans/analysis/transforms.h"
#include "hir/hir_reasons.h"

/* Text in a cell: a bar would end it; of a format, what is filled in is left open. A newline is
 * between two sentences. */
static void add_text(str *out, const char *text) {
    for (; *text; text++) {
        if (text[0] == '%' && text[1]) {
            str_add(out, text[1] == '%' ? "%" : "…");
            text++;
        } else if (*text == '\n') {
            str_add(out, "<br>");
        } else {
            if (*text == '|' || *text == '*')
                str_add_char(out, '\\');
            str_add_char(out, *text);
        }
    }
}

/* *row is moved to the last sentence of the reason. */
static void add_reason(str *out, const reason_row **row) {
    const reason_row *first = *row;
    if (*first->id)
        str_printf(out, "| `%s` | ", first->id);
    else
        str_add(out, "| | ");
    add_text(out, first->sentence);
    for (; (*row)[1].id && !(*row)[1].means; (*row)++) {
        str_add(out, "<br>");
        add_text(out, (*row)[1].sentence);
    }
    str_add(out, " | ");
    add_text(out, first->means);
    str_add(out, " | ");
    add_text(out, *first->remedy ? first->remedy : "Nothing to do.");
    str_add(out, " |\n");
}

static void add_heading(str *out, const char *title) {
    str_printf(out,
               "\n## %s\n\n| id | sentence | what it means | what to do |\n|---|---|---|---|\n",
               title);
}

static void add_conditions(str *out) {
    str blocks;
    str_init(&blocks, out->ctx);
    add_heading(out, "Safety conditions of struct types");
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++) {
        str_clear(&blocks);
        for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
            if (dtrans_blocked_by(t) & dtrans_bit(c))
                str_printf(&blocks, "%s%s", blocks.len ? ", " : "Blocks ",
                           dtrans_transform_name(t));
        const reason_row rows[] = {{dtrans_condition_name(c), dtrans_condition_meaning(c),
                                    blocks.len ? str_text(&blocks) : "Blocks no transform.",
                                    dtrans_condition_remedy(c)},
                                   {.id = NULL}};
        const reason_row *row = rows;
        add_reason(out, &row);
    }
    str_free(&blocks);
}

static void add_reasons(str *out, const reason_row *row) {
    for (; row->id || row->sentence; row++)
        if (row->id)
            add_reason(out, &row);
        else
            add_heading(out, row->sentence);
}

void reasons_print(str *out, const reason_row *more) {
    str_add(out,
            "# Reasons\n\n"
            "Whatever lathe leaves as it is has a reason: an id that stays the same from version "
            "to version,\nand a sentence with its source line. This page is "
            "`lathe --generate=reasons`.\n");
    add_conditions(out);
    add_reasons(out, dtrans_reasons);
    add_reasons(out, hir_reasons);
    add_reasons(out, ckpt_reasons);
    add_reasons(out, more);
}
