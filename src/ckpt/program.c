#include "ckpt/program.h"

#include "base/vec.h"
#include "ckpt/ckpt_runtime.h"
#include "ckpt/thunks.h"
#include "ir/attr.h"
#include "ir/libfuncs.h"
#include "ir/llvmpasses.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

void ckpt_drop_copies(lathe_module *m) {
    ir_each_function (fn, m->llvm)
        if (LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage &&
            !lib_find_judged(LLVMGetValueName(fn)))
            LLVMSetLinkage(fn, LLVMInternalLinkage);
    ir_run_llvm(m, &(ir_llvm_run){.passes = "elim-avail-extern", .doing = "elim-avail-extern"});
}

/* ---- externals ---- */

static LLVMValueRef runtimes_own(lathe_module *m, LLVMValueRef fn, const char *name) {
    str full;
    str_init(&full, m->ctx);
    if (str_starts_with(name, "__")) /* glibc's other name for the same */
        name += 2;
    str_printf(&full, "lathe_ckpt_%s", name);
    LLVMValueRef own = LLVMGetNamedFunction(m->llvm, str_text(&full));
    if (!own)
        own = LLVMAddFunction(m->llvm, str_text(&full), LLVMGlobalGetValueType(fn));
    str_free(&full);
    ckpt_keep_near(own);
    if (ir_attr_get(fn, LLVMAttributeReturnIndex, "noalias"))
        ir_attr_add(own, LLVMAttributeReturnIndex, "noalias", 0);
    return own;
}

static void follow_handles(lathe_module *m, LLVMBuilderRef b, LLVMValueRef fn, unsigned argument) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        LLVMPositionBuilderBefore(b, call);
        LLVMValueRef stream = LLVMBuildLoad2(b, LLVMPointerTypeInContext(m->llvm_ctx, 0),
                                             LLVMGetOperand(call, argument), "stream");
        LLVMSetOperand(call, argument, stream);
    }
}

/* A load of stdout gives the handle that stands for it. */
static void replace_streams(lathe_module *m) {
    static const char *const names[][2] = {{"stdin", "lathe_ckpt_stdin"},
                                           {"stdout", "lathe_ckpt_stdout"},
                                           {"stderr", "lathe_ckpt_stderr"}};
    for (size_t i = 0; i < 3; i++) {
        LLVMValueRef old = LLVMGetNamedGlobal(m->llvm, names[i][0]);
        if (!old || !LLVMIsDeclaration(old) || !LLVMGetFirstUse(old))
            continue;
        LLVMTypeRef pointer = LLVMPointerTypeInContext(m->llvm_ctx, 0);
        LLVMValueRef handle = LLVMAddGlobal(
            m->llvm, LLVMArrayType2(pointer, sizeof(lathe_ckpt_file) / sizeof(void *)),
            names[i][1]);
        ckpt_keep_near(handle);
        for (LLVMUseRef u; (u = LLVMGetFirstUse(old));) {
            LLVMValueRef load = LLVMGetUser(u);
            LLVMReplaceAllUsesWith(load, handle);
            LLVMInstructionEraseFromParent(load);
        }
    }
}

void ckpt_redirect_externals(lathe_module *m) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    VEC(LLVMValueRef) externals = {0};
    ir_each_function (fn, m->llvm)
        if (LLVMIsDeclaration(fn) && !LLVMGetIntrinsicID(fn))
            vec_push(m->ctx, &externals, fn);
    for (size_t i = 0; i < externals.len; i++) {
        LLVMValueRef fn = externals.at[i];
        const lib_func *e = lib_find_judged(LLVMGetValueName(fn));
        if (e && e->verdict == LIB_CKPT_STREAM) {
            ckpt_make_thunk(m, b, fn); /* which calls it, too */
            follow_handles(m, b, fn, e->argument);
        } else if (e && e->verdict == LIB_CKPT_REPLACED)
            LLVMReplaceAllUsesWith(fn, runtimes_own(m, fn, e->name));
        else if (e)
            ckpt_make_thunk(m, b, fn);
    }
    replace_streams(m);
    vec_free(m->ctx, &externals);
    LLVMDisposeBuilder(b);
}

/* ---- globals ---- */

static bool is_state(LLVMValueRef global) {
    const char *name = LLVMGetValueName(global);
    if (LLVMIsDeclaration(global))
        return str_is_listed("optind optarg optopt opterr", name, strlen(name)) &&
               LLVMGetFirstUse(global);
    return !LLVMIsGlobalConstant(global) && !ir_is_only_loaded(global) &&
           !str_starts_with(name, "llvm.");
}

