/* lathe opt: runs a pipeline of passes, lathe's and LLVM's, and writes the module. */
#include "cli/cli_remarks.h"
#include "cli/layouts.h"
#include "pass/pipeline.h"
#include "sys/bisect_env.h"

#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    CLI_VALUE_ROW("bisect-limit", 0, CLI_TEXT, bisect_limit, "N",
                  "Number every single change of a struct or a loop nest, and make only the first "
                  "N; -1: all"),
    CLI_DTRANS_FORCE,
    CLI_DTRANS_ONLY,
    CLI_DTRANS_ALLOC,
    CLI_DTRANS_SKIP,
    CLI_EXPORT,
    CLI_FLAG_ROW("json", 0, json, "Print --time and --stats as JSON"),
    CLI_LOAD,
    CLI_VALUE_ROW("output", 'o', CLI_TEXT, output, "FILE",
                  "Write the module to FILE: text if it ends in .ll, else bitcode; '-' is text to "
                  "standard output"),
    CLI_VALUE_ROW("passes", 'p', CLI_TEXT, passes, "LIST",
                  "The passes to run, such as 'a,b<key=value>,function(instcombine)'"),
    CLI_REMARKS,
    {0},
};

static lathe_status check_opt(lathe_ctx *ctx, const cli_request *request) {
    if (!request->passes)
        return ctx_fail(ctx, LATHE_USAGE, "no passes given: give --passes=LIST; see lathe passes");
    if (request->bisect_limit && !sys_bisect_set(request->bisect_limit))
        return ctx_fail(ctx, LATHE_USAGE, "--bisect-limit takes a number, or -1, and not '%s'",
                        request->bisect_limit);
    return LATHE_OK;
}

/* What is wrong with a pipeline is said in one line; this says where to look. */
static void advise(lathe_ctx *ctx) {
    size_t used = strlen(ctx->error);
    if (ctx->status == LATHE_USAGE)
        snprintf(ctx->error + used, sizeof ctx->error - used,
                 " (see lathe passes, and opt-22 --print-passes)");
}

static lathe_status run_opt(cli_run *run) {
    remark_list remarks;
    const char *output = run->request->output;
    if (!cli_set_layouts(run))
        return run->ctx->status;
    sys_bisect counted;
    sys_bisect_begin(&counted, run->ctx, output ? output : "lathe opt", run->stderr_fd);
    cli_remarks_begin(run, &remarks);
    pass_run_pipeline(run->module, run->request->passes, run->out, NULL);
    advise(run->ctx);
    cli_remarks_end(run, &remarks);
    sys_bisect_end(&counted);
    return run->ctx->status;
}

const cli_command cli_opt = {
    .name = "opt",
    .summary = "Run named passes over a program",
    .description = "Reads C, LLVM IR text or bitcode, links it into one module and runs passes on "
                   "it: lathe's own and LLVM's, mixed freely. What printing passes print goes to "
                   "standard output, or to standard error when the module goes there (-o -). "
                   "Without -o no module is written.",
    .options = options,
    .reads_files = true,
    .check = check_opt,
    .run = run_opt,
};
