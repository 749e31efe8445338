/* lathe/dtrans.h: settings, the analysis of a program and questions about it, transforms. */
#include "api/arguments.h"
#include "dtrans/analysis/type_settings.h"
#include "ir/analyses.h"
#include "pass/pipeline.h"
#include "report/dtrans.h"

#include <stdlib.h>
#include <string.h>

typedef struct heat {
    double value;
    uint32_t type;
} heat;

static int compare_heat(const void *left, const void *right) {
    const heat *a = left, *b = right;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return a->type < b->type ? -1 : 1;
}

static void order_types(lathe_dtrans *d) {
    size_t count = d->info.types.len;
    heat *heats = arena_array(&d->mem, count + 1, heat);
    d->order = arena_array(&d->mem, count + 1, uint32_t);
    if (!heats || !d->order)
        return;
    for (uint32_t i = 0; i < count; i++)
        heats[i] = (heat){dtrans_type_at(d, i)->frequency * (double)dtrans_type_at(d, i)->size, i};
    qsort(heats, count, sizeof *heats, compare_heat);
    for (size_t i = 0; i < count; i++)
        d->order[i] = heats[i].type;
}

/* Transforms note uses while they plan, so it may have to be done again. */
static void index_uses(lathe_dtrans *d) {
    size_t count = d->info.types.len, next = 0;
    d->indexed = d->info.uses.len;
    d->uses = arena_array(&d->mem, d->info.uses.len + 1, uint32_t);
    d->first_use = arena_array(&d->mem, count + 1, uint32_t);
    if (!d->uses || !d->first_use)
        return;
    for (uint32_t i = 0; i < count && ctx_tick(d->info.ctx, 1); i++) {
        d->first_use[i] = (uint32_t)next;
        for (uint32_t u = dtrans_type_at(d, i)->first_use; u; u = d->info.uses.at[u].next)
            d->uses[next++] = u;
    }
    d->first_use[count] = (uint32_t)next;
}

static void index_new_uses(const lathe_dtrans *d) {
    if (d->indexed != d->info.uses.len)
        index_uses((lathe_dtrans *)d);
}

lathe_status lathe_dtrans_set(lathe_module *m, const lathe_dtrans_settings *settings) {
    lathe_dtrans_settings own;
    if (api_take(m->ctx, &own, settings, "settings"))
        dtrans_set(m, &own);
    return m->ctx->status;
}

lathe_status lathe_dtrans_choose(lathe_module *m, const char *only, const char *skip) {
    arena mem;
    arena_init(&mem, m->ctx);
    lathe_dtrans_names chosen = dtrans_names_parse(&mem, only, "only");
    lathe_dtrans_names skipped = dtrans_names_parse(&mem, skip, "skip");
    if (ctx_ok(m->ctx))
        dtrans_set_choice(m, &chosen, &skipped);
    arena_free(&mem);
    return m->ctx->status;
}

lathe_status lathe_dtrans_force(lathe_module *m, const char *force) {
    lathe_dtrans_settings settings = {.forced_label = "force"};
    arena mem;
    arena_init(&mem, m->ctx);
    if (dtrans_forced_parse(m->ctx, &mem, force, "TRANSFORM:TYPE with one of the transforms",
                            &settings))
        dtrans_set_forced(m, &settings);
    arena_free(&mem);
    return m->ctx->status;
}

lathe_status lathe_dtrans_export(lathe_module *m, const char *exports) {
    arena mem;
    arena_init(&mem, m->ctx);
    lathe_dtrans_names names = dtrans_names_parse(&mem, exports, "exports");
    if (ctx_ok(m->ctx))
        dtrans_set_exports(m, &names);
    arena_free(&mem);
    return m->ctx->status;
}

static void begin(lathe_dtrans *d, lathe_module *m) {
    *d = (lathe_dtrans){.view = NULL};
    dtrans_analyze(&d->info, m);
    ir_analyses_forget(m, NULL); /* the module is in the caller's hands again */
    ir_srcloc_init(&d->places, m);
    arena_init(&d->mem, m->ctx);
    if (ctx_ok(m->ctx)) {
        order_types(d);
        index_uses(d);
    }
}

