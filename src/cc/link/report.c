#include "cc/link/report.h"

#include "base/json.h"
#include "base/show.h"
#include "cc/link/findings.h"
#include "ir/input.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void read_findings(lathe_ctx *ctx, const char *path, ir_input *in) {
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    ir_input_slurp(ctx, in, fd);
    close(fd);
}

/* Of an archive without any bitcode, one line stands for all members: the C library has hundreds.
 */
static size_t count_alike(const cc_inputs *in, size_t first) {
    const cc_member *m = &in->members.at[first];
    size_t end = first + 1;
    while (m->archive && m->native == CC_NO_RECORD && end < in->members.len &&
           in->members.at[end].native == CC_NO_RECORD && in->members.at[end].archive &&
           strcmp(in->members.at[end].archive, m->archive) == 0)
        end++;
    return end - first;
}

static void print_objects(str *out, const cc_inputs *in) {
    size_t count = in->members.len;
    show_printf(out, "%zu object%s: %zu merged, %zu linked as %s\n", count, count == 1 ? "" : "s",
                in->merged, count - in->merged, count - in->merged == 1 ? "it is" : "they are");
    for (size_t i = 0, alike; i < count; i += alike) {
        const cc_member *m = &in->members.at[i];
        alike = count_alike(in, i);
        if (m->native == CC_MERGED)
            continue;
        str_add(out, "  ");
        cc_member_print(out, m);
        if (alike > 1)
            str_printf(out, " and %zu more", alike - 1);
        show_printf(out, " %s\n", cc_native_reason(m->native));
    }
}

static void print_text(str *out, const cc_link_report *r, const ir_input *findings) {
    if (r->native)
        show_printf(out, "%s: linked without transforms: %s\n", r->output, r->native);
    else
        show_printf(out, "%s: linked from one module\n", r->output);
    if (r->inputs)
        print_objects(out, r->inputs);
    if (findings->size)
        str_add_n(out, findings->bytes, findings->size);
}

static void write_objects(json *j, const cc_inputs *in) {
    str name;
    str_init(&name, in->ctx);
    json_key(j, "objects");
    json_begin_array(j);
    for (size_t i = 0; i < in->members.len && ctx_tick(in->ctx, 1); i++) {
        const cc_member *m = &in->members.at[i];
        str_clear(&name);
        cc_member_print(&name, m);
        json_begin_object(j);
        json_member_string(j, "name", str_text(&name));
        json_member_bool(j, "merged", m->native == CC_MERGED);
        json_member_string(j, "reason",
                           m->native == CC_MERGED ? NULL : cc_native_reason(m->native));
        json_end_object(j);
    }
    json_end_array(j);
    str_free(&name);
}

/* The members of the findings' object follow those of this one. */
static void join_objects(str *out, const ir_input *findings) {
    const char *inner = memchr(findings->bytes, '{', findings->size);
    while (out->len && strchr("}\n", out->at[out->len - 1]))
        out->at[--out->len] = '\0';
    str_add_char(out, ',');
    str_add(out, inner ? inner + 1 : "\n}\n");
}

static void print_json(str *out, const cc_link_report *r, const ir_input *findings) {
    json j;
    json_init(&j, out);
    json_begin_object(&j);
    json_member_string(&j, "output", r->output);
    json_member_bool(&j, "merged", !r->native);
    json_member_string(&j, "reason", r->native);
    if (r->inputs)
        write_objects(&j, r->inputs);
    json_end_object(&j);
    if (findings->size)
        join_objects(out, findings);
}

bool cc_report_write(lathe_ctx *ctx, const cc_link_report *r) {
    str text;
    ir_input findings = {.name = r->findings};
    str_init(&text, ctx);
    read_findings(ctx, r->findings, &findings);
    (cc_report_is_json(r->path) ? print_json : print_text)(&text, r, &findings);
    if (ctx_ok(ctx))
        ir_write_file(ctx, r->path, str_text(&text), text.len);
    bool ok = ctx_ok(ctx);
    if (!ok)
        ctx_diag(ctx, &(lathe_diag){.severity = LATHE_ERROR, .message = ctx->error});
    ctx_clear(ctx);
    ir_input_free(ctx, &findings);
    str_free(&text);
    return ok;
}
