#include "cc/driver/driver_carry.h"

#include "base/io.h"
#include "cc/driver/driver_options.h"
#include "cc/host/embed.h"
#include "cc/objects/cc_reasons.h"
#include "cc/objects/setting.h"
#include "sys/sys_run.h"
#include "sys/where.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

typedef void word_fn(void *data, const char *word, cc_word_use use);

/* Each word that is an option, not the value of one. */
static void each_option(const sys_words *words, word_fn *take, void *data) {
    cc_setting setting;
    for (size_t i = 0; i < words->len && strcmp(words->at[i], "--") != 0;
         i += 1 + cc_option_values(words->at[i]))
        take(data, words->at[i], cc_setting_parse(words->at[i], &setting));
}

static void add_kept(void *data, const char *word, cc_word_use use) {
    if (use == CC_WORD_KEPT)
        str_printf(data, "\x1f%s", word);
}

static void find_lost(void *data, const char *word, cc_word_use use) {
    const char **found = data;
    if (use == CC_WORD_LOST && !*found)
        *found = word;
}

const char *cc_carry_variable(arena *mem, const cc_args *args, bool trial) {
    str text;
    str_init(&text, mem->ctx);
    str_printf(&text, CC_EMBED_VARIABLE "=%d%s%s%s", args->level, trial ? CC_EMBED_TRIAL : "",
               cc_args_change_loops(args) ? CC_EMBED_LOOPS : "",
               args->lto ? CC_EMBED_SIMPLIFIED : "");
    each_option(&args->words, add_kept, &text);
    const char *variable = str_keep(&text, mem);
    return ctx_ok(mem->ctx) ? variable : NULL;
}

/* At -O0 clang marks every function as one that nothing may be done to. */
bool cc_carry_is_wanted(const cc_args *args) {
    return args->wish != CC_NONE && !args->declined && cc_args_have(args, CC_SOURCE) &&
           (args->level > 0 || cc_args_ask(args) || args->ckpt);
}

/* A clang that the user chose may be another than the plugin was made for. */
static bool can_load(lathe_ctx *ctx, const cc_args *args, const char *option) {
    const char *chosen = getenv("LATHE_CC_CLANG");
    if (!chosen || !*chosen)
        return true;
    const char *const words[] = {args->clang, option, "-w",        "-x",        "c",
                                 "-c",        "-o",   "/dev/null", "/dev/null", NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool loads = sys_run(ctx, &(sys_child){.words = words, .out = null, .err = null}) == 0;
    io_close(null);
    return loads;
}

const char *cc_carry_option(arena *mem, const cc_args *args, const char **why) {
    const char *lost = NULL;
    each_option(&args->words, find_lost, &lost);
    if (lost) {
        *why = arena_printf(mem, CC_WHY_CARRY, lost);
        return NULL;
    }
    const char *plugin = sys_plugin_path(mem->ctx, mem);
    if (!plugin) {
        *why = arena_strdup(mem, mem->ctx->error);
        ctx_clear(mem->ctx);
        return NULL;
    }
    const char *option = arena_printf(mem, "-fpass-plugin=%s", plugin);
    if (option && can_load(mem->ctx, args, option))
        return option;
    *why = CC_WHY_NO_PLUGIN;
    return NULL;
}
