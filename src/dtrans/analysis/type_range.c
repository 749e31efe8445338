/* Memory functions: a range of bytes is whole objects, one whole field, or padding. */
#include "dtrans/analysis/visit.h"

#include "ir/size.h"
#include "ir/value.h"

/* How many bytes from offset on are padding, as far as the innermost struct around them shows. */
static uint64_t padding_at(const DTransInfo *info, LLVMTypeRef type, uint64_t offset) {
    LLVMTargetDataRef target = ir_layout(info->m);
    do {
        uint32_t known = dtrans_type_of(info, type);
        if (ir_is_array(type))
            continue;
        if (known == IR_NONE || info->types.at[known].layout->is_union)
            return 0;
        const dtrans_type *t = &info->types.at[known];
        if (offset >= t->tail)
            continue;
        if (offset >= t->size)
            return 0;
        unsigned field = ir_element_at(target, type, offset);
        const dtrans_field *f = &t->fields[field];
        if (f->padding && offset - f->offset < f->size)
            return f->offset + f->size - offset;
        if (offset - f->offset >= f->size)
            return (field + 1 < t->field_count ? f[1].offset : t->size) - offset;
    } while (dtrans_enter(target, &type, &offset));
    return 0;
}

bool dtrans_is_padding(const DTransInfo *info, LLVMTypeRef type, uint64_t offset, uint64_t length) {
    while (length) {
        uint64_t run = padding_at(info, type, offset);
        if (!run)
            return false;
        offset += run < length ? run : length;
        length -= run < length ? run : length;
    }
    return true;
}

bool dtrans_is_one_member(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                          uint64_t length) {
    do {
        uint64_t size = ir_abi_size(target, type);
        if (offset == 0 && length == size)
            return true;
        if (!ir_is_array(type))
            continue;
        uint64_t step = ir_abi_size(target, LLVMGetElementType(type));
        bool fits = !size || (offset <= size && length <= size - offset);
        if (fits && step && offset % step == 0 && length % step == 0)
            return true;
    } while (dtrans_enter(target, &type, &offset));
    return false;
}

/* After the start of an array without an end there are only more of its elements. */
static bool is_in_tail(dtrans_visitor *v, const dtrans_view *view, LLVMValueRef length) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (view->offset < t->tail)
        return false;
    uint64_t step = dtrans_tail_step(v->target, t->llvm);
    return (view->offset - t->tail) % step == 0 && dtrans_is_multiple(v, length, step);
}

/* Whether the member after the one at offset is of the element's type, too: then a number of
 * elements may be meant for both. */
static bool has_like_neighbour(LLVMTargetDataRef target, LLVMTypeRef around, uint64_t offset,
                               LLVMTypeRef element) {
    unsigned next = ir_element_at(target, around, offset) + 1;
    return next < LLVMCountStructElementTypes(around) &&
           ir_below_arrays(LLVMStructGetTypeAtIndex(around, next)) == ir_below_arrays(element);
}

/* Whether so many bytes, whatever number that is, are elements of an array that is a member: C has
 * a pointer into an array stay there. */
static bool is_in_array_member(dtrans_visitor *v, const dtrans_view *view, LLVMValueRef length) {
    LLVMTypeRef type = v->info->types.at[view->type].llvm, around = NULL;
    uint64_t offset = view->offset, before = 0;
    do {
        uint64_t step = ir_is_array(type) ? ir_abi_size(v->target, LLVMGetElementType(type)) : 0;
        if (around && step && offset % step == 0 && dtrans_is_multiple(v, length, step))
            return !has_like_neighbour(v->target, around, before, LLVMGetElementType(type));
        if (ir_is_struct(type)) {
            around = type;
            before = offset;
        }
    } while (dtrans_enter(v->target, &type, &offset));
    return false;
}

static bool is_good_range(dtrans_visitor *v, const dtrans_view *view, LLVMValueRef length) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (!view->element && t->tail != DTRANS_NO_TAIL)
        return dtrans_is_at_least(v, length, t->tail);
    if (!view->element && t->open)
        return ir_is_number(length, t->size);
    if (!view->element)
        return dtrans_is_multiple(v, length, t->size);
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->info, view->type, view->offset, &opaque);
    if (!LLVMIsAConstantInt(length))
        return (opaque && leaf) || is_in_tail(v, view, length) ||
               is_in_array_member(v, view, length);
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    return bytes == 0 || dtrans_is_one_member(v->target, t->llvm, view->offset, bytes) ||
           dtrans_is_padding(v->info, t->llvm, view->offset, bytes);
}

static bool is_variable(LLVMValueRef pointer) {
    return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
}

bool dtrans_is_elsewhere(const DTransInfo *info, const LocalPointerInfo *p, const dtrans_view *view,
                         LLVMValueRef pointer, uint64_t bytes) {
    uint64_t size = info->types.at[view->type].size;
    return view->element && p->objects &&
           (is_variable(pointer) || view->offset > size || bytes > size - view->offset);
}

void dtrans_visit_range(dtrans_visitor *v, LLVMValueRef pointer, LLVMValueRef length,
                        const char *what) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
    if (LLVMIsAConstantInt(length) && !bytes)
        return;
    if (!bytes)
        map_put(&v->unmeasured, p);
    bool fields = !(p->objects && is_variable(pointer)) && dtrans_asks(v, p, EVENT_RANGE, bytes);
    for (uint32_t i = 0; i < (fields ? p->count : p->objects); i++) {
        const dtrans_view *view = &p->views[i];
        const dtrans_type *t = &v->info->types.at[view->type];
        if (t->layout->sized && !view->element && t->tail != DTRANS_NO_TAIL &&
            !(bytes && bytes <= t->tail))
            dtrans_note_elements(v, t, what);
        if (!t->layout->sized || !t->size || is_good_range(v, view, length) ||
            dtrans_is_elsewhere(v->info, p, view, pointer, bytes))
            continue;
        dtrans_note_here(v, view->type, BadMemFuncSize,
                         "%s covers a number of bytes that is not %s", what,
                         view->element ? "exactly one field" : "a multiple of the struct's size");
    }
}

/* Whether the bytes are elements of an array that has no struct in it. */
static bool is_in_plain_array(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                              uint64_t length) {
    do {
        LLVMTypeRef inner = type;
        inner = ir_below_arrays(inner);
        if (inner != type && !ir_is_struct(inner))
            return dtrans_is_one_member(target, type, offset, length);
    } while (dtrans_enter(target, &type, &offset));
    return false;
}

static bool is_scalar(dtrans_visitor *v, const dtrans_view *view, uint64_t bytes) {
    const dtrans_type *t = &v->info->types.at[view->type];
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->info, view->type, view->offset, &opaque);
    return leaf == bytes || (opaque && bytes <= leaf) ||
           (view->element && (is_in_plain_array(v->target, t->llvm, view->offset, bytes) ||
                              dtrans_is_padding(v->info, t->llvm, view->offset, bytes)));
}

static void judge_small_copy(dtrans_visitor *v, const LocalPointerInfo *p,
                             const LocalPointerInfo *other, uint64_t bytes) {
    if (p->dominant != IR_NONE && p->dominant == other->dominant)
        return;
    dtrans_each_view (view, p)
        if (v->info->types.at[view->type].layout->sized && !is_scalar(v, view, bytes))
            dtrans_note_here(v, view->type, BadMemFuncManipulation,
                             "its bytes are copied to or from memory that is not such a struct");
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
