/* Address computations: to a field, to another element, to the container, or to nowhere good. */
#include "dtrans/analysis/visit.h"

/* Whether a scalar, a struct or an array begins at offset. */
static bool begins_member(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset) {
    bool opaque;
    return dtrans_leaf_size(target, type, offset, &opaque) != 0;
}

/* Byte offset of a GEP with constant indices, from its base. */
static bool constant_offset(dtrans_visitor *v, LLVMValueRef gep, int64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    *offset = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t n = LLVMConstIntGetSExtValue(index);
        if (i > 0 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(v->target, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
            continue;
        }
        if (i > 0)
            type = LLVMGetElementType(type);
        *offset += n * (int64_t)LLVMABISizeOfType(v->target, type);
    }
    return true;
}

static void judge_offset(dtrans_visitor *v, const dtrans_view *view, int64_t offset) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (!t->layout->sized || !t->size)
        return;
    int64_t place = (int64_t)view->offset + offset;
    int64_t size = (int64_t)t->size;
    bool next_object = place % size == 0;
    bool inside = view->element ? place >= 0 && place < size : true;
    if (next_object || (inside && begins_member(v->target, t->llvm,
                                                (uint64_t)((place % size + size) % size))))
        return;
    if (view->outer && (place < 0 || place >= size))
        return;
    dtrans_note(v->info, view->type, BadPtrManipulation, v->inst,
                "an address %lld bytes from the start of the object is computed, where no field "
                "begins",
                (long long)place);
}

static bool is_array_member(dtrans_visitor *v, const dtrans_view *view) {
    LLVMTypeRef type = v->info->types.at[view->type].llvm;
    uint64_t offset = view->offset;
    for (;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMArrayTypeKind)
            return true;
        if (kind != LLVMStructTypeKind || offset >= LLVMABISizeOfType(v->target, type))
            return false;
        unsigned field = LLVMElementAtOffset(v->target, type, offset);
        offset -= LLVMOffsetOfElement(v->target, type, field);
        type = LLVMStructGetTypeAtIndex(type, field);
    }
}

/* p + i: good for objects when i counts objects, and inside array members. */
static void judge_walk(dtrans_visitor *v, const LocalPointerInfo *p, LLVMTypeRef element) {
    uint64_t step = LLVMABISizeOfType(v->target, element);
    for (uint32_t i = 0; i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        const dtrans_type *t = &v->info->types.at[view->type];
        if (!t->layout->sized || !t->size || view->outer)
            continue;
        if (view->element ? is_array_member(v, view) : step % t->size == 0)
            continue;
        if (!view->element &&
            dtrans_is_multiple(v, LLVMGetOperand(v->inst, 1), t->size / (step ? step : 1)) &&
            t->size % (step ? step : 1) == 0)
            continue;
        dtrans_note(v->info, view->type, BadPtrManipulation, v->inst,
                    view->element ? "a pointer to a field that is no array is moved"
                                  : "a pointer to the object is moved by a number of bytes that "
                                    "is not known to be a multiple of its size");
    }
}

void dtrans_visit_gep(dtrans_visitor *v) {
    LLVMValueRef base = LLVMGetOperand(v->inst, 0);
    const LocalPointerInfo *p = dtrans_local_value(&v->local, base);
    LLVMTypeRef source = LLVMGetGEPSourceElementType(v->inst);
    if (LLVMIsAConstantPointerNull(base)) {
        uint32_t type = dtrans_type_of(v->info, source);
        if (type != IR_NONE)
            dtrans_note(v->info, type, BadPtrManipulation, v->inst,
                        "the offset of a field is computed from a null pointer");
        return;
    }
    if (!p->count)
        return;
    bool bytes = LLVMGetTypeKind(source) == LLVMIntegerTypeKind;
    if (bytes && p->conflicting)
        dtrans_note_views(v, p, AmbiguousGEP, DTRANS_CONDITIONS,
                          "a byte offset is added to a pointer to several kinds of struct");
    int64_t offset;
    if (constant_offset(v, v->inst, &offset)) {
        for (uint32_t i = 0; i < p->count; i++)
            judge_offset(v, &p->views[i], offset);
        return;
    }
    if (!LLVMIsAConstantInt(LLVMGetOperand(v->inst, 1)))
        judge_walk(v, p, source);
}
