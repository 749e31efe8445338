#include "cli/options.h"
#include "lathe/hir.h"

#include <stdlib.h>
#include <unistd.h>

static const cli_option options[] = {
    {"as-is", 0, CLI_FLAG, CLI_FIELD(as_is), NULL, NULL,
     "Take loops as they are, instead of bringing them into shape with LLVM's passes first", false},
    {"function", 0, CLI_TEXT, CLI_FIELD(function), "NAME", NULL, "Show this function only", false},
    {"json", 0, CLI_FLAG, CLI_FIELD(json), NULL, NULL, "Print JSON", false},
    {"numbers", 0, CLI_FLAG, CLI_FIELD(numbers), NULL, NULL, "Show the number of each node", false},
    {"region", 0, CLI_NUMBER, CLI_FIELD(region), "N", NULL,
     "Show only the N-th loop nest of each function", false},
    {0},
};

static void add_report(cli_run *run, lathe_hir *h) {
    const cli_request *r = run->request;
    char *folder = getcwd(NULL, 0);
    lathe_hir_view view = {
        .region = r->region, .numbers = r->numbers, .verbose = r->verbose, .folder = folder};
    char *text = (r->json ? lathe_hir_json : lathe_hir_text)(h, &view);
    if (text)
        str_add(run->out, text);
    free(text);
    free(folder);
}

static lathe_status run_hir(cli_run *run) {
    lathe_hir_options wanted = {run->request->function, run->request->as_is};
    lathe_hir *h = lathe_hir_build(run->module, &wanted);
    if (h)
        add_report(run, h);
    lathe_hir_free(h);
    return run->ctx->status;
}

const cli_command cli_hir = {
    .name = "hir",
    .summary = "Show the loop nests of a program",
    .description =
        "Reads C, LLVM IR text or bitcode, links it into one module and shows every loop nest as a "
        "tree: loops with their trip counts, references with their subscripts. For loops that are "
        "not modelled, or whose trip count is not known, the reason is shown with its source line.",
    .options = options,
    .reads_files = true,
    .run = run_hir,
};
