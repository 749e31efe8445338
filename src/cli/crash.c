#include "cli/crash.h"

#include "cli/message.h"
#include "ir/input.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_folder(char folder[PATH_MAX]) {
    const char *chosen = getenv("LATHE_CRASH_DIR"), *tmp = getenv("TMPDIR");
    const char *const places[] = {chosen && *chosen ? chosen : NULL, ".", tmp && *tmp ? tmp : NULL,
                                  "/tmp"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i])
            continue;
        bool here = strcmp(places[i], ".") == 0;
        int length = snprintf(folder, PATH_MAX, "%s%slathe-crash-XXXXXX", here ? "" : places[i],
                              here ? "" : "/");
        if (length < PATH_MAX && mkdtemp(folder))
            return true;
    }
    return false;
}

static int create_in(const char *folder, const char *name, mode_t mode) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX)
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

static void copy_file(const char *from, int to) {
    char buffer[1 << 16];
    ssize_t n;
    int fd = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        while ((n = read(fd, buffer, sizeof buffer)) > 0 && io_write_all(to, buffer, (size_t)n))
            continue;
    close(fd);
}

/* "2-name.bc": inputs of one name in several folders must not meet. C is kept as it is after
 * preprocessing, since nobody else has its headers. */
static void copy_name(const char *input, size_t index, char name[NAME_MAX]) {
    const char *base = strcmp(input, "-") == 0 ? "stdin" : str_base_name(input);
    int length = snprintf(name, NAME_MAX, "%zu-%.200s", index + 1, base);
    if (ir_input_is_c(input))
        name[length - 1] = 'i';
}

static void copy_c(lathe_ctx *ctx, const cli_request *r, const char *input, int to) {
    lathe_load_options options;
    arena mem;
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    arena_init(&mem, ctx);
    if (!worker_load_options(r, null, &mem, &options) ||
        !ir_input_preprocess(ctx, input, to, &options))
        copy_file(input, to);
    arena_free(&mem);
    close(null);
}

static void copy_inputs(lathe_ctx *ctx, const cli_request *r, const char *folder) {
    char name[NAME_MAX];
    for (size_t i = 0; i < r->input_count; i++) {
        copy_name(r->inputs[i], i, name);
        int fd = create_in(folder, name, 0666);
        if (fd < 0)
            continue;
        if (ir_input_is_c(r->inputs[i]))
            copy_c(ctx, r, r->inputs[i], fd);
        else
            copy_file(strcmp(r->inputs[i], "-") == 0 ? "/dev/stdin" : r->inputs[i], fd);
        close(fd);
    }
}

/* Whether the word is or holds (-oFILE, --output=FILE) the name of a file to write. */
static bool has_output(const cli_request *r, const char *word) {
    return r->output && strcmp(r->output, "-") != 0 && r->output >= word &&
           r->output <= word + strlen(word);
}

/* Running it again must not write where the user's output was. */
static void add_output(str *out, const cli_request *r, const char *word) {
    size_t length = strlen(r->output);
    bool text = length > 3 && strcmp(r->output + length - 3, ".ll") == 0;
    str_printf(out, "%.*sout.%s", (int)(r->output - word), word, text ? "ll" : "bc");
}

/* The command line with the copies in place of the inputs, which are found by their addresses. */
static void add_word(str *out, const cli_request *r, const char *word) {
    char name[NAME_MAX];
    str_add_char(out, ' ');
    for (size_t i = 0; i < r->input_count; i++) {
        if (word == r->inputs[i]) {
            copy_name(word, i, name);
            str_add_shell_word(out, name);
            return;
        }
    }
    if (has_output(r, word))
        add_output(out, r, word);
    else
        str_add_shell_word(out, word);
}

static void add_command(str *out, const cli_request *r) {
    str_add(out, "#!/bin/sh\n# Runs lathe again as it failed, on the copies beside this file.\n");
    str_add(out, "cd \"$(dirname \"$0\")\" || exit 2\n\"${LATHE:-lathe}\"");
    for (int i = 1; i < r->argc; i++)
        add_word(out, r, r->argv[i]);
    str_add_char(out, '\n');
}

static void add_cause(str *out, lathe_ctx *ctx, const worker_page *page, const char *noise) {
    static const char *const phases[] = {"load", "work", "write"};
    str_printf(out, "lathe %s\nphase: %s\nactivity: %s\nerror: %s\n", lathe_version(),
               phases[page->phase], page->activity, lathe_ctx_error(ctx));
    str_printf(out, "\nWhat the worker printed:\n%s", noise);
}

static void write_text(const char *folder, const char *name, mode_t mode, const str *text) {
    int fd = create_in(folder, name, mode);
    if (fd < 0)
        return;
    (void)!io_write_all(fd, str_text(text), text->len);
    close(fd);
}

bool crash_write(lathe_ctx *ctx, const cli_request *request, const worker_page *page,
                 const char *noise, char folder[PATH_MAX]) {
    if (!make_folder(folder))
        return false;
    lathe_ctx *scratch = lathe_ctx_new();
    if (!scratch)
        return true;
    str text;
    str_init(&text, scratch);
    copy_inputs(scratch, request, folder);
    lathe_ctx_clear(scratch);
    add_command(&text, request);
    write_text(folder, "command", 0777, &text);
    str_clear(&text);
    add_cause(&text, ctx, page, noise);
    write_text(folder, "what-died", 0666, &text);
    str_free(&text);
    lathe_ctx_free(scratch);
    return true;
}
