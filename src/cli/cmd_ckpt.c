#include "cc/run.h"
#include "cc/where.h"
#include "cc/words.h"
#include "cli/options.h"
#include "pass/pipeline.h"
#ifdef LATHE_CKPT_READER
#include "ckpt/inspect.h"
#endif

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_option options[] = {
    {"auto", 0, CLI_FLAG, CLI_FIELD(automatic), NULL, NULL,
     "Choose the places of checkpoints, instead of the calls of checkpoint()", false},
    {"ckpt-mem", 0, CLI_TEXT, CLI_FIELD(ckpt_mem), "WHERE", NULL,
     "WHERE is FUNC:ARG:BYTES: the function FUNC saves into the memory behind its argument ARG (a "
     "name, or a number from 0), which has so many bytes",
     false},
    {"inject", 0, CLI_TEXT, CLI_FIELD(inject), "WHAT", "save|restore|save-restore",
     "Inject only one half of ckpt_mem checkpoints", false},
    {"inspect", 0, CLI_TEXT, CLI_FIELD(inspect), "FILE", NULL,
     "Show what is inside a checkpoint file; needs no other FILE", false},
    {"json", 0, CLI_FLAG, CLI_FIELD(json), NULL, NULL, "Print the report as JSON", false},
    {"level", 'O', CLI_NUMBER, CLI_FIELD(level), "N", NULL,
     "Optimise objects and programs at this level, 0 to 3; 2 if not given", false},
    {"output", 'o', CLI_TEXT, CLI_FIELD(output), "FILE", NULL,
     "Write IR if FILE ends in .ll or .bc, an object if it ends in .o, else a linked program",
     false},
    {"report", 0, CLI_FLAG, CLI_FIELD(report), NULL, NULL,
     "Show for each checkpoint what it saves, in how many bytes and why", false},
    {0},
};

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_ir(const char *output) {
    return !output || strcmp(output, "-") == 0 || ends_with(output, ".ll") ||
           ends_with(output, ".bc");
}

static lathe_status check_ckpt(lathe_ctx *ctx, const cli_request *r) {
    if (!r->inspect && !r->output && !r->report && !r->json)
        return ctx_fail(ctx, LATHE_USAGE, "what for? give -o FILE, --report or --inspect=FILE");
    if (r->level != CLI_DEFAULT && r->level > 3)
        return ctx_fail(ctx, LATHE_USAGE, "-O%" PRIu64 ": the level is 0 to 3", r->level);
    return LATHE_OK;
}

static void add_inject(const cli_request *r, str *passes, const char *more) {
    str_printf(passes, "ckpt-inject<%s", more);
    if (r->inject)
        str_printf(passes, ";inject=%s", r->inject);
    if (r->ckpt_mem)
        str_printf(passes, ";mem=%s", r->ckpt_mem);
    if (r->automatic)
        str_add(passes, ";auto");
    if (r->json)
        str_add(passes, ";json");
    else if (r->report)
        str_add(passes, ";report");
    str_add(passes, ">");
}

/* What saves through a parameter must do so before optimisers find that nobody uses it; what the
 * runtime saves is least when all is optimised. */
static lathe_status run_ckpt(cli_run *run) {
    const cli_request *r = run->request;
    str passes;
    str_init(&passes, run->ctx);
    if (!is_ir(r->output) && r->level > 0) {
        add_inject(r, &passes, "mem-only");
        str_printf(&passes, ",ckpt-mark,default<O%" PRIu64 ">,", r->level);
    }
    add_inject(r, &passes, "strict");
    if (ctx_ok(run->ctx))
        pass_run_pipeline(run->module, str_text(&passes), run->out);
    str_free(&passes);
    return run->ctx->status;
}

/* ---- code ---- */

static bool is_for_linker(const char *flag) {
    return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-L", 2) == 0 ||
           strncmp(flag, "-Wl,", 4) == 0;
}

