/* lathe dtrans: which structs of a program may change, and why others may not; changes nothing. */
#include "cli/cli_remarks.h"
#include "cli/layouts.h"
#include "dtrans/analysis/type_remark.h"
#include "ir/branch.h"
#include "ir/module.h"
#include "report/dtrans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_option options[] = {
    CLI_FLAG_ROW("advise", 0, advise,
                 "Show what could be changed by hand and the bytes it saves, also for types that "
                 "lathe may not change"),
    CLI_DTRANS_ONLY,
    CLI_DTRANS_ALLOC,
    CLI_DTRANS_SKIP,
    CLI_VALUE_ROW("explain", 0, CLI_TEXT, explain, "TYPE",
                  "Show this struct only, with the source line of every use that keeps it from "
                  "being changed"),
    CLI_EXPORT,
    CLI_VALUE_ROW("fail-if-illegal", 0, CLI_TEXT, fail_if_illegal, "TYPES",
                  "Exit with 1 if one of these structs may not change: TYPE (by no transform) or "
                  "TYPE:TRANSFORM, with commas between"),
    CLI_VALUE_ROW("html", 0, CLI_TEXT, html, "FILE", "Write a page with pictures to FILE, too"),
    CLI_FLAG_ROW("json", 0, json, "Print JSON"),
    CLI_FLAG_ROW("only-legal", 0, only_legal, "Show only structs that some transform may change"),
    CLI_VALUE_ROW("profile", 0, CLI_TEXT, profile, "FILE",
                  "Count accesses as often as this profile of the same IR says (llvm-profdata "
                  "merge); functions that it does not fit are named"),
    CLI_REMARKS,
    CLI_FLAG_ROW("root-causes", 0, root_causes,
                 "Show which lines keep structs from being changed, those first that keep most"),
    CLI_FLAG_ROW("rules", 0, rules, "Show which condition blocks which transform; needs no FILE"),
    {0},
};

/* A list with commas between its words. */
typedef struct words {
    char *text;
    const char **at;
    size_t count;
} words;

static bool split(lathe_ctx *ctx, const char *list, words *w) {
    *w = (words){.text = strdup(list ? list : ""),
                 .at = calloc(strlen(list ? list : "") + 1, sizeof *w->at)};
    if (!w->text || !w->at) {
        ctx_fail(ctx, LATHE_NO_MEMORY, "out of memory");
        return false;
    }
    char *rest = w->text, *word;
    while ((word = strsep(&rest, ",")))
        if (*word)
            w->at[w->count++] = word;
    return true;
}

static void words_free(words *w) {
    free(w->text);
    free(w->at);
}

static void warn_of_no_profile(cli_run *run) {
    uint64_t count;
    ir_each_function (fn, run->module->llvm)
        if (ir_entry_count(fn, &count))
            return;
    ctx_diag(run->ctx, &(lathe_diag){.severity = LATHE_WARNING,
                                     .message = "--profile: it fits no function of the program"});
}

/* Whether one "TYPE" or "TYPE:TRANSFORM" holds; *blockers is what speaks against it. */
static bool holds(cli_run *run, const lathe_dtrans *d, const char *wanted, dtrans_names *blockers) {
    char type_name[256];
    const char *colon = strrchr(wanted, ':');
    dtrans_transform t = DTRANS_REORDER_FIELDS;
    snprintf(type_name, sizeof type_name, "%.*s",
             (int)(colon ? (size_t)(colon - wanted) : strlen(wanted)), wanted);
    if (colon && (t = dtrans_transform_named(colon + 1, strlen(colon + 1))) == DTRANS_TRANSFORMS) {
        ctx_fail(run->ctx, LATHE_USAGE, "unknown transform '%s'; see lathe dtrans --rules",
                 colon + 1);
        return true;
    }
    if (dtrans_find_unseen(d, type_name)) {
        *blockers = (dtrans_names){.at = {"NoTypeInIR"}, .count = 1};
        return false;
    }
    uint32_t type = dtrans_require_type(d, type_name);
    if (type == IR_NONE)
        return true;
    *blockers = dtrans_blockers(&d->info, type, t);
    return colon ? dtrans_is_legal(&d->info, type, t) : dtrans_is_any_legal(&d->info, type);
}

