#include "cc/link/report.h"

#include "cc/link/findings.h"
#include "cc/objects/loop_notes.h"
#include "ir/input.h"
#include "report/report_link.h"

#include <fcntl.h>
#include <stdlib.h>
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
static link_object describe(const cc_inputs *in, arena *mem, const cc_member *m) {
    str name;
    str_init(&name, in->ctx);
    cc_member_print(&name, m);
    link_object object = {.name = arena_strdup(mem, str_text(&name)),
                          .reason = m->native == CC_MERGED ? NULL : cc_native_reason(m->native),
                          .group = m->native == CC_NO_RECORD ? m->archive : NULL};
    str_free(&name);
    return object;
}

static size_t count_loops(const cc_record *record) {
    size_t offset = 0, count = 0;
    cc_loop_note note;
    while (cc_loop_notes_next(record->notes, record->notes_size, &offset, &note))
        count++;
    return count;
}

static void describe_loops(link_object *object, const cc_record *record, link_loop *loops) {
    size_t offset = 0;
    cc_loop_note note;
    while (cc_loop_notes_next(record->notes, record->notes_size, &offset, &note))
        loops[object->loop_count++] = (link_loop){.function = note.function,
                                                  .file = note.file,
                                                  .line = strtoull(note.line, NULL, 10),
                                                  .transform = note.transform};
}

static void add_loops(link_object *object, arena *mem, const cc_record *records, size_t count) {
    size_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += count_loops(&records[i]);
    link_loop *loops = arena_array(mem, all + 1, link_loop);
    for (size_t i = 0; loops && i < count; i++)
        describe_loops(object, &records[i], loops);
    object->loops = loops;
}

static void describe_all(link_outcome *o, arena *mem, const cc_inputs *in) {
    link_object *objects = arena_array(mem, in->members.len + 1, link_object);
    o->objects = objects;
    for (size_t i = 0; objects && i < in->members.len && ctx_tick(in->ctx, 1); i++) {
        const cc_member *m = &in->members.at[i];
        objects[o->object_count] = describe(in, mem, m);
        add_loops(&objects[o->object_count++], mem, in->records.at + m->first_record,
                  m->record_count);
    }
}

static void print_and_write(lathe_ctx *ctx, const cc_link_report *r, arena *mem) {
    str text;
    ir_input findings = {.name = r->findings};
    str_init(&text, ctx);
    read_findings(ctx, r->findings, &findings);
    link_outcome o = {
        .output = r->output, .native = r->native, .program = findings.size ? findings.bytes : ""};
    if (r->inputs)
        describe_all(&o, mem, r->inputs);
    if (ctx_ok(ctx))
        link_print(&text, &o, cc_report_is_json(r->path));
    if (ctx_ok(ctx))
        ir_write_file(ctx, r->path, str_text(&text), text.len);
    ir_input_free(ctx, &findings);
    str_free(&text);
}

bool cc_report_write(lathe_ctx *ctx, const cc_link_report *r) {
    arena mem;
    arena_init(&mem, ctx);
    print_and_write(ctx, r, &mem);
    arena_free(&mem);
    bool ok = ctx_ok(ctx);
    if (!ok)
        ctx_diag(ctx, &(lathe_diag){.severity = LATHE_ERROR, .message = ctx->error});
    ctx_clear(ctx);
    return ok;
}
