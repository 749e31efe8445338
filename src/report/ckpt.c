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
    json_write_members(j, JSON("file", file), JSON_KNOWN("line", line),
                       JSON_KNOWN("column", column));
}

static void write_field(json *j, const ckpt_field *f) {
    json_write_object(j, JSON("name", f->name), JSON("kind", ckpt_kind_name(f->kind)),
                      JSON("type", f->type), JSON("offset", f->offset), JSON("bytes", f->bytes),
                      JSON("why", f->why));
}

static void write_site(json *j, const ckpt_sites *s, const ckpt_site *site) {
    json_begin_object(j);
    json_write_members(j, JSON("function", site->function));
    write_place(j, site->file, site->line, site->column);
    json_write_members(j, JSON("block", site->block), JSON("point", site->point),
                       JSON("directive", site->directive), JSON("bytes", site->bytes));
    json_member_array(j, "tracked");
    for (size_t i = 0; i < site->field_count; i++)
        write_field(j, &s->fields.at[site->first_field + i]);
    json_end_array(j);
    json_end_object(j);
}

static void write_growth(json *j, const ckpt_growth *g) {
    json_begin_object(j);
    json_write_members(j, JSON("function", g->function));
    json_key(j, "instructions");
    json_write_object(j, JSON("before", g->before), JSON("after", g->after),
                      JSON("cloned", g->cloned));
    json_end_object(j);
}

static void write_refusal(json *j, const ckpt_refusal *r) {
    json_begin_object(j);
    json_write_members(j, JSON("id", r->id), JSON("reason", r->reason),
                       JSON("function", *r->function ? r->function : NULL));
    write_place(j, r->file, r->line, r->column);
    json_end_object(j);
}

void ckpt_print_json(const ckpt_result *r, str *out) {
    const ckpt_sites *s = &r->sites;
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("ckpt"));
    json_write_members(&j, JSON("version", (unsigned)JSON_VERSION));
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
