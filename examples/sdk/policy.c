/* A policy of one's own for where a program saves itself: the cheapest block that is passed often.
 *
 *     cc policy.c $(pkg-config --cflags --libs lathe) -o policy
 *     ./policy 4096 program.c placed.bc      # at most 4096 bytes for each checkpoint
 *     lathe ckpt placed.bc -o program
 *
 * Built as a shared object, it is a pass of lathe's, at the end of this file:
 *
 *     cc -shared -fPIC policy.c $(pkg-config --cflags lathe) -o policy.so
 *     lathe ckpt --load=./policy.so --policy='cheapest<bytes=4096>' program.c -o program
 *     lathe fuzz --load=./policy.so --pass=cheapest
 *
 * lathe's own policy (--auto) takes outermost loops. This one looks for the block with the least
 * to save among those, anywhere in a function that takes a tenth of the time, that run at least ten
 * times in each run of the function. Both are estimates: a loop whose trip count nothing tells
 * counts as one of about thirty iterations. A block that may leave the loop is none of them: when
 * the loop is rotated there would be a checkpoint before it, too. */
#include <lathe/pass.h>

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 10, BYTES = 1 << 16 };

static bool is_candidate(const lathe_ckpt_candidate *p, uint64_t bytes) {
    return p->always && p->has_one_successor && p->level > 0 && p->runs >= RUNS && p->time >= 0.1 &&
           p->bytes <= bytes;
}

/* Of two candidates, the outer one: it saves as much less often, and each save waits until it is
 * due. */
static bool is_better(const lathe_ckpt_candidate *a, const lathe_ckpt_candidate *b) {
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes;
    return a->level < b->level;
}

/* One checkpoint for each function; what the program's author has chosen stays. */
static size_t choose(lathe_ckpt_candidates *candidates, uint64_t bytes) {
    size_t count = lathe_ckpt_candidates_count(candidates), chosen = 0, i = 0;
    while (i < count) {
        lathe_ckpt_candidate best = LATHE_INIT(lathe_ckpt_candidate),
                             p = LATHE_INIT(lathe_ckpt_candidate);
        size_t best_at = count;
        bool has_one = false;
        lathe_ckpt_candidates_get(candidates, i, &p);
        for (LLVMValueRef function = p.function; i < count && p.function == function;
             lathe_ckpt_candidates_get(candidates, ++i, &p)) {
            has_one |= p.chosen;
            if (is_candidate(&p, bytes) && (best_at == count || is_better(&p, &best))) {
                best = p;
                best_at = i;
            }
        }
        if (best_at < count && !has_one &&
            lathe_ckpt_candidates_choose(candidates, best_at) == LATHE_OK)
            chosen++;
    }
    return chosen;
}

static bool save_chosen(lathe_module *module, uint64_t bytes, const char *out) {
    lathe_ckpt_candidates *candidates = lathe_ckpt_candidates_find(module, NULL);
    size_t chosen = candidates ? choose(candidates, bytes) : 0;
    lathe_ckpt_candidates_free(candidates);
    printf("%zu chosen\n", chosen);
    return lathe_module_write(module, out) == LATHE_OK;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: policy BYTES PROGRAM.c OUT.bc\n");
        return 2;
    }
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *module =
        ctx ? lathe_module_load(ctx, (const char *const *)argv + 2, 1, NULL) : NULL;
    if (ctx && (!module || !save_chosen(module, strtoull(argv[1], NULL, 10), argv[3])))
        fprintf(stderr, "policy: %s\n", lathe_ctx_error(ctx));
    int code = ctx ? lathe_status_exit_code(lathe_ctx_status(ctx)) : 4;
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return code;
}

static void choose_in_pass(lathe_pass_call *call, lathe_ckpt_candidates *candidates) {
    char text[64];
    size_t chosen = choose(candidates, lathe_pass_number(call, "bytes", BYTES));
    snprintf(text, sizeof text, "%zu checkpoints chosen", chosen);
    lathe_pass_remark(call, chosen ? LATHE_REMARK_PASSED : LATHE_REMARK_MISSED, "CheckpointsChosen",
                      NULL, text);
}

static const lathe_param params[] = {{"bytes", LATHE_PARAM_NUMBER, "N", 0, 1 << 30,
                                      "most that a checkpoint may save, 65536 unless given"}};

LATHE_REGISTER_PASS(cheapest, .name = "cheapest",
                    .summary = "Save where least is to be saved, often enough", .params = params,
                    .param_count = 1, .choose_checkpoints = choose_in_pass);