lathe_dtrans *lathe_dtrans_analyze(lathe_module *m, const lathe_dtrans_options *options) {
    lathe_dtrans_options own;
    if (!api_take(m->ctx, &own, options, "options"))
        return NULL;
    lathe_dtrans *d = ctx_realloc(m->ctx, NULL, 0, sizeof *d);
    if (!d)
        return NULL;
    if (options)
        dtrans_set_exports(m, &(lathe_dtrans_names){own.exports, own.export_count, NULL});
    begin(d, m);
    if (ctx_ok(m->ctx))
        return d;
    lathe_dtrans_free(d);
    return NULL;
}

static void end(lathe_dtrans *d) {
    if (d->has_facts)
        dtrans_facts_free(&d->facts);
    arena_free(&d->mem);
    ir_srcloc_free(&d->places);
    dtrans_info_free(&d->info);
}

lathe_status lathe_dtrans_update(lathe_dtrans *d) {
    lathe_module *m = d->info.m;
    end(d);
    begin(d, m);
    return m->ctx->status;
}

void lathe_dtrans_free(lathe_dtrans *d) {
    if (!d)
        return;
    lathe_ctx *ctx = d->info.ctx;
    end(d);
    ctx_free(ctx, d, sizeof *d);
}

const char *lathe_dtrans_not_whole_reason(const lathe_dtrans *d) {
    return d->info.whole ? NULL : d->info.not_whole;
}

bool lathe_dtrans_has_exceptions(const lathe_dtrans *d) {
    return d->info.exception_at != NULL;
}

size_t lathe_dtrans_type_count(const lathe_dtrans *d) {
    return d->info.types.len;
}

size_t lathe_dtrans_type_find(const lathe_dtrans *d, const char *name) {
    uint32_t type = name ? dtrans_find_type(d, name) : IR_NONE;
    return type == IR_NONE ? LATHE_DTRANS_NONE : type;
}

static const dtrans_type *type_or_null(const lathe_dtrans *d, size_t type) {
    return type < d->info.types.len ? &d->info.types.at[type] : NULL;
}

const char *lathe_dtrans_type_name(const lathe_dtrans *d, size_t type) {
    const dtrans_type *t = type_or_null(d, type);
    return t ? t->name : NULL;
}

uint64_t lathe_dtrans_type_size(const lathe_dtrans *d, size_t type) {
    const dtrans_type *t = type_or_null(d, type);
    return t ? t->size : 0;
}

uint64_t lathe_dtrans_type_align(const lathe_dtrans *d, size_t type) {
    const dtrans_type *t = type_or_null(d, type);
    return t ? t->align : 0;
}

const char *lathe_dtrans_type_kept(const lathe_dtrans *d, size_t type) {
    const dtrans_type *t = type_or_null(d, type);
    return t ? t->kept : NULL;
}

double lathe_dtrans_type_frequency(const lathe_dtrans *d, size_t type) {
    const dtrans_type *t = type_or_null(d, type);
    return t ? t->frequency : 0;
}

size_t lathe_dtrans_field_count(const lathe_dtrans *d, size_t type) {
    const dtrans_type *t = type_or_null(d, type);
    return t ? t->field_count : 0;
}

bool lathe_dtrans_field_get(lathe_dtrans *d, size_t type, size_t index, lathe_dtrans_field *field) {
    if (index >= lathe_dtrans_field_count(d, type))
        return false;
    const dtrans_field *f = &d->info.types.at[type].fields[index];
    lathe_dtrans_field own = {
        .name = f->name,
        .type = f->type,
        .offset = f->offset,
        .size = f->size,
        .reads = f->reads,
        .writes = f->writes,
        .frequency = f->frequency,
        .padding = f->padding,
        .address_taken = f->address_taken,
        .pinned = f->pinned,
        .never_read = dtrans_is_never_read(f),
        .single_value = dtrans_single_value(d, f),
    };
    return api_fill(d->info.ctx, field, &own, "field");
}

