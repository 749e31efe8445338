#include "cc/link/link.h"

#include "base/io.h"
#include "cc/driver/driver_compile.h"
#include "cc/link/codegen.h"
#include "cc/link/compare.h"
#include "cc/link/depfile.h"
#include "cc/link/link_place.h"
#include "cc/link/report.h"
#include "cc/link/reshape.h"
#include "cc/objects/cc_reasons.h"
#include "ir/input.h"
#include "sys/sys_run.h"
#include "sys/where.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct linking {
    lathe_ctx *ctx;
    const cc_args *args;
    arena mem;
    sys_jobs jobs;
    cc_place place;
    ir_input trace;
    cc_inputs in;
    cc_command command;
    cc_budget budget;
    const char *bitcode, *object, *findings; /* files in args->temp */
    bool has_findings;
    const char *why; /* why the native link's output is what the user gets, NULL if it is not */
    bool quiet;      /* that is as it should be */
} linking;

static const char *in_temp(linking *l, const char *name) {
    return arena_printf(&l->mem, "%s/%s", l->args->temp, name);
}

static bool give_up(linking *l, const char *why) {
    if (!l->why)
        l->why = why ? why : "out of memory";
    return false;
}

/* Runs a program whose output becomes text. The user's own link is `loud`: what it says on its
 * standard error is shown, and it takes the time it takes. */
static int run_for_text(linking *l, const sys_words *words, bool loud, ir_input *text) {
    unsigned seconds = loud ? 0 : l->budget.seconds;
    int out = memfd_create("lathe-link", MFD_CLOEXEC);
    int err = loud ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    int code = SYS_NOT_RUN;
    const sys_child child = {words->at, .out = out, .err = err > 0 ? err : 0, .seconds = seconds,
                             .jobs = &l->jobs};
    if (out >= 0 && ctx_ok(l->ctx))
        code = sys_run(l->ctx, &child);
    if (out >= 0 && (lseek(out, 0, SEEK_SET) != 0 || !ir_input_slurp(l->ctx, text, out)))
        code = SYS_NOT_RUN;
    io_close(out);
    io_close(err);
    return code;
}

/* The last -o counts; after -- there are only files. */
static int native_link(linking *l) {
    sys_words words = {0};
    const sys_words *own = &l->args->words;
    size_t end = 0;
    while (end < own->len && strcmp(own->at[end], "--") != 0)
        end++;
    vec_push(l->ctx, &words, l->args->clang);
    vec_push(l->ctx, &words, "-Wl,--trace,--trace");
    for (size_t i = 0; i <= own->len; i++) {
        if (i == end) {
            vec_push(l->ctx, &words, "-o");
            vec_push(l->ctx, &words, l->place.native);
        }
        vec_push(l->ctx, &words, i < own->len ? own->at[i] : NULL);
    }
    int code = run_for_text(l, &words, true, &l->trace);
    vec_free(l->ctx, &words);
    return code;
}

/* -t, as a word for the linker, or one that implies it. */
static bool asks_for_trace(const cc_args *args) {
    for (size_t i = 0; i < args->words.len; i++) {
        const char *word = args->words.at[i];
        if (strstr(word, "--trace") || strstr(word, "--verbose") || strcmp(word, "-t") == 0 ||
            strcmp(word, "-Wl,-t") == 0)
            return true;
    }
    return false;
}

/* Hands on what the linker said besides, and leaves the trace. */
static void split_output(linking *l) {
    bool all = asks_for_trace(l->args);
    str trace, rest;
    str_init(&trace, l->ctx);
    str_init(&rest, l->ctx);
    for (const char *p = l->trace.bytes ? l->trace.bytes : ""; *p;) {
        size_t length = strcspn(p, "\n"), line = length + (p[length] == '\n');
        bool is_trace = cc_is_trace(p, length);
        if (is_trace)
            str_add_n(&trace, p, line);
        if (all || !is_trace)
            str_add_n(&rest, p, line);
        p += line;
    }
    (void)!io_write_all(STDOUT_FILENO, str_text(&rest), rest.len);
    ir_input_free(l->ctx, &l->trace);
    l->trace.bytes = (char *)arena_strndup(&l->mem, str_text(&trace), trace.len);
    str_free(&trace);
    str_free(&rest);
}

