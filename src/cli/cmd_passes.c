#include "base/json.h"
#include "cli/options.h"
#include "pass/pipeline.h"

#include <string.h>

static const cli_option options[] = {
    {"json", 0, CLI_FLAG, CLI_FIELD(json), NULL, NULL, "Print JSON", false},
    {0},
};

/* {"passes": [{"name": "x", "params": "seed=N;verbose" or null, "summary": "…"}, …]} */
static void add_json(str *out) {
    json j;
    const ir_pass *p;
    json_init(&j, out);
    json_begin_object(&j);
    json_key(&j, "passes");
    json_begin_array(&j);
    for (size_t i = 0; (p = pass_at(i)); i++) {
        json_begin_object(&j);
        json_member_string(&j, "name", p->name);
        json_member_string(&j, "params", p->params);
        json_member_string(&j, "summary", p->summary);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
}

static void add_spelling(str *out, const ir_pass *p) {
    str_add(out, p->name);
    if (p->params)
        str_printf(out, "<%s>", p->params);
}

/* Long ones stand on a line of their own. */
static void add_text(str *out) {
    enum { WIDTH = 40 };
    const ir_pass *p;
    str spelling;
    str_init(&spelling, out->ctx);
    for (size_t i = 0; (p = pass_at(i)); i++) {
        str_clear(&spelling);
        add_spelling(&spelling, p);
        bool fits = spelling.len <= WIDTH;
        str_printf(out, "%-*s%s%*s  %s\n", WIDTH, str_text(&spelling), fits ? "" : "\n",
                   fits ? 0 : WIDTH, "", p->summary);
    }
    str_add(out, "LLVM's own passes may be mixed in; opt-22 --print-passes lists them.\n");
    str_free(&spelling);
}

static lathe_status run_passes(cli_run *run) {
    (run->request->json ? add_json : add_text)(run->out);
    return run->ctx->status;
}

const cli_command cli_passes = {
    .name = "passes",
    .summary = "List lathe's passes",
    .description = "Lists the passes that lathe opt --passes=LIST runs, with their parameters and "
                   "one line each.",
    .options = options,
    .run = run_passes,
};
