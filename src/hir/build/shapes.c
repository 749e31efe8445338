/* Shapes of arrays that pointers lead to, from debug info: where a parameter is declared as
 * int (*a)[10], its rows are known although the IR only has bytes. A shape says where dimensions
 * are; nobody promises that subscripts stay in them. */
#include "hir/build/builder.h"

#include "ir/dinodes.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

enum { VARIABLE_TYPE = 3, SUBRANGE_COUNT = 0, MAX_NAMES = 16 };

/* What the first variable that has the pointer as its value is declared as. */
static void note_records(hir_builder *b, LLVMValueRef inst) {
    for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst); r; r = LLVMGetNextDbgRecord(r)) {
        if (LLVMDbgRecordGetKind(r) != LLVMDbgRecordValue)
            continue;
        LLVMValueRef v = LLVMDbgVariableRecordGetValue(r, 0);
        if (!v || LLVMIsConstant(v) || !ir_is_pointer(v))
            continue;
        map_word *place = map_put(&b->variables, v);
        if (place && !place->p)
            place->p = LLVMDbgVariableRecordGetVariable(r);
    }
}

static void note_variables(hir_builder *b) {
    b->knows_variables = true;
    if (!LLVMGetSubprogram(b->h->fn))
        return;
    for (uint32_t i = 0; i < b->cfg->count && ctx_tick(b->ctx, 1); i++)
        ir_each_inst (inst, b->cfg->blocks[i])
            note_records(b, inst);
}

static bool is_compound(LLVMMetadataRef type) {
    LLVMMetadataKind kind = LLVMGetMetadataKind(type);
    return kind == LLVMDIDerivedTypeMetadataKind || kind == LLVMDICompositeTypeMetadataKind;
}

/* The type below typedefs and qualifiers; its operands, if it has any. NULL if there is none. */
static LLVMMetadataRef resolved(hir_builder *b, LLVMMetadataRef type, ir_md_ops *ops) {
    for (int i = 0; type && i < MAX_NAMES; i++) {
        unsigned tag = LLVMGetDINodeTag(type);
        ops->len = 0;
        if (!is_compound(type))
            return type;
        ir_md_operands(b->h->m, type, ops);
        if (tag != IR_DI_TAG_TYPEDEF && tag != IR_DI_TAG_CONST && tag != IR_DI_TAG_VOLATILE &&
            tag != IR_DI_TAG_RESTRICT && tag != IR_DI_TAG_ATOMIC)
            return type;
        type = ir_md_node_at(ops, IR_DI_OP_BASE);
    }
    return NULL;
}

static uint64_t count_of(hir_builder *b, LLVMMetadataRef dimension, ir_md_ops *ops) {
    uint64_t count = 0;
    ir_md_operands(b->h->m, dimension, ops);
    return ir_md_uint_at(ops, SUBRANGE_COUNT, &count) ? count : 0;
}

/* From the innermost out, as far as sizes are constants. */
static void read_array(hir_builder *b, LLVMMetadataRef elements, uint64_t stride,
                       hir_shape *shape) {
    ir_md_ops list = {0}, ops = {0};
    ir_md_operands(b->h->m, elements, &list);
    shape->strides[0] = stride;
    for (size_t i = list.len; i > 0 && shape->count < HIR_MAX_SHAPE; i--) {
        LLVMMetadataRef dimension = ir_md_node_at(&list, i - 1);
        uint64_t count = dimension ? count_of(b, dimension, &ops) : 0;
        if (count == 0 || __builtin_mul_overflow(stride, count, &stride) || stride > INT32_MAX)
            break;
        shape->sizes[shape->count++] = count;
        shape->strides[shape->count] = stride;
    }
    vec_free(b->ctx, &list);
    vec_free(b->ctx, &ops);
}

static void read_shape(hir_builder *b, LLVMMetadataRef variable, hir_shape *shape) {
    ir_md_ops ops = {0};
    ir_md_operands(b->h->m, variable, &ops);
    LLVMMetadataRef type = resolved(b, ir_md_node_at(&ops, VARIABLE_TYPE), &ops);
    if (type && is_compound(type) && LLVMGetDINodeTag(type) == IR_DI_TAG_POINTER)
        type = resolved(b, ir_md_node_at(&ops, IR_DI_OP_BASE), &ops);
    else
        type = NULL;
    if (type && is_compound(type) && LLVMGetDINodeTag(type) == IR_DI_TAG_ARRAY) {
        LLVMMetadataRef elements = ir_md_node_at(&ops, IR_DI_OP_ELEMENTS);
        LLVMMetadataRef element = resolved(b, ir_md_node_at(&ops, IR_DI_OP_BASE), &ops);
        uint64_t bits = element ? LLVMDITypeGetSizeInBits(element) : 0;
        if (elements && bits && bits % 8 == 0)
            read_array(b, elements, bits / 8, shape);
    }
    vec_free(b->ctx, &ops);
}

hir_shape hir_b_shape(hir_builder *b, LLVMValueRef pointer) {
    hir_shape shape = {0};
    if (!b->knows_variables)
        note_variables(b);
    LLVMMetadataRef variable = map_get(&b->variables, pointer);
    if (variable)
        read_shape(b, variable, &shape);
    return shape;
}
