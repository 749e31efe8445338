/* A value with the old packing, gathered from memory with the new one, or scattered to it. New
 * accesses say nothing of aliasing: what was said of the old one was about other bytes. */
#include "dtrans/transform/apply.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

typedef struct piecework {
    const dtrans_plan *p;
    LLVMBuilderRef b;
    const dtrans_edit *edit;
    LLVMValueRef pointer;
    LLVMValueRef base; /* the same, but no constant */
    LLVMTypeRef type;  /* of the value */
    dtrans_part parts[DTRANS_MAX_PARTS];
    uint32_t count;
} piecework;

static LLVMTypeRef bytes_type(const piecework *w, uint64_t bytes) {
    return LLVMIntTypeInContext(w->p->info->m->llvm_ctx, (unsigned)(8 * bytes));
}

static LLVMValueRef address_of(const piecework *w, const dtrans_bytes *run) {
    LLVMContextRef ctx = w->p->info->m->llvm_ctx;
    LLVMValueRef by =
        LLVMConstInt(LLVMInt64TypeInContext(ctx), (unsigned long long)run->distance, true);
    if (!run->distance)
        return w->pointer;
    return LLVMBuildGEPWithNoWrapFlags(w->b, LLVMInt8TypeInContext(ctx), w->base, &by, 1, "",
                                       LLVMGEPFlagInBounds);
}

static bool is_whole(const dtrans_bytes *run, const dtrans_part *part) {
    return run->length == part->size;
}

static LLVMValueRef load_run(const piecework *w, const dtrans_bytes *run, LLVMTypeRef type) {
    LLVMValueRef load = LLVMBuildLoad2(w->b, type, address_of(w, run), "");
    LLVMSetAlignment(load, (unsigned)run->align);
    return load;
}

static void store_run(const piecework *w, const dtrans_bytes *run, LLVMValueRef value) {
    LLVMValueRef store = LLVMBuildStore(w->b, value, address_of(w, run));
    LLVMSetAlignment(store, (unsigned)run->align);
}

static LLVMValueRef shift_of(const dtrans_bytes *run, LLVMTypeRef type) {
    return LLVMConstInt(type, 8 * run->place, false);
}

/* Little endian: the byte at the lowest address is the lowest in the register. */
static LLVMValueRef gathered(const piecework *w, uint32_t n) {
    const dtrans_part *part = &w->parts[n];
    LLVMTypeRef bits = bytes_type(w, part->size);
    LLVMValueRef all = NULL;
    for (uint32_t i = 0; i < w->edit->run_count; i++) {
        const dtrans_bytes *run = &w->edit->runs[i];
        if (run->part != n)
            continue;
        if (is_whole(run, part))
            return load_run(w, run, part->type);
        LLVMValueRef own = load_run(w, run, bytes_type(w, run->length));
        own = LLVMBuildZExt(w->b, own, bits, "");
        if (run->place)
            own = LLVMBuildShl(w->b, own, shift_of(run, bits), "");
        all = all ? LLVMBuildOr(w->b, all, own, "") : own;
    }
    if (!all)
        return LLVMConstNull(part->type);
    return LLVMGetTypeKind(part->type) == LLVMPointerTypeKind
               ? LLVMBuildIntToPtr(w->b, all, part->type, "")
               : LLVMBuildBitCast(w->b, all, part->type, "");
}

static void scatter(const piecework *w, uint32_t n, LLVMValueRef value) {
    const dtrans_part *part = &w->parts[n];
    LLVMTypeRef bits = bytes_type(w, part->size);
    LLVMValueRef all = NULL;
    for (uint32_t i = 0; i < w->edit->run_count; i++) {
        const dtrans_bytes *run = &w->edit->runs[i];
        if (run->part != n)
            continue;
        if (is_whole(run, part)) {
            store_run(w, run, value);
            return;
        }
        if (!all)
            all = LLVMGetTypeKind(part->type) == LLVMPointerTypeKind
                      ? LLVMBuildPtrToInt(w->b, value, bits, "")
                      : LLVMBuildBitCast(w->b, value, bits, "");
        LLVMValueRef own = run->place ? LLVMBuildLShr(w->b, all, shift_of(run, bits), "") : all;
        store_run(w, run, LLVMBuildTrunc(w->b, own, bytes_type(w, run->length), ""));
    }
}

static bool is_aggregate(LLVMTypeRef type) {
    return ir_is_struct(type) || ir_is_array(type);
}

static void apply_load(const piecework *w) {
    LLVMValueRef value = is_aggregate(w->type) ? LLVMGetPoison(w->type) : gathered(w, 0);
    for (uint32_t i = 0; is_aggregate(w->type) && i < w->count; i++)
        value = LLVMBuildInsertValue(w->b, value, gathered(w, i), i, "");
    LLVMReplaceAllUsesWith(w->edit->at, value);
    LLVMInstructionEraseFromParent(w->edit->at);
}

static void apply_store(const piecework *w) {
    LLVMValueRef value = LLVMGetOperand(w->edit->at, 0);
    if (!is_aggregate(w->type))
        scatter(w, 0, value);
    for (uint32_t i = 0; is_aggregate(w->type) && i < w->count; i++)
        scatter(w, i, LLVMBuildExtractValue(w->b, value, i, ""));
    LLVMInstructionEraseFromParent(w->edit->at);
}

void dtrans_apply_pieces(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *edit) {
    bool load = LLVMIsALoadInst(edit->at) != NULL;
    piecework w = {.p = p, .b = b, .edit = edit};
    w.pointer = LLVMGetOperand(edit->at, load ? 0 : 1);
    /* A new constant address could be confused with an old one that is yet to be replaced. */
    w.base = LLVMIsConstant(w.pointer) ? LLVMBuildFreeze(b, w.pointer, "") : w.pointer;
    w.type = LLVMTypeOf(load ? edit->at : LLVMGetOperand(edit->at, 0));
    w.count = dtrans_parts_of(p->layouts->target, w.type, w.parts);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(edit->at));
    if (load)
        apply_load(&w);
    else
        apply_store(&w);
    LLVMSetCurrentDebugLocation2(b, NULL);
}
