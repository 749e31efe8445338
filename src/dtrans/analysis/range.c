/* Memory functions: a range of bytes is whole objects, one whole field, or padding. */
#include "dtrans/analysis/visit.h"

static bool is_padding(const dtrans_type *t, uint64_t offset, uint64_t length) {
    if (offset > t->size || length > t->size - offset)
        return false;
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

/* Behind an array without an end there is more than the struct's size tells. */
bool dtrans_is_open(dtrans_visitor *v, const dtrans_type *t) {
    LLVMTypeRef last =
        t->field_count ? LLVMStructGetTypeAtIndex(t->llvm, t->field_count - 1) : NULL;
    return last && LLVMGetTypeKind(last) == LLVMArrayTypeKind &&
           LLVMABISizeOfType(v->target, last) <=
               LLVMABISizeOfType(v->target, LLVMGetElementType(last));
}

static bool is_good_range(dtrans_visitor *v, const dtrans_view *view, LLVMValueRef length) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (!view->element && dtrans_is_open(v, t))
        return LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) == t->size;
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
    if (LLVMIsAConstantInt(length) && !bytes)
        return;
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

static bool is_scalar(dtrans_visitor *v, const dtrans_view *view, uint64_t bytes) {
    const dtrans_type *t = &v->info->types.at[view->type];
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->target, t->llvm, view->offset, &opaque);
    return leaf == bytes || (opaque && bytes <= leaf) ||
           (view->element && is_padding(t, view->offset, bytes));
}

static void judge_small_copy(dtrans_visitor *v, const LocalPointerInfo *p,
                             const LocalPointerInfo *other, uint64_t bytes) {
    if (p->dominant != IR_NONE && p->dominant == other->dominant)
        return;
    for (uint32_t i = 0; i < p->count; i++)
        if (v->info->types.at[p->views[i].type].layout->sized && !is_scalar(v, &p->views[i], bytes))
            dtrans_note(v->info, p->views[i].type, BadMemFuncManipulation, v->inst,
                        "its bytes are copied to or from memory that is no such struct");
}

/* Copies too short to carry a pointer do not make one class of both sides. */
void dtrans_visit_copy(dtrans_visitor *v, LLVMValueRef to, LLVMValueRef from, LLVMValueRef length) {
    if (!LLVMIsAConstantInt(length))
        return;
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    if (!bytes || bytes >= LLVMPointerSize(v->target))
        return;
    const LocalPointerInfo *a = dtrans_local_value(&v->local, to);
    const LocalPointerInfo *b = dtrans_local_value(&v->local, from);
    judge_small_copy(v, a, b, bytes);
    judge_small_copy(v, b, a, bytes);
}
