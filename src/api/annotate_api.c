/* lathe/dtrans.h: annotations. */
#include "dtrans/annotate/annotate.h"
#include "lathe/dtrans.h"

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

LLVMValueRef lathe_dtrans_annotate_pointer(lathe_module *m, LLVMValueRef pointer,
                                           const lathe_dtrans_mark *mark, LLVMValueRef before) {
    dtrans_annotation kind = mark->kind ? dtrans_annotation_named(mark->kind) : DPA_None;
    if (kind == DPA_None) {
        ctx_fail(m->ctx, LATHE_USAGE, "there is no kind of annotation '%s'",
                 mark->kind ? mark->kind : "");
        return NULL;
    }
    dtrans_pointer_note note = {
        .variable =
            dtrans_annotation_variable(m, kind, mark->text ? mark->text : "", mark->extension),
        .file = mark->file,
        .line = mark->line,
        .name = mark->name,
    };
    return note.variable ? dtrans_annotate_pointer(m, pointer, &note, before) : NULL;
}

const char *lathe_dtrans_annotation_kind(LLVMValueRef value) {
    dtrans_annotation kind = dtrans_annotation_kind(value);
    return kind == DPA_None ? NULL : dtrans_annotation_name(kind);
}
