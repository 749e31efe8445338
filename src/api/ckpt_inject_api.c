/* lathe/ckpt.h: splitting, injecting, and what that has done. */
#include "api/arguments.h"
#include "base/change.h"
#include "ckpt/ckpt_mem.h"
#include "ckpt/live_edit.h"
#include "ckpt/result.h"
#include "ir/signatures.h"
#include "lathe/ckpt.h"
#include "report/ckpt.h"

#include <inttypes.h>
#include <string.h>

struct lathe_ckpt_result {
    lathe_ctx *ctx;
    ckpt_result own;
};

lathe_status lathe_ckpt_split(lathe_module *m, size_t *count) {
    uint64_t before = ctx_counted(m->ctx, "blocks split");
    lathe_run_passes(m, "ckpt-split", NULL);
    if (count)
        *count = ctx_ok(m->ctx) ? ctx_counted(m->ctx, "blocks split") - before : 0;
    return m->ctx->status;
}

lathe_status lathe_ckpt_sizes_set(lathe_module *m, const char *text) {
    if (ctx_ok(m->ctx) && api_has_text(m->ctx, text, "text")) {
        ir_begin_change(m);
        ir_mark_changed(m);
        ckpt_say_sizes(m, text);
    }
    return m->ctx->status;
}

char *lathe_ckpt_size_get(lathe_module *m, LLVMValueRef function, unsigned argument) {
    str out;
    unsigned length;
    if (!function || !LLVMIsAFunction(function))
        api_wrong(m->ctx, "function: it is not a function");
    if (!ctx_ok(m->ctx) || argument >= LLVMCountParams(function))
        return NULL;
    const char *text = ir_param_bytes(LLVMGetParam(function, argument), &length);
    if (!text)
        return NULL;
    str_init(&out, m->ctx);
    str_add_n(&out, text, length);
    char *given = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return given;
}

static bool take_memory(lathe_ctx *ctx, arena *mem, const lathe_ckpt_options *o,
                        ckpt_mem_place *place) {
    bool any = o->mem_function || o->mem_argument || o->mem_bytes;
    if (!any)
        return true;
    if (!api_has_text(ctx, o->mem_function, "mem_function") ||
        !api_has_text(ctx, o->mem_argument, "mem_argument"))
        return false;
    if (!o->mem_bytes)
        return api_wrong(ctx, "mem_bytes: it is 0");
    *place = (ckpt_mem_place){
        .text = arena_printf(mem, "%s:%s:%" PRIu64, o->mem_function, o->mem_argument, o->mem_bytes),
        .function = o->mem_function,
        .argument = o->mem_argument,
        .function_length = strlen(o->mem_function),
        .argument_length = strlen(o->mem_argument),
        .bytes = o->mem_bytes};
    return ctx_ok(ctx);
}

static bool take_options(lathe_ctx *ctx, arena *mem, const lathe_ckpt_options *given,
                         ckpt_options *options) {
    static const ckpt_inject halves[] = {[LATHE_CKPT_SAVE_RESTORE] = CKPT_SAVE_RESTORE,
                                         [LATHE_CKPT_SAVE] = CKPT_SAVE,
                                         [LATHE_CKPT_RESTORE] = CKPT_RESTORE};
    lathe_ckpt_options own;
    if (!api_take(ctx, &own, given, "options"))
        return false;
    if ((unsigned)own.half > LATHE_CKPT_RESTORE)
        return api_wrong(ctx, "half: there is no such half");
    *options = (ckpt_options){.inject = halves[own.half],
                              .automatic = own.automatic,
                              .program = !own.memory_only,
                              .name = own.name,
                              .live = own.live};
    return take_memory(ctx, mem, &own, &options->mem);
}

/* A module of the caller's is changed only if a copy could be. */
static bool works_on_copy(lathe_module *m, const ckpt_options *options) {
    lathe_module *copy = ir_module_copy(m);
    ckpt_result trial;
    if (!copy)
        return false;
    ckpt_result_init(&trial, copy);
    lathe_diag_fn *diag = m->ctx->diag;
    m->ctx->diag = NULL; /* what is refused is told once */
    ckpt_inject_all(copy, options, &trial);
    m->ctx->diag = diag;
    ckpt_result_free(&trial);
    if (ctx_ok(m->ctx))
        ir_verify(copy, "ckpt-inject");
    ir_module_free(copy);
    return ctx_ok(m->ctx);
}

