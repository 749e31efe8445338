#include "ir/md.h"

#include <llvm-c/DebugInfo.h>

bool ir_md_is_node(LLVMMetadataRef md) {
    if (!md)
        return false;
    LLVMMetadataKind kind = LLVMGetMetadataKind(md);
    return kind >= LLVMMDTupleMetadataKind && kind != LLVMDIArgListMetadataKind;
}

void ir_md_operands(lathe_module *m, LLVMMetadataRef node, ir_md_ops *ops) {
    ops->len = 0;
    if (!ir_md_is_node(node))
        return;
    LLVMValueRef value = LLVMMetadataAsValue(m->llvm_ctx, node);
    size_t count = LLVMGetMDNodeNumOperands(value);
    if (count == 0 || !vec_reserve(m->ctx, ops, count))
        return;
    LLVMGetMDNodeOperands(value, ops->at);
    ops->len = count;
}

static LLVMValueRef operand(const ir_md_ops *ops, size_t index) {
    return index < ops->len ? ops->at[index] : NULL;
}

/* LLVM hands out constants bare and everything else wrapped. */
static LLVMMetadataRef unwrapped(LLVMValueRef value) {
    if (!value || LLVMGetValueKind(value) != LLVMMetadataAsValueValueKind)
        return NULL;
    return LLVMValueAsMetadata(value);
}

LLVMMetadataRef ir_md_node_at(const ir_md_ops *ops, size_t index) {
    LLVMMetadataRef md = unwrapped(operand(ops, index));
    return ir_md_is_node(md) ? md : NULL;
}

const char *ir_md_string_at(const ir_md_ops *ops, size_t index) {
    LLVMValueRef value = operand(ops, index);
    unsigned length;
    if (!value || !LLVMIsAMDString(value))
        return NULL;
    const char *text = LLVMGetMDString(value, &length);
    return text && length ? text : "";
}

bool ir_md_uint_at(const ir_md_ops *ops, size_t index, uint64_t *value) {
    LLVMValueRef constant = operand(ops, index);
    if (!constant || !LLVMIsAConstantInt(constant) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
        return false;
    *value = LLVMConstIntGetZExtValue(constant);
    return true;
}

LLVMMetadataRef ir_md_attached(LLVMValueRef inst, unsigned kind) {
    LLVMMetadataRef md = unwrapped(LLVMGetMetadata(inst, kind));
    return ir_md_is_node(md) ? md : NULL;
}

/* LLVM makes a node distinct when it becomes its own operand. */
LLVMMetadataRef ir_md_distinct(lathe_module *m, const LLVMMetadataRef *operands, size_t count) {
    VEC(LLVMMetadataRef) all = {0};
    LLVMMetadataRef self = LLVMTemporaryMDNode(m->llvm_ctx, NULL, 0), node = NULL;
    bool ready = vec_push(m->ctx, &all, self);
    for (size_t i = 0; ready && i < count; i++)
        ready = vec_push(m->ctx, &all, operands[i]);
    if (ready) {
        node = LLVMMDNodeInContext2(m->llvm_ctx, all.at, all.len);
        LLVMMetadataReplaceAllUsesWith(self, node);
    } else {
        LLVMDisposeTemporaryMDNode(self);
    }
    vec_free(m->ctx, &all);
    return node;
}

LLVMMetadataRef ir_md_global_variable(LLVMValueRef global) {
    size_t count;
    LLVMMetadataRef variable = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (size_t i = 0; i < count && !variable; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
        if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
            variable = LLVMDIGlobalVariableExpressionGetVariable(md);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return variable;
}
