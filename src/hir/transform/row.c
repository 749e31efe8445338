#include "hir/transform/row.h"

#include "ir/recursion.h"
#include "ir/size.h"
#include "ir/value.h"

/* A temp of a loop with more iterations than that is not worth a row; fewer iterations at once than
 * LEAST are not worth the loop around them, more than MOST gain nothing. */
enum { MAX_BYTES = 16384, LEAST = 32, MOST = 128 };

static const char mark[] = "lathe.row";

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
    return h->fn && type && is_plain(type) && hir_is_constant(hir_upper(loop), &upper) &&
           upper >= 0 && upper < MAX_BYTES && ((uint64_t)upper + 1) * size_of(h, t) <= MAX_BYTES;
}

static unsigned mark_kind(const hir *h) {
    return ir_md_kind(h->m->llvm_ctx, mark);
}

/* What earlier attempts and passes have left in the frame: used, it is taken; else it is free. */
static void know_rows(hir *h) {
    h->knows_rows = true;
    h->row_bytes = ir_may_recurse(h->m, h->fn) ? 0 : HIR_ROW_BYTES;
    if (!h->row_bytes)
        return;
    ir_each_inst (inst, LLVMGetEntryBasicBlock(h->fn)) {
        if (!LLVMIsAAllocaInst(inst) || !LLVMGetMetadata(inst, mark_kind(h)))
            continue;
        uint64_t bytes = ir_abi_size(h->target, LLVMGetAllocatedType(inst));
        h->row_bytes -= bytes < h->row_bytes ? bytes : h->row_bytes;
        if (!LLVMGetFirstUse(inst))
            vec_push(h->ctx, &h->row_memory, (hir_row_memory){inst, bytes, NULL});
    }
}

bool hir_may_have_rows(hir *h) {
    if (!h->knows_rows && h->fn)
        know_rows(h);
    return h->row_bytes || h->row_memory.len;
}

static uint64_t row_bytes(const hir *h, hir_temp t, uint64_t iterations) {
    return iterations * size_of(h, t);
}

static bool is_of(const hir *h, const hir_row_memory *m, hir_temp t) {
    return LLVMGetElementType(LLVMGetAllocatedType(m->at)) == hir_temp_at(h, t)->type;
}

/* The least memory that is not the region's and has room; NULL: there is none. */
static hir_row_memory *find_memory(const hir *h, const HLRegion *region, hir_temp t,
                                   uint64_t iterations, const bool *taken) {
    hir_row_memory *best = NULL;
    for (size_t i = 0; i < h->row_memory.len; i++) {
        hir_row_memory *m = &h->row_memory.at[i];
        if (m->region != region && m->bytes >= row_bytes(h, t, iterations) && is_of(h, m, t) &&
            !(taken && taken[i]) && (!best || m->bytes < best->bytes))
            best = m;
    }
    return best;
}

static bool has_room(hir *h, const HLRegion *region, const hir_temp *temps, size_t count,
                     uint64_t iterations) {
    uint64_t left = h->row_bytes;
    bool *taken = arena_array(&h->mem, h->row_memory.len + 1, bool);
    bool fits = taken != NULL;
    for (size_t i = 0; fits && i < count; i++) {
        uint64_t bytes = row_bytes(h, temps[i], iterations);
        const hir_row_memory *m = find_memory(h, region, temps[i], iterations, taken);
        fits = m || bytes <= left;
        if (m)
            taken[m - h->row_memory.at] = true;
        else
            left -= fits ? bytes : 0;
    }
    return fits;
}

uint64_t hir_row_iterations(hir *h, const HLRegion *region, const HLLoop *loop,
                            const hir_temp *temps, size_t count) {
    int64_t upper;
    if (!hir_may_have_rows(h) || !hir_is_constant(hir_upper(loop), &upper))
        return 0;
    uint64_t all = (uint64_t)upper + 1;
    if (has_room(h, region, temps, count, all))
        return all;
    for (uint64_t some = MOST; some >= LEAST; some /= 2)
        if (some < all && has_room(h, region, temps, count, some))
            return some;
    return 0;
}

static LLVMValueRef allocate(hir *h, LLVMTypeRef type, uint64_t count) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(h->m->llvm_ctx);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(h->fn));
    LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, first);
    LLVMValueRef row = LLVMBuildAlloca(builder, LLVMArrayType2(type, count), "row");
    LLVMDisposeBuilder(builder);
    LLVMMetadataRef none = LLVMMDNodeInContext2(h->m->llvm_ctx, NULL, 0);
    LLVMSetMetadata(row, mark_kind(h), LLVMMetadataAsValue(h->m->llvm_ctx, none));
    return row;
}

static LLVMValueRef take_memory(hir *h, const HLRegion *region, hir_temp t, uint64_t count) {
    hir_row_memory *known = find_memory(h, region, t, count, NULL);
    uint64_t bytes = row_bytes(h, t, count);
    if (known) {
        known->region = region;
        return known->at;
    }
    LLVMValueRef at = allocate(h, hir_temp_at(h, t)->type, count);
    h->row_bytes -= bytes < h->row_bytes ? bytes : h->row_bytes;
    return vec_push(h->ctx, &h->row_memory, (hir_row_memory){at, bytes, region}) ? at : NULL;
}

bool hir_row_make(hir *h, const HLRegion *region, uint64_t count, hir_temp t, hir_row *row) {
    ir_begin_change(h->m);
    *row = (hir_row){.temp = t, .count = count, .symbase = hir_symbase_new(h)};
    LLVMValueRef memory = take_memory(h, region, t, count);
    row->base = memory ? hir_temp_new(h, "%row", LLVMTypeOf(memory), memory) : 0;
    return row->base && row->symbase;
}

static RegDDRef *place_of(hir *h, const hir_row *row, const HLLoop *loop) {
    CanonExpr *base = hir_canon_blob(h, hir_blob_temp(h, row->base));
    RegDDRef *ref = hir_ref_memory(h, REF_MEMORY, base, 1);
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
    RegDDRef *temp = hir_ref_of_temp(h, row->temp), *place = place_of(h, row, loop);
    HLInst *inst =
        hir_new_assign(h, loads ? LLVMLoad : LLVMStore, loads ? temp : place, loads ? place : temp);
    if (inst)
        inst->node.node.where = loop->node.node.where;
    return inst;
}

HLInst *hir_row_load(hir *h, const hir_row *row, const HLLoop *loop) {
    return new_access(h, row, loop, true);
}

HLInst *hir_row_store(hir *h, const hir_row *row, const HLLoop *loop) {
    return new_access(h, row, loop, false);
}
