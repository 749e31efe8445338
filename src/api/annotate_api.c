/* lathe/dtrans.h: annotations. */
#include "api/arguments.h"
#include "dtrans/annotate/annotate.h"
#include "lathe/dtrans.h"

#include <string.h>

bool lathe_dtrans_annotate_type(lathe_module *m, LLVMValueRef inst, LLVMTypeRef type,
                                unsigned level) {
    if (dtrans_annotate_type(inst, type, level))
        return true;
    ctx_fail(m->ctx, LATHE_USAGE,
             "a type annotation needs a result, a type with a size and a level from 1 to %d",
             DTRANS_MAX_LEVEL);
    return false;
}

bool lathe_dtrans_annotated_type(LLVMValueRef inst, LLVMTypeRef *type, unsigned *level) {
    return dtrans_annotated_type(inst, type, level);
}

/* The caller's mark and the number of its kind; DPA_None, with LATHE_USAGE, if it is not sound. */
static dtrans_annotation take_mark(lathe_ctx *ctx, lathe_dtrans_mark *own,
                                   const lathe_dtrans_mark *mark) {
    if (!api_take(ctx, own, mark, "mark"))
        return DPA_None;
    dtrans_annotation kind = own->kind ? dtrans_annotation_named(own->kind) : DPA_None;
    if (kind == DPA_None)
        ctx_fail(ctx, LATHE_USAGE,
                 "kind: '%s' is not DPA_ and then letters, digits and underscores",
                 own->kind ? own->kind : "");
    return kind;
}

static LLVMValueRef variable_of(lathe_module *m, dtrans_annotation kind,
                                const lathe_dtrans_mark *own) {
    return dtrans_annotation_variable(m, kind, own->text ? own->text : "", own->extension);
}

LLVMValueRef lathe_dtrans_annotation_variable(lathe_module *m, const lathe_dtrans_mark *mark) {
    lathe_dtrans_mark own;
    dtrans_annotation kind = take_mark(m->ctx, &own, mark);
    return kind == DPA_None ? NULL : variable_of(m, kind, &own);
}

LLVMValueRef lathe_dtrans_annotate_pointer(lathe_module *m, LLVMValueRef pointer,
                                           const lathe_dtrans_mark *mark, LLVMValueRef before) {
    lathe_dtrans_mark own;
    dtrans_annotation kind = take_mark(m->ctx, &own, mark);
    if (kind == DPA_None)
        return NULL;
    dtrans_pointer_note note = {
        .variable = variable_of(m, kind, &own),
        .file = own.file,
        .line = own.line,
        .name = own.name,
        .own = kind == DPA_Own ? own.kind : NULL,
    };
    return note.variable ? dtrans_annotate_pointer(m, pointer, &note, before) : NULL;
}

bool lathe_dtrans_is_annotation(LLVMValueRef value) {
    return value && dtrans_is_annotation(value);
}

bool lathe_dtrans_is_annotation_of_kind(LLVMValueRef value, const char *kind) {
    const char *own = lathe_dtrans_annotation_kind(value);
    return own && kind && strcmp(own, kind) == 0;
}

const char *lathe_dtrans_annotation_kind(LLVMValueRef value) {
    return value ? dtrans_annotation_kind_name(value) : NULL;
}

const char *lathe_dtrans_annotation_text(LLVMValueRef value) {
    size_t length;
    return value ? dtrans_annotation_text(value, &length) : NULL;
}

bool lathe_dtrans_annotation_place(LLVMValueRef value, const char **file, unsigned *line) {
    unsigned number;
    if (!value || !dtrans_is_annotation(value))
        return false;
    const char *name = dtrans_annotation_file(value, &number);
    if (file)
        *file = name;
    if (line)
        *line = number;
    return true;
}

bool lathe_dtrans_remove_annotation(lathe_module *m, LLVMValueRef value) {
    if (!value || !dtrans_is_annotation(value) || !LLVMGetInstructionParent(value))
        return false;
    ir_begin_change(m);
    ir_mark_changed(m);
    return dtrans_remove_annotation(value);
}

bool lathe_dtrans_remove_annotated_type(lathe_module *m, LLVMValueRef inst) {
    if (!inst || !LLVMIsAInstruction(inst) || !dtrans_remove_type(inst))
        return false;
    ir_mark_changed(m);
    return true;
}
