/* --time and --stats: where time went, and how much was counted. */
#pragma once

#include "cli/cli_options.h"

/* Appends what --time and --stats ask for: a table, or JSON with --json. */
void cli_stats(str *out, const lathe_ctx *measured, const cli_request *request);
