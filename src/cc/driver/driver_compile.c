#include "cc/driver/driver_compile.h"

#include "base/io.h"
#include "cc/driver/driver_carry.h"
#include "cc/driver/driver_options.h"
#include "cc/driver/driver_steps.h"
#include "cc/objects/cc_reasons.h"

#include <string.h>
#include <unistd.h>

static void add_all(lathe_ctx *ctx, sys_words *to, const sys_words *from) {
    for (size_t i = 0; i < from->len; i++)
        vec_push(ctx, to, from->at[i]);
}

int cc_plain(lathe_ctx *ctx, const cc_args *args) {
    sys_words words = {0};
    int code = SYS_NOT_RUN;
    vec_push(ctx, &words, args->clang);
    add_all(ctx, &words, cc_args_plain(args));
    vec_push(ctx, &words, NULL);
    if (ctx_ok(ctx))
        code = sys_exec(ctx, words.at);
    vec_free(ctx, &words);
    return code;
}

bool cc_tells_plain(const cc_args *args) {
    bool link = args->mode == CC_LINK && args->wish == CC_DEFAULT;
    return cc_args_ask(args) || args->ckpt || args->loops == CC_LOOPS_ON ||
           (link && args->level >= PASS_DEFAULT_LEVEL);
}

void cc_tell_plain(lathe_ctx *ctx, const cc_args *args, const char *why) {
    if (!cc_tells_plain(args))
        return;
    str text;
    str_init(&text, ctx);
    str_printf(&text, "nothing is transformed: %s", why);
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = str_text(&text)});
    str_free(&text);
}

bool cc_can_repeat(const cc_args *args) {
    for (size_t i = 0; i < args->inputs.len; i++)
        if (strcmp(args->words.at[args->inputs.at[i].word], "-") == 0)
            return false;
    return true;
}

static int compile_carrying(lathe_ctx *ctx, arena *mem, const cc_args *args, const char *option) {
    sys_words words = {0};
    const char *variable = cc_carry_variable(mem, args, false);
    int code = SYS_NOT_RUN;
    vec_push(ctx, &words, args->clang);
    vec_push(ctx, &words, option);
    add_all(ctx, &words, &args->words);
    vec_push(ctx, &words, NULL);
    if (ctx_ok(ctx))
        code = sys_run(ctx, &(sys_child){.words = words.at, .env = variable});
    vec_free(ctx, &words);
    return code;
}

/* If clang crashes, it may be the plugin's fault: so clang has a try without it. */
int cc_compile(lathe_ctx *ctx, arena *mem, const cc_args *args) {
    const char *why = NULL;
    const char *option = cc_carry_is_wanted(args) ? cc_carry_option(mem, args, &why) : NULL;
    if (why)
        cc_tell_plain(ctx, args, why);
    if (!option)
        return cc_plain(ctx, args);
    int code = compile_carrying(ctx, mem, args, option);
    return sys_is_crash(code) && cc_can_repeat(args) ? cc_plain(ctx, args) : code;
}

typedef struct build {
    lathe_ctx *ctx;
    arena *mem;
    const cc_args *args;
    cc_steps steps;
    VEC(const char *) objects; /* that the link step reads, in the order of their sources */
    const char *option, *variable;
} build;

static bool is_compiled(const cc_input *input) {
    return input->kind == CC_SOURCE || input->kind == CC_OTHER;
}

/* The last step must be the link, and take one object for each source. */
static bool understand(build *b) {
    size_t compiled = 0, count = b->steps.at.len;
    for (size_t i = 0; i < b->args->inputs.len; i++)
        compiled += is_compiled(&b->args->inputs.at[i]);
    const cc_step *link = count ? &b->steps.at.at[count - 1] : NULL;
    if (!link || cc_step_has(link, "-cc1"))
        return false;
    for (size_t i = 0; i + 1 < count; i++) {
        const char *output = b->steps.at.at[i].output;
        if (output && cc_step_has(link, output))
            vec_push(b->ctx, &b->objects, output);
    }
    return b->objects.len == compiled && ctx_ok(b->ctx);
}

static bool is_clangs(const cc_step *step) {
    return step->words.len > 1 && strncmp(step->words.at[1], "-cc1", 4) == 0;
}

/* Steps that generate code from a module pass through clang's pipeline. */
static bool generates_code(const cc_step *step) {
    return is_clangs(step) && strcmp(step->words.at[1], "-cc1") == 0 &&
           (cc_step_has(step, "-emit-obj") || cc_step_has(step, "-S"));
}

/* The driver's words for a program whose own messages it does not trust to suffice. */
static void tell_failure(const build *b, int code) {
    str text;
    str_init(&text, b->ctx);
    str_printf(&text,
               "%s: error: assembler command failed with exit code %d (use -v to see "
               "invocation)\n",
               str_base_name(b->args->clang), code);
    (void)!io_write_all(STDERR_FILENO, str_text(&text), text.len);
    str_free(&text);
}

