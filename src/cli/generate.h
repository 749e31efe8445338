/* Texts made from the option tables at build time. */
#ifndef LATHE_CLI_GENERATE_H
#define LATHE_CLI_GENERATE_H

#include "cli/options.h"

/* what: "man" (lathe.1), "completion" (for bash), "help-table" (one line per command and option,
 * for the test that help, man page and completion agree). */
lathe_status cli_generate(lathe_ctx *ctx, const char *what, str *out);

#endif
