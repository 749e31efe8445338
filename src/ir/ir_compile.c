/* C and C++ to bitcode through clang. The bitcode comes back through a memory file, so there is
 * nothing to clean up whatever happens. */
#include "base/str.h"
#include "base/vec.h"
#include "ir/input.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef VEC(const char *) words;

/* IR as the front end wrote it: -O1 for TBAA and without optnone, no passes run. */
static const char *const front_end_flags[] = {"-O1",
                                              "-Xclang",
                                              "-disable-llvm-passes",
                                              "-g",
                                              "-fno-discard-value-names",
                                              "-fno-crash-diagnostics"};

static const char *const make_bitcode[] = {"-emit-llvm", "-c", "-o", "-", "--", NULL};
static const char *const make_source[] = {"-E", "-o", "-", "--", NULL};
static const char *const print_declarations[] = {"-w", "-fsyntax-only", "-Xclang", "-ast-print",
                                                 "-Xclang"};

static bool build_command(lathe_ctx *ctx, words *command, const char *const *what, const char *path,
                          const lathe_load_options *options) {
    vec_push(ctx, command, options && options->clang ? options->clang : LATHE_CLANG);
    for (size_t i = 0; i < sizeof front_end_flags / sizeof *front_end_flags; i++)
        vec_push(ctx, command, front_end_flags[i]);
    for (size_t i = 0; options && i < options->c_flag_count; i++)
        vec_push(ctx, command, options->c_flags[i]);
    for (; *what; what++)
        vec_push(ctx, command, *what);
    vec_push(ctx, command, path);
    vec_push(ctx, command, NULL);
    return ctx_ok(ctx);
}

static int spawn_with_output(pid_t *pid, const words *command, int out, int err) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!error && err)
        error = posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    if (!error)
        error =
            posix_spawnp(pid, command->at[0], &actions, NULL, (char *const *)command->at, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* A lathe that was moved to another machine finds clang by its name. */
static int spawn_clang(pid_t *pid, words *command, bool may_search, int out, int err) {
    int error = spawn_with_output(pid, command, out, err);
    if (error == ENOENT && may_search) {
        command->at[0] = "clang-22";
        error = spawn_with_output(pid, command, out, err);
    }
    return error;
}

static lathe_status run_clang(lathe_ctx *ctx, words *command, const char *path, int out,
                              const lathe_load_options *options) {
    pid_t pid;
    int state = 0;
    const char *wanted = command->at[0];
    int error = spawn_clang(&pid, command, !(options && options->clang), out,
                            options ? options->clang_stderr : 0);
    if (error)
        return ctx_fail(ctx, LATHE_IO, "%s: cannot run the compiler '%s': %s", path, wanted,
                        strerror(error));
    while (waitpid(pid, &state, 0) < 0)
        if (errno != EINTR)
            return ctx_fail(ctx, LATHE_IO, "%s: lost the compiler: %s", path, strerror(errno));
    if (WIFSIGNALED(state))
        return ctx_fail(ctx, LATHE_BAD_INPUT, "%s: clang crashed (%s); try it by hand", path,
                        strsignal(WTERMSIG(state)));
    if (WEXITSTATUS(state) != 0)
        return ctx_fail(ctx, LATHE_BAD_INPUT, "%s: does not compile (clang's messages are above)",
                        path);
    return LATHE_OK;
}

static bool clang_to(lathe_ctx *ctx, const char *const *what, const char *path, int fd,
                     const lathe_load_options *options) {
    words command = {0};
    if (build_command(ctx, &command, what, path, options))
        run_clang(ctx, &command, path, fd, options);
    vec_free(ctx, &command);
    return ctx_ok(ctx);
}

bool ir_input_preprocess(lathe_ctx *ctx, const char *path, int fd,
                         const lathe_load_options *options) {
    return clang_to(ctx, make_source, path, fd, options);
}

/* Only what was compiled before is asked for, so whatever fails here is not the user's mistake. */
bool ir_input_declarations(lathe_ctx *ctx, ir_input *in, const char *path, const char *name,
                           const lathe_load_options *options) {
    enum { COUNT = sizeof print_declarations / sizeof *print_declarations };
    const char *what[COUNT + 3];
    str filter;
    str_init(&filter, ctx);
    str_printf(&filter, "-ast-dump-filter=%s", name);
    memcpy(what, print_declarations, sizeof print_declarations);
    what[COUNT] = str_text(&filter);
    what[COUNT + 1] = "--";
    what[COUNT + 2] = NULL;
    int fd = memfd_create("lathe-declarations", MFD_CLOEXEC);
    bool ok = ctx_ok(ctx) && fd >= 0 && clang_to(ctx, what, path, fd, options) &&
              lseek(fd, 0, SEEK_SET) == 0 && ir_input_slurp(ctx, in, fd);
    if (fd >= 0)
        close(fd);
    str_free(&filter);
    return ok;
}

bool ir_input_compile(lathe_ctx *ctx, ir_input *in, const char *path,
                      const lathe_load_options *options) {
    ctx_timer timer = ctx_phase_begin(ctx, "compile");
    int fd = memfd_create("lathe-bitcode", MFD_CLOEXEC);
    if (fd < 0)
        ctx_fail(ctx, LATHE_IO, "%s: no memory file for clang's output: %s", path, strerror(errno));
    else if (clang_to(ctx, make_bitcode, path, fd, options) && lseek(fd, 0, SEEK_SET) == 0 &&
             ir_input_slurp(ctx, in, fd) && in->size == 0)
        ctx_fail(ctx, LATHE_USAGE, "%s: clang wrote no bitcode; check the flags for clang", path);
    if (fd >= 0)
        close(fd);
    ctx_phase_end(ctx, timer);
    return ctx_ok(ctx);
}
