/* Memory functions: a range of bytes is whole objects, one whole field, or padding. */
#include "dtrans/analysis/visit.h"

static bool is_padding(const dtrans_type *t, uint64_t offset, uint64_t length) {
    for (uint32_t i = 0; i < t->field_count; i++) {
        const dtrans_field *f = &t->fields[i];
        if (!f->padding && offset < f->offset + f->size && f->offset < offset + length)
            return false;
    }
    return true;
}

bool dtrans_is_one_member(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                          uint64_t length) {
    for (;;) {
        uint64_t size = LLVMABISizeOfType(target, type);
        if (offset == 0 && length == size)
            return true;
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind && offset < size) {
            unsigned field = LLVMElementAtOffset(target, type, offset);
            offset -= LLVMOffsetOfElement(target, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && offset < size) {
            type = LLVMGetElementType(type);
            if (offset + length <= size && length % LLVMABISizeOfType(target, type) == 0)
                return true;
            offset %= LLVMABISizeOfType(target, type);
        } else {
            return false;
        }
    }
}

static bool is_good_range(dtrans_visitor *v, const dtrans_view *view, LLVMValueRef length) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (!view->element)
        return dtrans_is_multiple(v, length, t->size);
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->target, t->llvm, view->offset, &opaque);
    if (!LLVMIsAConstantInt(length))
        return opaque && leaf;
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    return bytes == 0 || dtrans_is_one_member(v->target, t->llvm, view->offset, bytes) ||
           is_padding(t, view->offset, bytes);
}

void dtrans_visit_range(dtrans_visitor *v, LLVMValueRef pointer, LLVMValueRef length,
                        const char *what) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    bool fields = dtrans_asks(v, p, EVENT_RANGE, bytes);
    for (uint32_t i = 0; i < (fields ? p->count : p->objects); i++) {
        const dtrans_view *view = &p->views[i];
        const dtrans_type *t = &v->info->types.at[view->type];
        if (!t->layout->sized || !t->size || is_good_range(v, view, length))
            continue;
        dtrans_note(v->info, view->type, BadMemFuncSize, v->inst,
                    "%s covers a number of bytes that is not %s", what,
                    view->element ? "exactly one field" : "a multiple of the struct's size");
    }
}
