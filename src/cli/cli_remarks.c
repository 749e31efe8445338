#include "cli/cli_remarks.h"

#include "ir/module.h"
#include "report/report_remarks.h"

void cli_remarks_begin(cli_run *run, remark_list *list) {
    remark_list_init(list, run->ctx);
    if (run->request->remarks)
        run->ctx->remarks = list;
}

void cli_remarks_end(cli_run *run, remark_list *list) {
    run->ctx->remarks = NULL;
    if (run->request->remarks && ctx_ok(run->ctx)) {
        str text;
        str_init(&text, run->ctx);
        remarks_print(&text, list);
        if (ctx_ok(run->ctx))
            ir_write_file(run->ctx, run->request->remarks, str_text(&text), text.len);
        str_free(&text);
    }
    remark_list_free(list);
}
