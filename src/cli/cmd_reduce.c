/* lathe reduce: which change of lathe's makes a program go wrong.
 *
 * Everything is done by a check that the shell runs: the user's own, or one that builds the files
 * with clang and with lathe and compares what both programs print. The folder keeps the check, the
 * changes that are enough to fail it, and a script that shows it. */
#include "base/show.h"
#include "cli/cli_options.h"
#include "cli/cli_reduce.h"
#include "pass/defaults.h"
#include "sys/bisect_env.h"
#include "sys/sys_run.h"
#include "sys/where.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const cli_option options[] = {
    CLI_VALUE_ROW(
        "check", 0, CLI_TEXT, check_command, "COMMAND",
        "Build and check with this command, in which lathe cc or lathe opt runs: exit code 0 if "
        "all is well. Without it, FILEs are built by clang and by lathe, and must print the same"),
    CLI_FLAG_ROW("ir", 0, reduce_ir,
                 "Make the program smaller, too, with llvm-reduce: reduced.ll in the folder"),
    CLI_LOAD,
    CLI_VALUE_ROW("output", 'o', CLI_TEXT, output, "FOLDER",
                  "Where the reproducer goes; by default lathe-reduced"),
    CLI_VALUE_ROW("passes", 'p', CLI_TEXT, passes, "LIST",
                  "Try these passes, as lathe opt runs them, and not lathe cc -O2"),
    CLI_VALUE_ROW("run", 0, CLI_TEXT, run_args, "ARGS",
                  "Arguments of the program, and what the shell does with its input: '3 < data'"),
    {0},
};

static lathe_status check_reduce(lathe_ctx *ctx, const cli_request *r) {
    if (r->check_command && (r->passes || r->run_args || r->reduce_ir || r->load.count))
        return ctx_fail(ctx, LATHE_USAGE,
                        "--check cannot be combined with --passes, --load, --run or --ir, which "
                        "are for FILEs");
    return LATHE_OK;
}

static void add_quoted(str *out, const char *word, size_t length) {
    (void)length;
    str_add_shell_word(out, word);
}

/* A script: what %s brings is a word of it, in quotes. */
__attribute__((format(printf, 2, 3))) static void add_script(str *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    show_vprintf(out, add_quoted, format, &args);
    va_end(args);
}

static bool write_script(lathe_ctx *ctx, const char *folder, const char *name, const str *text) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    bool done = file && fwrite(str_text(text), 1, text->len, file) == text->len;
    done = file && fclose(file) == 0 && done && chmod(path, 0755) == 0;
    if (!done)
        ctx_fail(ctx, LATHE_IO, "%s: cannot be written: %s", path, strerror(errno));
    return done;
}

/* The files, as they can be named from anywhere, and clang's flags. */
static void add_program(str *out, const cli_request *r) {
    char path[PATH_MAX];
    for (size_t i = 0; i < r->input_count; i++)
        add_script(out, " %s", realpath(r->inputs[i], path) ? path : r->inputs[i]);
}

static void add_flags(str *out, const cli_request *r) {
    for (size_t i = 0; i < r->c_flag_count; i++)
        add_script(out, " %s", r->c_flags[i]);
}

static const char *clang_of(const cli_request *r) {
    return r->clang ? r->clang : LATHE_CLANG;
}

/* The shared objects with passes, each as `option` names it. */
static void add_loads(str *out, const cli_request *r, const char *option) {
    char path[PATH_MAX];
    for (size_t i = 0; i < r->load.count; i++) {
        str_printf(out, " %s=", option);
        add_script(out, "%s", realpath(r->load.at[i], path) ? path : r->load.at[i]);
    }
}

static void add_tools(str *out, const cli_request *r, arena *mem) {
    const char *pools = sys_pool_path(mem->ctx, mem);
    add_script(out,
               "lathe=%s\nclang=%s\npools=%s\n"
               "work=$(mktemp -d) || exit 2\ntrap 'rm -rf \"$work\"' EXIT\n",
               sys_own_path(mem), clang_of(r), pools ? pools : "");
}

