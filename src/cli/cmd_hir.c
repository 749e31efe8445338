/* lathe hir: loop nests, their dependences and what may be done with them, in every form of
 * output. */
#include "cli/cli_options.h"
#include "ir/module.h"
#include "lathe/hir.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_option options[] = {
    CLI_FLAG_ROW(
        "as-is", 0, as_is,
        "Take loops as they are, instead of bringing them into shape with LLVM's passes first"),
    CLI_FLAG_ROW("assume-dims", 0, assume_dims,
                 "Find dependences as if subscripts stayed in their dimensions"),
    CLI_FLAG_ROW("assume-noalias", 0, assume_noalias,
                 "Find dependences as if different base pointers led to different objects"),
    {"dd-exact", 0, CLI_CHOICE, CLI_FIELD(dd_exact), "WHEN", "on|off",
     "Whether isl is asked about dependences that simpler tests leave open: on, or off to use less "
     "time",
     false},
    CLI_FLAG_ROW("deps", 0, deps, "Show the data dependences of each nest"),
    CLI_FLAG_ROW("dot", 0, dot, "Print the dependence graphs for dot"),
    CLI_VALUE_ROW("function", 0, CLI_TEXT, function, "NAME", "Show this function only"),
    CLI_VALUE_ROW("html", 0, CLI_TEXT, html, "FILE",
                  "Write a page with the nests and pictures of their dependences to FILE, too"),
    CLI_FLAG_ROW("isl", 0, isl, "Print iterations and accesses as sets and relations for isl"),
    CLI_FLAG_ROW("json", 0, json, "Print JSON"),
    CLI_FLAG_ROW("numbers", 0, numbers, "Show the number of each node"),
    CLI_FLAG_ROW("optimize", 0, optimize,
                 "Show the nests before and after the changes that make them faster, as "
                 "hir-optimize makes them; with -v, what was done and why not"),
    CLI_FLAG_ROW(
        "parse", 0, parse,
        "The FILEs are not programs but HIR as text or JSON, as this command prints it: read "
        "it and show it again"),
    CLI_VALUE_ROW("region", 0, CLI_NUMBER, region, "N",
                  "Show only the N-th loop nest of each function"),
    CLI_FLAG_ROW("strict", 0, strict, "Exit with 4 if some dependence was given up on"),
    {"why-not", 0, CLI_ANSWER, CLI_FIELD(why_not), "WHAT",
     "parallel|vectorize|interchange|tile|fuse|reverse",
     "Show for each loop whether that can be done with it (parallel, vectorize, interchange, tile, "
     "fuse or reverse), and which dependence is in the way",
     false},
    {0},
};

static void add_text(cli_run *run, char *text) {
    if (text)
        str_add(run->out, text);
    lathe_free(text);
}

static lathe_hir_view view_of(const cli_request *r, const char *folder) {
    return LATHE_WITH(lathe_hir_view, .one_region = r->region != 0,
                      .region = r->region ? r->region - 1 : 0, .numbers = r->numbers,
                      .verbose = r->verbose, .folder = folder);
}

static bool wants_deps(const cli_request *r) {
    return r->deps || r->dot || r->isl || r->why_not;
}

static char *deps_report(const cli_request *r, lathe_deps *deps, const lathe_hir_view *view) {
    if (r->why_not)
        return lathe_deps_why_not(deps, (lathe_deps_question)(r->why_not - 1), view);
    return (r->dot    ? lathe_deps_dot
            : r->isl  ? lathe_deps_isl
            : r->json ? lathe_deps_json
                      : lathe_deps_text)(deps, view);
}

static lathe_deps *find_deps(const cli_request *r, lathe_hir *h) {
    return lathe_hir_deps(h,
                          &LATHE_WITH(lathe_deps_options, .assume_noalias = r->assume_noalias,
                                      .assume_dims = r->assume_dims, .no_exact = r->dd_exact != 0));
}

static void check_given_up(cli_run *run, const lathe_deps *deps) {
    lathe_deps_counts c = LATHE_INIT(lathe_deps_counts);
    if (!lathe_deps_count(deps, &c) || !run->request->strict || (!c.gave_up && !c.incomplete))
        return;
    run->shows_failure = true;
    ctx_fail(run->ctx, LATHE_GAVE_UP,
             "%zu pairs of references were given up on, and %zu regions as a whole", c.gave_up,
             c.incomplete);
}

static bool is_text(const cli_request *r) {
    return r->parse;
}

/* Each of these prints a form of its own. */
static lathe_status check_forms(lathe_ctx *ctx, const cli_request *r) {
    const char *forms[4];
    size_t count = 0;
    if (r->dot)
        forms[count++] = "--dot";
    if (r->isl)
        forms[count++] = "--isl";
    if (r->why_not)
        forms[count++] = "--why-not";
    if (r->json)
        forms[count++] = "--json";
    if (count < 2)
        return LATHE_OK;
    return ctx_fail(ctx, LATHE_USAGE, "%s and %s do not go together%s", forms[0], forms[1],
                    r->why_not && r->json ? ": all answers are in --deps --json" : "");
}

