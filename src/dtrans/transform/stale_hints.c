/* Type annotations that a transform makes untrue. LLVM's value map lets them follow when a struct
 * becomes another one; but where pointers become numbers, or objects are not in one piece any more,
 * there is nothing left that the annotation is true of, and it goes.
 *
 * Of a transform that does such things, these stay: annotations of one level about structs that
 * stay as they are, on instructions whose results still are pointers when all is done. */
#include "dtrans/annotate/annotate.h"
#include "dtrans/transform/base.h"
#include "ir/value.h"

/* Whether the transform does more than to move fields. */
static bool makes_numbers(const DTransOptBase *b) {
    bool apart = false;
    for (size_t i = 0; i < b->layouts.changes.len; i++)
        apart |= b->layouts.changes.at[i].apart;
    return apart || b->pointers.active || b->hooks->number_note;
}

static bool is_changed(const DTransOptBase *b, LLVMTypeRef type) {
    return dtrans_is_remapped(&b->layouts, type);
}

static bool is_stale(const DTransOptBase *b, LLVMValueRef inst) {
    LLVMTypeRef type;
    unsigned level;
    if (!dtrans_annotated_type(inst, &type, &level))
        return false;
    return level > 1 || is_changed(b, type);
}

static bool is_on_number(const DTransOptBase *b, LLVMValueRef inst) {
    (void)b;
    return !ir_is_pointer(inst);
}

static void drop(DTransOptBase *b, bool (*is_untrue)(const DTransOptBase *, LLVMValueRef)) {
    unsigned kind = dtrans_annotated_type_kind(b->m->llvm_ctx);
    if (!makes_numbers(b))
        return;
    ir_each_function (fn, b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(b->ctx, 1) && LLVMHasMetadata(inst) && LLVMGetMetadata(inst, kind) &&
                    is_untrue(b, inst) && dtrans_remove_type(inst))
                    ctx_count(b->ctx, "stale type annotations removed", 1);
}

void dtrans_drop_stale_hints(DTransOptBase *b) {
    drop(b, is_stale);
}

void dtrans_drop_hints_on_numbers(DTransOptBase *b) {
    drop(b, is_on_number);
}
