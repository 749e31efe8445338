/* Address arithmetic: a typed path down into an object, or a distance in bytes. */
#include "base/num.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_build.h"
#include "ir/ptr/ptr_shape.h"
#include "ir/size.h"
#include "ir/structs.h"
#include "ir/value.h"

/* A number that divides every value of an index: i * 24, i << 3, i * 24 + 8. */
static uint64_t index_factor(LLVMValueRef v, int depth) {
    if (LLVMIsAConstantInt(v)) {
        int64_t value = LLVMConstIntGetSExtValue(v);
        return value < 0 ? (uint64_t)-value : (uint64_t)value;
    }
    if (depth == 0 || !LLVMIsAInstruction(v) || LLVMGetNumOperands(v) != 2)
        return 1;
    LLVMValueRef left = LLVMGetOperand(v, 0), right = LLVMGetOperand(v, 1);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMMul:
        return LLVMIsAConstantInt(right) ? index_factor(right, 0) : 1;
    case LLVMShl:
        return LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) < 32
                   ? UINT64_C(1) << LLVMConstIntGetZExtValue(right)
                   : 1;
    case LLVMAdd:
    case LLVMSub:
        return num_gcd(index_factor(left, depth - 1), index_factor(right, depth - 1));
    default:
        return 1;
    }
}

/* Whether a move from `base` by elements of this size stays among the elements of an array: base
 * is a whole object, or the step is written in terms of elements (bytes are not). */
static bool stays_inside(LLVMValueRef base, uint64_t size) {
    return size > 1 || LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base);
}

static ptr_class move_by_bytes(ptr_builder *b, LLVMValueRef base, ptr_class c, uint64_t size,
                               int64_t distance) {
    if (distance < 0)
        ptr_add_mark(b->g, c, PTR_BACK, (uint32_t)-distance, ptr_here(b));
    uint64_t known = b->g->nodes.at[c].stride;
    if (distance && known)
        ptr_add_mark(b->g, c, PTR_WALKED, (uint32_t)known, ptr_here(b));
    ptr_class moved =
        stays_inside(base, size) ? ptr_at(b->g, c, distance) : ptr_move(b->g, c, distance);
    ptr_settle(b->g);
    return ptr_find(b->g, moved);
}

static bool is_byte_move(const ptr_builder *b, LLVMValueRef v, int64_t *distance) {
    if (!LLVMIsAGetElementPtrInst(v) || LLVMGetNumIndices(v) != 1 || !ir_is_pointer(v) ||
        LLVMGetTypeKind(LLVMGetGEPSourceElementType(v)) != LLVMIntegerTypeKind ||
        ir_abi_size(b->layout, LLVMGetGEPSourceElementType(v)) != 1)
        return false;
    LLVMValueRef index = LLVMGetOperand(v, 1);
    *distance = LLVMIsAConstantInt(index) ? LLVMConstIntGetSExtValue(index) : 0;
    return LLVMIsAConstantInt(index);
}

enum { MAX_CHAIN = 16 };

/* A byte move from where another one led is one move: p + 4 - 1 does not step back from p + 4,
 * which could mean leaving a member that begins there. *base is where the moves begin. */
static bool bytes_from(const ptr_builder *b, LLVMValueRef gep, LLVMValueRef *base,
                       int64_t *distance) {
    int64_t step, total;
    if (!is_byte_move(b, gep, distance))
        return false;
    for (int i = 0; i < MAX_CHAIN && is_byte_move(b, *base, &step) &&
                    !__builtin_add_overflow(*distance, step, &total);
         i++) {
        *distance = total;
        *base = LLVMGetOperand(*base, 0);
    }
    return true;
}

static ptr_class move_by_elements(ptr_builder *b, LLVMValueRef base, ptr_class c, uint64_t size,
                                  LLVMValueRef index) {
    int64_t distance;
    if (LLVMIsAConstantInt(index)) {
        if (__builtin_mul_overflow(LLVMConstIntGetSExtValue(index), (int64_t)size, &distance))
            return ptr_walk(b->g, c, 1);
        return move_by_bytes(b, base, c, size, distance);
    }
    uint64_t stride;
    uint64_t factor = index_factor(index, 3);
    if (__builtin_mul_overflow(size, factor ? factor : 1, &stride))
        stride = size;
    if (!stride)
        return c;
    ptr_class walked = ptr_walk(b->g, c, stride);
    ptr_add_mark(b->g, walked, PTR_WALKED, stride > UINT32_MAX ? UINT32_MAX : (uint32_t)stride,
                 ptr_here(b));
    return walked;
}

