#include "cli/options.h"

#include <stdlib.h>

static const cli_option options[] = {
    {"json", 0, CLI_FLAG, CLI_FIELD(json), NULL, NULL, "Print JSON", false},
    {0},
};

static lathe_status run_info(cli_run *run) {
    char *text = lathe_module_info(run->module, run->request->json);
    if (text)
        str_add(run->out, text);
    free(text);
    return run->ctx->status;
}

const cli_command cli_info = {
    .name = "info",
    .summary = "Show what a program consists of",
    .description = "Reads C, LLVM IR text or bitcode, links it into one module and shows its "
                   "functions, blocks, loops and struct types.",
    .options = options,
    .reads_files = true,
    .run = run_info,
};
