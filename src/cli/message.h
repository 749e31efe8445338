/* What the command says on standard error, in one form: "lathe: error: …". */
#pragma once

#include "base/io.h"
#include "cli/cli_options.h"

/* Prints one line; control characters in the text (names in damaged files) become '?'. */
void cli_message(const cli_request *request, lathe_severity severity, const char *text);
/* Prints a diagnostic of the library to fd, with its position and source line. */
void cli_diagnostic(const cli_request *request, int fd, const lathe_diag *diag);
