#include "cc/carry.h"

#include "cc/embed.h"
#include "cc/options.h"
#include "cc/run.h"
#include "cc/where.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* By how they begin. What bitcode does carry (arithmetic, visibility, attributes of functions) is
 * not here: the words of several objects have to go together at the link. */
static const char *const for_code[] = {
    "-g",
    "-m",
    "-Wa,",
    "-Xassembler",
    "-fPIC",
    "-fPIE",
    "-faddrsig",
    "-fasynchronous-unwind-tables",
    "-fbasic-block-sections",
    "-fbuiltin",
    "-fcf-protection",
    "-fdata-sections",
    "-fdebug-types-section",
    "-femulated-tls",
    "-fexceptions",
    "-ffast-math",
    "-ffp-contract=",
    "-ffp-model=",
    "-ffreestanding",
    "-ffunction-sections",
    "-fintegrated-as",
    "-fno-PIC",
    "-fno-PIE",
    "-fno-addrsig",
    "-fno-asynchronous-unwind-tables",
    "-fno-builtin",
    "-fno-data-sections",
    "-fno-debug-types-section",
    "-fno-emulated-tls",
    "-fno-exceptions",
    "-fno-fast-math",
    "-fno-function-sections",
    "-fno-integrated-as",
    "-fno-omit-frame-pointer",
    "-fno-pic",
    "-fno-pie",
    "-fno-plt",
    "-fno-semantic-interposition",
    "-fno-slp-vectorize",
    "-fno-split-machine-functions",
    "-fno-stack-clash-protection",
    "-fno-stack-protector",
    "-fno-tree-slp-vectorize",
    "-fno-tree-vectorize",
    "-fno-unique-section-names",
    "-fno-unroll-loops",
    "-fno-unwind-tables",
    "-fno-vectorize",
    "-fno-zero-initialized-in-bss",
    "-fomit-frame-pointer",
    "-fpic",
    "-fpie",
    "-fplt",
    "-fsemantic-interposition",
    "-fslp-vectorize",
    "-fsplit-machine-functions",
    "-fstack-clash-protection",
    "-fstack-protector",
    "-ftls-model=",
    "-ftree-slp-vectorize",
    "-ftree-vectorize",
    "-funique-section-names",
    "-funroll-loops",
    "-funwind-tables",
    "-fveclib=",
    "-fvectorize",
    "-fzero-initialized-in-bss",
};

/* Words of clang's that begin like those and are about something else. */
static const char *const not_for_code[] = {"-gcc-", "-gen-", "-module-", "-multi"};

static bool begins_with_one(const char *word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(word, list[i], strlen(list[i])) == 0)
            return true;
    return false;
}

static bool is_for_code(const char *word) {
    return begins_with_one(word, for_code, COUNT(for_code)) &&
           !begins_with_one(word, not_for_code, COUNT(not_for_code));
}

static void add_words(str *out, const cc_words *words) {
    for (size_t i = 0; i < words->len && strcmp(words->at[i], "--") != 0;) {
        bool wanted = is_for_code(words->at[i]);
        size_t end = i + 1 + cc_option_values(words->at[i]);
        for (; i < end && i < words->len; i++) {
            if (wanted)
                str_printf(out, "\x1f%s", words->at[i]);
        }
    }
}

const char *cc_carry_variable(arena *mem, const cc_args *args) {
    str text;
    str_init(&text, mem->ctx);
    str_printf(&text, CC_EMBED_VARIABLE "=%d%s%s", args->level,
               args->loops && args->level >= CC_DEFAULT_LEVEL ? CC_EMBED_LOOPS : "",
               args->lto ? CC_EMBED_SIMPLIFIED : "");
    add_words(&text, &args->words);
    const char *variable = arena_strndup(mem, str_text(&text), text.len);
    str_free(&text);
    return ctx_ok(mem->ctx) ? variable : NULL;
}

static bool has_source(const cc_args *args) {
    for (size_t i = 0; i < args->inputs.len; i++)
        if (args->inputs.at[i].kind == CC_SOURCE)
            return true;
    return false;
}

/* At -O0 clang marks every function as one that nothing may be done to. */
bool cc_carry_is_wanted(const cc_args *args) {
    return args->wish != CC_NONE && !args->declined && has_source(args) &&
           (args->level > 0 || args->wish == CC_PASSES || args->ckpt);
}

/* A clang that the user chose may be another than the plugin was made for. */
static bool can_load(lathe_ctx *ctx, const cc_args *args, const char *option) {
    const char *chosen = getenv("LATHE_CC_CLANG");
    if (!chosen || !*chosen)
        return true;
    const char *const words[] = {args->clang, option, "-w",        "-x",        "c",
                                 "-c",        "-o",   "/dev/null", "/dev/null", NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool loads = cc_run(ctx, &(cc_child){.words = words, .out = null, .err = null}) == 0;
    if (null >= 0)
        close(null);
    return loads;
}

const char *cc_carry_option(arena *mem, const cc_args *args, const char **why) {
    const char *plugin = cc_plugin_path(mem->ctx, mem);
    str text;
    if (!plugin) {
        *why = arena_strdup(mem, lathe_ctx_error(mem->ctx));
        lathe_ctx_clear(mem->ctx);
        return NULL;
    }
    str_init(&text, mem->ctx);
    str_printf(&text, "-fpass-plugin=%s", plugin);
    const char *option = arena_strndup(mem, str_text(&text), text.len);
    str_free(&text);
    if (option && can_load(mem->ctx, args, option))
        return option;
    *why = "the clang named by LATHE_CC_CLANG cannot load lathe's plugin";
    return NULL;
}
