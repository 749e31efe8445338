#include "ckpt/ckpt_runtime.h"

#include "base/assert.h"
#include "ir/attr.h"
#include "ir/size.h"

#include <stdio.h>
#include <string.h>

/* Letters: p pointer, i i32, l i64, v void; the first is the result or the variable's type. */
static const struct {
    const char *name, *type;
    bool variable;
} symbols[] = {
    [CKPT_RT_DUE] = {"lathe_ckpt_due", "i", true},
    [CKPT_RT_MODE] = {"lathe_ckpt_mode", "i", true},
    [CKPT_RT_SP] = {"lathe_ckpt_sp", "p", true},
    [CKPT_RT_BEGIN] = {"lathe_ckpt_begin", "pp", false},
    [CKPT_RT_SAVE] = {"lathe_ckpt_save", "pp", false},
    [CKPT_RT_LOAD] = {"lathe_ckpt_load", "pp", false},
    [CKPT_RT_RUN] = {"lathe_ckpt_run", "ipipp", false},
};

static LLVMTypeRef type_of(LLVMContextRef c, char letter) {
    switch (letter) {
    case 'p':
        return LLVMPointerTypeInContext(c, 0);
    case 'i':
        return LLVMInt32TypeInContext(c);
    case 'l':
        return LLVMInt64TypeInContext(c);
    default:
        return LLVMVoidTypeInContext(c);
    }
}

/* The runtime is an archive, so that its names end up beside the program's. */
void ckpt_keep_near(LLVMValueRef global) {
    LLVMSetVisibility(global, LLVMHiddenVisibility);
}

static LLVMValueRef declare_function(lathe_module *m, ckpt_symbol s) {
    enum { MAX_PARAMS = 8 };
    const char *type = symbols[s].type;
    LLVMTypeRef params[MAX_PARAMS], result = type_of(m->llvm_ctx, type[0]);
    unsigned count = 0;
    for (; type[count + 1]; count++)
        params[count] = type_of(m->llvm_ctx, type[count + 1]);
    LLVMValueRef fn =
        LLVMAddFunction(m->llvm, symbols[s].name, LLVMFunctionType(result, params, count, false));
    ir_attr_add(fn, IR_AT_FUNCTION, "nounwind", 0);
    ir_attr_add(fn, IR_AT_FUNCTION, "cold", 0);
    return fn;
}

static LLVMValueRef declare(lathe_module *m, ckpt_symbol s) {
    LLVMTypeRef type = type_of(m->llvm_ctx, symbols[s].type[0]);
    LLVMValueRef global = symbols[s].variable ? LLVMAddGlobal(m->llvm, type, symbols[s].name)
                                              : declare_function(m, s);
    ckpt_keep_near(global);
    return global;
}

LLVMValueRef ckpt_runtime(lathe_module *m, ckpt_symbol s) {
    LLVMValueRef known = symbols[s].variable ? LLVMGetNamedGlobal(m->llvm, symbols[s].name)
                                             : LLVMGetNamedFunction(m->llvm, symbols[s].name);
    return known ? known : declare(m, s);
}

LLVMValueRef ckpt_runtime_call(lathe_module *m, LLVMBuilderRef b, ckpt_symbol s, LLVMValueRef *args,
                               unsigned count) {
    LLVMValueRef fn = ckpt_runtime(m, s);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

static bool has_preserve_most(lathe_module *m) {
    const char *triple = LLVMGetTarget(m->llvm);
    return str_starts_with(triple, "x86_64-") || str_starts_with(triple, "aarch64-");
}

static LLVMValueRef make_begin(lathe_module *m, const char *name) {
    enum { PRESERVE_MOST = 14 };
    LLVMValueRef real = ckpt_runtime(m, CKPT_RT_BEGIN);
    LLVMValueRef fn = LLVMAddFunction(m->llvm, name, LLVMGlobalGetValueType(real));
    LLVMValueRef site = LLVMGetParam(fn, 0);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    static const char *const attributes[] = {"nounwind", "cold", "noinline", "minsize", "optsize"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        ir_attr_add(fn, IR_AT_FUNCTION, attributes[i], 0);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    if (has_preserve_most(m))
        LLVMSetFunctionCallConv(fn, PRESERVE_MOST);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->llvm_ctx, fn, "entry"));
    LLVMBuildRet(b, LLVMBuildCall2(b, LLVMGlobalGetValueType(real), real, &site, 1, ""));
    LLVMDisposeBuilder(b);
    return fn;
}

LLVMValueRef ckpt_begin_call(lathe_module *m, LLVMBuilderRef b, LLVMValueRef site) {
    static const char name[] = "lathe.ckpt.begin";
    LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, name);
    if (!fn)
        fn = make_begin(m, name);
    LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &site, 1, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    return call;
}

LLVMValueRef ckpt_constant(lathe_module *m, const char *name, LLVMValueRef value) {
    LLVMValueRef global = LLVMAddGlobal(m->llvm, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    return global;
}

LLVMValueRef ckpt_text(lathe_module *m, const char *text) {
    LLVMValueRef value = LLVMConstStringInContext2(m->llvm_ctx, text, strlen(text), false);
    LLVMValueRef global = ckpt_constant(m, "ckpt.text", value);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

LLVMValueRef ckpt_place(lathe_module *m, const char *text) {
    char cell[LATHE_CKPT_PLACE_BYTES] = {0};
    snprintf(cell, sizeof cell, "%s", text);
    LLVMValueRef value = LLVMConstStringInContext2(m->llvm_ctx, cell, sizeof cell, true);
    LLVMValueRef global = ckpt_constant(m, "ckpt.position", value);
    LLVMSetSection(global, LATHE_CKPT_PLACES);
    LLVMSetAlignment(global, 1);
    return global;
}

LLVMValueRef ckpt_null(lathe_module *m) {
    return LLVMConstNull(LLVMPointerTypeInContext(m->llvm_ctx, 0));
}

static bool has_layout(lathe_module *m, LLVMTypeRef type, const ckpt_member *members,
                       unsigned count) {
    bool same = true;
    for (unsigned i = 0; i < count; i++)
        same &= LLVMOffsetOfElement(ir_layout(m), type, i) == members[i].offset;
    return same || LLVMPointerSize(ir_layout(m)) != sizeof(void *);
}

LLVMValueRef ckpt_struct(lathe_module *m, const ckpt_member *members, unsigned count) {
    enum { MOST = 8 };
    LLVMValueRef parts[MOST];
    lathe_assert(count <= MOST);
    for (unsigned i = 0; i < count; i++)
        parts[i] = members[i].value;
    LLVMValueRef made = LLVMConstStructInContext(m->llvm_ctx, parts, count, false);
    lathe_assert(has_layout(m, LLVMTypeOf(made), members, count));
    return made;
}

LLVMValueRef ckpt_table(lathe_module *m, const char *name, LLVMValueRef *rows, size_t count) {
    if (!count || !ctx_ok(m->ctx))
        return ckpt_null(m);
    return ckpt_constant(m, name, LLVMConstArray2(LLVMTypeOf(rows[0]), rows, count));
}
