/* Reproducer folders: what someone needs who wants to find out why lathe failed. */
#pragma once

#include "cli/worker.h"

/* Makes lathe-crash-XXXXXX/ in $LATHE_CRASH_DIR, else here, else in $TMPDIR or /tmp, with copies
 * of the inputs, `command` (a script that runs it again) and `what-died`. The folder's name goes to
 * `folder`. False with errno set when no folder can be made. */
bool crash_write(lathe_ctx *ctx, const cli_request *request, const worker_page *page,
                 const char *noise, char folder[PATH_MAX]);
