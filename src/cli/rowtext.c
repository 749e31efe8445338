/* Text from the rows of passes and transforms: no list of them is written out anywhere else. */
#include "cli/rowtext.h"

#include "cli/generate.h"
#include "dtrans/analysis/transforms.h"
#include "pass/defaults.h"
#include "pass/pipeline.h"

#include <string.h>

static const char transforms[] = "{transforms}", forced[] = "{forced}", pipeline[] = "{pipeline}";

/* What stands for the word at the beginning of the text, if there is one; its length. */
static size_t add_word(arena *mem, const char *text, str *out) {
    if (str_starts_with(text, transforms)) {
        dtrans_list_transforms(out);
        return strlen(transforms);
    }
    if (str_starts_with(text, forced)) {
        dtrans_list_forced(out);
        return strlen(forced);
    }
    if (!str_starts_with(text, pipeline))
        return 0;
    const char *passes = pass_layouts(mem, false);
    str_add(out, passes ? passes : "");
    return strlen(pipeline);
}

const char *cli_row_text(arena *mem, const char *text) {
    str out;
    str_init(&out, mem->ctx);
    for (const char *p = text; *p;) {
        size_t length = *p == '{' ? add_word(mem, p, &out) : 0;
        if (!length)
            str_add_char(&out, *p);
        p += length ? length : 1;
    }
    const char *expanded = str_keep(&out, mem);
    return expanded ? expanded : text;
}

/* ", " and " and " become the bar between values, with `behind` before it. */
static void add_values(str *out, const char *list, const char *behind) {
    for (const char *p = list; *p;) {
        size_t length = strcspn(p, ", ");
        str_printf(out, "%s%.*s%s", out->len ? "|" : "", (int)length, p, behind);
        p += length;
        p += str_starts_with(p, " and ") ? 5 : strspn(p, ", ");
    }
}

const char *cli_row_values(arena *mem, const char *help) {
    bool takes_types = help && strstr(help, forced);
    if (!takes_types && !(help && strstr(help, transforms)))
        return NULL;
    str out;
    str_init(&out, mem->ctx);
    if (!takes_types)
        str_add(&out, "none");
    add_values(&out, cli_row_text(mem, takes_types ? forced : transforms), takes_types ? ":" : "");
    return str_keep(&out, mem);
}

void cli_add_man_passes(str *out) {
    const ir_pass *p;
    str_add(out, ".SH PASSES\n");
    for (size_t i = 0; (p = pass_at(NULL, i)); i++) {
        if (p->test_only)
            continue;
        cli_roff_printf(out, ".TP\n.B %s\n%s.\n", p->name, p->summary);
        for (const ir_param_row *row = p->params; row && row->key; row++) {
            cli_roff_printf(out, ".RS\n.TP\n.B %s", row->key);
            str_printf(out, "%s%s\n", row->value ? "=" : "", row->value ? row->value : "");
            cli_roff_printf(out, "%s.\n.RE\n", row->help);
        }
    }
}

/* A bar ends a cell of a table, in code, too. */
static void add_cell(str *out, const ir_param_row *row) {
    str spelling;
    str_init(&spelling, out->ctx);
    ir_param_spell(row, &spelling);
    for (const char *p = str_text(&spelling); *p; p++) {
        if (*p == '|')
            str_add_char(out, '\\');
        str_add_char(out, *p);
    }
    str_free(&spelling);
}

static void add_pass_rows(str *out) {
    const ir_pass *p;
    str_add(out, "| pass | parameter | meaning |\n|---|---|---|\n");
    for (size_t i = 0; (p = pass_at(NULL, i)); i++) {
        if (p->test_only)
            continue;
        str_printf(out, "| `%s` | | %s |\n", p->name, p->summary);
        for (const ir_param_row *row = p->params; row && row->key; row++) {
            str_add(out, "| | `");
            add_cell(out, row);
            str_printf(out, "` | %s |\n", row->help);
        }
    }
}

static void add_transform_row(str *out, const dtrans_row *row) {
    const char *comma = "";
    str_printf(out, "| `%s` | %s | ", dtrans_transform_name(row->transform),
               row->turn ? "yes" : "no");
    if (row->beside)
        str_printf(out, "with `%s`: `%s`", row->beside, row->beside_params);
    str_add(out, " | ");
    for (const char *p = row->forced; p && *p; p += strspn(p, "|")) {
        size_t length = strcspn(p, "|");
        str_printf(out, "%s`%.*s`", comma, (int)length, p);
        comma = ", ";
        p += length;
    }
    str_printf(out, " | %s | ", row->needs_runtime ? "yes" : "no");
    comma = "";
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        if (!(dtrans_blocked_by(row->transform) & dtrans_bit(c))) {
            str_printf(out, "%s%s", comma, dtrans_condition_name(c));
            comma = ", ";
        }
    str_add(out, " |\n");
}

static void add_pipeline(str *out, const char *what, bool with_runtime) {
    arena mem;
    arena_init(&mem, out->ctx);
    const char *passes = pass_layouts(&mem, with_runtime);
    str_printf(out, "\n%s\n\n    %s\n", what, passes ? passes : "");
    arena_free(&mem);
}

void cli_add_passes_page(str *out) {
    const dtrans_row *row;
    str_add(out,
            "# Passes\n\n"
            "What `lathe opt --passes=LIST`, `lathe_run_passes` and `opt-22` with lathe's plugin "
            "run.\nParameters follow a name in `<…>` with `;` between them: "
            "`dtrans-split<force;index=32>`.\nThis page is `lathe --generate=passes`.\n\n");
    add_pass_rows(out);
    str_add(out,
            "\n## Transforms of layouts\n\n"
            "Names are those of `-flathe=`; those of `--dtrans-force=NAME:TYPE` are in a column of "
            "their own. All safety\nconditions but those in the last column forbid the transform "
            "([rules](dtrans-rules.md)).\n\n"
            "| transform | by default | parameters | forced as | links a runtime | conditions that "
            "do not forbid "
            "it |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; (row = dtrans_row_in_turn(i)); i++)
        add_transform_row(out, row);
    add_pipeline(out, "Where nobody chose, links with `lathe cc` run", true);
    add_pipeline(out, "and where no runtime can be linked, as in the plugin,", false);
}
