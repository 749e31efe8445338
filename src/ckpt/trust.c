#include "ckpt/trust.h"

#include "base/nearest.h"
#include "ir/attr.h"
#include "ir/value.h"

#include <string.h>

static const char trusted[] = "lathe-trusted";

/* In the encoding of the memory attribute: two bits for each kind of location, 1 read, 2 written;
 * the first kind is what arguments point to. */
enum { TOUCH_NOTHING = 0, TOUCH_READS = 1, TOUCH_ARGUMENTS = 3, TOUCH_ANY = -1 };

static const struct {
    const char *name;
    int memory;
} touches[] = {{"nothing", TOUCH_NOTHING},
               {"reads", TOUCH_READS},
               {"args", TOUCH_ARGUMENTS},
               {"any", TOUCH_ANY}};

bool ckpt_is_trusted(LLVMValueRef fn) {
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         trusted, sizeof trusted - 1) != NULL;
}

static LLVMValueRef find(lathe_module *m, const char *text, size_t length) {
    nearest n = nearest_init(text, length);
    ir_each_function (fn, m->llvm) {
        if (!LLVMIsDeclaration(fn) || LLVMGetIntrinsicID(fn) || !ctx_tick(m->ctx, 1))
            continue;
        if (str_is(LLVMGetValueName(fn), text, length))
            return fn;
        nearest_consider(&n, LLVMGetValueName(fn));
    }
    ctx_fail(m->ctx, LATHE_USAGE,
             "'%s': the program calls no function '%.*s' of others" NEAREST_HINT, text, (int)length,
             text, NEAREST_WORDS(n));
    return NULL;
}

/* What it may do with pointers is said of each parameter, too. */
static void note(LLVMValueRef fn, int memory) {
    LLVMAddAttributeAtIndex(
        fn, IR_AT_FUNCTION,
        LLVMCreateStringAttribute(LLVMGetValueContext(fn), trusted, sizeof trusted - 1, "", 0));
    if (memory == TOUCH_ANY)
        return;
    ir_attr_add(fn, IR_AT_FUNCTION, "memory", (uint64_t)memory);
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) {
        if (!ir_is_pointer(LLVMGetParam(fn, i)))
            continue;
        ir_attr_add(fn, i + 1, "captures", 0);
        if (memory == TOUCH_READS)
            ir_attr_add(fn, i + 1, "readonly", 0);
    }
}

bool ckpt_trust(lathe_module *m, const char *text) {
    size_t length = strcspn(text, ":"), which = 0;
    const char *what = text[length] ? text + length + 1 : "any";
    enum { COUNT = sizeof touches / sizeof *touches };
    while (which < COUNT && strcmp(what, touches[which].name) != 0)
        which++;
    LLVMValueRef fn = NULL;
    if (!length || which == COUNT)
        ctx_fail(m->ctx, LATHE_USAGE,
                 "'%s' is not FUNC or FUNC:WHAT, with nothing, reads, args or any for WHAT", text);
    else if ((fn = find(m, text, length)))
        note(fn, touches[which].memory);
    return ctx_ok(m->ctx);
}
