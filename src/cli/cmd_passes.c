/* lathe passes: the table of passes, as text or JSON. Reads no input, so it needs no worker. */
#include "base/json.h"
#include "cli/cli_options.h"
#include "pass/pipeline.h"

static const cli_option options[] = {
    {"all", 0, CLI_FLAG, CLI_FIELD(all), NULL, NULL, "Also passes that only lathe's tests use",
     true},
    CLI_FLAG_ROW("json", 0, json, "Print JSON"),
    CLI_LOAD,
    {0},
};

static const char *kind_name(ir_param_kind kind) {
    static const char *const names[] = {[IR_PARAM_FLAG] = "flag",
                                        [IR_PARAM_NUMBER] = "number",
                                        [IR_PARAM_CHOICE] = "choice",
                                        [IR_PARAM_TEXT] = "text"};
    return names[kind];
}

static void add_params(json *j, const ir_pass *p) {
    json_member_array(j, "params");
    for (const ir_param_row *row = p->params; row && row->key; row++) {
        json_begin_object(j);
        json_write_members(j, JSON("key", row->key), JSON("kind", kind_name(row->kind)),
                           JSON("value", row->value));
        if (row->kind == IR_PARAM_NUMBER)
            json_write_members(j, JSON("least", row->least), JSON("most", row->most));
        json_write_members(j, JSON("help", row->help));
        json_end_object(j);
    }
    json_end_array(j);
}

static void add_json(str *out, bool all) {
    json j;
    const ir_pass *p;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("passes"));
    json_member_array(&j, "passes");
    for (size_t i = 0; (p = pass_at(out->ctx, i)); i++) {
        if (p->test_only && !all)
            continue;
        json_begin_object(&j);
        json_write_members(&j, JSON("name", p->name), JSON("summary", p->summary),
                           JSON("test_only", p->test_only));
        add_params(&j, p);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
}

/* A pass, then its parameters, each with what it means. */
static void add_text(str *out, bool all) {
    enum { WIDTH = 28 };
    const ir_pass *p;
    str spelling;
    str_init(&spelling, out->ctx);
    for (size_t i = 0; (p = pass_at(out->ctx, i)); i++) {
        if (p->test_only && !all)
            continue;
        str_printf(out, "%-*s  %s\n", WIDTH, p->name, p->summary);
        for (const ir_param_row *row = p->params; row && row->key; row++) {
            str_clear(&spelling);
            ir_param_spell(row, &spelling);
            bool fits = spelling.len <= WIDTH - 4;
            str_printf(out, "    %-*s%s%*s  %s\n", WIDTH - 4, str_text(&spelling), fits ? "" : "\n",
                       fits ? 0 : WIDTH, "", row->help);
        }
    }
    str_add(out,
            "Parameters follow a name in <…> with ; between them: dtrans-split<force;index=32>.\n"
            "LLVM's own passes may be mixed in; opt-22 --print-passes lists them.\n");
    str_free(&spelling);
}

static lathe_status run_passes(cli_run *run) {
    (run->request->json ? add_json : add_text)(run->out, run->request->all);
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
