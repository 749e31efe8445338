#include "cc/driver/args.h"

#include "base/str.h"
#include "cc/driver/driver_options.h"
#include "cc/driver/language.h"
#include "cc/driver/wish.h"
#include "cc/objects/cc_reasons.h"
#include "cc/objects/kind.h"

#include <ctype.h>
#include <string.h>

/* What can be a reason to decline, each switched on and off by words of its own; the last word
 * wins. */
typedef enum topic {
    SANITIZER,
    LTO,
    LTO_MODE,
    LTO_PLUGIN,
    PROFILE,
    PROFILE_USE,
    COVERAGE,
    TRACING,
    EMBEDDING,
    WORD_SIZE,
    ENDIANNESS,
    TARGET,
    LANGUAGE,
    OFFLOADING,
    DIRECTORY,
    TOPICS
} topic;

typedef struct reason {
    topic about;
    const char *why; /* NULL: no reason any more */
    const char *words;
} reason;

#define FULL_LTO "-flto -flto=full -flto=auto -flto=jobserver"

/* Words as in str_is_listed. Where several rows match, the last does. */
static const reason reasons[] = {
    {SANITIZER, CC_WHY_CHECKS, "-fsanitize=* -fsanitize-coverage=*"},
    {SANITIZER, NULL, "-fno-sanitize=all"},
    {LTO, CC_WHY_THIN_LTO, "-flto=*"},
    {LTO, NULL, "-fno-lto " FULL_LTO},
    {LTO_MODE, CC_WHY_OWN_LTO,
     "-fwhole-program-vtables -fvirtual-function-elimination -fsplit-lto-unit -funified-lto"},
    {LTO_PLUGIN, CC_WHY_OWN_LTO, "-Wl,-plugin-opt* -Wl,--plugin-opt*"},
    {PROFILE, CC_WHY_COUNTERS,
     "-fprofile-generate* -fcs-profile-generate* -fprofile-instr-generate* -fcreate-profile "
     "-fmemory-profile*"},
    {PROFILE, NULL, "-fno-profile-generate -fno-profile-instr-generate -fno-memory-profile"},
    {PROFILE_USE, CC_WHY_PROFILES,
     "-fprofile-use* -fprofile-sample-use* -fauto-profile* -fpseudo-probe-for-profiling"},
    {PROFILE_USE, NULL,
     "-fno-profile-use -fno-profile-sample-use -fno-auto-profile -fno-pseudo-probe-for-profiling"},
    {COVERAGE, CC_WHY_COUNTERS,
     "--coverage -coverage -fprofile-arcs -ftest-coverage -fcoverage-mapping"},
    {COVERAGE, NULL, "-fno-profile-arcs -fno-test-coverage -fno-coverage-mapping"},
    {TRACING, CC_WHY_TRACES, "-pg -p --profile -finstrument-function* -fxray-instrument"},
    {TRACING, NULL, "-fno-xray-instrument"},
    {EMBEDDING, CC_WHY_EMBED, "-fembed-bitcode*"},
    {EMBEDDING, NULL, "-fembed-bitcode=off"},
    {WORD_SIZE, CC_WHY_FOREIGN_CPU, "-m16 -m32 -mx32"},
    {WORD_SIZE, NULL, "-m64"},
    {ENDIANNESS, CC_WHY_FOREIGN_CPU, "-EB -mbig-endian"},
    {ENDIANNESS, NULL, "-EL -mlittle-endian"},
    {TARGET, CC_WHY_FOREIGN_CPU, "-arch"},
    {OFFLOADING, CC_WHY_OFFLOADING, "--offload-arch=* --cuda-gpu-arch=* -fopenmp-targets=* -fsycl"},
    {DIRECTORY, CC_WHY_DIRECTORY, "-working-directory*"},
};

