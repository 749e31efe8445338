#include "ckpt/ckpt_path.h"

#include "ckpt/ckpt_check.h"
#include "ckpt/ckpt_order.h"
#include "ckpt/ckpt_reasons.h"
#include "ckpt/exceptions.h"
#include "ckpt/requests.h"
#include "ckpt/setjmps.h"
#include "ckpt/thunks.h"
#include "ckpt/trust.h"
#include "ir/analyses.h"
#include "ir/attr.h"
#include "ir/libfuncs.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

typedef VEC(LLVMValueRef) value_list;

static bool is_indirect_call(LLVMValueRef inst) {
    if (!ckpt_is_call(inst))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    return !LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee);
}

static void add(ckpt_path *p, value_list *work, LLVMValueRef fn) {
    if (map_add(&p->functions, fn))
        vec_push(p->m->ctx, work, fn);
}

static void add_indirect_callers(ckpt_path *p, value_list *work) {
    if (p->indirect)
        return;
    p->indirect = true;
    ir_each_function (fn, p->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (is_indirect_call(inst))
                    add(p, work, fn);
}

static void add_callers(ckpt_path *p, value_list *work, LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!ckpt_is_call_of(user, fn) || ir_call_passes(user, fn)) {
            if (!LLVMIsABlockAddress(user))
                add_indirect_callers(p, work);
            if (!ckpt_is_call_of(user, fn))
                continue;
        }
        add(p, work, ir_function_of(user));
    }
}

static bool close_over_callers(ckpt_path *p, value_list *work) {
    for (size_t i = 0; i < work->len && ctx_tick(p->m->ctx, 1); i++)
        add_callers(p, work, work->at[i]);
    vec_free(p->m->ctx, work);
    return ctx_ok(p->m->ctx);
}

bool ckpt_path_find(ckpt_path *p, lathe_module *m) {
    value_list work = {0};
    *p = (ckpt_path){.m = m};
    map_init(&p->functions, m->ctx);
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ckpt_is_directive(inst) && ctx_tick(m->ctx, 1))
                    add(p, &work, fn);
    return close_over_callers(p, &work);
}

bool ckpt_path_find_callers(ckpt_path *p, lathe_module *m, LLVMValueRef fn) {
    value_list work = {0};
    *p = (ckpt_path){.m = m};
    map_init(&p->functions, m->ctx);
    add_callers(p, &work, fn);
    return close_over_callers(p, &work);
}

void ckpt_path_free(ckpt_path *p) {
    map_free(&p->functions);
}

bool ckpt_path_has(const ckpt_path *p, LLVMValueRef fn) {
    return map_find(&p->functions, fn) != NULL;
}

bool ckpt_path_is_call(const ckpt_path *p, LLVMValueRef inst) {
    if (!ckpt_is_call(inst))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    return LLVMIsAFunction(callee) ? ckpt_path_has(p, callee)
                                   : p->indirect && is_indirect_call(inst);
}

/* ---- what cannot be saved ---- */

/* The first instruction that uses the value, also through constants; NULL if there is none. */
static LLVMValueRef first_user(lathe_ctx *ctx, LLVMValueRef value) {
    value_list work = {0};
    LLVMValueRef found = NULL;
    vec_push(ctx, &work, value);
    for (size_t i = 0; i < work.len && !found && ctx_tick(ctx, 1); i++)
        for (LLVMUseRef u = LLVMGetFirstUse(work.at[i]); u && !found; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsAInstruction(user))
                found = user;
            else if (!LLVMIsAGlobalValue(user))
                vec_push(ctx, &work, user);
        }
    vec_free(ctx, &work);
    return found;
}

