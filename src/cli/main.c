#include "cli/generate.h"
#include "cli/message.h"
#include "cli/worker.h"

#include <llvm-c/Core.h>

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const cli_command *const cli_commands[] = {&cli_dtrans, &cli_hir,    &cli_info,
                                           &cli_opt,    &cli_passes, NULL};

static const cli_option root_options[] = {
    {"generate", 0, CLI_TEXT, CLI_FIELD(generate), "WHAT", NULL, NULL, true},
    {"version", 'V', CLI_FLAG, CLI_FIELD(version), NULL, NULL, "Show the version", false},
    {0},
};

const cli_command cli_root = {
    .name = "",
    .summary = "reshape whole LLVM programs",
    .description = "Reshapes whole LLVM programs given as C, LLVM IR text or bitcode.",
    .options = root_options,
};

static const cli_command *find_command(const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static lathe_status run_root(cli_run *run) {
    const cli_request *r = run->request;
    if (r->generate)
        return cli_generate(run->ctx, r->generate, run->out);
    if (r->version) {
        unsigned major, minor, patch;
        LLVMGetVersion(&major, &minor, &patch);
        str_printf(run->out, "lathe %s (LLVM %u.%u.%u)\n", lathe_version(), major, minor, patch);
        return LATHE_OK;
    }
    return ctx_fail(run->ctx, LATHE_USAGE, "which command? see lathe --help");
}

static bool reads_files(const cli_command *command, const cli_request *r) {
    return command->reads_files && !(command->needs_no_files && command->needs_no_files(r));
}

static lathe_status check_request(lathe_ctx *ctx, const cli_command *command,
                                  const cli_request *r) {
    bool reads = reads_files(command, r);
    if (reads && r->input_count == 0)
        return ctx_fail(ctx, LATHE_USAGE, "no input files; see lathe %s --help", command->name);
    if (!reads && r->input_count)
        return ctx_fail(ctx, LATHE_USAGE, "'%s' is one word too many; see lathe %s --help",
                        r->inputs[0], command->name);
    return command->check ? command->check(ctx, r) : LATHE_OK;
}

/* Commands that read no files need no worker. */
static int run_here(lathe_ctx *ctx, const cli_command *command, const cli_request *r) {
    str out;
    str_init(&out, ctx);
    cli_run run = {.request = r, .ctx = ctx, .out = &out};
    bool broken_pipe = false;
    if (r->help)
        cli_help(command, &out);
    else
        command->run(&run);
    if (ctx_ok(ctx) && !io_write_all(STDOUT_FILENO, str_text(&out), out.len)) {
        broken_pipe = errno == EPIPE;
        ctx_fail(ctx, LATHE_IO, "standard output: cannot be written: %s", strerror(errno));
    }
    if (!ctx_ok(ctx) && !broken_pipe)
        cli_message(r, LATHE_ERROR, lathe_ctx_error(ctx));
    str_free(&out);
    return lathe_status_exit_code(lathe_ctx_status(ctx));
}

static int run_command(lathe_ctx *ctx, const cli_command *command, const cli_request *r) {
    if (reads_files(command, r) && !r->help)
        return worker_run(ctx, command, r);
    signal(SIGPIPE, SIG_IGN);
    return run_here(ctx, command, r);
}

static int dispatch(lathe_ctx *ctx, cli_request *r) {
    cli_command root = cli_root;
    root.run = run_root;
    const cli_command *command = &root;
    bool named = r->argc > 1 && r->argv[1][0] != '-';
    if (named)
        command = find_command(r->argv[1]);
    if (!command)
        ctx_fail(ctx, LATHE_USAGE, "unknown command '%s'%s; see lathe --help", r->argv[1],
                 cli_hint_command(r->argv[1]).text);
    else if (cli_parse(ctx, command, 1 + named, r) &&
             (r->help || check_request(ctx, command, r) == LATHE_OK))
        return run_command(ctx, command, r);
    cli_message(r, LATHE_ERROR, lathe_ctx_error(ctx));
    return lathe_status_exit_code(lathe_ctx_status(ctx));
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx)
        return lathe_status_exit_code(LATHE_NO_MEMORY);
    cli_request request = {.argc = argc, .argv = argv, .load_seconds = CLI_DEFAULT};
    int code = dispatch(ctx, &request);
    cli_request_free(&request);
    lathe_ctx_free(ctx);
    return code;
}
