/* lathe ckpt: reads a program, inserts checkpoints, and writes IR, an object or a linked program;
 * or shows what a checkpoint file holds. */
#include "ckpt/ckpt_mem.h"
#include "ckpt/live_edit.h"
#include "ckpt/trust.h"
#include "cli/cli_options.h"
#include "pass/pipeline.h"
#include "report/ckpt.h"
#include "sys/sys_run.h"
#include "sys/where.h"
#include "sys/words.h"
#ifdef LATHE_CKPT_READER
#include "ckpt/ask_save.h"
#include "ckpt/inspect.h"
#endif

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_option options[] = {
    CLI_FLAG_ROW("auto", 0, automatic,
                 "Choose where to save, instead of at the calls of checkpoint()"),
    CLI_VALUE_ROW("ckpt-mem", 0, CLI_TEXT, ckpt_mem, "WHERE",
                  "WHERE is FUNC:ARG:BYTES: the function FUNC saves into the memory that its "
                  "argument ARG points to (a name, or a number from 0), which has so many bytes"),
    CLI_VALUE_ROW(
        "ckpt-size", 0, CLI_TEXTS, ckpt_size, "SIZE",
        "SIZE is FUNC:ARG:BYTES: what the argument ARG of FUNC points to has BYTES bytes, "
        "an expression over other arguments (n*n*8); several times for several"),
    CLI_VALUE_ROW("ckpt-sizes", 0, CLI_TEXT, ckpt_sizes, "FILE",
                  "Read such sizes from FILE, one in each line"),
    {"inject", 0, CLI_TEXT, CLI_FIELD(inject), "WHAT", "save|restore|save-restore",
     "Inject only one half of ckpt_mem checkpoints", false},
    CLI_VALUE_ROW("inspect", 0, CLI_TEXT, inspect, "FILE",
                  "Show the contents of a checkpoint file; needs no other FILE"),
    CLI_FLAG_ROW("json", 0, json, "Print the report as JSON"),
    CLI_VALUE_ROW("live", 0, CLI_TEXT, ckpt_live, "FILE",
                  "Save what FILE says instead of what is live: the JSON of ckpt-live, edited; for "
                  "ckpt_mem"),
    CLI_VALUE_ROW("level", 'O', CLI_NUMBER, level, "N",
                  "Optimise objects and programs at this level, 0 to 3; 2 if not given"),
    CLI_LOAD,
    CLI_VALUE_ROW(
        "output", 'o', CLI_TEXT, output, "FILE",
        "Write IR if FILE ends in .ll or .bc, an object if it ends in .o, else a linked program"),
    CLI_VALUE_ROW("policy", 0, CLI_TEXT, policy, "PASS",
                  "Let PASS, a pass of --load that chooses checkpoints, choose where to save"),
    CLI_FLAG_ROW("report", 0, report,
                 "Show for each checkpoint what it saves, in how many bytes and why"),
    CLI_VALUE_ROW(
        "trust", 0, CLI_TEXTS, trust, "FUNC",
        "Vouch for a function of another library, which is not known: it keeps nothing "
        "that a restart would lose. FUNC:nothing, FUNC:reads and FUNC:args also say that "
        "it touches no memory, or what its arguments point to; several times for several"),
    CLI_VALUE_ROW("save", 0, CLI_NUMBER, save, "PID",
                  "Ask the running program with this process id to save at its next checkpoint, "
                  "and wait until it has; needs no FILE"),
    {0},
};

static bool is_ir(const char *output) {
    return !output || strcmp(output, "-") == 0 || str_ends_with(output, ".ll") ||
           str_ends_with(output, ".bc");
}

static lathe_status check_ckpt(lathe_ctx *ctx, const cli_request *r) {
    if (!r->inspect && !r->save && !r->output && !r->report && !r->json)
        return ctx_fail(ctx, LATHE_USAGE,
                        "nothing to do: give -o FILE, --report, --inspect=FILE or --save=PID");
    if (r->level != CLI_DEFAULT && r->level > 3)
        return ctx_fail(ctx, LATHE_USAGE, "-O%" PRIu64 ": the level is 0 to 3", r->level);
    return LATHE_OK;
}

