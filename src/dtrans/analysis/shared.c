#include "dtrans/analysis/shared.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

typedef struct shared {
    DTransInfo info;
    bool prepared; /* the module is ready to be examined */
    bool analysed, changed;
    LLVMMemoryBufferRef image; /* the module as it was; NULL if it need not be had again */
} shared;

/* Metadata belongs to the context, not to the module: only a new context is free of edits. */
static void restore(lathe_module *m, LLVMMemoryBufferRef image) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    LLVMContextSetDiagnosticHandler(context, LLVMContextGetDiagnosticHandler(m->llvm_ctx),
                                    LLVMContextGetDiagnosticContext(m->llvm_ctx));
    if (LLVMParseBitcodeInContext2(context, image, &module)) {
        LLVMContextDispose(context);
        ctx_fail(m->ctx, LATHE_INTERNAL, "the module cannot be read again");
        return;
    }
    size_t length;
    const char *name = LLVMGetModuleIdentifier(m->llvm, &length);
    LLVMSetModuleIdentifier(module, name, length);
    LLVMDisposeModule(m->llvm);
    LLVMContextDispose(m->llvm_ctx);
    m->llvm = module;
    m->llvm_ctx = context;
    m->intact = !ctx_ok(m->ctx);
}

static void drop(lathe_module *m, void *data) {
    shared *s = data;
    if (s->analysed)
        dtrans_info_free(&s->info);
    if (s->image && (!s->changed || !ctx_ok(m->ctx)))
        restore(m, s->image);
    if (s->image)
        LLVMDisposeMemoryBuffer(s->image);
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
        dtrans_examine(&s->info, m, &(dtrans_options){0});
    else if (!s->analysed)
        dtrans_analyze(&s->info, m, &(dtrans_options){0});
    s->analysed = s->prepared = true;
    return ctx_ok(m->ctx) ? &s->info : NULL;
}

void dtrans_remember_module(lathe_module *m) {
    shared *s = shared_of(m);
    if (s && !s->image && m->owned)
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
    forget(s);
}

void dtrans_forget_plans(lathe_module *m) {
    shared *s = shared_of(m);
    if (!s || !s->analysed)
        return;
    DTransInfo *info = &s->info;
    if (info->uses.len != info->use_total) {
        forget(s);
        return;
    }
    for (size_t i = 0; i < info->types.len; i++)
        for (uint32_t f = 0; f < info->types.at[i].field_count; f++)
            info->types.at[i].fields[f].needed = false;
}