static bool is_all_pointers(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return true;
    case LLVMArrayTypeKind:
        return is_all_pointers(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n; i++)
            if (!is_all_pointers(LLVMStructGetTypeAtIndex(type, i)))
                return false;
        return true;
    default:
        return false;
    }
}

typedef VEC(LLVMValueRef) value_list;

static LLVMValueRef int_of(lathe_module *m, unsigned bits, uint64_t n) {
    return LLVMConstInt(LLVMIntTypeInContext(m->llvm_ctx, bits), n, false);
}

static LLVMValueRef list_globals(lathe_module *m, size_t *count) {
    value_list rows = {0}, globals = {0};
    ir_each_global (global, m->llvm)
        if (is_state(global))
            vec_push(m->ctx, &globals, global);
    for (size_t i = 0; i < globals.len; i++) {
        LLVMValueRef g = globals.at[i];
        uint64_t bytes = ir_abi_size(ir_layout(m), LLVMGlobalGetValueType(g));
        ckpt_member members[] = {
            {offsetof(lathe_ckpt_global, start), g},
            {offsetof(lathe_ckpt_global, bytes), int_of(m, 64, bytes)},
            {offsetof(lathe_ckpt_global, name), ckpt_text(m, LLVMGetValueName(g))},
            {offsetof(lathe_ckpt_global, pointers),
             int_of(m, 64, is_all_pointers(LLVMGlobalGetValueType(g)))},
        };
        vec_push(m->ctx, &rows, ckpt_struct(m, members, 4));
    }
    LLVMValueRef table = ckpt_table(m, "ckpt.globals", rows.at, rows.len);
    *count = rows.len;
    vec_free(m->ctx, &rows);
    vec_free(m->ctx, &globals);
    return table;
}

/* ---- main ---- */

static LLVMTypeRef main_type(lathe_module *m) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(m->llvm_ctx);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->llvm_ctx, 0);
    LLVMTypeRef params[] = {i32, pointer, pointer};
    return LLVMFunctionType(i32, params, 3, false);
}

/* int entry(int, char **, char **), which passes on as much as main takes. */
static LLVMValueRef make_entry(lathe_module *m, LLVMBuilderRef b, LLVMValueRef program) {
    LLVMValueRef entry = LLVMAddFunction(m->llvm, "lathe.ckpt.entry", main_type(m));
    LLVMSetLinkage(entry, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->llvm_ctx, entry, "entry"));
    LLVMTypeRef type = LLVMGlobalGetValueType(program);
    LLVMValueRef args[3];
    unsigned count = LLVMCountParams(program);
    for (unsigned i = 0; i < count && i < 3; i++)
        args[i] = LLVMGetParam(entry, i);
    LLVMValueRef result = LLVMBuildCall2(b, type, program, args, count, "");
    LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(program));
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind;
    LLVMBuildRet(b, is_void ? int_of(m, 32, 0) : result);
    return entry;
}

static void make_main(lathe_module *m, LLVMBuilderRef b, LLVMValueRef program) {
    LLVMValueRef fn = LLVMAddFunction(m->llvm, "main", main_type(m));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->llvm_ctx, fn, "entry"));
    LLVMValueRef args[] = {program, LLVMGetParam(fn, 0), LLVMGetParam(fn, 1), LLVMGetParam(fn, 2)};
    LLVMBuildRet(b, ckpt_runtime_call(m, b, CKPT_RT_RUN, args, 4));
}

void ckpt_wrap_main(lathe_module *m, const ckpt_options *options, uint64_t build) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    LLVMValueRef program = LLVMGetNamedFunction(m->llvm, "main");
    size_t count;
    LLVMSetValueName2(program, "lathe.ckpt.main", strlen("lathe.ckpt.main"));
    LLVMSetLinkage(program, LLVMInternalLinkage);
    LLVMValueRef globals = list_globals(m, &count);
    ckpt_member members[] = {
        {offsetof(lathe_ckpt_program, abi), int_of(m, 32, LATHE_CKPT_ABI)},
        {offsetof(lathe_ckpt_program, global_count), int_of(m, 32, count)},
        {offsetof(lathe_ckpt_program, build), int_of(m, 64, build)},
        {offsetof(lathe_ckpt_program, name),
         options->name ? ckpt_text(m, options->name) : ckpt_null(m)},
        {offsetof(lathe_ckpt_program, entry), make_entry(m, b, program)},
        {offsetof(lathe_ckpt_program, globals), globals},
        {offsetof(lathe_ckpt_program, level), int_of(m, 32, options->level)},
    };
    make_main(m, b, ckpt_constant(m, "ckpt.program", ckpt_struct(m, members, 7)));
    LLVMDisposeBuilder(b);
}