/* A callback that can reach a checkpoint would have the library's frame below it. */
static void check_callbacks(const ckpt_path *p, ckpt_refusals *r, LLVMValueRef fn,
                            const lib_func *e) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool taken = !ir_is_call_of(call, fn) || ir_call_passes(call, fn);
        if (taken && p->indirect) /* it may be called with any function */
            ckpt_refuse(r, NULL, LLVMIsAInstruction(call) ? call : NULL, CKPT_WHY_CALLBACK,
                        e->name);
        if (!ir_is_call_of(call, fn) || e->argument >= LLVMGetNumArgOperands(call))
            continue;
        LLVMValueRef called = LLVMGetOperand(call, e->argument);
        if (LLVMIsAFunction(called) ? ckpt_path_has(p, called) : p->indirect)
            ckpt_refuse(r, NULL, call, CKPT_WHY_CALLBACK, e->name);
    }
}

static void check_on_path(const ckpt_path *p, ckpt_refusals *r, LLVMValueRef fn,
                          const lib_func *e) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ckpt_is_jump(user))
            continue;
        if (!LLVMIsAInstruction(user) || ckpt_path_has(p, ir_function_of(user))) {
            ckpt_refuse(r, NULL, LLVMIsAInstruction(user) ? user : NULL, CKPT_WHY_EXTERNAL_USED,
                        e->name, e->reason);
            return;
        }
    }
}

/* A call with too few arguments has none that is the stream. */
static void check_stream(ckpt_refusals *r, LLVMValueRef fn, const lib_func *e) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ir_is_call_of(user, fn) && e->argument >= LLVMGetNumArgOperands(user))
            ckpt_refuse(r, NULL, user, CKPT_WHY_EXTERNAL_STREAM, e->name);
    }
}

static void check_external(const ckpt_path *p, ckpt_refusals *r, LLVMValueRef fn) {
    const char *name = LLVMGetValueName(fn);
    if (LLVMGetIntrinsicID(fn) || !LLVMGetFirstUse(fn))
        return;
    LLVMValueRef user = first_user(p->m->ctx, fn);
    const lib_func *e = lib_find_judged(name);
    if (!e && ckpt_is_trusted(fn))
        return;
    if (!e)
        ckpt_refuse(r, NULL, user, CKPT_WHY_EXTERNAL_UNKNOWN, name);
    else if (e->verdict == LIB_CKPT_REFUSED)
        ckpt_refuse(r, NULL, user, CKPT_WHY_EXTERNAL_USED, name, e->reason);
    else if (e->verdict == LIB_CKPT_REFUSED_ON_PATH)
        check_on_path(p, r, fn, e);
    else if (e->verdict == LIB_CKPT_BEFORE)
        ckpt_check_order(p, r, fn, e);
    else if (e->verdict == LIB_CKPT_CALLBACK)
        check_callbacks(p, r, fn, e);
    else if (e->verdict == LIB_CKPT_STREAM)
        check_stream(r, fn, e);
    if (e && e->verdict != LIB_CKPT_REFUSED)
        ckpt_check_address(r, fn, e);
    ckpt_check_requests(r, fn);
}

/* Variables of libc. Streams represent handles, so they may only be read; the others are saved. */
static const struct {
    const char *name;
    bool read_only;
} known_variables[] = {
    {"stdin", true},   {"stdout", true},  {"stderr", true},  {"optind", false},
    {"optarg", false}, {"optopt", false}, {"opterr", false},
};

static const char environment[] = "the environment is not saved, and lies elsewhere in the next "
                                  "process: getenv may be used";

/* Without optimisation a parameter is put into a local, whether or not it is read again. */
static bool is_read(LLVMValueRef parameter) {
    for (LLVMUseRef u = LLVMGetFirstUse(parameter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef store = LLVMGetUser(u);
        LLVMValueRef place = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 1) : NULL;
        if (!place || !LLVMIsAAllocaInst(place) || place == parameter)
            return true;
        for (LLVMUseRef v = LLVMGetFirstUse(place); v; v = LLVMGetNextUse(v)) {
            LLVMValueRef user = LLVMGetUser(v);
            if (user != store && (!LLVMIsALoadInst(user) || LLVMGetFirstUse(user)))
                return true;
        }
    }
    return false;
}

/* Constants of the C++ library, which the linker puts into the program: tables of virtual
 * functions, and what types are. */
