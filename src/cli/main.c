/* The command line's entry: finds the command, parses its options, and hands both to the worker;
 * what needs no input (--version, --generate and the like) is answered here. */
#include "cc/cc.h"
#include "cli/generate.h"
#include "cli/message.h"
#include "cli/worker.h"
#include "sys/where.h"

#include <llvm-c/Core.h>

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const cli_command *const cli_commands[] = {&cli_cc,     &cli_cxx,    &cli_ckpt, &cli_dtrans,
                                           &cli_fuzz,   &cli_hir,    &cli_info, &cli_opt,
                                           &cli_passes, &cli_reduce, NULL};

static const cli_option root_options[] = {
    {"generate", 0, CLI_TEXT, CLI_FIELD(generate), "WHAT", NULL, NULL, true},
    CLI_FLAG_ROW("lto-flags", 0, lto_flags,
                 "Print the flags with which clang 22 compiles and links through lathe's plugin "
                 "and lld, as in make CC=\"clang-22 $(lathe --lto-flags)\""),
    CLI_FLAG_ROW("plugin-path", 0, plugin_path, "Print where the plugin for opt, clang and lld is"),
    CLI_FLAG_ROW("version", 'V', version, "Show the version"),
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

/* All that compiling and linking need, so that one word can hold it: each leaves the other's part
 * unused. Types are lost once LLVM's passes have run, so they run in the link. */
static lathe_status show_plugin(cli_run *run, bool flags) {
    arena mem;
    arena_init(&mem, run->ctx);
    const char *path = sys_plugin_path(run->ctx, &mem);
    if (path && flags)
        str_add(run->out, "-flto=full -Xclang -disable-llvm-passes -fuse-ld=lld "
                          "-Wno-unused-command-line-argument -Wl,--load-pass-plugin=");
    if (path)
        str_printf(run->out, "%s\n", path);
    arena_free(&mem);
    return run->ctx->status;
}

static lathe_status run_root(cli_run *run) {
    const cli_request *r = run->request;
    if (r->generate)
        return cli_generate(run->ctx, r->generate, run->out);
    if (r->plugin_path || r->lto_flags)
        return show_plugin(run, r->lto_flags);
    if (r->version) {
        unsigned major, minor, patch;
        LLVMGetVersion(&major, &minor, &patch);
        str_printf(run->out, "lathe %s (LLVM %u.%u.%u)\n", lathe_version(), major, minor, patch);
        return LATHE_OK;
    }
    return ctx_fail(run->ctx, LATHE_USAGE, "no command given; see lathe --help");
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
        return ctx_fail(ctx, LATHE_USAGE, "unexpected argument '%s'; see lathe %s --help",
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
    else if (cli_load(ctx, r) == LATHE_OK)
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

static int run_at_level(lathe_ctx *ctx, const cli_command *command, cli_request *r) {
    if (r->level == CLI_DEFAULT)
        r->level = command->level;
    return run_command(ctx, command, r);
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
        return run_at_level(ctx, command, r);
    cli_message(r, LATHE_ERROR, lathe_ctx_error(ctx));
    return lathe_status_exit_code(lathe_ctx_status(ctx));
}

/* The command that takes clang's words: by the program's own name, lathe-cc, or by its first word.
 * What follows is not for lathe's own table of options. */
static const cli_command *find_clang_command(const cli_request *r, int *first) {
    const char *name = str_base_name(r->argv[0]);
    bool by_name = str_starts_with(name, "lathe-");
    const cli_command *command = by_name       ? find_command(name + 6)
                                 : r->argc > 1 ? find_command(r->argv[1])
                                               : NULL;
    *first = by_name ? 1 : 2;
    return command && command->is_clang ? command : NULL;
}

static void show_diagnostic(void *data, const lathe_diag *diag) {
    cli_diagnostic(data, STDERR_FILENO, diag);
}

static int run_clang_command(lathe_ctx *ctx, const cli_command *command, cli_request *r,
                             int first) {
    r->help = r->argc == first + 1 && strcmp(r->argv[first], "--help") == 0;
    if (r->help)
        return run_here(ctx, command, r);
    lathe_ctx_set_diag(ctx, show_diagnostic, r);
    int code = cc_main(ctx, r->argc - first, r->argv + first, command == &cli_cxx);
    if (ctx_ok(ctx))
        return code;
    cli_message(r, LATHE_ERROR, lathe_ctx_error(ctx));
    return lathe_status_exit_code(lathe_ctx_status(ctx));
}

int main(int argc, char **argv) {
    int first;
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 1)
        return lathe_status_exit_code(LATHE_NO_MEMORY);
    cli_request request = {.argc = argc,
                           .argv = argv,
                           .load_seconds = CLI_DEFAULT,
                           .level = CLI_DEFAULT,
                           .count = CLI_DEFAULT,
                           .seed = CLI_DEFAULT};
    const cli_command *clang = find_clang_command(&request, &first);
    int code = clang ? run_clang_command(ctx, clang, &request, first) : dispatch(ctx, &request);
    cli_request_free(&request);
    lathe_ctx_free(ctx);
    return code;
}
