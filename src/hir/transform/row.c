#include "hir/transform/row.h"

#include "ir/size.h"

/* So that frames stay small: a few of them fit into what is guarded behind a stack. */
enum { MAX_BYTES = 16384 };

static bool is_plain(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 64;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return true;
    default:
        return false;
    }
}

static uint64_t size_of(const hir *h, hir_temp t) {
    return ir_abi_size(h->target, hir_temp_at(h, t)->type);
}

bool hir_row_is_possible(const hir *h, const HLLoop *loop, hir_temp t) {
    int64_t upper;
    LLVMTypeRef type = hir_temp_at(h, t)->type;
    return h->fn && type && is_plain(type) &&
           hir_is_constant(loop->node.refs[0]->subscripts[0], &upper) && upper >= 0 &&
           upper < MAX_BYTES && ((uint64_t)upper + 1) * size_of(h, t) <= MAX_BYTES;
}

static LLVMValueRef allocate(hir *h, LLVMTypeRef type, uint64_t count) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(h->m->llvm_ctx);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(h->fn));
    LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, first);
    LLVMValueRef row = LLVMBuildAlloca(builder, LLVMArrayType2(type, count), "row");
    LLVMDisposeBuilder(builder);
    return row;
}

bool hir_row_make(hir *h, const HLLoop *loop, hir_temp t, hir_row *row) {
    int64_t upper;
    if (!hir_is_constant(loop->node.refs[0]->subscripts[0], &upper))
        return false;
    ir_begin_change(h->m);
    *row = (hir_row){.temp = t, .count = (uint64_t)upper + 1, .symbase = hir_symbase_new(h)};
    LLVMValueRef memory = allocate(h, hir_temp_at(h, t)->type, row->count);
    row->base = hir_temp_new(h, "%row", LLVMTypeOf(memory), memory);
    return row->base && row->symbase;
}

static RegDDRef *place_of(hir *h, const hir_row *row, const HLLoop *loop) {
    CanonExpr *base = hir_canon_blob(h, hir_blob_temp(h, row->base));
    RegDDRef *ref = base ? hir_ref_memory(h, REF_MEMORY, base, 1) : NULL;
    CanonExpr *index = ref ? hir_canon_iv(h, hir_index_type(h), loop->level) : NULL;
    if (!index)
        return NULL;
    index->exact = true;
    ref->subscripts[0] = index;
    ref->strides[0] = hir_blob_constant(h, hir_index_type(h), (int64_t)size_of(h, row->temp));
    ref->sizes[0] = row->count;
    ref->type = hir_temp_at(h, row->temp)->type;
    ref->symbase = row->symbase;
    ref->in_bounds = ref->no_wrap = ref->same_object = ref->adds_up = true;
    return ref->strides[0] ? ref : NULL;
}

static HLInst *new_access(hir *h, const hir_row *row, const HLLoop *loop, bool loads) {
    HLInst *inst = hir_new_inst(h, loads ? LLVMLoad : LLVMStore, 2);
    CanonExpr *ce = hir_canon_blob(h, hir_blob_temp(h, row->temp));
    RegDDRef *temp = ce ? hir_ref_scalar(h, ce) : NULL, *place = place_of(h, row, loop);
    if (!inst || !temp || !place)
        return NULL;
    inst->has_lval = true;
    inst->node.node.where = loop->node.node.where;
    hir_set_ref(&inst->node, 0, loads ? temp : place);
    hir_set_ref(&inst->node, 1, loads ? place : temp);
    inst->node.refs[0]->is_lval = true;
    return inst;
}

HLInst *hir_row_load(hir *h, const hir_row *row, const HLLoop *loop) {
    return new_access(h, row, loop, true);
}

HLInst *hir_row_store(hir *h, const hir_row *row, const HLLoop *loop) {
    return new_access(h, row, loop, false);
}