static void check_gates(cli_run *run, const lathe_dtrans *d, const words *gates) {
    for (size_t i = 0; i < gates->count && ctx_ok(run->ctx); i++) {
        dtrans_names blockers;
        str names;
        if (holds(run, d, gates->at[i], &blockers))
            continue;
        str_init(&names, run->ctx);
        dtrans_print_names(&names, &blockers);
        ctx_fail(run->ctx, LATHE_GATE_FAILED, "'%s' is not legal: %s", gates->at[i],
                 str_text(&names));
        str_free(&names);
        run->shows_failure = true;
    }
}

static void add_report(cli_run *run, lathe_dtrans *d) {
    const cli_request *r = run->request;
    char *folder = getcwd(NULL, 0);
    lathe_dtrans_view view = {.struct_size = sizeof view,
                              .only_legal = r->only_legal,
                              .advise = r->advise,
                              .color = color_wanted((color_mode)r->color, STDOUT_FILENO),
                              .folder = folder,
                              .type = r->explain,
                              .see = "see --explain=",
                              .root_causes = r->root_causes};
    char *page = r->html ? lathe_dtrans_html(d, &view) : NULL;
    view.folder = r->json ? NULL : folder;
    char *text = (r->json ? lathe_dtrans_json : lathe_dtrans_text)(d, &view);
    if (text)
        str_add(run->out, text);
    lathe_free(text);
    if (page && text)
        ir_write_file(run->ctx, r->html, page, strlen(page));
    lathe_free(page);
    free(folder);
}

static void add_remarks(cli_run *run, lathe_dtrans *d) {
    remark_list remarks;
    cli_remarks_begin(run, &remarks);
    dtrans_remark_analysis(&d->info);
    cli_remarks_end(run, &remarks);
}

/* Readers of JSON learn from the document, too, that there is no result. */
static void add_failure(cli_run *run) {
    lathe_status status = run->ctx->status;
    if (!run->request->json || (status != LATHE_GAVE_UP && status != LATHE_NO_MEMORY))
        return;
    lathe_ctx_set_budget(run->ctx, 0, 0);
    str_clear(run->out);
    dtrans_print_json_failure(run->out, status);
    run->shows_failure = true;
}

static void analyze(cli_run *run, const words *gates) {
    if (run->request->profile)
        warn_of_no_profile(run);
    lathe_dtrans *d = cli_set_layouts(run) ? lathe_dtrans_analyze(run->module, NULL) : NULL;
    if (d) {
        add_remarks(run, d);
        add_report(run, d);
    }
    if (d && ctx_ok(run->ctx))
        check_gates(run, d, gates);
    add_failure(run);
    lathe_dtrans_free(d);
}

static lathe_status run_dtrans(cli_run *run) {
    const cli_request *r = run->request;
    words gates = {0};
    if (r->rules)
        (r->json ? dtrans_print_rules_json : dtrans_print_rules)(run->out);
    else if (split(run->ctx, r->fail_if_illegal, &gates))
        analyze(run, &gates);
    words_free(&gates);
    return run->ctx->status;
}

static bool needs_no_files(const cli_request *request) {
    return request->rules;
}

const cli_command cli_dtrans = {
    .name = "dtrans",
    .summary = "Show which structs may change shape, and why others may not",
    .description =
        "Reads C, LLVM IR text or bitcode, links it into one module and proves for every "
        "struct type which transforms may change its layout. What keeps a type from "
        "being changed is shown with its source line.",
    .options = options,
    .reads_files = true,
    .needs_no_files = needs_no_files,
    .run = run_dtrans,
};
