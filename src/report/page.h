/* What the pages of all reports have in common: one file that needs nothing else. Style is inline,
 * pictures are SVG, there is no script. The text is HTML and well-formed XML. */
#pragma once

#include "base/str.h"

/* Up to the start of the body. style: more rules of CSS; defs: SVG that pictures refer to. */
void page_begin(str *out, const char *title, const char *style, const char *defs);
void page_end(str *out);

/* Text inside HTML and SVG: no markup, valid UTF-8 whatever it is given. */
void page_add_n(str *out, const char *text, size_t length);
/* As str_printf, with each text that %s brings as such text; the format is HTML. */
void page_printf(str *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of each line of what another report prints. */
void page_add_lines(str *out, const str *text);
/* As many bytes of the text as are not more than the room, without cutting a character. */
size_t page_fit(const char *text, size_t room);
