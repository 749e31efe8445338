#include "base/diag.h"

#include "base/show.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *word, *color;
} severities[] = {
    [LATHE_NOTE] = {"note", "\x1b[1;36m"},
    [LATHE_REMARK] = {"remark", "\x1b[1;34m"},
    [LATHE_WARNING] = {"warning", "\x1b[1;35m"},
    [LATHE_ERROR] = {"error", "\x1b[1;31m"},
};

bool color_wanted(color_mode mode, int fd) {
    if (mode != COLOR_AUTO)
        return mode == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0) && isatty(fd);
}

/* Tabs stay; a line of source has no newlines. */
static void add_source(str *out, const str *text) {
    show_lines(out, text->at, text->len, false);
}

/* Of a line that needs escapes, columns would not be where they are shown. */
static bool is_text(const str *text) {
    str shown;
    str_init(&shown, text->ctx);
    add_source(&shown, text);
    bool same = text->len && shown.len == text->len;
    str_free(&shown);
    return same;
}

/* The caret keeps the tabs of the line above it, so that it stands right at any tab width. */
static void add_excerpt(str *out, const lathe_diag *diag, bool color, source_files *files) {
    str text;
    str_init(&text, out->ctx);
    if (source_line(files, diag->file, diag->line, &text) && is_text(&text)) {
        str_printf(out, "%5u | ", diag->line);
        add_source(out, &text);
        str_add_char(out, '\n');
        if (diag->column && diag->column <= text.len + 1) {
            str_add(out, "      | ");
            for (unsigned i = 0; i + 1 < diag->column; i++)
                str_add_char(out, text.at[i] == '\t' ? '\t' : ' ');
            str_printf(out, "%s^%s\n", color ? "\x1b[1;32m" : "", color ? "\x1b[0m" : "");
        }
    }
    str_free(&text);
}

static void add_place(str *out, const lathe_diag *diag) {
    show_add(out, diag->file);
    if (diag->line) {
        str_printf(out, ":%u", diag->line);
        if (diag->column)
            str_printf(out, ":%u", diag->column);
    }
    str_add(out, ": ");
}

void diag_render_from(str *out, const lathe_diag *diag, bool color, source_files *files) {
    if (diag->file)
        add_place(out, diag);
    str_printf(out, "%s%s:%s ", color ? severities[diag->severity].color : "",
               severities[diag->severity].word, color ? "\x1b[0m" : "");
    show_add(out, diag->message);
    if (diag->id)
        str_printf(out, " [%s]", diag->id);
    str_add_char(out, '\n');
    if (diag->file && diag->line)
        add_excerpt(out, diag, color, files);
}

void diag_render(str *out, const lathe_diag *diag, bool color) {
    source_files files;
    source_files_init(&files, out->ctx);
    diag_render_from(out, diag, color, &files);
    source_files_free(&files);
}