/* As the pass ckpt-inject does it, but all that is injected goes into one report. */
static bool inject(cli_run *run, ckpt_result *report, bool mem_only, bool optimized) {
    const cli_request *r = run->request;
    ckpt_options wanted;
    char level[] = {(char)('0' + (r->level == CLI_DEFAULT ? 2 : r->level)), '\0'};
    ir_params params = {.pass = pass_find(NULL, "ckpt-inject", strlen("ckpt-inject"))};
    if ((r->inject && !ir_params_add(run->ctx, &params, "inject", r->inject)) ||
        (r->ckpt_mem && !ir_params_add(run->ctx, &params, "mem", r->ckpt_mem)) ||
        (r->ckpt_live && !ir_params_add(run->ctx, &params, "live", r->ckpt_live)) ||
        (r->automatic && !ir_params_add(run->ctx, &params, "auto", NULL)) ||
        !ir_params_add(run->ctx, &params, "level", level) ||
        (mem_only && !ir_params_add(run->ctx, &params, "mem-only", NULL)) ||
        !ckpt_options_read(&wanted, run->ctx, &params) ||
        (!optimized && !ckpt_live_edits_check(run->module, &wanted)) ||
        (!optimized && !ckpt_mem_place_check(run->module, &wanted)))
        return false;
    ir_begin_change(run->module);
    ctx_timer timer = ctx_phase_begin(run->ctx, "ckpt-inject");
    ckpt_inject_all(run->module, &wanted, report);
    ctx_phase_end(run->ctx, timer);
    return ctx_ok(run->ctx) && ir_verify(run->module, "ckpt-inject") == LATHE_OK;
}

static bool run_policy(cli_run *run) {
    const char *policy = run->request->policy;
    const ir_pass *pass = policy ? pass_check(run->ctx, policy) : NULL;
    if (policy && ctx_ok(run->ctx) && (!pass || pass->scope != IR_CHECKPOINTS))
        ctx_fail(
            run->ctx, LATHE_USAGE,
            "'%s' is not a pass that chooses checkpoints; give --load=FILE with the shared object "
            "that it is in",
            policy);
    if (policy && ctx_ok(run->ctx))
        pass_run_pipeline(run->module, policy, run->out, NULL);
    return ctx_ok(run->ctx);
}

/* What saves through a parameter must do so before optimisers find that nobody uses it; what the
 * runtime saves is least when all is optimised. */
static bool inject_and_optimize(cli_run *run, ckpt_result *report) {
    const cli_request *r = run->request;
    if (is_ir(r->output) || r->level == 0)
        return inject(run, report, false, false);
    str passes;
    str_init(&passes, run->ctx);
    str_printf(&passes, "ckpt-mark,default<O%" PRIu64 ">", r->level);
    bool ok = inject(run, report, true, false) &&
              pass_run_pipeline(run->module, str_text(&passes), run->out, NULL) == LATHE_OK &&
              inject(run, report, false, true);
    str_free(&passes);
    return ok;
}

static bool take_sizes(cli_run *run) {
    const cli_request *r = run->request;
    for (size_t i = 0; i < r->ckpt_size.count && ctx_ok(run->ctx); i++)
        ckpt_say_size(run->module, r->ckpt_size.at[i]);
    for (size_t i = 0; i < r->trust.count && ctx_ok(run->ctx); i++)
        ckpt_trust(run->module, r->trust.at[i]);
    if (r->ckpt_sizes && ctx_ok(run->ctx))
        ckpt_read_sizes(run->module, r->ckpt_sizes);
    return ctx_ok(run->ctx);
}