static ptr_class enter_struct(ptr_builder *b, ptr_class c, LLVMTypeRef type, unsigned field) {
    uint32_t shape = ptr_shape_of(b->g, b->layout, type);
    ptr_class inner;
    if (shape)
        inner = ptr_member_at(b->g, ptr_see_shape(b->g, c, shape, ptr_here(b)), shape, field);
    else
        inner = ptr_at(b->g, c, (int64_t)ir_offset_of(b->layout, type, field));
    ptr_settle(b->g);
    return ptr_find(b->g, inner);
}

/* Arrays are one element: an index inside one changes nothing but the stride. */
static ptr_class enter_array(ptr_builder *b, ptr_class c, LLVMTypeRef element, LLVMValueRef index) {
    uint64_t size = ir_abi_size(b->layout, element);
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind) {
        element = LLVMGetElementType(element);
        size = ir_abi_size(b->layout, element);
    }
    if (!size)
        return c;
    ptr_class walked = ptr_walk(b->g, c, size);
    if (!LLVMIsAConstantInt(index))
        ptr_add_mark(b->g, walked, PTR_WALKED, (uint32_t)size, ptr_here(b));
    return walked;
}

/* A path may end at an element of an array without going into it. */
static ptr_class see_element(ptr_builder *b, ptr_class c, LLVMTypeRef type) {
    type = ir_below_arrays(type);
    uint32_t shape = ptr_shape_of(b->g, b->layout, type);
    if (!shape)
        return c;
    c = ptr_see_shape(b->g, c, shape, ptr_here(b));
    ptr_settle(b->g);
    return ptr_find(b->g, c);
}

/* Vectors of pointers or indices, and scalable types, have no single path. */
static bool is_plain_gep(LLVMValueRef gep, LLVMTypeRef source) {
    return ir_is_pointer(gep) && ir_has_fixed_size(source);
}

LLVMTypeRef ptr_gep_skips(LLVMValueRef gep) {
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef first = LLVMGetOperand(gep, 1);
    if (!LLVMIsAGlobalVariable(base) || LLVMGetTypeKind(source) != LLVMArrayTypeKind ||
        LLVMGetNumIndices(gep) < 2 || !LLVMIsAConstantInt(first) || LLVMConstIntGetZExtValue(first))
        return NULL;
    LLVMTypeRef type = LLVMGlobalGetValueType(base);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsLiteralStruct(type) ||
        !LLVMCountStructElementTypes(type) || LLVMStructGetTypeAtIndex(type, 0) != source)
        return NULL;
    return type;
}

/* A step of headers, back from a parameter that may be any object behind one. */
static bool leads_to_header(const ptr_builder *b, LLVMValueRef gep) {
    LLVMValueRef param = LLVMIsAArgument(LLVMGetOperand(gep, 0));
    const ptr_wrapper *w = b->wrappers.headers && param
                               ? ptr_wrapper_of(&b->wrappers, LLVMGetParamParent(param))
                               : NULL;
    LLVMValueRef first = LLVMGetOperand(gep, 1);
    for (unsigned i = 0; w && i < LLVMCountParams(w->function) && i < 64; i++)
        if (LLVMGetParam(w->function, i) == param)
            return w->steps_back >> i & 1 && LLVMIsAConstantInt(first) &&
                   LLVMConstIntGetSExtValue(first) < 0;
    return false;
}

ptr_class ptr_gep(ptr_builder *b, LLVMValueRef gep) {
    ptr_class c = ptr_value(b, LLVMGetOperand(gep, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (!c)
        return 0;
    if (!is_plain_gep(gep, type))
        return ptr_walk(b->g, c, 1);
    unsigned count = LLVMGetNumIndices(gep);
    uint32_t shape = ptr_shape_of(b->g, b->layout, type);
    if (shape && count > 0 && !leads_to_header(b, gep))
        c = ptr_see_shape(b->g, c, shape, ptr_here(b));
    LLVMTypeRef around = ptr_gep_skips(gep);
    if (around)
        c = enter_struct(b, c, around, 0);
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    int64_t distance;
    if (bytes_from(b, gep, &base, &distance))
        return move_by_bytes(b, base, ptr_value(b, base), 1, distance);
    c = move_by_elements(b, base, c, ir_abi_size(b->layout, type), LLVMGetOperand(gep, 1));
    bool element = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    for (unsigned i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        element = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            c = enter_struct(b, c, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            type = LLVMGetElementType(type);
            c = enter_array(b, c, type, index);
        }
    }
    return element ? see_element(b, c, type) : c;
}
