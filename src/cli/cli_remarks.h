/* --remarks=FILE: collects remarks while a command works, then writes them. */
#pragma once

#include "base/remark.h"
#include "cli/cli_options.h"

void cli_remarks_begin(cli_run *run, remark_list *list);
/* Writes the file, unless the run failed: then nothing was changed. */
void cli_remarks_end(cli_run *run, remark_list *list);
