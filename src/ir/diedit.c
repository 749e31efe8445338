#include "ir/diedit.h"

#include <llvm-c/DebugInfo.h>

static void check(ir_di_graph *g, bool holds) {
    if (!holds)
        ctx_fail(g->m->ctx, LATHE_INTERNAL,
                 "this LLVM orders the operands of debug-info types in a way lathe does not know");
}

static void replace(ir_di_graph *g, LLVMMetadataRef node, unsigned operand, LLVMMetadataRef by) {
    LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(g->m->llvm_ctx, node), operand, by);
}

/* Changes a number that is known to be `old` now. */
static bool set_number(ir_di_graph *g, LLVMMetadataRef node, unsigned operand, uint64_t old,
                       uint64_t bits) {
    uint64_t value = 0;
    ir_md_operands(g->m, node, &g->ops);
    ir_md_uint_at(&g->ops, operand, &value);
    check(g, value == old && operand < g->ops.len);
    if (!ctx_ok(g->m->ctx))
        return false;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(g->m->llvm_ctx);
    replace(g, node, operand, LLVMValueAsMetadata(LLVMConstInt(i64, bits, false)));
    return true;
}

void ir_di_set_size(ir_di_graph *g, ir_di_node *n, uint64_t bits) {
    if (n->size == bits || !set_number(g, n->node, IR_DI_OP_SIZE, n->size, bits))
        return;
    n->size = bits;
    check(g, LLVMDITypeGetSizeInBits(n->node) == bits);
}

void ir_di_set_place(ir_di_graph *g, ir_di_node *n, uint64_t offset, uint64_t storage) {
    if (n->flags & LLVMDIFlagBitField && n->storage != storage &&
        set_number(g, n->node, IR_DI_OP_EXTRA, n->storage, storage))
        n->storage = storage;
    if (n->offset == offset || !set_number(g, n->node, IR_DI_OP_OFFSET, n->offset, offset))
        return;
    n->offset = offset;
    check(g, LLVMDITypeGetOffsetInBits(n->node) == offset);
}

void ir_di_set_members(ir_di_graph *g, ir_di_node *n, LLVMMetadataRef *members, size_t count) {
    ir_md_operands(g->m, n->node, &g->ops);
    ir_md_operands(g->m, ir_md_node_at(&g->ops, IR_DI_OP_ELEMENTS), &g->inner_ops);
    size_t known = 0;
    for (size_t i = 0; i < g->inner_ops.len && known < n->member_count; i++)
        known += ir_md_node_at(&g->inner_ops, i) == n->members[known];
    check(g, known == n->member_count);
    if (!ctx_ok(g->m->ctx))
        return;
    replace(g, n->node, IR_DI_OP_ELEMENTS, LLVMMDNodeInContext2(g->m->llvm_ctx, members, count));
    n->members = members;
    n->member_count = count;
}

static bool is_variable(LLVMMetadataRef node) {
    LLVMMetadataKind kind = node ? LLVMGetMetadataKind(node) : LLVMMDStringMetadataKind;
    return kind == LLVMDILocalVariableMetadataKind || kind == LLVMDIGlobalVariableMetadataKind;
}

LLVMMetadataRef ir_di_variable_type(ir_di_graph *g, LLVMMetadataRef variable) {
    if (!is_variable(variable))
        return NULL;
    ir_md_operands(g->m, variable, &g->ops);
    return ir_md_node_at(&g->ops, IR_DI_OP_TYPE);
}

void ir_di_set_variable_type(ir_di_graph *g, LLVMMetadataRef variable, LLVMMetadataRef type) {
    LLVMMetadataRef old = ir_di_variable_type(g, variable);
    check(g, old && LLVMGetDINodeTag(old) != 0);
    if (ctx_ok(g->m->ctx))
        replace(g, variable, IR_DI_OP_TYPE, type);
}

void ir_di_clear_variable_type(ir_di_graph *g, LLVMMetadataRef variable) {
    static const char name[] = "in pieces";
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(g->m->llvm);
    ir_di_set_variable_type(g, variable,
                            LLVMDIBuilderCreateUnspecifiedType(b, name, sizeof name - 1));
    LLVMDisposeDIBuilder(b);
}

LLVMMetadataRef ir_di_first_unit(ir_di_graph *g) {
    for (size_t i = 0; i < g->work.len; i++)
        if (LLVMGetMetadataKind(g->work.at[i]) == LLVMDICompileUnitMetadataKind)
            return g->work.at[i];
    return NULL;
}

static void append(ir_di_graph *g, LLVMMetadataRef unit, unsigned list, LLVMMetadataRef *nodes,
                   size_t count) {
    VEC(LLVMMetadataRef) all = {0};
    ir_md_operands(g->m, unit, &g->ops);
    check(g, list < g->ops.len);
    ir_md_operands(g->m, ir_md_node_at(&g->ops, list), &g->inner_ops);
    for (size_t i = 0; i < g->inner_ops.len; i++) {
        LLVMMetadataRef known = ir_md_node_at(&g->inner_ops, i);
        bool global =
            known && LLVMGetMetadataKind(known) == LLVMDIGlobalVariableExpressionMetadataKind;
        check(g, known && global == (list == IR_DI_OP_GLOBALS));
        vec_push(g->m->ctx, &all, known);
    }
    for (size_t i = 0; i < count; i++)
        vec_push(g->m->ctx, &all, nodes[i]);
    if (ctx_ok(g->m->ctx))
        replace(g, unit, list, LLVMMDNodeInContext2(g->m->llvm_ctx, all.at, all.len));
    vec_free(g->m->ctx, &all);
}

void ir_di_add_global(ir_di_graph *g, LLVMMetadataRef unit, LLVMMetadataRef expression) {
    append(g, unit, IR_DI_OP_GLOBALS, &expression, 1);
}

void ir_di_add_types(ir_di_graph *g, LLVMMetadataRef unit, LLVMMetadataRef *types, size_t count) {
    append(g, unit, IR_DI_OP_RETAINED_TYPES, types, count);
}
