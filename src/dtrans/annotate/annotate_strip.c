/* dtrans-strip-annotations: removes what dtrans passes left for one another.
 *
 * Needs: nothing.
 * Keeps: the program's behaviour; every annotation of the user's, with its strings.
 * Breaks: type hints for later dtrans passes.
 * Declines when: never; a string of ours that something else uses stays.
 */
#include "dtrans/annotate/annotate.h"
#include "dtrans/dtrans_passes.h"

static void strip_function(lathe_module *m, LLVMValueRef fn) {
    LLVMValueRef next;
    ir_each_block (bb, fn)
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            if (!ctx_tick(m->ctx, 1))
                return;
            if (dtrans_remove_type(inst)) {
                ir_mark_changed(m);
                ctx_count(m->ctx, "type annotations removed", 1);
            }
            if (dtrans_remove_annotation(inst)) {
                ir_mark_changed(m);
                ctx_count(m->ctx, "pointer annotations removed", 1);
            }
        }
}

static void strip_strings(lathe_module *m) {
    for (LLVMValueRef next, g = LLVMGetFirstGlobal(m->llvm); g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (!LLVMGetFirstUse(g) && dtrans_is_annotation_string(g)) {
            ir_mark_changed(m);
            LLVMDeleteGlobal(g);
        }
    }
}

lathe_status dtrans_strip_annotations(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    ir_begin_change(m);
    ir_each_function (fn, m->llvm)
        strip_function(m, fn);
    strip_strings(m);
    return m->ctx->status;
}
