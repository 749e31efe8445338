#include "cc/link.h"

#include "cc/run.h"

int cc_link(lathe_ctx *ctx, const cc_args *args) {
    cc_words words = {0};
    int code = CC_NOT_RUN;
    vec_push(ctx, &words, args->clang);
    for (size_t i = 0; i < args->words.len; i++)
        vec_push(ctx, &words, args->words.at[i]);
    vec_push(ctx, &words, NULL);
    if (ctx_ok(ctx))
        code = cc_run(ctx, &(cc_child){.words = words.at});
    vec_free(ctx, &words);
    return code;
}
