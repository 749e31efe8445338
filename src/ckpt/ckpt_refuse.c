#include "ckpt/ckpt_refuse.h"

#include <stdarg.h>

void ckpt_refusals_init(ckpt_refusals *r, lathe_module *m) {
    *r = (ckpt_refusals){.m = m};
    arena_init(&r->mem, m->ctx);
    map_init_strings(&r->functions, m->ctx);
}

void ckpt_refusals_free(ckpt_refusals *r) {
    vec_free(r->mem.ctx, &r->all); /* the module may be gone */
    map_free(&r->functions);
    arena_free(&r->mem);
}

static ir_place place_of(ir_srcloc *s, LLVMValueRef fn, LLVMValueRef at) {
    if (at && LLVMIsAInstruction(at))
        return ir_srcloc_inst(s, at);
    if (at && LLVMIsAGlobalVariable(at))
        return ir_srcloc_global(s, at);
    return fn ? ir_srcloc_function(s, fn) : (ir_place){.file = NULL};
}

void ckpt_refuse(ckpt_refusals *r, LLVMValueRef fn, LLVMValueRef at, const char *id,
                 const char *format, ...) {
    str text;
    ir_srcloc s;
    va_list args;
    str_init(&text, r->m->ctx);
    ir_srcloc_init(&s, r->m);
    va_start(args, format);
    str_vprintf(&text, format, args);
    va_end(args);
    ir_place place = place_of(&s, fn, at);
    ckpt_refusal refusal = {.function = fn ? arena_strdup(&r->mem, LLVMGetValueName(fn)) : "",
                            .id = id,
                            .reason = arena_strdup(&r->mem, str_text(&text)),
                            .file = place.file ? arena_strdup(&r->mem, place.file) : NULL,
                            .line = place.line,
                            .column = place.column};
    if (ctx_ok(r->m->ctx) && vec_push(r->m->ctx, &r->all, refusal))
        map_put_s(&r->functions, refusal.function);
    ir_srcloc_free(&s);
    str_free(&text);
}

void ckpt_refusals_add(ckpt_refusals *r, const ckpt_refusals *from) {
    for (size_t i = 0; i < from->all.len; i++) {
        ckpt_refusal one = from->all.at[i];
        one.function = arena_strdup(&r->mem, one.function);
        one.reason = arena_strdup(&r->mem, one.reason);
        one.file = one.file ? arena_strdup(&r->mem, one.file) : NULL;
        if (ctx_ok(r->m->ctx) && vec_push(r->m->ctx, &r->all, one))
            map_put_s(&r->functions, one.function);
    }
}

bool ckpt_is_refused(const ckpt_refusals *r, LLVMValueRef fn) {
    return map_find_s(&r->functions, LLVMGetValueName(fn)) != NULL;
}

void ckpt_show_refusals(ckpt_refusals *r) {
    str text;
    str_init(&text, r->m->ctx);
    for (; r->shown < r->all.len; r->shown++) {
        const ckpt_refusal *one = &r->all.at[r->shown];
        str_clear(&text);
        if (*one->function)
            str_printf(&text, "'%s' gets no checkpoints: %s", one->function, one->reason);
        else
            str_printf(&text, "no checkpoints: %s", one->reason);
        ctx_diag(r->m->ctx, &(lathe_diag){.severity = LATHE_WARNING,
                                          .id = one->id,
                                          .file = one->file,
                                          .line = one->line,
                                          .column = one->column,
                                          .message = str_text(&text)});
    }
    str_free(&text);
}

ir_place ckpt_place_of(lathe_module *m, arena *mem, LLVMValueRef inst) {
    ir_srcloc s;
    ir_srcloc_init(&s, m);
    ir_place place = ir_srcloc_inst(&s, inst);
    place = (ir_place){
        .file = place.exact && place.line && place.file ? arena_strdup(mem, place.file) : NULL,
        .line = place.line,
        .column = place.column};
    ir_srcloc_free(&s);
    return place.file ? place : (ir_place){.file = NULL};
}

const char *ckpt_place_text(arena *mem, const ir_place *place) {
    if (!place->file)
        return NULL;
    return arena_printf(mem, "%s:%u", str_base_name(place->file), place->line);
}
