/* ckpt-mark: declares to LLVM what checkpoint() does, so that optimising before ckpt-inject does
 * not treat it as a barrier. Values that stay in registers across it are saved from there. And
 * takes away bodies of functions that are the C library's, before they are inlined: some look into
 * FILE.
 *
 * Needs: nothing.
 * Keeps: behaviour; the calls stay, and in their order with other calls that are seen outside.
 * Breaks: nothing.
 * Declines when: checkpoint() has a body of the program's own.
 */
#include "ckpt/ckpt_passes.h"
#include "ckpt/program.h"
#include "ir/attr.h"

/* In the encoding of the memory attribute: two bits for each kind of location, of which the second
 * is memory that the program cannot see; both reads and writes. */
enum { INACCESSIBLE_MEMORY = 3 << 2 };

lathe_status ckpt_mark_pass(lathe_module *m, const ir_params *params, str *out) {
    static const char *const names[] = {"checkpoint", "lathe_checkpoint"};
    (void)params;
    (void)out;
    for (size_t i = 0; i < 2; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, names[i]);
        if (!fn || !LLVMIsDeclaration(fn))
            continue;
        ir_attr_add(fn, IR_AT_FUNCTION, "nounwind", 0);
        ir_attr_add(fn, IR_AT_FUNCTION, "willreturn", 0);
        ir_attr_add(fn, IR_AT_FUNCTION, "nocallback", 0);
        ir_attr_add(fn, IR_AT_FUNCTION, "nofree", 0);
        ir_attr_add(fn, IR_AT_FUNCTION, "memory", INACCESSIBLE_MEMORY);
    }
    ckpt_drop_copies(m);
    return m->ctx->status;
}