static void add_run(str *out, const cli_request *r, const char *program) {
    str_printf(out, "(timeout 60 \"$work/%s\" %s; echo \"exit code $?\") > \"$work/%s.out\" 2>&1\n",
               program, r->run_args ? r->run_args : "", program);
}

/* Exit code 0: the program prints the same with and without lathe. */
static void add_check(str *out, const cli_request *r, arena *mem) {
    str_add(out, "#!/bin/sh\n# Exit code 0: the program does the same with and without lathe.\n");
    add_tools(out, r, mem);
    str_add(out, "set --");
    add_program(out, r);
    str_add(out, "\n\"$clang\" -O2 -w");
    add_flags(out, r);
    str_add(out, " \"$@\" -o \"$work/plain\" -lm || exit 2\n");
    if (r->passes) {
        add_script(out, "\"$lathe\" opt --passes=%s", r->passes);
        add_loads(out, r, "--load");
        str_add(out, " \"$@\" -o \"$work/lathe.bc\" --");
        add_flags(out, r);
        str_add(out, " || exit 1\n\"$clang\" -O2 -w \"$work/lathe.bc\" \"$pools\" -o "
                     "\"$work/lathe\" -lm || exit 1\n");
    } else {
        str_add(out, "\"$lathe\" cc -O2 -w");
        add_loads(out, r, "-flathe-load");
        add_flags(out, r);
        str_add(out, " \"$@\" -o \"$work/lathe\" -lm || exit 1\n");
    }
    add_run(out, r, "plain");
    add_run(out, r, "lathe");
    str_add(out, "cmp \"$work/plain.out\" \"$work/lathe.out\"\n");
}

/* What llvm-reduce asks: the program is the same at two levels of clang's, and lathe's differs. */
static void add_interesting(str *out, const cli_request *r, arena *mem) {
    str_add(out, "#!/bin/sh\n# Exit code 0: the module $1 is still changed for the worse.\n");
    add_tools(out, r, mem);
    str_add(out, "export " SYS_BISECT_VARIABLE "=-1 " SYS_BISECT_ONLY "=\"$(dirname "
                 "\"$0\")/changes.txt\"\nfor level in 0 2; do\n"
                 "    \"$clang\" -O$level -w \"$1\" -o \"$work/plain$level\" -lm || exit 1\ndone\n"
                 "\"$lathe\" opt --passes='");
    const char *passes = r->passes ? r->passes : pass_row(mem, true, true);
    str_add(out, passes ? passes : "");
    str_add(out, "'");
    add_loads(out, r, "--load");
    str_add(out, " \"$1\" -o \"$work/lathe.bc\" || exit 1\n\"$clang\" -O2 -w \"$work/lathe.bc\" "
                 "\"$pools\" -o \"$work/lathe\" -lm || exit 1\n");
    add_run(out, r, "plain0");
    add_run(out, r, "plain2");
    add_run(out, r, "lathe");
    str_add(out, "cmp -s \"$work/plain0.out\" \"$work/plain2.out\" &&\n"
                 "    ! grep -q 'exit code 1[0-9][0-9]' \"$work/plain0.out\" &&\n"
                 "    ! cmp -s \"$work/plain0.out\" \"$work/lathe.out\"\n");
}

static void add_reproduce(str *out, const char *check) {
    add_script(out,
               "#!/bin/sh\n# Runs the check with the changes in changes.txt and no others.\n"
               "here=$(cd \"$(dirname \"$0\")\" && pwd)\nexport " SYS_BISECT_VARIABLE
               "=-1 " SYS_BISECT_ONLY "=\"$here/changes.txt\"\nexec sh -c %s\n",
               check);
}