static bool inject(lathe_module *m, const ckpt_options *options, ckpt_result *result) {
    if (!ckpt_mem_place_check(m, options) || !ckpt_live_edits_check(m, options) ||
        (!m->owned && !works_on_copy(m, options)))
        return false;
    ir_begin_change(m);
    ir_mark_changed(m);
    ctx_timer timer = ctx_phase_begin(m->ctx, "ckpt-inject");
    ckpt_inject_all(m, options, result);
    ctx_phase_end(m->ctx, timer);
    for (size_t i = 0; ctx_ok(m->ctx) && i < result->sites.all.len; i++)
        if (result->sites.all.at[i].directive)
            change_add(m->ctx, &(change){.kind = CHANGE_CHECKPOINT,
                                         .pass = "ckpt-inject",
                                         .of = result->sites.all.at[i].function});
    return ctx_ok(m->ctx) && ir_verify(m, "ckpt-inject") == LATHE_OK;
}

lathe_ckpt_result *lathe_ckpt_inject(lathe_module *m, const lathe_ckpt_options *options) {
    ckpt_options own;
    arena mem;
    lathe_ckpt_result *r = NULL;
    arena_init(&mem, m->ctx);
    if (ctx_ok(m->ctx) && take_options(m->ctx, &mem, options, &own) &&
        (r = ctx_realloc(m->ctx, NULL, 0, sizeof *r))) {
        *r = (lathe_ckpt_result){.ctx = m->ctx};
        ckpt_result_init(&r->own, m);
        if (!inject(m, &own, &r->own)) {
            lathe_ckpt_result_free(r);
            r = NULL;
        }
    }
    arena_free(&mem);
    return r;
}

void lathe_ckpt_result_free(lathe_ckpt_result *r) {
    if (!r)
        return;
    ckpt_result_free(&r->own);
    ctx_free(r->ctx, r, sizeof *r);
}

size_t lathe_ckpt_site_count(const lathe_ckpt_result *r) {
    return r->own.sites.all.len;
}

bool lathe_ckpt_site_get(const lathe_ckpt_result *r, size_t index, lathe_ckpt_site *site) {
    if (index >= lathe_ckpt_site_count(r))
        return false;
    const ckpt_site *s = &r->own.sites.all.at[index];
    lathe_ckpt_site own = {.function = s->function,
                           .block = s->block,
                           .file = s->file,
                           .line = s->line,
                           .column = s->column,
                           .point = s->point,
                           .directive = s->directive,
                           .bytes = s->bytes,
                           .field_count = s->field_count};
    return api_fill(r->ctx, site, &own, "site");
}

bool lathe_ckpt_field_get(const lathe_ckpt_result *r, size_t site, size_t index,
                          lathe_ckpt_field *field) {
    if (site >= lathe_ckpt_site_count(r) || index >= r->own.sites.all.at[site].field_count)
        return false;
    const ckpt_field *f = &r->own.sites.fields.at[r->own.sites.all.at[site].first_field + index];
    lathe_ckpt_field own = {.name = f->name,
                            .type = f->type,
                            .why = f->why,
                            .kind = (lathe_ckpt_kind)f->kind,
                            .offset = f->offset,
                            .bytes = f->bytes};
    return api_fill(r->ctx, field, &own, "field");
}

size_t lathe_ckpt_refusal_count(const lathe_ckpt_result *r) {
    return r->own.refused.all.len;
}

bool lathe_ckpt_refusal_get(const lathe_ckpt_result *r, size_t index, lathe_ckpt_refusal *refusal) {
    if (index >= lathe_ckpt_refusal_count(r))
        return false;
    const ckpt_refusal *one = &r->own.refused.all.at[index];
    lathe_ckpt_refusal own = {.id = one->id,
                              .reason = one->reason,
                              .function = *one->function ? one->function : NULL,
                              .file = one->file,
                              .line = one->line,
                              .column = one->column};
    return api_fill(r->ctx, refusal, &own, "refusal");
}

size_t lathe_ckpt_growth_count(const lathe_ckpt_result *r) {
    return r->own.sites.growth.len;
}

bool lathe_ckpt_growth_get(const lathe_ckpt_result *r, size_t index, lathe_ckpt_growth *growth) {
    if (index >= lathe_ckpt_growth_count(r))
        return false;
    const ckpt_growth *g = &r->own.sites.growth.at[index];
    lathe_ckpt_growth own = {
        .function = g->function, .before = g->before, .after = g->after, .cloned = g->cloned};
    return api_fill(r->ctx, growth, &own, "growth");
}

static char *print(const lathe_ckpt_result *r, void printer(const ckpt_result *r, str *out)) {
    str out;
    str_init(&out, r->ctx);
    printer(&r->own, &out);
    char *text = ctx_ok(r->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}

char *lathe_ckpt_text(const lathe_ckpt_result *r) {
    return print(r, ckpt_print_text);
}

char *lathe_ckpt_json(const lathe_ckpt_result *r) {
    return print(r, ckpt_print_json);
}
