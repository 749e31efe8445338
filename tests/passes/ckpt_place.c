/* ckpt-test-place: calls checkpoint() in every block, or every n-th, to see whether any place is as
 * good as any other.
 *
 * Needs: nothing.
 * Keeps: behaviour.
 * Breaks: nothing.
 * Declines when: a block has no place for a call (exception pads); functions that the checks of
 * ckpt-inject refuse get none.
 */
#include "ckpt/ckpt_check.h"
#include "ckpt/ckpt_options.h"
#include "passes/passes.h"

#include <stdlib.h>

/* In the middle of the block, so that values of the block are live there. */
static LLVMValueRef place_in(LLVMBasicBlockRef bb) {
    LLVMValueRef at = ir_middle_of(bb);
    while (at && (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at)))
        at = LLVMGetNextInstruction(at);
    return at;
}

lathe_status ckpt_test_place_pass(lathe_module *m, const ir_params *params, str *out) {
    uint64_t every = ir_param_number(params, "every", 1), count = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    ckpt_refusals refused;
    (void)out;
    ckpt_refusals_init(&refused, m);
    ir_each_function (fn, m->llvm) {
        ckpt_check_function(&refused, fn);
        if (LLVMIsDeclaration(fn) || ckpt_is_refused(&refused, fn))
            continue;
        ir_each_block (bb, fn) {
            LLVMValueRef at = place_in(bb);
            if (!at || !ctx_tick(m->ctx, 1) || count++ % every)
                continue;
            LLVMPositionBuilderBefore(b, at);
            ckpt_build_directive(m, b);
        }
    }
    ckpt_refusals_free(&refused);
    LLVMDisposeBuilder(b);
    return m->ctx->status;
}
