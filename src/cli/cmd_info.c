/* lathe info: what a program consists of. */
#include "cli/cli_options.h"

static const cli_option options[] = {
    CLI_FLAG_ROW("json", 0, json, "Print JSON"),
    CLI_FLAG_ROW("layouts", 0, layouts,
                 "Show the layout of every struct, with holes and cache lines"),
    CLI_VALUE_ROW("type", 0, CLI_TEXT, type, "NAME",
                  "Show this struct only: 'node', 'struct node' or 'struct.node'"),
    {0},
};

static lathe_status run_info(cli_run *run) {
    const cli_request *r = run->request;
    lathe_info_options shown = LATHE_WITH(lathe_info_options, .json = r->json,
                                          .layouts = r->layouts || r->type, .type = r->type);
    char *text = lathe_module_info_with(run->module, &shown);
    if (text)
        str_add(run->out, text);
    lathe_free(text);
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