/* Words with which clang neither compiles to an object nor links. */
static const char for_clang_alone[] =
    "-E --preprocess -M -MM --dependencies --user-dependencies -S --assemble -fsyntax-only "
    "-emit-llvm -emit-ast -emit-cir --emit-static-lib -emit-interface-stubs -emit-merged-ifs "
    "--emit-extension-symbol-graphs --analyze --precompile -extract-api -fmodule-header* "
    "-module-file-info -verify-pch -rewrite-* -### -fdriver-only -ccc-print-* --help* -help* "
    "--version -dumpmachine -dumpversion -dumpspecs -print-* --print-* --autocomplete=* -cc1*";

/* After -Xclang: what makes the compiler itself write something else than an object. */
static const char other_outputs[] =
    "-E -Eonly -S -analyze -ast-* -dump-* -emit-* -fsyntax-only -plugin -print-* -rewrite-*";

typedef struct parser {
    lathe_ctx *ctx;
    arena *mem;
    cc_args *args;
    cc_language language; /* of the last -x */
    bool alone, compile, only_inputs, lto;
    const char *declined[TOPICS];
} parser;

static bool is_one_of(const char *word, const char *list) {
    return str_is_listed(list, word, strlen(word));
}

static const char *join(parser *p, const char *word, const char *why) {
    const char *joined = arena_printf(p->mem, "%s %s", word, why);
    return joined ? joined : why;
}

static void decline(parser *p, topic about, const char *word, const char *why) {
    p->declined[about] = why ? join(p, word, why) : NULL;
}

static void take_reasons(parser *p, const char *word) {
    const reason *found = NULL;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (is_one_of(word, reasons[i].words))
            found = &reasons[i];
    if (found)
        decline(p, found->about, word, found->why);
}

static void take_target(parser *p, const char *triple) {
    const cc_services *services = p->args->services;
    bool own = services && services->is_own_target(triple);
    p->args->unsettled |= !services;
    decline(p, TARGET, triple, own ? NULL : CC_WHY_FOREIGN_CPU);
}

static void take_level(parser *p, const char *text) {
    int *level = &p->args->level;
    if (isdigit((unsigned char)text[0]))
        *level = text[0] > '3' || text[1] ? 3 : text[0] - '0';
    else
        *level = strcmp(text, "fast") == 0 ? 3 : *text == 's' || *text == 'z' ? 2 : 1;
}

static void add_input(parser *p, cc_input_kind kind) {
    vec_push(p->ctx, &p->args->inputs, (cc_input){kind, p->args->words.len - 1});
}

/* The file that the last of args->words names. */
static void take_file(parser *p, const char *path) {
    bool by_suffix = p->language == CC_LANG_NONE;
    switch (by_suffix ? cc_language_of_file(path) : p->language) {
    case CC_LANG_C:
        add_input(p, CC_SOURCE);
        break;
    case CC_LANG_OTHER:
        add_input(p, CC_OTHER);
        break;
    case CC_LANG_FOREIGN:
        decline(p, LANGUAGE, path, "is neither C nor C++");
        add_input(p, CC_OTHER);
        break;
    case CC_LANG_HEADER:
    case CC_LANG_UNKNOWN:
        p->alone = true;
        break;
    default:
        p->alone |= strcmp(path, "-") == 0;
        add_input(p, CC_OBJECT);
    }
}

static void take_shape(cc_args *args, const char *word) {
    if (strcmp(word, "-shared") == 0 || strcmp(word, "--shared") == 0)
        args->shared = true;
    else if (strcmp(word, "-static") == 0 || strcmp(word, "--static") == 0)
        args->is_static = true;
    else if (strcmp(word, "-r") == 0)
        args->relocatable = true;
    else if (strcmp(word, "-v") == 0 || strcmp(word, "--verbose") == 0)
        args->verbose = true;
    else if (strcmp(word, "-pie") == 0 || strcmp(word, "--pie") == 0)
        args->pie = !(args->no_pie = false);
    else if (strcmp(word, "-no-pie") == 0 || strcmp(word, "--no-pie") == 0 ||
             strcmp(word, "-nopie") == 0)
        args->no_pie = !(args->pie = false);
    else if (strcmp(word, "-static-pie") == 0)
        args->is_static = args->pie = !(args->no_pie = false);
}

