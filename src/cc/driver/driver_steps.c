#include "cc/driver/driver_steps.h"

#include "base/io.h"
#include "base/str.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A word in quotes, with a backslash before quotes, dollars and backslashes. */
static const char *read_word(lathe_ctx *ctx, arena *mem, const char *p, cc_step *step) {
    str word;
    str_init(&word, ctx);
    for (p++; *p && *p != '"'; p++) {
        if (*p == '\\' && p[1])
            p++;
        str_add_char(&word, *p);
    }
    vec_push(ctx, &step->words, arena_strndup(mem, str_text(&word), word.len));
    str_free(&word);
    return *p ? p + 1 : p;
}

static const char *read_step(lathe_ctx *ctx, arena *mem, const char *p, cc_steps *steps) {
    cc_step step = {0};
    while (p[0] == ' ' && p[1] == '"')
        p = read_word(ctx, mem, p + 1, &step);
    for (size_t i = 1; i + 1 < step.words.len; i++)
        if (strcmp(step.words.at[i], "-o") == 0)
            step.output = step.words.at[i + 1];
    if (!vec_push(ctx, &steps->at, step))
        vec_free(ctx, &step.words);
    return p;
}

static bool is_message(const char *line, size_t length) {
    static const char *const kinds[] = {"warning: ", "note: ", "error: "};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (memmem(line, length, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

void cc_steps_read(lathe_ctx *ctx, arena *mem, const char *text, cc_steps *steps) {
    str messages;
    str_init(&messages, ctx);
    for (const char *p = text; *p; p += *p == '\n') {
        if (p[0] == ' ' && p[1] == '"')
            p = read_step(ctx, mem, p, steps);
        size_t length = strcspn(p, "\n");
        if (is_message(p, length))
            str_printf(&messages, "%.*s\n", (int)length, p);
        p += length;
    }
    steps->verbose = text;
    steps->messages = str_keep(&messages, mem);
}

static const char *read_file(lathe_ctx *ctx, arena *mem, int fd) {
    str text;
    char buffer[1 << 14];
    ssize_t n;
    off_t from = 0;
    str_init(&text, ctx);
    for (; (n = pread(fd, buffer, sizeof buffer, from)) > 0; from += n)
        str_add_n(&text, buffer, (size_t)n);
    return str_keep(&text, mem);
}

/* The driver colours messages if its standard error is a terminal, which that of -### is not. */
static void add_words(lathe_ctx *ctx, const cc_args *args, sys_words *words) {
    vec_push(ctx, words, args->clang);
    vec_push(ctx, words, "-###");
    if (isatty(STDERR_FILENO))
        vec_push(ctx, words, "-fcolor-diagnostics");
    for (size_t i = 0; i < args->words.len; i++)
        vec_push(ctx, words, args->words.at[i]);
    vec_push(ctx, words, NULL);
}

bool cc_steps_find(lathe_ctx *ctx, arena *mem, const cc_args *args, const char *directory,
                   cc_steps *steps) {
    sys_words words = {0};
    str env;
    int code = SYS_NOT_RUN, fd = memfd_create("lathe-steps", MFD_CLOEXEC);
    *steps = (cc_steps){0};
    str_init(&env, ctx);
    str_printf(&env, "TMPDIR=%s", directory);
    add_words(ctx, args, &words);
    if (fd >= 0 && ctx_ok(ctx))
        code = sys_run(ctx, &(sys_child){.words = words.at, .env = str_text(&env), .err = fd});
    const char *text = code == 0 ? read_file(ctx, mem, fd) : NULL;
    if (text)
        cc_steps_read(ctx, mem, text, steps);
    io_close(fd);
    str_free(&env);
    vec_free(ctx, &words);
    return text && ctx_ok(ctx);
}

void cc_steps_free(lathe_ctx *ctx, cc_steps *steps) {
    for (size_t i = 0; i < steps->at.len; i++)
        vec_free(ctx, &steps->at.at[i].words);
    vec_free(ctx, &steps->at);
}

bool cc_step_has(const cc_step *step, const char *word) {
    for (size_t i = 0; i < step->words.len; i++)
        if (strcmp(step->words.at[i], word) == 0)
            return true;
    return false;
}
