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
    {"parse", 0, CLI_FLAG, CLI_FIELD(parse), NULL, NULL,
     "The FILEs are not programs but HIR as text, as this command prints it: read it and show it "
     "again",
     false},
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

static bool is_text(const cli_request *r) {
    return r->parse;
}

static lathe_status check_hir(lathe_ctx *ctx, const cli_request *r) {
    if (r->parse && (r->as_is || r->c_flag_count))
        return ctx_fail(ctx, LATHE_USAGE, "%s does not go with --parse: there is no program",
                        r->as_is ? "--as-is" : "a flag for clang");
    return LATHE_OK;
}

static lathe_status run_hir(cli_run *run) {
    const cli_request *r = run->request;
    lathe_hir_options wanted = {r->function, r->as_is};
    lathe_hir *h = r->parse ? lathe_hir_read(run->ctx, r->inputs, r->input_count, r->function)
                            : lathe_hir_build(run->module, &wanted);
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
        "not modelled, or whose trip count is not known, the reason is shown with its source line. "
        "With --parse, FILEs are such trees as text.",
    .options = options,
    .reads_files = true,
    .reads_them_itself = is_text,
    .check = check_hir,
    .run = run_hir,
};