static bool is_of_cxx(const char *name) {
    return str_starts_with(name, "_ZTV") || str_starts_with(name, "_ZTI") ||
           str_starts_with(name, "_ZTS") || strcmp(name, "__dso_handle") == 0;
}

static void check_variable(const ckpt_path *p, ckpt_refusals *r, LLVMValueRef global) {
    const char *name = LLVMGetValueName(global);
    if (LLVMIsThreadLocal(global) && LLVMIsDeclaration(global) && LLVMGetFirstUse(global)) {
        ckpt_refuse(r, NULL, first_user(p->m->ctx, global), CKPT_WHY_THREAD_LOCAL, name);
        return;
    }
    if (!ir_has_fixed_size(LLVMGlobalGetValueType(global)) && LLVMGetFirstUse(global))
        ckpt_refuse(r, NULL, global, CKPT_WHY_TYPE_OF, name);
    if (!LLVMIsDeclaration(global) || !LLVMGetFirstUse(global))
        return;
    if (str_is_listed("environ __environ _environ", name, strlen(name))) {
        ckpt_refuse(r, NULL, first_user(p->m->ctx, global), CKPT_WHY_ENVIRON, name, environment);
        return;
    }
    if (is_of_cxx(name))
        return;
    for (size_t i = 0; i < sizeof known_variables / sizeof *known_variables; i++)
        if (strcmp(name, known_variables[i].name) == 0) {
            if (known_variables[i].read_only && !ir_is_only_loaded(global))
                ckpt_refuse(r, NULL, first_user(p->m->ctx, global), CKPT_WHY_LIBC_VARIABLE, name);
            return;
        }
    ckpt_refuse(r, NULL, first_user(p->m->ctx, global), CKPT_WHY_EXTERNAL_VARIABLE, name);
}

static void check_asm(const ckpt_path *p, ckpt_refusals *r) {
    size_t length;
    LLVMGetModuleInlineAsm(p->m->llvm, &length);
    if (length)
        ckpt_refuse(r, NULL, NULL, CKPT_WHY_ASM_MODULE);
}

/* int or void main(int, char **, char **), or with fewer parameters: what the runtime calls. */
static bool is_usual_main(LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMGetReturnType(type), params[3];
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    unsigned count = LLVMCountParamTypes(type);
    if (count > 3 || LLVMIsFunctionVarArg(type) ||
        (result != number && LLVMGetTypeKind(result) != LLVMVoidTypeKind))
        return false;
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i < count; i++) {
        bool pointer = LLVMGetTypeKind(params[i]) == LLVMPointerTypeKind &&
                       LLVMGetPointerAddressSpace(params[i]) == 0;
        if (i == 0 ? params[i] != number : !pointer)
            return false;
    }
    for (unsigned i = 1; i <= count; i++)
        if (ir_attr_get(fn, i, "byval") || ir_attr_get(fn, i, "sret"))
            return false;
    return true;
}

static void check_main(const ckpt_path *p, ckpt_refusals *r) {
    LLVMValueRef entry = LLVMGetNamedFunction(p->m->llvm, "main");
    if (!entry || LLVMIsDeclaration(entry))
        ckpt_refuse(r, NULL, NULL, CKPT_WHY_NO_MAIN);
    else if (!is_usual_main(entry))
        ckpt_refuse(r, NULL, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(entry)), CKPT_WHY_MAIN);
    else if (LLVMCountParams(entry) > 2 && is_read(LLVMGetParam(entry, 2)))
        ckpt_refuse(r, NULL, NULL, CKPT_WHY_ENVP, environment);
}

void ckpt_check_program(const ckpt_path *p, ckpt_refusals *r) {
    ir_analyses_forget(p->m, NULL); /* functions with ckpt_mem have changed */
    check_main(p, r);
    check_asm(p, r);
    ir_each_function (fn, p->m->llvm) {
        if (LLVMIsDeclaration(fn))
            check_external(p, r, fn);
        else if (ckpt_path_has(p, fn))
            ckpt_check_function(r, fn);
        else
            ckpt_check_other_function(r, fn);
    }
    ir_each_global (global, p->m->llvm)
        check_variable(p, r, global);
}
