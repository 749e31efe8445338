/* Constants under a value map. They are immutable and unique, so a constant that mentions a mapped
 * type or a replaced global is built anew, parts first, with an explicit stack. */
#include "ir/map/valuemap.h"

/* Whether the constant has parts that may have to change. LLVMGetValueKind is of no use here: it
 * does not know every kind of constant. */
static bool has_parts(LLVMValueRef c) {
    return LLVMIsAConstantStruct(c) || LLVMIsAConstantArray(c) || LLVMIsAConstantExpr(c) ||
           LLVMIsAConstantVector(c) || LLVMIsAConstantPtrAuth(c);
}

static LLVMValueRef map_leaf(ir_valuemap *v, LLVMValueRef c) {
    LLVMTypeRef old = LLVMTypeOf(c);
    LLVMTypeKind kind = LLVMGetTypeKind(old);
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
        return c;
    LLVMTypeRef type = map_type(v, old);
    if (type == old)
        return c;
    if (LLVMIsPoison(c))
        return LLVMGetPoison(type);
    if (LLVMIsUndef(c))
        return LLVMGetUndef(type);
    if (LLVMIsAConstantAggregateZero(c))
        return LLVMConstNull(type);
    ctx_fail(v->ctx, LATHE_INTERNAL, "value map: a constant of an unknown kind");
    return c;
}

static LLVMValueRef rebuild_gep(ir_valuemap *v, LLVMValueRef c, LLVMValueRef *ops, unsigned count) {
    return LLVMConstGEPWithNoWrapFlags(map_type(v, LLVMGetGEPSourceElementType(c)), ops[0], ops + 1,
                                       count - 1, LLVMGEPGetNoWrapFlags(c));
}

/* Only pointers and what is computed from them can change in these, so their type stays. */
static LLVMValueRef rebuild_expr(ir_valuemap *v, LLVMValueRef c, LLVMValueRef *ops,
                                 unsigned count) {
    LLVMTypeRef type = LLVMTypeOf(c);
    switch (LLVMGetConstOpcode(c)) {
    case LLVMGetElementPtr:
        return rebuild_gep(v, c, ops, count);
    case LLVMTrunc:
        return LLVMConstTrunc(ops[0], type);
    case LLVMPtrToInt:
        return LLVMConstPtrToInt(ops[0], type);
    case LLVMIntToPtr:
        return LLVMConstIntToPtr(ops[0], type);
    case LLVMBitCast:
        return LLVMConstBitCast(ops[0], type);
    case LLVMAddrSpaceCast:
        return LLVMConstAddrSpaceCast(ops[0], type);
    case LLVMAdd:
        return LLVMConstAdd(ops[0], ops[1]);
    case LLVMSub:
        return LLVMConstSub(ops[0], ops[1]);
    case LLVMXor:
        return LLVMConstXor(ops[0], ops[1]);
    case LLVMExtractElement:
        return LLVMConstExtractElement(ops[0], ops[1]);
    case LLVMInsertElement:
        return LLVMConstInsertElement(ops[0], ops[1], ops[2]);
    default:
        ctx_fail(v->ctx, LATHE_BAD_INPUT, "cannot rebuild a constant expression of opcode %d",
                 (int)LLVMGetConstOpcode(c));
        return c;
    }
}

static LLVMValueRef rebuild(ir_valuemap *v, LLVMValueRef c, LLVMValueRef *ops, unsigned count) {
    LLVMTypeRef type = map_type(v, LLVMTypeOf(c));
    if (LLVMIsAConstantExpr(c))
        return rebuild_expr(v, c, ops, count);
    if (LLVMIsAConstantArray(c))
        return LLVMConstArray2(LLVMGetElementType(type), ops, count);
    if (LLVMIsAConstantVector(c))
        return LLVMConstVector(ops, count);
    if (LLVMIsAConstantPtrAuth(c))
        return LLVMConstantPtrAuth(ops[0], ops[1], ops[2], ops[3]);
    if (LLVMIsLiteralStruct(type))
        return LLVMConstStructInContext(v->m->llvm_ctx, ops, count, LLVMIsPackedStruct(type));
    return LLVMConstNamedStruct(type, ops, count);
}

static bool changes_itself(ir_valuemap *v, LLVMValueRef c) {
    if (!LLVMIsAConstantExpr(c))
        return map_type(v, LLVMTypeOf(c)) != LLVMTypeOf(c);
    if (LLVMGetConstOpcode(c) != LLVMGetElementPtr)
        return false;
    LLVMTypeRef source = LLVMGetGEPSourceElementType(c);
    return map_type(v, source) != source;
}

/* The replacement if it is known or needs no work, else NULL. */
static LLVMValueRef known(ir_valuemap *v, LLVMValueRef c) {
    LLVMValueRef found = map_found(v, c);
    if (found)
        return found;
    return has_parts(c) ? NULL : map_leaf(v, c);
}

static void step(ir_valuemap *v, LLVMValueRef c) {
    unsigned count = (unsigned)LLVMGetNumOperands(c);
    vec_clear(&v->parts);
    if (!vec_reserve(v->ctx, &v->parts, (size_t)count + 1))
        return;
    bool changed = changes_itself(v, c), waiting = false;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef part = LLVMGetOperand(c, i), to = known(v, part);
        if (to) {
            v->parts.at[i] = to;
            changed |= to != part;
        } else {
            vec_push(v->ctx, &v->work, part);
            waiting = true;
        }
    }
    if (waiting)
        return;
    v->work.len--;
    ir_valuemap_set(v, c, changed ? rebuild(v, c, v->parts.at, count) : c);
}

LLVMValueRef map_constant(ir_valuemap *v, LLVMValueRef constant) {
    LLVMValueRef found = known(v, constant);
    if (found)
        return found;
    vec_push(v->ctx, &v->work, constant);
    while (v->work.len && ctx_tick(v->ctx, 1)) {
        LLVMValueRef top = vec_last(&v->work);
        if (known(v, top))
            v->work.len--;
        else
            step(v, top);
    }
    vec_clear(&v->work);
    found = map_get(&v->values, constant);
    return found ? found : constant;
}
