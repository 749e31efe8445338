#include "dtrans/transform/retyped.h"

#include "ir/value.h"

static unsigned mark_kind(const DTransOptBase *b) {
    return ir_md_kind(b->m->llvm_ctx, "lathe.retyped");
}

static void mark(DTransOptBase *b, const dtrans_field_use *use) {
    LLVMContextRef llvm = b->m->llvm_ctx;
    LLVMValueRef node = LLVMMetadataAsValue(llvm, LLVMMDNodeInContext2(llvm, NULL, 0));
    for (size_t i = 0; i < use->list.len && ctx_tick(b->ctx, 1); i++)
        LLVMSetMetadata(use->list.at[i], mark_kind(b), node);
}

void dtrans_mark_retyped(DTransOptBase *b, dtrans_facts *facts) {
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        uint32_t type = b->layouts.changes.at[i].type;
        for (uint32_t k = 0; k < b->info->types.at[type].field_count && ctx_ok(b->ctx); k++)
            if (b->hooks->field_type(b, type, k, b->data))
                mark(b, dtrans_field_use_of(facts, type, k));
    }
}

void dtrans_check_retyped(DTransOptBase *b) {
    unsigned kind = mark_kind(b);
    ir_each_function (fn, b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(b->ctx, 1) && LLVMHasMetadata(inst) && LLVMGetMetadata(inst, kind))
                    ctx_fail(
                        b->ctx, LATHE_USAGE,
                        "after_edits: in '%s', %s of a field that has another type now is left",
                        LLVMGetValueName(fn), LLVMIsALoadInst(inst) ? "a load" : "a store");
}