/* Smaller and smaller modules; what there is when the time is over is good, too. */
static void reduce_module(cli_run *run, const char *folder, arena *mem) {
    str text;
    str_init(&text, run->ctx);
    add_interesting(&text, run->request, mem);
    bool ready = write_script(run->ctx, folder, "interesting.sh", &text);
    str_clear(&text);
    add_script(&text,
               "cd %s && unset " SYS_BISECT_VARIABLE " " SYS_BISECT_ONLY
               " && %s opt --passes=verify",
               folder, sys_own_path(mem));
    add_program(&text, run->request);
    str_add(&text, " -o program.bc --");
    add_flags(&text, run->request);
    add_script(&text,
               " && PATH=$(dirname %s):$PATH && timeout 900 llvm-reduce --test=./interesting.sh "
               "program.bc -o reduced.ll > reduce.log 2>&1",
               clang_of(run->request));
    const char *const words[] = {"sh", "-c", str_text(&text), NULL};
    if (ready && sys_run(run->ctx, &(sys_child){.words = words}) == 0)
        str_printf(run->out, "%s/reduced.ll is the reduced program\n", folder);
    else
        str_printf(run->out, "llvm-reduce failed; see %s/reduce.log\n", folder);
    str_free(&text);
}

static void report(cli_run *run, const reduction *r) {
    str_printf(run->out,
               "right without changes, wrong with all %llu; first wrong with number %llu\n",
               (unsigned long long)r->all, (unsigned long long)r->number);
    str_add(run->out, r->made.len == 1 ? "this change is enough:\n" : "these are enough:\n");
    for (size_t i = 0; i < r->made.len; i++)
        str_printf(run->out, "    %s\n", r->made.at[i]);
    str_printf(run->out, "%s/reproduce.sh shows it\n", r->folder);
}

static const char *make_folder(cli_run *run, arena *mem) {
    char path[PATH_MAX];
    const char *name = run->request->output ? run->request->output : "lathe-reduced";
    if ((mkdir(name, 0777) != 0 && errno != EEXIST) || !realpath(name, path)) {
        ctx_fail(run->ctx, LATHE_IO, "%s: cannot be made: %s", name, strerror(errno));
        return NULL;
    }
    return arena_strdup(mem, path);
}

/* The command that checks: the user's, or the script that is made for the files. */
static const char *make_check(cli_run *run, const char *folder, arena *mem) {
    str text;
    if (run->request->check_command)
        return run->request->check_command;
    str_init(&text, run->ctx);
    add_check(&text, run->request, mem);
    bool done = write_script(run->ctx, folder, "check.sh", &text);
    str_clear(&text);
    add_script(&text, "exec %s", arena_printf(mem, "%s/check.sh", folder));
    const char *command = str_keep(&text, mem);
    return done ? command : NULL;
}

static lathe_status run_reduce(cli_run *run) {
    reduction r = {.ctx = run->ctx, .fd = run->stderr_fd ? run->stderr_fd : STDERR_FILENO};
    str script;
    arena_init(&r.mem, run->ctx);
    str_init(&script, run->ctx);
    r.folder = make_folder(run, &r.mem);
    r.check = r.folder ? make_check(run, r.folder, &r.mem) : NULL;
    if (r.check && reduce_search(&r) == LATHE_OK) {
        add_reproduce(&script, r.check);
        write_script(run->ctx, r.folder, "reproduce.sh", &script);
        report(run, &r);
        if (run->request->reduce_ir && ctx_ok(run->ctx))
            reduce_module(run, r.folder, &r.mem);
    }
    vec_free(run->ctx, &r.made);
    str_free(&script);
    arena_free(&r.mem);
    return run->ctx->status;
}

/* The folder is written when the search ends. */
static lathe_status write_nothing(cli_run *run) {
    return run->ctx->status;
}

static bool needs_no_files(const cli_request *r) {
    return r->check_command != NULL;
}

static bool reads_them_itself(const cli_request *r) {
    (void)r;
    return true;
}

const cli_command cli_reduce = {
    .name = "reduce",
    .summary = "Find the change that makes a program go wrong",
    .description = "Builds and checks a program again and again with fewer of lathe's changes, "
                   "until it is known which single change of a struct or a loop nest is enough to "
                   "make the check fail. It names the change and writes a folder that reproduces "
                   "it.",
    .options = options,
    .reads_files = true,
    .needs_no_files = needs_no_files,
    .reads_them_itself = reads_them_itself,
    .check = check_reduce,
    .run = run_reduce,
    .write = write_nothing,
};