static void take_flag(parser *p, const char *word) {
    if (strcmp(word, "-c") == 0 || strcmp(word, "--compile") == 0)
        p->compile = true;
    else if (is_one_of(word, for_clang_alone))
        p->alone = true;
    else if (strncmp(word, "--driver-mode=", 14) == 0)
        p->alone |= strcmp(word + 14, "gcc") != 0 && strcmp(word + 14, "g++") != 0;
    take_shape(p->args, word);
    take_reasons(p, word);
}

/* The value of an option in any of its forms, NULL if the word is another: -oX, -o X, --output X,
 * --output=X. */
static const char *value_of(const char *word, const char *next, const char *letter,
                            const char *name) {
    size_t length = strlen(name);
    if (strcmp(word, letter) == 0 || strcmp(word, name) == 0)
        return next;
    if (strncmp(word, name, length) == 0 && word[length] == '=')
        return word + length + 1;
    if (word[1] != '-' && strncmp(word, letter, strlen(letter)) == 0)
        return word + strlen(letter);
    return NULL;
}

/* Longer words of clang's that begin like one of the letters. */
static const char not_joined[] = "-objcmt-* -object* -ObjC*";

static void take_option(parser *p, const char *word, const char *next) {
    const char *value;
    if (is_one_of(word, not_joined))
        return;
    if ((value = value_of(word, next, "-o", "--output")))
        p->args->output = value;
    else if ((value = value_of(word, next, "-x", "--language")))
        p->language = cc_language_named(value);
    else if (strncmp(word, "-l", 2) == 0)
        add_input(p, CC_LIBRARY);
    else if (strncmp(word, "-O", 2) == 0)
        take_level(p, word + 2);
    else if (strncmp(word, "--optimize", 10) == 0)
        take_level(p, word[10] == '=' ? word + 11 : "");
    else if (strcmp(word, "-target") == 0)
        take_target(p, next);
    else if (strcmp(word, "-Xclang") == 0)
        p->alone |= is_one_of(next, other_outputs);
    else if (strncmp(word, "--target=", 9) == 0)
        take_target(p, word + 9);
    else
        take_flag(p, word);
}

/* Full link-time optimisation is one module, as lathe makes it of what its objects carry: clang's
 * words for it would make objects that only clang's linker reads. */
static bool take_lto(parser *p, const char *word) {
    bool full = is_one_of(word, FULL_LTO);
    if (full || is_one_of(word, "-fno-lto -flto=*"))
        p->lto = full;
    return full || is_one_of(word, "-ffat-lto-objects -fno-fat-lto-objects");
}

static void push_word(parser *p, const char *word) {
    vec_push(p->ctx, &p->args->plain, word);
    vec_push(p->ctx, &p->args->words, word);
}

static void push_values(parser *p, const char *const *next, size_t count) {
    for (size_t i = 0; i < count; i++)
        push_word(p, next[i]);
}

/* Takes the first of the words and returns how many it was with its values; 0 on failure. */
static size_t take_word(parser *p, const char *const *words, size_t left) {
    const char *word = words[0];
    if (!p->only_inputs && cc_wish_is_word(word))
        return cc_wish_take(p->ctx, p->mem, word, p->args) ? 1 : 0;
    if (!p->only_inputs && take_lto(p, word)) {
        vec_push(p->ctx, &p->args->plain, word);
        take_reasons(p, word);
        return 1;
    }
    push_word(p, word);
    if (p->only_inputs || word[0] != '-' || !word[1]) {
        take_file(p, word);
        return 1;
    }
    if (strcmp(word, "--") == 0) {
        p->only_inputs = true;
        return 1;
    }
    size_t values = cc_option_values(word);
    if (values >= left) {
        p->alone = true;
        return left;
    }
    take_option(p, word, values ? words[1] : "");
    push_values(p, words + 1, values);
    return 1 + values;
}