size_t lathe_dtrans_use_count(const lathe_dtrans *d, size_t type) {
    index_new_uses(d);
    bool known = type_or_null(d, type) && d->uses && d->first_use;
    return known ? d->first_use[type + 1] - d->first_use[type] : 0;
}

bool lathe_dtrans_use_get(lathe_dtrans *d, size_t type, size_t index, lathe_dtrans_use *use) {
    if (index >= lathe_dtrans_use_count(d, type))
        return false;
    const dtrans_use *u = &d->info.uses.at[d->uses[d->first_use[type] + index]];
    ir_place place = dtrans_use_place(d, (uint32_t)type, u);
    lathe_dtrans_use own = {
        .condition = dtrans_condition_name(u->condition),
        .reason = u->reason,
        .function = place.function,
        .file = place.file,
        .line = place.line,
        .column = place.column,
    };
    return api_fill(d->info.ctx, use, &own, "use");
}

size_t lathe_dtrans_transform_count(void) {
    return DTRANS_TRANSFORMS;
}

const char *lathe_dtrans_transform_name(size_t transform) {
    return transform < DTRANS_TRANSFORMS ? dtrans_transform_name((dtrans_transform)transform)
                                         : NULL;
}

static dtrans_transform transform_named(const char *name) {
    return name ? dtrans_transform_named(name, strlen(name)) : DTRANS_TRANSFORMS;
}

bool lathe_dtrans_is_legal(const lathe_dtrans *d, size_t type, const char *transform) {
    dtrans_transform t = transform_named(transform);
    return t < DTRANS_TRANSFORMS && type_or_null(d, type) &&
           dtrans_is_legal(&d->info, (uint32_t)type, t);
}

size_t lathe_dtrans_blocked_by(const lathe_dtrans *d, size_t type, const char *transform,
                               const char **names, size_t room) {
    dtrans_transform t = transform_named(transform);
    if (t == DTRANS_TRANSFORMS || !type_or_null(d, type))
        return 0;
    dtrans_names all = dtrans_blockers(&d->info, (uint32_t)type, t);
    for (size_t i = 0; i < all.count && i < room; i++)
        names[i] = all.at[i];
    return all.count;
}

typedef void print_fn(str *out, lathe_dtrans *d, const lathe_dtrans_view *view);

static char *give(lathe_dtrans *d, const lathe_dtrans_view *view, print_fn *print) {
    str out;
    lathe_dtrans_view own;
    if (!api_take(d->info.ctx, &own, view, "view"))
        return NULL;
    str_init(&out, d->info.ctx);
    ctx_timer timer = ctx_phase_begin(d->info.ctx, "report");
    d->view = &own;
    print(&out, d, d->view);
    d->view = NULL;
    ctx_phase_end(d->info.ctx, timer);
    char *text = ctx_ok(d->info.ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_dtrans_text(lathe_dtrans *d, const lathe_dtrans_view *view) {
    return give(d, view, dtrans_print_text);
}

char *lathe_dtrans_json(lathe_dtrans *d, const lathe_dtrans_view *view) {
    return give(d, view, dtrans_print_json);
}

char *lathe_dtrans_html(lathe_dtrans *d, const lathe_dtrans_view *view) {
    return give(d, view, dtrans_print_html);
}

lathe_status lathe_dtrans_apply(lathe_module *m, const char *transform, size_t *changed) {
    lathe_ctx *ctx = m->ctx;
    str pass;
    str_init(&pass, ctx);
    if (changed)
        *changed = 0;
    str_printf(&pass, "dtrans-%s", transform ? transform : "");
    if (transform_named(transform) == DTRANS_TRANSFORMS)
        ctx_fail(ctx, LATHE_USAGE, "there is no transform '%s'", transform ? transform : "");
    if (ctx_ok(ctx))
        lathe_run_passes_changed(m, str_text(&pass), NULL, changed);
    str_free(&pass);
    return ctx->status;
}
