/* The document described in docs/dtrans-json.md. */
#include "report/dtrans.h"

#define WRITTEN_PLACE(place)                                                                       \
    JSON("function", (place).function), JSON("file", (place).file), JSON_KNOWN("line", (place).line)

static void write_field(json *j, lathe_dtrans *d, const dtrans_field *f, uint32_t index) {
    json_write_object(j, JSON("index", index), JSON("name", f->name), JSON("type", f->type),
                      JSON("offset", f->offset), JSON("size", f->size), JSON("reads", f->reads),
                      JSON("writes", f->writes), JSON("frequency", f->frequency),
                      JSON("padding", f->padding), JSON("address_taken", f->address_taken),
                      JSON("pinned", f->pinned), JSON("never_read", dtrans_is_never_read(f)),
                      JSON("single_value", dtrans_single_value(d, f)));
}

static void write_fields(json *j, lathe_dtrans *d, const dtrans_type *t) {
    json_member_array(j, "fields");
    for (uint32_t i = 0; i < t->field_count && ctx_tick(d->info.ctx, 1); i++)
        write_field(j, d, &t->fields[i], i);
    json_end_array(j);
}

static void write_safety(json *j, lathe_dtrans *d, uint32_t type) {
    json_member_array(j, "safety");
    for (uint32_t u = dtrans_type_at(d, type)->first_use; u && ctx_tick(d->info.ctx, 1);
         u = d->info.uses.at[u].next) {
        const dtrans_use *use = &d->info.uses.at[u];
        ir_place place = dtrans_use_place(d, type, use);
        json_write_object(j, JSON("condition", dtrans_condition_name(use->condition)),
                          WRITTEN_PLACE(place), JSON_KNOWN("column", place.column),
                          JSON("reason", use->reason));
    }
    json_end_array(j);
}

static void write_transforms(json *j, const DTransInfo *info, uint32_t type) {
    json_member_object(j, "transforms");
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++) {
        dtrans_names blockers = dtrans_blockers(info, type, t);
        json_member_object(j, dtrans_transform_name(t));
        json_write_members(j, JSON("legal", dtrans_is_legal(info, type, t)));
        json_member_array(j, "blocked_by");
        for (size_t i = 0; i < blockers.count; i++)
            json_string(j, blockers.at[i]);
        json_end_array(j);
        json_end_object(j);
    }
    json_end_object(j);
}

static void write_sites(json *j, lathe_dtrans *d, const dtrans_type *t) {
    json_member_array(j, "sites");
    for (size_t i = 0; i < t->sites.len && ctx_tick(d->info.ctx, 1); i++) {
        const dtrans_site *site = &t->sites.at[i];
        ir_place place = dtrans_value_place(d, site->call);
        json_write_object(j, WRITTEN_PLACE(place), JSON("allocator", site->function),
                          JSON_KNOWN("count", site->count));
    }
    json_end_array(j);
}

static void write_affinity(json *j, const dtrans_type *t) {
    json_member_array(j, "affinity");
    for (uint32_t a = 0; t->affinity && a < t->field_count; a++)
        for (uint32_t b = a + 1; b < t->field_count; b++) {
            double weight = t->affinity[(size_t)a * t->field_count + b];
            if (!(weight > 0))
                continue;
            json_begin_array(j);
            json_uint(j, a);
            json_uint(j, b);
            json_double(j, weight);
            json_end_array(j);
        }
    json_end_array(j);
}

static void write_type(json *j, lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t type) {
    const dtrans_type *t = dtrans_type_at(d, type);
    json_begin_object(j);
    json_write_members(j, JSON("name", t->name), JSON("size", t->size), JSON("align", t->align),
                       JSON("frequency", t->frequency));
    write_fields(j, d, t);
    write_safety(j, d, type);
    write_transforms(j, &d->info, type);
    dtrans_write_cause(j, d, type);
    json_write_members(j, JSON("kept", t->kept));
    write_sites(j, d, t);
    write_affinity(j, t);
    json_key(j, "advice");
    if (view->advise)
        dtrans_write_advice(j, d, type);
    else
        json_null(j);
    json_end_object(j);
}

static void write_exception(json *j, lathe_dtrans *d) {
    json_key(j, "exception_handling");
    if (!d->info.exception_at) {
        json_null(j);
        return;
    }
    ir_place place = dtrans_value_place(d, d->info.exception_at);
    json_write_object(j, WRITTEN_PLACE(place));
}

void dtrans_print_json(str *out, lathe_dtrans *d, const lathe_dtrans_view *view) {
    const ir_struct *unseen = view->type ? dtrans_find_unseen(d, view->type) : NULL;
    uint32_t only = view->type && !unseen ? dtrans_require_type(d, view->type) : IR_NONE;
    if (view->type && !unseen && only == IR_NONE)
        return;
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("dtrans"));
    json_member_array(&j, "types");
    for (uint32_t i = 0; i < d->info.types.len && ctx_tick(d->info.ctx, 1); i++)
        if (view->type ? i == only : dtrans_is_shown(d, view, i))
            write_type(&j, d, view, i);
    json_end_array(&j);
    dtrans_write_root_causes(&j, d);
    dtrans_write_unseen(&j, d, view->only_legal || only != IR_NONE, unseen);
    json_write_members(&j, JSON("whole_program", d->info.whole),
                       JSON("not_whole_reason", d->info.whole ? NULL : d->info.not_whole));
    write_exception(&j, d);
    json_write_members(&j, JSON("status", ctx_status_name(d->info.ctx->status)));
    json_end_object(&j);
}

void dtrans_print_json_failure(str *out, lathe_status status) {
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("dtrans"));
    json_member_array(&j, "types");
    json_end_array(&j);
    json_member_array(&j, "root_causes");
    json_end_array(&j);
    json_member_array(&j, "source_only");
    json_end_array(&j);
    json_write_members(&j, JSON_TRUTH("whole_program", false),
                       JSON("not_whole_reason", "the analysis did not finish"),
                       JSON("exception_handling", (char *)NULL),
                       JSON("status", ctx_status_name(status)));
    json_end_object(&j);
}
