/* Structs that are passed and returned by value: the calling convention cuts them into registers,
 * and a register may hold several fields. What travels is the old packing of the bytes; each side
 * only has to convert between that and its memory. */
#include "dtrans/analysis/visit.h"
#include "ir/size.h"
#include "ir/value.h"

static bool is_scalar_part(LLVMTargetDataRef target, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVectorTypeKind) {
        kind = LLVMGetTypeKind(LLVMGetElementType(type));
        if (kind == LLVMPointerTypeKind)
            return false;
    }
    bool known = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind ||
                 kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind ||
                 kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
                 kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
    return known && ir_bit_size(target, type) == 8 * ir_store_size(target, type);
}

static bool add_part(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset, dtrans_part *part,
                     uint32_t *count) {
    if (*count == DTRANS_MAX_PARTS || !is_scalar_part(target, type))
        return false;
    part[(*count)++] = (dtrans_part){type, offset, ir_store_size(target, type)};
    return true;
}

uint32_t dtrans_parts_of(LLVMTargetDataRef target, LLVMTypeRef type, dtrans_part *parts) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool array = kind == LLVMArrayTypeKind;
    uint32_t count = 0;
    if (kind != LLVMStructTypeKind && !array)
        return add_part(target, type, 0, parts, &count) ? count : 0;
    if (!array && !LLVMIsLiteralStruct(type))
        return 0;
    uint64_t elements = array ? LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
    for (uint64_t i = 0; i < elements; i++) {
        LLVMTypeRef element =
            array ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, (unsigned)i);
        uint64_t offset =
            array ? i * ir_abi_size(target, element) : ir_offset_of(target, type, (unsigned)i);
        if (!add_part(target, element, offset, parts, &count))
            return 0;
    }
    return count;
}

static bool is_coercion(LLVMValueRef v) {
    return LLVMIsAInsertValueInst(v) || LLVMIsAExtractValueInst(v) || LLVMIsABitCastInst(v) ||
           LLVMIsAZExtInst(v) || LLVMIsATruncInst(v);
}

/* A call of a function, not of an operation that looks like one. */
static bool is_real_call(LLVMValueRef v) {
    if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(v);
    LLVMValueRef fn = LLVMIsAFunction(callee);
    return !LLVMIsAInlineAsm(callee) && !(fn && LLVMGetIntrinsicID(fn));
}

enum { MAX_STEPS = 64 };

static bool leaves(LLVMValueRef loaded) {
    LLVMValueRef work[MAX_STEPS] = {loaded};
    size_t count = 1;
    for (size_t i = 0; i < count; i++)
        ir_each_user (user, work[i]) {
            if (is_coercion(user) && count < MAX_STEPS)
                work[count++] = user;
            else if (!is_real_call(user) && !LLVMIsAReturnInst(user))
                return false;
        }
    return LLVMGetFirstUse(loaded) != NULL;
}

static bool arrives(LLVMValueRef stored) {
    for (int i = 0; i < MAX_STEPS && is_coercion(stored) && !LLVMIsAInsertValueInst(stored); i++)
        stored = LLVMGetOperand(stored, 0);
    return LLVMIsAArgument(stored) || is_real_call(stored);
}

bool dtrans_is_transfer(LLVMValueRef inst) {
    bool load = LLVMIsALoadInst(inst) != NULL;
    if ((!load && !LLVMIsAStoreInst(inst)) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return false;
    return load ? leaves(inst) : arrives(LLVMGetOperand(inst, 0));
}

/* One step inwards to the byte at *offset; false if the type has no parts. */
static bool enter(LLVMTargetDataRef target, LLVMTypeRef *type, uint64_t *offset) {
    LLVMTypeKind kind = LLVMGetTypeKind(*type);
    if (*offset >= ir_abi_size(target, *type))
        return false;
    if (kind == LLVMStructTypeKind) {
        unsigned field = ir_element_at(target, *type, *offset);
        *offset -= ir_offset_of(target, *type, field);
        *type = LLVMStructGetTypeAtIndex(*type, field);
        return true;
    }
    if (kind != LLVMArrayTypeKind)
        return false;
    *type = LLVMGetElementType(*type);
    *offset %= ir_abi_size(target, *type);
    return true;
}

/* Pointers travel in a register of their own, or nobody would know what they lead to. */
static bool is_pointer_or_inside(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                                 bool *inside) {
    while (enter(target, &type, &offset))
        ;
    *inside = offset && offset < ir_store_size(target, type);
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind && offset == 0;
}

static bool is_whole_part(LLVMTargetDataRef target, LLVMTypeRef object, uint64_t begin,
                          uint64_t size) {
    uint64_t end = begin + size;
    if (end > ir_abi_size(target, object))
        return false;
    for (uint64_t at = begin; at < end;) {
        bool opaque, inside;
        uint64_t leaf = dtrans_leaf_of(target, object, at, &opaque);
        bool pointer = is_pointer_or_inside(target, object, at, &inside);
        if (leaf ? !opaque && (leaf > end - at || (pointer && leaf != size)) : inside)
            return false;
        at += leaf ? leaf : 1;
    }
    return true;
}

bool dtrans_has_whole_parts(LLVMTargetDataRef target, LLVMTypeRef object, uint64_t offset,
                            LLVMTypeRef value) {
    dtrans_part parts[DTRANS_MAX_PARTS];
    uint32_t count = dtrans_parts_of(target, value, parts);
    for (uint32_t i = 0; i < count; i++)
        if (!is_whole_part(target, object, offset + parts[i].offset, parts[i].size))
            return false;
    return count > 0 && LLVMByteOrder(target) == LLVMLittleEndian;
}

bool dtrans_is_temporary(LLVMTargetDataRef target, LLVMTypeRef declared, LLVMTypeRef object) {
    uint64_t size = ir_abi_size(target, object), own = ir_abi_size(target, declared);
    return ir_is_struct(declared) && LLVMIsLiteralStruct(declared) && size <= own &&
           own < 2 * size && dtrans_has_whole_parts(target, object, 0, declared);
}

static void visit_byte(DTransInfo *info, LLVMTypeRef type, uint64_t at, bool first,
                       void (*visit)(DTransInfo *, uint32_t, uint32_t, void *), void *data) {
    LLVMTargetDataRef target = ir_layout(info->m);
    for (;;) {
        uint32_t number = ir_is_struct(type) ? dtrans_type_of(info, type) : IR_NONE;
        uint32_t field = number == IR_NONE ? IR_NONE : dtrans_field_at(info, number, at);
        if (field != IR_NONE && (first || at == info->types.at[number].fields[field].offset))
            visit(info, number, field, data);
        if (!enter(target, &type, &at))
            return;
    }
}

void dtrans_each_covered(DTransInfo *info, LLVMTypeRef type, uint64_t offset, uint64_t length,
                         void (*visit)(DTransInfo *, uint32_t, uint32_t, void *), void *data) {
    for (uint64_t i = 0; i < length; i++)
        visit_byte(info, type, offset + i, i == 0, visit, data);
}