static int run_step(build *b, const cc_step *step) {
    bool carries = b->option && generates_code(step);
    sys_words words = {0};
    int code = SYS_NOT_RUN;
    for (size_t i = 0; i < step->words.len; i++) {
        vec_push(b->ctx, &words, step->words.at[i]);
        if (i == 1 && carries)
            vec_push(b->ctx, &words, b->option);
    }
    vec_push(b->ctx, &words, NULL);
    if (ctx_ok(b->ctx))
        code =
            sys_run(b->ctx, &(sys_child){.words = words.at, .env = carries ? b->variable : NULL});
    vec_free(b->ctx, &words);
    if (code > 0 && code < 128 && !is_clangs(step))
        tell_failure(b, code);
    return code;
}

static bool needs_failed(const build *b, size_t step, const int *codes) {
    for (size_t i = 0; i < step; i++)
        if (codes[i] && b->steps.at.at[i].output &&
            cc_step_has(&b->steps.at.at[step], b->steps.at.at[i].output))
            return true;
    return false;
}

/* All that can be compiled is, as the driver does it: one source's errors do not hide another's.
 * Returns the first code that is not 0. */
static int run_steps(build *b) {
    size_t count = b->steps.at.len - 1;
    int first = 0, *codes = arena_array(b->mem, count, int);
    if (!codes)
        return SYS_NOT_RUN;
    for (size_t i = 0; i < count && ctx_ok(b->ctx); i++) {
        bool blocked = first && needs_failed(b, i, codes);
        codes[i] = blocked ? 1 : run_step(b, &b->steps.at.at[i]);
        if (sys_is_crash(codes[i]))
            return codes[i];
        first = first ? first : codes[i];
    }
    return first;
}

static bool is_language(const char *word) {
    return strncmp(word, "-x", 2) == 0 || strncmp(word, "--language", 10) == 0;
}

static const char *take_input(const build *b, const char *word, cc_input input, size_t *object,
                              cc_args *linked) {
    if (is_compiled(&input)) {
        word = b->objects.at[(*object)++];
        input.kind = CC_OBJECT;
    }
    input.word = linked->words.len;
    vec_push(b->ctx, &linked->inputs, input);
    return word;
}

/* The same command line with objects in place of sources. What -x says held for those. */
static void fill_linked(const build *b, cc_args *linked) {
    const sys_words *words = &b->args->words;
    size_t input = 0, object = 0;
    vec_push(b->ctx, &linked->words, "-w");
    for (size_t i = 0; i < words->len;) {
        const char *word = words->at[i];
        bool is_input = input < b->args->inputs.len && b->args->inputs.at[input].word == i;
        bool dropped = !is_input && is_language(word);
        size_t end = i + 1 + cc_option_values(word);
        if (is_input)
            word = take_input(b, word, b->args->inputs.at[input++], &object, linked);
        if (!dropped)
            vec_push(b->ctx, &linked->words, word);
        for (i++; i < end && i < words->len; i++)
            if (!dropped)
                vec_push(b->ctx, &linked->words, words->at[i]);
    }
}

static void show(const build *b) {
    const char *text = b->args->verbose ? b->steps.verbose : b->steps.messages;
    if (text)
        (void)!io_write_all(STDERR_FILENO, text, strlen(text));
}

static cc_compiled build_objects(build *b, cc_args *linked, int *code) {
    if (!cc_steps_find(b->ctx, b->mem, b->args, b->args->temp, &b->steps))
        return CC_UNKNOWN;
    if (!understand(b)) {
        cc_tell_plain(b->ctx, b->args, CC_WHY_STEPS);
        return CC_UNKNOWN;
    }
    show(b);
    *code = run_steps(b);
    if (sys_is_crash(*code) && cc_can_repeat(b->args))
        return CC_UNKNOWN;
    if (*code)
        return CC_FAILED;
    fill_linked(b, linked);
    return ctx_ok(b->ctx) ? CC_COMPILED : CC_UNKNOWN;
}

cc_compiled cc_compile_for_link(lathe_ctx *ctx, arena *mem, const cc_args *args, cc_args *linked,
                                int *code) {
    build b = {.ctx = ctx, .mem = mem, .args = args};
    const char *why = NULL;
    *linked = *args;
    memset(&linked->words, 0, sizeof linked->words);
    memset(&linked->plain, 0, sizeof linked->plain);
    memset(&linked->inputs, 0, sizeof linked->inputs);
    if (cc_carry_is_wanted(args)) {
        b.option = cc_carry_option(mem, args, &why);
        b.variable = cc_carry_variable(mem, args, false);
    }
    if (why)
        cc_tell_plain(ctx, args, why);
    cc_compiled result = build_objects(&b, linked, code);
    cc_steps_free(ctx, &b.steps);
    vec_free(ctx, &b.objects);
    return result;
}
