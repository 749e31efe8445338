/* Texts made from the option tables at build time. */
#pragma once

#include "cli/cli_options.h"

/* what: "man" (lathe.1), "commands" (their names, one per line), "man-NAME" (the page of one),
 * "completion" (for bash), or a page of docs/: "options", "passes", "reasons". */
lathe_status cli_generate(lathe_ctx *ctx, const char *what, str *out);

/* Text for roff, in which some characters mean something: as str_printf, but what %s brings is
 * shown as it is. */
void cli_roff_printf(str *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
