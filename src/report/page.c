#include "report/page.h"

#include "base/show.h"

#include <string.h>

static const char common_style[] =
    ":root { color-scheme: light dark; --text: #1c1e21; --faint: #6b7280; --back: #ffffff;\n"
    "  --line: #d4d7dc; --good: #15703a; --bad: #a32020; }\n"
    "@media (prefers-color-scheme: dark) { :root { --text: #e4e6ea; --faint: #98a0ab;\n"
    "  --back: #16181c; --line: #3a3f47; --good: #5fc98a; --bad: #f08a84; } }\n"
    "body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);\n"
    "  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }\n"
    "code, svg text, td.n, pre { font-family: ui-monospace, monospace; }\n"
    "pre { font-size: 13px; white-space: pre-wrap; }\n"
    "a { color: inherit; } .faint { color: var(--faint); }\n"
    "table { border-collapse: collapse; margin: 0.5rem 0 1rem; }\n"
    "th, td { text-align: left; padding: 0.15rem 0.7rem 0.15rem 0; vertical-align: top;\n"
    "  border-bottom: 1px solid var(--line); }\n"
    "td.n, th.n { text-align: right; } .yes { color: var(--good); } .no { color: var(--bad); }\n"
    ".wide { overflow-x: auto; } svg { display: block; max-width: none; }\n"
    "svg text { font-size: 11px; fill: var(--text); pointer-events: none; }\n"
    "svg rect { stroke: var(--line); }\n";

void page_begin(str *out, const char *title, const char *style, const char *defs) {
    page_printf(out,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta "
                "name=\"viewport\" content=\"width=device-width, "
                "initial-scale=1\"/>\n<title>%s</title>\n<style>\n%s%s</style>\n</"
                "head>\n<body>\n<svg width=\"0\" height=\"0\" aria-hidden=\"true\" "
                "style=\"position: absolute\"><defs>\n%s</defs></svg>\n",
                title, common_style, style, defs);
}

void page_end(str *out) {
    str_add(out, "</body>\n</html>\n");
}

static void add_ascii(str *out, unsigned char c) {
    switch (c) {
    case '&':
        str_add(out, "&amp;");
        break;
    case '<':
        str_add(out, "&lt;");
        break;
    case '>':
        str_add(out, "&gt;");
        break;
    case '"':
        str_add(out, "&quot;");
        break;
    case '\'':
        str_add(out, "&#39;");
        break;
    default:
        str_add_char(out, c < 0x20 || c == 0x7f ? '?' : (char)c);
    }
}

static void add_other(str *out, uint32_t point, bool is_byte) {
    (void)point;
    str_add(out, is_byte ? "\xef\xbf\xbd" : "?");
}

void page_add_n(str *out, const char *text, size_t length) {
    str_add_utf8(out, text, length, add_ascii, add_other);
}

void page_printf(str *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    show_vprintf(out, page_add_n, format, &args);
    va_end(args);
}

void page_add_lines(str *out, const str *text) {
    for (const char *line = str_text(text); *line;) {
        size_t length = strcspn(line, "\n");
        page_add_n(out, line, length);
        str_add(out, "\n");
        line += length + (line[length] == '\n');
    }
}

size_t page_fit(const char *text, size_t room) {
    size_t length = strlen(text);
    if (length <= room)
        return length;
    for (length = room; length && ((unsigned char)text[length] & 0xc0) == 0x80; length--)
        continue;
    return length;
}