/* Objects carry no bitcode either if whoever compiled them could not find the plugin: then the user
 * has lathe, and nothing of what it is for. */
static bool has_nothing(linking *l) {
    l->quiet = sys_plugin_path(l->ctx, &l->mem) != NULL;
    const char *why = l->quiet ? CC_WHY_NOTHING_USABLE : arena_strdup(&l->mem, l->ctx->error);
    ctx_clear(l->ctx);
    return give_up(l, why);
}

/* Of a member whose bitcode cannot be used it is not known; the user should hear of it. */
static bool may_have_structs(const cc_inputs *in, const cc_member *m) {
    bool may = m->native != CC_MERGED && m->native != CC_NO_RECORD;
    for (size_t i = 0; m->native == CC_MERGED && i < m->record_count; i++)
        may |= in->records.at[m->first_record + i].structs;
    return may;
}

static bool has_structs(const cc_inputs *in) {
    for (size_t i = 0; i < in->members.len; i++)
        if (may_have_structs(in, &in->members.at[i]))
            return true;
    return false;
}

static bool is_wanted(linking *l) {
    const cc_args *args = l->args;
    bool chosen = args->wish != CC_DEFAULT || args->loaded || args->ckpt || args->lto;
    if (!l->in.merged)
        return has_nothing(l);
    l->quiet = true;
    if (!chosen && l->in.level < PASS_DEFAULT_LEVEL)
        return give_up(l, CC_WHY_LOW_LEVEL);
    if (!chosen && !args->report && !has_structs(&l->in))
        return give_up(l, CC_WHY_UNCHANGED);
    l->quiet = false;
    return true;
}

/* One line for each kind of damage; what was never meant to take part is only reported. */
static void warn_of_damage(linking *l) {
    static const cc_native kinds[] = {CC_OTHER_LLVM, CC_OTHER_LATHE, CC_DAMAGED,
                                      CC_REFUSED,    CC_UNREADABLE,  CC_CHANGED};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t count = 0, first = 0;
        for (size_t i = l->in.members.len; i-- > 0;) {
            bool is = l->in.members.at[i].native == kinds[k];
            count += is;
            first = is ? i : first;
        }
        if (!count)
            continue;
        str text;
        str_init(&text, l->ctx);
        cc_member_print(&text, &l->in.members.at[first]);
        str_printf(&text, " %s", cc_native_reason(kinds[k]));
        if (count > 1)
            str_printf(&text, ", as %s %zu more", count == 2 ? "does" : "do", count - 1);
        str_add(&text, "; linked as it is");
        ctx_diag(l->ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = str_text(&text)});
        str_free(&text);
    }
}

/* An output as the linker wrote it, read for comparison. */
typedef struct product {
    ir_input file;
    cc_elf elf;
} product;

static bool open_product(linking *l, product *p, const char *path) {
    *p = (product){.file = {.name = path}};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && ir_input_slurp(l->ctx, &p->file, fd) &&
              cc_elf_open(&p->elf, p->file.bytes, p->file.size);
    io_close(fd);
    return ok || give_up(l, CC_WHY_NOT_ELF64);
}

/* Whether the merged object takes memory from pools. */
static bool needs_pools(linking *l) {
    static const char prefix[] = "lathe_pool_";
    product object;
    bool needs = false, ok = open_product(l, &object, l->object);
    cc_symtab t = ok ? cc_elf_symbols(&object.elf, SHT_SYMTAB) : (cc_symtab){0};
    for (size_t i = 0; i < t.count && !needs && ctx_tick(l->ctx, 1); i++) {
        cc_symbol s = cc_elf_symbol(&t, i);
        needs = s.undefined && strncmp(s.name, prefix, sizeof prefix - 1) == 0;
    }
    ir_input_free(l->ctx, &object.file);
    return needs;
}