static lathe_status run_ckpt(cli_run *run) {
    const cli_request *r = run->request;
    ckpt_result report;
    ckpt_result_init(&report, run->module);
    if (take_sizes(run) && run_policy(run) && inject_and_optimize(run, &report)) {
        if (r->json)
            ckpt_print_json(&report, run->out);
        run->shows_failure = r->json;
        ckpt_insist(&report, r->automatic);
        if (ctx_ok(run->ctx) && r->report && !r->json)
            ckpt_print_text(&report, run->out);
    }
    ckpt_result_free(&report);
    return run->ctx->status;
}

/* ---- code ---- */

static void add_linker_words(cli_run *run, sys_words *words) {
    const cli_request *r = run->request;
    for (size_t i = 0, end; i<r->c_flag_count; i = end> i ? end : i + 1) {
        end = i + cli_linker_words(r, i);
        for (size_t w = i; w < end; w++)
            vec_push(run->ctx, words, r->c_flags[w]);
    }
}

static bool has_cxx(const cli_request *r) {
    static const char *const suffixes[] = {".cc", ".cpp", ".cxx", ".c++", ".C", ".ii", NULL};
    for (size_t i = 0; i < r->input_count; i++)
        for (const char *const *s = suffixes; *s; s++)
            if (str_ends_with(r->inputs[i], *s))
                return true;
    return false;
}

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

static const char *const movable[] = {"-fpie", "-fPIE", "-fpic", "-fPIC", NULL};
static const char *const immovable[] = {"-fno-pie", "-fno-PIE", "-fno-pic", "-fno-PIC", NULL};

/* What the user asks for: the last of such words; NULL if there is none. */
static const char *asked_code_model(const cli_request *r) {
    const char *last = NULL;
    for (size_t i = 0; i < r->c_flag_count; i++)
        if (is_one_of(r->c_flags[i], movable) || is_one_of(r->c_flags[i], immovable))
            last = r->c_flags[i];
    return last && is_one_of(last, movable) ? last : NULL;
}

/* Static data must not move: pointers to it are saved as they are. Only functions that save into
 * memory of their caller's may be anywhere, for they save distances. */
static bool must_stay(const cli_run *run) {
    return LLVMGetNamedFunction(run->module->llvm, "lathe_ckpt_run") != NULL;
}

static bool asks_to_move(const cli_request *r) {
    static const char *const links[] = {"-pie", "-static-pie", "-Wl,-pie", "-shared", NULL};
    for (size_t i = 0; i < r->c_flag_count; i++)
        if (is_one_of(r->c_flags[i], links))
            return true;
    return false;
}

static lathe_status check_movable(cli_run *run) {
    const cli_request *r = run->request;
    bool object = str_ends_with(r->output, ".o");
    if (must_stay(run) && (object ? asked_code_model(r) != NULL : asks_to_move(r)))
        ctx_fail(run->ctx, LATHE_USAGE,
                 "%s: a program with checkpoints cannot be position-independent: its memory is "
                 "saved with the addresses in it, and must be where it was; leave out %s",
                 r->output, object ? asked_code_model(r) : "-pie");
    return run->ctx->status;
}

static void build_command(cli_run *run, arena *mem, const char *bitcode, sys_words *words) {
    const cli_request *r = run->request;
    /* Functions on the path are in SSA form: code for that without an allocator of registers is
     * slower than the memory that variables lie in otherwise. */
    char level[] = {'-', 'O', (char)('0' + (r->level ? r->level : 1)), '\0'};
    bool object = str_ends_with(r->output, ".o");
    vec_push(run->ctx, words, r->clang ? r->clang : LATHE_CLANG);
    sys_words_add(run->ctx, words,
                  (const char *const[]){
                      arena_strdup(mem, level), "-w",
                      object && asked_code_model(r) ? asked_code_model(r) : "-fno-pie", "-Xclang",
                      "-disable-llvm-passes", "-x", "ir", bitcode, "-o", r->output, NULL});
    if (object) {
        vec_push(run->ctx, words, "-c");
    } else {
        const char *runtime = sys_runtime_path(run->ctx, mem);
        if (runtime)
            sys_words_add(run->ctx, words,
                          (const char *const[]){"-x", "none", runtime, "-no-pie", "-Wl,--build-id",
                                                "-lm", has_cxx(r) ? "-lstdc++" : NULL, NULL});
        add_linker_words(run, words);
    }
    vec_push(run->ctx, words, NULL);
}