static void add_words(lathe_ctx *ctx, cc_words *words, const char *const *from) {
    for (; *from; from++)
        vec_push(ctx, words, *from);
}

/* Static data must not move: pointers to it are saved as they are. */
static void build_command(cli_run *run, arena *mem, const char *bitcode, cc_words *words) {
    const cli_request *r = run->request;
    char level[] = {'-', 'O', (char)('0' + r->level), '\0'};
    bool object = ends_with(r->output, ".o");
    vec_push(run->ctx, words, r->clang ? r->clang : LATHE_CLANG);
    add_words(run->ctx, words,
              (const char *const[]){arena_strdup(mem, level), "-w", "-fno-pie", "-Xclang",
                                    "-disable-llvm-passes", "-x", "ir", bitcode, "-o", r->output,
                                    NULL});
    if (object) {
        vec_push(run->ctx, words, "-c");
    } else {
        const char *runtime = cc_runtime_path(run->ctx, mem);
        if (runtime)
            add_words(run->ctx, words,
                      (const char *const[]){"-x", "none", runtime, "-no-pie", "-Wl,--build-id",
                                            "-lm", NULL});
        for (size_t i = 0; i < r->c_flag_count; i++)
            if (is_for_linker(r->c_flags[i]))
                vec_push(run->ctx, words, r->c_flags[i]);
    }
    vec_push(run->ctx, words, NULL);
}

static int generate(void *data, const char *directory) {
    cli_run *run = data;
    arena mem;
    cc_words words = {0};
    str bitcode;
    arena_init(&mem, run->ctx);
    str_init(&bitcode, run->ctx);
    str_printf(&bitcode, "%s/program.bc", directory);
    lathe_module_write(run->module, str_text(&bitcode));
    build_command(run, &mem, str_text(&bitcode), &words);
    int code = ctx_ok(run->ctx) ? cc_run(run->ctx, &(cc_child){.words = words.at}) : 1;
    vec_free(run->ctx, &words);
    str_free(&bitcode);
    arena_free(&mem);
    return code;
}

static lathe_status write_ckpt(cli_run *run) {
    if (is_ir(run->request->output))
        return lathe_module_write(run->module, run->request->output);
    if (cc_run_in_directory(run->ctx, generate, run) != 0 && ctx_ok(run->ctx))
        ctx_fail(run->ctx, LATHE_IO, "%s: clang could not make it", run->request->output);
    return run->ctx->status;
}

/* ---- inspecting ---- */

static lathe_status inspect(cli_run *run) {
#ifdef LATHE_CKPT_READER
    bool valid = false;
    char *text =
        ck_inspect(run->request->inspect, getenv("LATHE_CKPT_KEY"), run->request->json, &valid);
    str_add(run->out, text ? text : "");
    if (!text)
        ctx_fail(run->ctx, LATHE_NO_MEMORY, "out of memory");
    else if (!valid) {
        (void)!write(STDOUT_FILENO, text, strlen(text));
        ctx_fail(run->ctx, LATHE_GATE_FAILED, "%s: not a sound checkpoint", run->request->inspect);
    }
    free(text);
    return run->ctx->status;
#else
    return ctx_fail(run->ctx, LATHE_USAGE, "this lathe was built without the checkpoint runtime");
#endif
}

static bool needs_no_files(const cli_request *request) {
    return request->inspect != NULL;
}

static lathe_status run_either(cli_run *run) {
    return run->request->inspect ? inspect(run) : run_ckpt(run);
}

const cli_command cli_ckpt = {
    .name = "ckpt",
    .summary = "Make a program survive being killed",
    .description = "Reads C, LLVM IR text or bitcode, links it into one module and makes the "
                   "program save its state at the calls of checkpoint(), and go on from there when "
                   "it is run again. What cannot be saved is refused with its source line.",
    .options = options,
    .reads_files = true,
    .level = 2,
    .needs_no_files = needs_no_files,
    .check = check_ckpt,
    .run = run_either,
    .write = write_ckpt,
};
