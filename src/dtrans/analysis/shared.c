#include "dtrans/analysis/shared.h"

#include <llvm-c/BitWriter.h>

typedef struct shared {
    DTransInfo info;
    bool prepared; /* the module is ready to be examined */
    bool analysed, changed;
    /* The module as it was, one or the other; none if it need not be had again. */
    ir_origin origin;
    LLVMMemoryBufferRef image;
} shared;

static bool has_image(const shared *s) {
    return s->origin.bytes || s->image;
}

static void restore(lathe_module *m, const shared *s) {
    const char *bytes = s->image ? LLVMGetBufferStart(s->image) : s->origin.bytes;
    size_t size = s->image ? LLVMGetBufferSize(s->image) : s->origin.size;
    bool failed = !ctx_ok(m->ctx);
    m->intact = ir_read_again(m, bytes, size) && failed;
}

static void drop(lathe_module *m, void *data) {
    shared *s = data;
    if (s->analysed)
        dtrans_info_free(&s->info);
    if (has_image(s) && (!s->changed || !ctx_ok(m->ctx)))
        restore(m, s);
    if (s->image)
        LLVMDisposeMemoryBuffer(s->image);
    ctx_free(m->ctx, s->origin.bytes, s->origin.cap);
    ctx_free(m->ctx, s, sizeof *s);
}

static shared *shared_of(lathe_module *m) {
    if (m->knowledge.drop == drop && m->knowledge.data)
        return m->knowledge.data;
    ir_drop_knowledge(m);
    shared *s = ctx_realloc(m->ctx, NULL, 0, sizeof *s);
    if (!s)
        return NULL;
    *s = (shared){.image = NULL};
    m->knowledge = (ir_knowledge){s, drop};
    return s;
}

DTransInfo *dtrans_shared_info(lathe_module *m) {
    shared *s = shared_of(m);
    if (!s)
        return NULL;
    if (!s->analysed && s->prepared)
        dtrans_examine(&s->info, m);
    else if (!s->analysed)
        dtrans_analyze(&s->info, m);
    s->analysed = s->prepared = true;
    return ctx_ok(m->ctx) ? &s->info : NULL;
}

void dtrans_remember_module(lathe_module *m) {
    shared *s = shared_of(m);
    if (!s || has_image(s) || !m->owned || m->expendable)
        return;
    s->origin = m->origin;
    m->origin = (ir_origin){0};
    if (!s->origin.bytes)
        s->image = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
}

static void forget(shared *s) {
    dtrans_info_free(&s->info);
    s->analysed = false;
}

void dtrans_update(lathe_module *m) {
    shared *s = shared_of(m);
    if (!s || !s->analysed)
        return;
    s->changed = true;
    ir_mark_changed(m);
    forget(s);
}

void dtrans_forget_plans(lathe_module *m) {
    shared *s = shared_of(m);
    if (!s || !s->analysed)
        return;
    DTransInfo *info = &s->info;
    dtrans_unlearn(info);
    for (size_t i = 0; i < info->types.len; i++)
        for (uint32_t f = 0; f < info->types.at[i].field_count; f++)
            info->types.at[i].fields[f].needed = false;
}