/* Where no dependence is shown, none is looked for. */
static lathe_status check_deps(lathe_ctx *ctx, const cli_request *r) {
    const char *lost = r->assume_dims      ? "--assume-dims"
                       : r->assume_noalias ? "--assume-noalias"
                       : r->dd_exact       ? "--dd-exact"
                       : r->strict         ? "--strict"
                                           : NULL;
    if (!lost || wants_deps(r) || r->html)
        return LATHE_OK;
    return ctx_fail(ctx, LATHE_USAGE,
                    "%s is about dependences: it goes with --deps, --why-not, --dot, --isl or "
                    "--html",
                    lost);
}

static lathe_status check_hir(lathe_ctx *ctx, const cli_request *r) {
    if (check_forms(ctx, r) != LATHE_OK || check_deps(ctx, r) != LATHE_OK)
        return ctx->status;
    if (r->deps && r->why_not)
        return ctx_fail(ctx, LATHE_USAGE, "--deps and --why-not do not go together");
    if (r->optimize && (r->parse || r->json || wants_deps(r)))
        return ctx_fail(ctx, LATHE_USAGE,
                        "--optimize goes with programs, plain text and --html only");
    if (r->parse && (r->as_is || r->c_flag_count))
        return ctx_fail(ctx, LATHE_USAGE, "%s does not go with --parse: there is no program",
                        r->as_is ? "--as-is" : "a flag for clang");
    return LATHE_OK;
}

/* A region that no function has would be shown as nothing at all. */
static bool check_region(cli_run *run, const lathe_hir *h) {
    size_t most = 0;
    lathe_hir_counts counts = LATHE_INIT(lathe_hir_counts);
    for (size_t i = 0; lathe_hir_count(h, i, &counts); i++)
        most = counts.regions > most ? counts.regions : most;
    if (run->request->region > most)
        ctx_fail(run->ctx, LATHE_USAGE, "--region=%llu: no function has more than %zu loop nest%s",
                 (unsigned long long)run->request->region, most, most == 1 ? "" : "s");
    return ctx_ok(run->ctx);
}

/* What is shown: the nests, and what they become, with their dependences where those are needed. */
typedef struct shown {
    lathe_hir *before, *after;
    lathe_deps *before_deps, *after_deps;
} shown;

static void show_before(cli_run *run, shown *s, const lathe_hir_view *view) {
    const cli_request *r = run->request;
    if (wants_deps(r) || r->html)
        s->before_deps = find_deps(r, s->before);
    if (r->optimize)
        str_add(run->out, "// before\n");
    if (!wants_deps(r))
        add_text(run, (r->json ? lathe_hir_json : lathe_hir_text)(s->before, view));
    else if (s->before_deps)
        add_text(run, deps_report(r, s->before_deps, view));
}

static void show_after(cli_run *run, shown *s, const lathe_hir_view *view) {
    s->after = lathe_hir_build(run->module,
                               &LATHE_WITH(lathe_hir_options, .function = run->request->function,
                                           .as_is = true, .optimized = true));
    if (!s->after)
        return;
    str_add(run->out, "\n// after\n");
    add_text(run, lathe_hir_text(s->after, view));
    if (run->request->html)
        s->after_deps = find_deps(run->request, s->after);
}

static void write_page(cli_run *run, const shown *s, const lathe_hir_view *view) {
    char *page = lathe_deps_html(s->before_deps, s->after_deps, view);
    if (page)
        ir_write_file(run->ctx, run->request->html, page, strlen(page));
    lathe_free(page);
}

static void show(cli_run *run, shown *s, const lathe_hir_view *view) {
    show_before(run, s, view);
    if (run->request->optimize && ctx_ok(run->ctx))
        show_after(run, s, view);
    if (run->request->html && ctx_ok(run->ctx))
        write_page(run, s, view);
    if (s->before_deps)
        check_given_up(run, s->before_deps);
    lathe_deps_free(s->after_deps);
    lathe_deps_free(s->before_deps);
    lathe_hir_free(s->after);
}

static lathe_status run_hir(cli_run *run) {
    const cli_request *r = run->request;
    lathe_hir_options wanted = LATHE_WITH(lathe_hir_options, .function = r->function,
                                          .as_is = r->as_is, .for_changes = r->optimize);
    shown s = {.before = r->parse ? lathe_hir_read(run->ctx, r->inputs, r->input_count, r->function)
                                  : lathe_hir_build(run->module, &wanted)};
    char *folder = getcwd(NULL, 0);
    lathe_hir_view view = view_of(r, folder);
    if (s.before && check_region(run, s.before))
        show(run, &s, &view);
    lathe_hir_free(s.before);
    free(folder);
    return run->ctx->status;
}

const cli_command cli_hir = {
    .name = "hir",
    .summary = "Show the loop nests of a program",
    .description =
        "Reads C, LLVM IR text or bitcode, links it into one module and shows every loop nest as a "
        "tree: loops with their trip counts, references with their subscripts. For loops that are "
        "not modelled, or whose trip count is not known, the reason is shown with its source line. "
        "With --deps it shows which references must keep their order, with --why-not what can be "
        "done with the loops, with --optimize what makes them faster. With --parse, FILEs are such "
        "trees as text or JSON.",
    .options = options,
    .reads_files = true,
    .reads_them_itself = is_text,
    .check = check_hir,
    .run = run_hir,
};