static void take_words(parser *p, const sys_words *words) {
    for (size_t i = 0; i < words->len && ctx_ok(p->ctx);) {
        size_t taken = take_word(p, words->at + i, words->len - i);
        if (!taken)
            return;
        i += taken;
    }
}

static cc_mode mode_of(const parser *p) {
    bool any = false;
    for (size_t i = 0; i < p->args->inputs.len; i++)
        any |= p->args->inputs.at[i].kind != CC_LIBRARY;
    return p->alone || !any ? CC_PASS_ON : p->compile ? CC_COMPILE : CC_LINK;
}

/* Objects that clang made with the same words, where lathe left a compilation to it: its linker is
 * to have the words, too. */
static void look_for_bitcode(parser *p) {
    const cc_args *args = p->args;
    for (size_t i = 0; i < args->inputs.len && !p->declined[LTO]; i++) {
        const char *path = args->words.at[args->inputs.at[i].word];
        if (args->inputs.at[i].kind == CC_OBJECT && cc_is_bitcode(path))
            decline(p, LTO, path, CC_WHY_MADE_BY_LTO);
    }
}

static void conclude(parser *p) {
    p->args->mode = mode_of(p);
    p->args->lto_asked = p->args->lto;
    p->args->lto |= p->lto;
    if (p->lto && p->args->mode == CC_LINK)
        look_for_bitcode(p);
    for (size_t i = 0; i < TOPICS && !p->args->declined; i++)
        p->args->declined = p->declined[i];
}

/* Response files in the quoting of Windows, or damaged ones: clang reads them itself. */
static bool expand(lathe_ctx *ctx, arena *mem, int argc, char *const *argv, sys_words *words) {
    bool foreign = false;
    for (int i = 0; i < argc; i++)
        foreign |= strncmp(argv[i], "--rsp-quoting=", 14) == 0;
    if (!foreign && sys_words_expand(ctx, mem, argc, argv, words))
        return true;
    vec_clear(words);
    for (int i = 0; i < argc; i++)
        vec_push(ctx, words, argv[i]);
    return false;
}

bool cc_args_parse(lathe_ctx *ctx, arena *mem, int argc, char *const *argv, cc_args *args) {
    sys_words words = {0};
    *args = (cc_args){.services = args->services,
                      .cxx = args->cxx,
                      .clang = args->clang,
                      .temp = args->temp,
                      .budget = CC_NO_BUDGET};
    parser p = {.ctx = ctx, .mem = mem, .args = args, .language = CC_LANG_NONE};
    p.alone = !expand(ctx, mem, argc, argv, &words);
    take_words(&p, &words);
    cc_wish_settle(ctx, mem, args);
    conclude(&p);
    vec_free(ctx, &words);
    return ctx_ok(ctx);
}

bool cc_args_ask(const cc_args *args) {
    return args->wish == CC_PASSES || (args->wish == CC_DEFAULT && args->loaded);
}

const sys_words *cc_args_plain(const cc_args *args) {
    return args->plain.len ? &args->plain : &args->words;
}

bool cc_args_change_loops(const cc_args *args) {
    enum { HIGHEST = 3 };
    return args->loops != CC_LOOPS_OFF &&
           args->level >= (args->loops == CC_LOOPS_ON ? PASS_DEFAULT_LEVEL : HIGHEST);
}

bool cc_args_have(const cc_args *args, cc_input_kind kind) {
    for (size_t i = 0; i < args->inputs.len; i++)
        if (args->inputs.at[i].kind == kind)
            return true;
    return false;
}

bool cc_args_need_link(const cc_args *args) {
    return args->wish != CC_DEFAULT || args->level >= PASS_DEFAULT_LEVEL || args->report ||
           args->loaded || args->ckpt || args->lto || cc_args_have(args, CC_OBJECT);
}

void cc_args_free(lathe_ctx *ctx, cc_args *args) {
    vec_free(ctx, &args->plain);
    vec_free(ctx, &args->words);
    vec_free(ctx, &args->inputs);
}
