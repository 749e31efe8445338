/* lathe/transform.h: runs of transforms. */
#include "api/arguments.h"
#include "api/transform_run.h"
#include "base/change.h"
#include "dtrans/transform/layout_run.h"
#include "ir/analyses.h"

#include <llvm-c/BitWriter.h>

#include <ctype.h>
#include <string.h>

/* What a run is asked for, and what it gives. */
typedef struct transform_job {
    const lathe_transform_hooks *hooks;
    void *data;
    const char *given; /* a plan to carry out; NULL: decide */
    str *plan;         /* where the plan goes, and nothing changes; NULL: all is done */
    bool changed;
    size_t types;
} transform_job;

static bool is_name(const char *name) {
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '-' && *name != '_' && *name != '.')
            return false;
    return true;
}

static dtrans_transform like_of(const lathe_transform_hooks *h) {
    const char *like = h->like ? h->like : "reorder-fields";
    return dtrans_transform_named(like, strlen(like));
}

static bool check_hooks(lathe_ctx *ctx, const lathe_transform_hooks *h,
                        lathe_transform_hooks *own) {
    if (!h)
        return api_wrong(ctx, "hooks: it is NULL");
    if (!api_take(ctx, own, h, "hooks"))
        return false;
    if (api_has_text(ctx, own->name, "name") && !is_name(own->name))
        ctx_fail(ctx, LATHE_USAGE, "name: '%s' has more than letters, digits and dashes",
                 own->name);
    if (ctx_ok(ctx) && like_of(own) == DTRANS_TRANSFORMS)
        ctx_fail(ctx, LATHE_USAGE, "like: there is no transform '%s'", own->like);
    if (ctx_ok(ctx) && !own->plan && !own->prepare_types)
        ctx_fail(ctx, LATHE_USAGE, "hooks: neither plan nor prepare_types is there");
    return ctx_ok(ctx);
}

/* The base between the hooks begin and end. */
static void run_hooks(lathe_transform *t, transform_job *job) {
    dtrans_hooks hooks;
    const lathe_transform_hooks *h = t->hooks;
    api_transform_hooks(t, &hooks);
    hooks.plan_to = job->plan;
    hooks.plan_text = job->given;
    if ((!h->begin || h->begin(t, t->data)) && ctx_ok(t->m->ctx))
        dtrans_run_on(&t->analysis->info, &hooks, t, &job->changed);
    t->base = NULL;
    if (h->end)
        h->end(t, t->data);
    if (job->plan && !job->plan->len && ctx_ok(t->m->ctx))
        dtrans_decisions_write(NULL, NULL, h->name, job->plan);
}

/* On a module that may be lost. */
static void run_once(lathe_module *m, transform_job *job) {
    lathe_transform t = {.m = m, .hooks = job->hooks, .data = job->data};
    ir_begin_change(m);
    job->changed = false;
    t.like = like_of(job->hooks);
    t.analysis = lathe_dtrans_analyze(m, NULL);
    if (!t.analysis)
        return;
    run_hooks(&t, job);
    lathe_dtrans_free(t.analysis);
    ir_analyses_forget(m, NULL);
    if (job->changed)
        ir_mark_changed(m);
    if (job->changed && ctx_ok(m->ctx))
        ir_verify(m, job->hooks->name);
}

/* In a module of lathe's own: what it was is read again unless something has changed for good. */
static void run_on_own(lathe_module *m, transform_job *job) {
    LLVMMemoryBufferRef image = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    run_once(m, job);
    bool failed = !ctx_ok(m->ctx);
    if (!job->changed || failed)
        m->intact = ir_read_again(m, LLVMGetBufferStart(image), LLVMGetBufferSize(image)) && failed;
    LLVMDisposeMemoryBuffer(image);
}

/* Settings are lent, so that what was said about them is said once. */
static void run_on_copy(lathe_module *m, transform_job *job) {
    lathe_module *copy = ir_module_copy(m);
    if (!copy)
        return;
    copy->settings = m->settings;
    run_once(copy, job);
    m->settings = copy->settings;
    copy->settings = (ir_settings){0};
    ir_module_free(copy);
}

/* What worked on the copy is done to the caller's module, without limits: stopping it halfway would
 * help nobody. */
static void repeat(lathe_module *m, transform_job *job) {
    lathe_ctx *quiet = ctx_new();
    lathe_module *real = quiet ? ir_module_wrap(quiet, m->llvm) : NULL;
    if (!real) {
        ctx_fail(m->ctx, LATHE_NO_MEMORY, "out of memory");
    } else {
        real->settings = m->settings;
        run_once(real, job);
        real->settings = (ir_settings){0};
        if (!ctx_ok(quiet))
            ctx_fail(m->ctx, quiet->status, "%s: what worked on a copy of the module failed: %s",
                     job->hooks->name, quiet->error);
        ir_mark_changed(m);
    }
    ir_module_free(real);
    ctx_delete(quiet);
}

/* Counts what has changed. */
static void run_job(lathe_module *m, transform_job *job) {
    change_list *others = m->ctx->changes;
    change_list changes;
    change_list_init(&changes, m->ctx);
    m->ctx->changes = &changes;
    if (m->owned && !job->plan)
        run_on_own(m, job);
    else
        run_on_copy(m, job);
    m->ctx->changes = others;
    job->types = ctx_ok(m->ctx) && job->changed ? changes.all.len : 0;
    if (job->types)
        change_add_all(m->ctx, &changes);
    change_list_free(&changes);
    if (!m->owned && job->changed && ctx_ok(m->ctx))
        repeat(m, job);
}

static lathe_status run_as(lathe_module *m, const lathe_transform_hooks *hooks, void *data,
                           const char *given, size_t *changed) {
    lathe_transform_hooks own;
    transform_job job = {.hooks = &own, .data = data, .given = given};
    if (changed)
        *changed = 0;
    if (!check_hooks(m->ctx, hooks, &own))
        return m->ctx->status;
    if (given && !own.plan)
        return ctx_fail(m->ctx, LATHE_USAGE, "hooks: there is no plan to carry one out");
    run_job(m, &job);
    if (changed)
        *changed = job.types;
    return m->ctx->status;
}

lathe_status lathe_transform_run(lathe_module *m, const lathe_transform_hooks *hooks, void *data,
                                 size_t *changed) {
    return run_as(m, hooks, data, NULL, changed);
}

lathe_status lathe_transform_apply(lathe_module *m, const lathe_transform_hooks *hooks, void *data,
                                   const char *plan, size_t *changed) {
    if (changed)
        *changed = 0;
    return api_has_text(m->ctx, plan, "plan") ? run_as(m, hooks, data, plan, changed)
                                              : m->ctx->status;
}

lathe_status lathe_transform_plan(lathe_module *m, const lathe_transform_hooks *hooks, void *data,
                                  char **plan) {
    lathe_transform_hooks own;
    str text;
    str_init(&text, m->ctx);
    transform_job job = {.hooks = &own, .data = data, .plan = &text};
    if (plan)
        *plan = NULL;
    else
        ctx_fail(m->ctx, LATHE_USAGE, "plan: it is NULL");
    if (ctx_ok(m->ctx) && check_hooks(m->ctx, hooks, &own)) {
        if (own.plan)
            run_job(m, &job);
        else
            ctx_fail(m->ctx, LATHE_USAGE, "hooks: there is no plan");
    }
    if (plan && ctx_ok(m->ctx))
        *plan = str_give(&text);
    str_free(&text);
    return m->ctx->status;
}
