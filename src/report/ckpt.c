/* The report of `lathe ckpt` and of the pass ckpt-inject. */
#include "report/ckpt.h"

#include "base/json.h"
#include "base/show.h"

#include <inttypes.h>

/* ---- text ---- */

static void print_field(const ckpt_field *f, str *out) {
    show_printf(out, "    %-20s %-16s %8" PRIu64 "  %s%s\n", f->name, f->type, f->bytes,
                f->kind == CKPT_MEMORY ? "memory, " : "", f->why);
}

void ckpt_print_text(const ckpt_result *r, str *out) {
    const ckpt_sites *s = &r->sites;
    for (size_t i = 0; i < s->all.len; i++) {
        const ckpt_site *site = &s->all.at[i];
        show_printf(out, "%s %s, %s %u: %" PRIu64 " bytes\n", site->function, site->place,
                    site->directive ? "checkpoint" : "call on the way to one, point", site->point,
                    site->bytes);
        for (size_t f = 0; f < site->field_count; f++)
            print_field(&s->fields.at[site->first_field + f], out);
    }
    for (size_t i = 0; i < s->growth.len; i++) {
        const ckpt_growth *g = &s->growth.at[i];
        show_printf(out,
                    "%s: %" PRIu64 " instructions became %" PRIu64 ", and %" PRIu64
                    " cold ones to resume in\n",
                    g->function, g->before, g->after, g->cloned);
    }
}

/* ---- JSON ---- */

static void write_place(json *j, const char *file, unsigned line, unsigned column) {
    json_member_string(j, "file", file);
    json_member_known(j, "line", line);
    json_member_known(j, "column", column);
}

static void write_field(json *j, const ckpt_field *f) {
    json_begin_object(j);
    json_member_string(j, "name", f->name);
    json_member_string(j, "kind", ckpt_kind_name(f->kind));
    json_member_string(j, "type", f->type);
    json_member_uint(j, "offset", f->offset);
    json_member_uint(j, "bytes", f->bytes);
    json_member_string(j, "why", f->why);
    json_end_object(j);
}

static void write_site(json *j, const ckpt_sites *s, const ckpt_site *site) {
    json_begin_object(j);
    json_member_string(j, "function", site->function);
    write_place(j, site->file, site->line, site->column);
    json_member_string(j, "block", site->block);
    json_member_uint(j, "point", site->point);
    json_member_bool(j, "directive", site->directive);
    json_member_uint(j, "bytes", site->bytes);
    json_member_array(j, "tracked");
    for (size_t i = 0; i < site->field_count; i++)
        write_field(j, &s->fields.at[site->first_field + i]);
    json_end_array(j);
    json_end_object(j);
}

static void write_growth(json *j, const ckpt_growth *g) {
    json_begin_object(j);
    json_member_string(j, "function", g->function);
    json_member_object(j, "instructions");
    json_member_uint(j, "before", g->before);
    json_member_uint(j, "after", g->after);
    json_member_uint(j, "cloned", g->cloned);
    json_end_object(j);
    json_end_object(j);
}

static void write_refusal(json *j, const ckpt_refusal *r) {
    json_begin_object(j);
    json_member_string(j, "id", r->id);
    json_member_string(j, "reason", r->reason);
    json_member_string(j, "function", *r->function ? r->function : NULL);
    write_place(j, r->file, r->line, r->column);
    json_end_object(j);
}

void ckpt_print_json(const ckpt_result *r, str *out) {
    const ckpt_sites *s = &r->sites;
    json j;
    json_init(&j, out);
    json_begin_object(&j);
    json_member_uint(&j, "version", 1);
    json_member_array(&j, "checkpoints");
    for (size_t i = 0; i < s->all.len; i++)
        write_site(&j, s, &s->all.at[i]);
    json_end_array(&j);
    json_member_array(&j, "functions");
    for (size_t i = 0; i < s->growth.len; i++)
        write_growth(&j, &s->growth.at[i]);
    json_end_array(&j);
    json_member_array(&j, "refusals");
    for (size_t i = 0; i < r->refused.all.len; i++)
        write_refusal(&j, &r->refused.all.at[i]);
    json_end_array(&j);
    json_end_object(&j);
}
