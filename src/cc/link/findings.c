#include "cc/link/findings.h"

#include "base/json.h"
#include "base/show.h"
#include "lathe/dtrans.h"

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
    lathe_dtrans_view view = {.folder = f->json ? NULL : folder};
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

void cc_findings_begin(cc_findings *f, lathe_module *m) {
    if (f->path)
        f->verdicts = analyse(f, m);
    f->ctx->remarks = &f->remarks;
}

void cc_findings_end(cc_findings *f) {
    f->ctx->remarks = NULL;
}

static size_t count_changes(const cc_findings *f) {
    size_t changes = 0;
    for (size_t i = 0; i < f->remarks.all.len; i++)
        changes += f->remarks.all.at[i].kind == REMARK_PASSED;
    return changes;
}

bool cc_findings_changed(const cc_findings *f) {
    return count_changes(f) > 0;
}

void cc_findings_library(cc_findings *f, const char *name) {
    f->library = name;
}

/* "struct.node had 24 bytes and has 16; …" */
static void add_sentence(str *out, const cc_findings *f, const remark *r) {
    for (size_t i = 0; i < r->part_count; i++)
        show_add(out, f->remarks.parts.at[r->first_part + i].value);
}

static const char *find_part(const cc_findings *f, const remark *r, const char *key) {
    for (size_t i = 0; i < r->part_count; i++)
        if (strcmp(f->remarks.parts.at[r->first_part + i].key, key) == 0)
            return f->remarks.parts.at[r->first_part + i].value;
    return NULL;
}

static void print_kept(str *out, const cc_findings *f) {
    show_printf(out, "%zu symbol%s stay%s visible\n", f->kept.len, f->kept.len == 1 ? "" : "s",
                f->kept.len == 1 ? "s" : "");
    for (cc_kept why = CC_HIDDEN + 1; why < CC_KEPT_REASONS; why++) {
        size_t count = 0;
        for (size_t i = 0; i < f->kept.len; i++) {
            if (f->kept.at[i].why != why)
                continue;
            if (count++ == 0)
                show_printf(out, "  %s: ", cc_kept_reason(why));
            else
                str_add(out, ", ");
            show_add(out, f->kept.at[i].name);
        }
        if (count)
            str_add_char(out, '\n');
    }
}

static void print_text(str *out, const cc_findings *f) {
    size_t changes = count_changes(f);
    print_kept(out, f);
    if (f->library)
        show_printf(out,
                    "nothing is transformed: '%s', which is taken for the C library's, is defined "
                    "outside the bitcode\n",
                    f->library);
    show_printf(out, "%zu change%s\n", changes, changes == 1 ? "" : "s");
    for (size_t i = 0; i < f->remarks.all.len; i++) {
        const remark *r = &f->remarks.all.at[i];
        if (r->kind != REMARK_PASSED)
            continue;
        show_printf(out, "  %s: ", r->pass);
        add_sentence(out, f, r);
        str_add_char(out, '\n');
    }
    str_printf(out, "\n%s", f->verdicts ? f->verdicts : "");
}

static void write_size(json *j, const char *key, const char *value) {
    json_key(j, key);
    if (value)
        json_uint(j, strtoull(value, NULL, 10));
    else
        json_null(j);
}

static void write_changes(json *j, const cc_findings *f) {
    json_key(j, "changes");
    json_begin_array(j);
    for (size_t i = 0; i < f->remarks.all.len; i++) {
        const remark *r = &f->remarks.all.at[i];
        if (r->kind != REMARK_PASSED)
            continue;
        str text;
        str_init(&text, f->ctx);
        add_sentence(&text, f, r);
        json_begin_object(j);
        json_member_string(j, "pass", r->pass);
        json_member_string(j, "name", r->name);
        json_member_string(j, "type", find_part(f, r, "Type"));
        write_size(j, "old_size", find_part(f, r, "OldSize"));
        write_size(j, "new_size", find_part(f, r, "NewSize"));
        json_member_string(j, "text", str_text(&text));
        json_end_object(j);
        str_free(&text);
    }
    json_end_array(j);
}

static void print_json(str *out, const cc_findings *f) {
    json j;
    json_init(&j, out);
    json_begin_object(&j);
    json_key(&j, "symbols");
    json_begin_array(&j);
    for (size_t i = 0; i < f->kept.len; i++) {
        json_begin_object(&j);
        json_member_string(&j, "name", f->kept.at[i].name);
        json_member_string(&j, "why", cc_kept_reason(f->kept.at[i].why));
        json_end_object(&j);
    }
    json_end_array(&j);
    json_member_string(&j, "library_function", f->library);
    write_changes(&j, f);
    json_key(&j, "dtrans");
    if (f->verdicts)
        json_raw(&j, f->verdicts);
    else
        json_null(&j);
    json_end_object(&j);
}

void cc_findings_write(cc_findings *f) {
    str text;
    if (!f->path)
        return;
    str_init(&text, f->ctx);
    (f->json ? print_json : print_text)(&text, f);
    ir_write_file(f->ctx, f->path, str_text(&text), text.len);
    str_free(&text);
}