static bool link_again(linking *l, ir_input *trace) {
    sys_words words = {0};
    const char *why;
    cc_relink how = {.object = l->object, .output = l->place.made, .scratch = l->args->temp};
    if (needs_pools(l) && !(how.runtime = sys_pool_path(l->ctx, &l->mem)))
        return give_up(l, CC_WHY_POOL_LIBRARY);
    bool ok = cc_command_edit(&l->command, &l->in, &how, &words, &why) || give_up(l, why);
    if (ok && run_for_text(l, &words, false, trace) != 0)
        ok = give_up(l, CC_WHY_LINKER_REFUSES);
    vec_free(l->ctx, &words);
    return ok;
}

/* Leaves only the lines of a trace. */
static const char *trace_of(linking *l, const ir_input *said) {
    str trace;
    str_init(&trace, l->ctx);
    for (const char *p = said->bytes ? said->bytes : ""; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (cc_is_trace(p, strcspn(p, "\n")))
            str_printf(&trace, "%.*s\n", (int)strcspn(p, "\n"), p);
    return str_keep(&trace, &l->mem);
}

static bool check(linking *l, const product *native, const char *trace) {
    const char *why = NULL;
    product made, object = {0};
    bool ok = open_product(l, &made, l->place.made) && open_product(l, &object, l->object);
    ok = ok && (cc_compare_traces(&l->in, trace, l->args->temp, &object.elf, &why) &&
                cc_compare(&l->in, &native->elf, &made.elf, &why));
    if (!ok)
        give_up(l, why);
    ir_input_free(l->ctx, &made.file);
    ir_input_free(l->ctx, &object.file);
    return ok;
}

static bool relink(linking *l, const product *native) {
    ir_input said = {.name = "linker"};
    cc_codegen how = {l->args->clang, l->bitcode, l->object, l->budget.seconds,
                      .least_level = l->args->ckpt ? 1 : 0}; /* as lathe ckpt has it */
    int code = cc_codegen_run(&l->jobs, &l->in, &native->elf, &how);
    bool ok =
        code == 0 || give_up(l, cc_budget_is_used_up(code) ? CC_WHY_CODE_SLOW : CC_WHY_CODE_FAILED);
    ok = ok && link_again(l, &said);
    const char *trace = ok ? trace_of(l, &said) : NULL;
    ok = ok && (trace || give_up(l, NULL)) && check(l, native, trace);
    ir_input_free(l->ctx, &said);
    return ok;
}

static bool reshape(linking *l, const product *native) {
    const char *why;
    cc_reshape_job job = {.ctx = l->ctx,
                          .args = l->args,
                          .in = &l->in,
                          .command = &l->command,
                          .output = &native->elf,
                          .budget = l->budget,
                          .bitcode = l->bitcode,
                          .findings = l->args->report ? l->findings : NULL};
    bool ok = cc_reshape(&l->jobs, &job, &why);
    warn_of_damage(l);
    l->has_findings = ok;
    l->quiet = job.unchanged;
    return ok && !job.unchanged ? true : give_up(l, ok ? CC_WHY_UNCHANGED : why);
}

/* What the trace does not say and the words of the linker's command line do. */
static bool look_at_words(linking *l) {
    cc_inputs_add_scripts(&l->in, &l->command.words);
    cc_inputs_look_at_libraries(&l->in, &l->command.words);
    return !l->in.unclear || give_up(l, cc_explain(&l->mem, CC_WHY_MEMBER_NAMES, l->in.unclear));
}

/* True if place.made can replace place.native. */
static bool improve(linking *l) {
    const char *why;
    product native = {0};
    if (!cc_inputs_read(&l->in, l->ctx, l->trace.bytes, &why))
        return give_up(l, why);
    l->budget = cc_budget_of(&l->in, l->args);
    if (!is_wanted(l)) {
        warn_of_damage(l);
        return false;
    }
    bool ok =
        open_product(l, &native, l->place.native) &&
        (cc_command_find(&l->command, l->ctx, &l->mem, &l->jobs, l->args, &why) || give_up(l, why));
    ok = ok && look_at_words(l) && reshape(l, &native) && relink(l, &native);
    ir_input_free(l->ctx, &native.file);
    return ok;
}

static void tell(linking *l) {
    str text;
    if (!l->why || l->quiet || l->jobs.interrupt)
        return;
    str_init(&text, l->ctx);
    str_printf(&text, "%s: linked without transforms: %s", l->place.output, l->why);
    ctx_diag(l->ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = str_text(&text)});
    str_free(&text);
}