static int generate(void *data, const char *directory) {
    cli_run *run = data;
    arena mem;
    sys_words words = {0};
    str bitcode;
    arena_init(&mem, run->ctx);
    str_init(&bitcode, run->ctx);
    str_printf(&bitcode, "%s/program.bc", directory);
    lathe_module_write(run->module, str_text(&bitcode));
    build_command(run, &mem, str_text(&bitcode), &words);
    int code = ctx_ok(run->ctx)
                   ? sys_run(run->ctx, &(sys_child){.words = words.at, .err = run->stderr_fd})
                   : 1;
    vec_free(run->ctx, &words);
    str_free(&bitcode);
    arena_free(&mem);
    return code;
}

static lathe_status write_ckpt(cli_run *run) {
    if (is_ir(run->request->output))
        return lathe_module_write(run->module, run->request->output);
    if (check_movable(run) != LATHE_OK)
        return run->ctx->status;
    if (sys_run_in_directory(run->ctx, generate, run) != 0 && ctx_ok(run->ctx))
        ctx_fail(run->ctx, LATHE_IO, "%s: clang could not make it", run->request->output);
    return run->ctx->status;
}

/* ---- inspecting ---- */

static lathe_status inspect(cli_run *run) {
#ifdef LATHE_CKPT_READER
    bool valid = false;
    if (access(run->request->inspect, R_OK) != 0)
        return ctx_fail(run->ctx, LATHE_IO, "%s: cannot be read: %s", run->request->inspect,
                        strerror(errno));
    char *text =
        ck_inspect(run->request->inspect, getenv("LATHE_CKPT_KEY"), run->request->json, &valid);
    str_add(run->out, text ? text : "");
    if (!text)
        ctx_fail(run->ctx, LATHE_NO_MEMORY, "out of memory");
    else if (!valid) {
        (void)!write(STDOUT_FILENO, text, strlen(text));
        ctx_fail(run->ctx, LATHE_GATE_FAILED, "%s: corrupt or truncated checkpoint file",
                 run->request->inspect);
    }
    free(text);
    return run->ctx->status;
#else
    return ctx_fail(run->ctx, LATHE_USAGE, "this lathe was built without the checkpoint runtime");
#endif
}

/* ---- asking ---- */

static lathe_status ask(cli_run *run) {
#ifdef LATHE_CKPT_READER
    uint64_t pid = run->request->save;
    unsigned long long generation = 0;
    switch (pid <= INT32_MAX ? ck_ask_to_save((long)pid, &generation) : CK_ANSWER_NOBODY) {
    case CK_ANSWER_SAVED:
        str_printf(run->out, "generation %" PRIu64 " was saved\n", (uint64_t)generation);
        break;
    case CK_ANSWER_NOT_SAVED:
        ctx_fail(run->ctx, LATHE_GATE_FAILED,
                 "process %" PRIu64 " could not save; it says why on its standard error", pid);
        break;
    case CK_ANSWER_ENDED:
        ctx_fail(run->ctx, LATHE_GATE_FAILED,
                 "process %" PRIu64 " ended before it came to a checkpoint", pid);
        break;
    case CK_ANSWER_NOBODY:
        ctx_fail(run->ctx, LATHE_IO,
                 "process %" PRIu64 " does not run, has no checkpoints, or is another user's", pid);
        break;
    }
    return run->ctx->status;
#else
    return ctx_fail(run->ctx, LATHE_USAGE, "this lathe was built without the checkpoint runtime");
#endif
}

static bool needs_no_files(const cli_request *request) {
    return request->inspect != NULL || request->save;
}

static lathe_status run_either(cli_run *run) {
    if (run->request->save)
        return ask(run);
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
