/* ckpt-mark: tells LLVM what checkpoint() does, so that optimising before ckpt-inject treats it as
 * no barrier. Values that stay in registers across it are saved from there.
 *
 * Needs: nothing.
 * Keeps: behaviour; the calls stay, and in their order with other calls that are seen outside.
 * Breaks: nothing.
 * Declines when: checkpoint() has a body of the program's own.
 */
#include "ckpt/passes.h"

#include <string.h>

/* In the encoding of the memory attribute: two bits for each kind of location, of which the second
 * is memory that the program cannot see; both reads and writes. */
enum { INACCESSIBLE_MEMORY = 3 << 2 };

static void add(LLVMValueRef fn, const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(LLVMGetValueContext(fn), kind, value));
}

lathe_status ckpt_mark_pass(lathe_module *m, const ir_params *params, str *out) {
    static const char *const names[] = {"checkpoint", "lathe_checkpoint"};
    (void)params;
    (void)out;
    for (size_t i = 0; i < 2; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, names[i]);
        if (!fn || !LLVMIsDeclaration(fn))
            continue;
        add(fn, "nounwind", 0);
        add(fn, "willreturn", 0);
        add(fn, "nocallback", 0);
        add(fn, "nofree", 0);
        add(fn, "memory", INACCESSIBLE_MEMORY);
    }
    return m->ctx->status;
}
