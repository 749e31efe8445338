/* --dtrans-only, --dtrans-skip, --dtrans-force, --export: words of the command line as settings of
 * the library. */
#pragma once

#include "cli/cli_options.h"

/* Gives the run's module what the request says. False with the status set. */
bool cli_set_layouts(cli_run *run);
