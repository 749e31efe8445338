/* Texts made from the option tables at build time. */
#ifndef LATHE_CLI_GENERATE_H
#define LATHE_CLI_GENERATE_H

#include "cli/cli_options.h"

/* what: "man" (lathe.1), "commands" (their names, one per line), "man-NAME" (the page of one),
 * "completion" (for bash), or a page of docs/: "options", "passes", "reasons". */
lathe_status cli_generate(lathe_ctx *ctx, const char *what, str *out);

/* Text for roff, in which some characters mean something. */
void cli_add_roff(str *out, const char *text);

#endif