static bool report(linking *l) {
    if (!l->args->report)
        return true;
    ctx_clear(l->ctx);
    cc_link_report r = {.path = l->args->report,
                        .output = l->place.output,
                        .native = l->why,
                        .inputs = l->in.ctx ? &l->in : NULL,
                        .findings = l->has_findings ? l->findings : NULL};
    return cc_report_write(l->ctx, &r);
}

static int run_plain(linking *l) {
    sys_words words = {0};
    vec_push(l->ctx, &words, l->args->clang);
    const sys_words *plain = cc_args_plain(l->args);
    for (size_t i = 0; i < plain->len; i++)
        vec_push(l->ctx, &words, plain->at[i]);
    vec_push(l->ctx, &words, NULL);
    int code = ctx_ok(l->ctx) ? sys_run(l->ctx, &(sys_child){.words = words.at}) : SYS_NOT_RUN;
    vec_free(l->ctx, &words);
    return code;
}

/* Linkers that are not known may not know --trace. */
static bool knows_linker(const cc_args *args) {
    for (size_t i = 0; i < args->words.len; i++) {
        const char *word = args->words.at[i];
        if (strncmp(word, "--ld-path", 9) == 0)
            return false;
        if (strncmp(word, "-fuse-ld=", 9) == 0 && word[9] &&
            !str_is_listed("bfd gold lld ld", word + 9, strlen(word + 9)))
            return false;
    }
    return true;
}

/* Who asked for checkpoints must not get a program that has none. */
static int refuse(linking *l) {
    str text;
    str_init(&text, l->ctx);
    str_printf(&text, "%s: not linked, since checkpoints were asked for: %s", l->place.output,
               l->why ? l->why : "out of memory");
    ctx_diag(l->ctx, &(lathe_diag){.severity = LATHE_ERROR, .message = str_text(&text)});
    str_free(&text);
    return 1;
}

/* A linker that was asked for its version, or given another output by -Wl, leaves nothing here.
 */
static int link_at_place(linking *l) {
    int code = native_link(l);
    split_output(l);
    bool made = code == 0 && access(l->place.native, F_OK) == 0;
    if (!made && l->args->plain.len > l->args->words.len)
        return SYS_NOT_RUN; /* a library may have bitcode, which the words left out are for */
    if (!made)
        return code;
    cc_depfile_mend(l->ctx, l->args, l->place.native, l->place.output);
    bool better = improve(l);
    ctx_clear(l->ctx);
    if (l->jobs.interrupt)
        return 128 + l->jobs.interrupt;
    if (!better && l->args->ckpt)
        return refuse(l);
    if (!cc_place_install(&l->place, better ? l->place.made : l->place.native))
        return SYS_NOT_RUN;
    tell(l);
    return report(l) ? 0 : ctx_exit_code(LATHE_IO);
}

static void link_free(linking *l) {
    if (l->in.ctx)
        cc_inputs_free(&l->in);
    if (l->command.ctx)
        cc_command_free(&l->command);
    arena_free(&l->mem);
}

int cc_link(lathe_ctx *ctx, const cc_args *args) {
    linking l = {.ctx = ctx, .args = args, .trace = {.name = "linker"}};
    int code = SYS_NOT_RUN;
    arena_init(&l.mem, ctx);
    l.bitcode = in_temp(&l, "merged.bc");
    l.object = in_temp(&l, "merged.o");
    l.findings = in_temp(&l, "findings");
    bool asked = !args->declined && args->wish != CC_NONE && !args->relocatable && args->temp;
    sys_jobs_begin(&l.jobs);
    if (asked && !knows_linker(args))
        cc_tell_plain(ctx, args, CC_WHY_UNKNOWN_LINKER);
    else if (asked && ctx_ok(ctx) &&
             cc_place_init(&l.place, &l.mem, args->output ? args->output : "a.out")) {
        code = link_at_place(&l);
        cc_place_free(&l.place);
    }
    sys_jobs_end(&l.jobs);
    ctx_clear(ctx);
    if (code == SYS_NOT_RUN)
        code = run_plain(&l);
    link_free(&l);
    return code;
}
