#include "cc/link/findings.h"

#include "lathe/dtrans.h"
#include "report/report_link.h"

#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cc_report_is_json(const char *report) {
    size_t length = report ? strlen(report) : 0;
    return length > 5 && strcmp(report + length - 5, ".json") == 0;
}

void cc_findings_init(cc_findings *f, lathe_ctx *ctx, const char *path, const char *report) {
    *f = (cc_findings){.ctx = ctx, .path = path, .json = cc_report_is_json(report)};
    arena_init(&f->mem, ctx);
    remark_list_init(&f->remarks, ctx);
    change_list_init(&f->changes, ctx);
}

/* A copy is analysed: analysing prepares a module, and what is built must not depend on whether
 * there is a report. */
static char *analyse(cc_findings *f, lathe_module *m) {
    char *text = NULL;
    lathe_module *copy = ir_module_wrap(f->ctx, LLVMCloneModule(m->llvm));
    if (!copy)
        return NULL;
    copy->settings = m->settings;
    lathe_dtrans *d = lathe_dtrans_analyze(copy, NULL);
    char *folder = getcwd(NULL, 0);
    lathe_dtrans_view view = LATHE_WITH(lathe_dtrans_view, .folder = f->json ? NULL : folder);
    if (d)
        text = (f->json ? lathe_dtrans_json : lathe_dtrans_text)(d, &view);
    free(folder);
    lathe_dtrans_free(d);
    m->settings = copy->settings;
    copy->settings = (ir_settings){0};
    LLVMModuleRef llvm = copy->llvm;
    ir_module_free(copy);
    LLVMDisposeModule(llvm);
    return text;
}

/* Remarks are the sentences of a report; without one, nobody needs them. */
void cc_findings_begin(cc_findings *f, lathe_module *m) {
    if (!f->path)
        return;
    f->verdicts = analyse(f, m);
    cc_findings_resume(f);
}

void cc_findings_resume(cc_findings *f) {
    f->ctx->remarks = f->path ? &f->remarks : NULL;
}

void cc_findings_end(cc_findings *f) {
    f->ctx->remarks = NULL;
}

void cc_findings_library(cc_findings *f, const char *name) {
    f->library = name;
}

static link_program describe(cc_findings *f) {
    const char **reasons = arena_array(&f->mem, CC_KEPT_REASONS, const char *);
    link_symbol *symbols = arena_array(&f->mem, f->kept.len + 1, link_symbol);
    for (cc_kept why = CC_HIDDEN + 1; reasons && why < CC_KEPT_REASONS; why++)
        reasons[why] = cc_kept_reason(why);
    for (size_t i = 0; symbols && i < f->kept.len; i++)
        symbols[i] = (link_symbol){f->kept.at[i].name, f->kept.at[i].why};
    return (link_program){.symbols = symbols,
                          .symbol_count = symbols ? f->kept.len : 0,
                          .reasons = reasons,
                          .reason_count = CC_KEPT_REASONS,
                          .library = f->library,
                          .changes = &f->changes,
                          .remarks = &f->remarks,
                          .verdicts = f->verdicts};
}

void cc_findings_write(cc_findings *f) {
    str text;
    if (!f->path)
        return;
    str_init(&text, f->ctx);
    link_program program = describe(f);
    if (ctx_ok(f->ctx))
        link_print_program(&text, &program, f->json);
    ir_write_file(f->ctx, f->path, str_text(&text), text.len);
    str_free(&text);
}
