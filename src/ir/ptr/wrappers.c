#include "ir/ptr/wrappers.h"

#include "ir/ptr/wrap_fresh.h"
#include "ir/value.h"

#include <string.h>

const lib_func *ptr_library_row(LLVMValueRef f) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    return LLVMIsDeclaration(f) ? lib_find(name, length) : NULL;
}

const ptr_wrapper *ptr_wrapper_of(const ptr_wrappers *w, LLVMValueRef function) {
    map_word *index = map_find(&w->known, function);
    return index ? &w->at.at[index->u - 1] : NULL;
}

/* What a call of a function that returns its parameter returns, NULL for other values. */
LLVMValueRef ptr_passed_argument(const ptr_wrappers *w, LLVMValueRef v) {
    LLVMValueRef callee = ptr_direct_callee(v);
    const ptr_wrapper *passing = callee ? ptr_wrapper_of(w, callee) : NULL;
    return passing && passing->passes >= 0 ? LLVMGetOperand(v, (unsigned)passing->passes) : NULL;
}

/* The argument number of a use in a direct call, -1 if it is none. */
static int argument_number(LLVMValueRef call, LLVMUseRef use) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMUseRef arg = LLVMGetOperandUse(call, i);
        if (arg == use)
            return (int)i;
    }
    return -1;
}

typedef bool accept_fn(const ptr_wrappers *w, LLVMValueRef user, LLVMUseRef use,
                       ptr_wrapper *wrapper);

/* Follows the uses of a value and its copies. False on a use that is neither a copy, a comparison,
 * nor accepted. */
static bool follow_uses(const ptr_wrappers *w, LLVMValueRef v, accept_fn *accept,
                        ptr_wrapper *wrapper) {
    ptr_slice s = {.ctx = w->ctx};
    ptr_slice_add(&s, v);
    bool good = true;
    for (size_t i = 0; good && i < s.at.len; i++) {
        for (LLVMUseRef u = LLVMGetFirstUse(s.at.at[i]); good && u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user) ||
                LLVMIsABitCastInst(user) || ptr_passed_argument(w, user) == s.at.at[i]) {
                ptr_slice_add(&s, user);
            } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == s.at.at[i] &&
                       ptr_is_plain_local(LLVMGetOperand(user, 1))) {
                LLVMValueRef local = LLVMGetOperand(user, 1);
                for (LLVMUseRef l = LLVMGetFirstUse(local); l; l = LLVMGetNextUse(l))
                    if (LLVMIsALoadInst(LLVMGetUser(l)))
                        ptr_slice_add(&s, LLVMGetUser(l));
            } else if (!LLVMIsAICmpInst(user)) {
                good = accept(w, user, u, wrapper);
            }
        }
    }
    good = good && !s.overflow;
    ptr_slice_free(&s);
    return good;
}

/* free(p), realloc(p, n), or a wrapper of either. */
static bool accept_free(const ptr_wrappers *w, LLVMValueRef user, LLVMUseRef use,
                        ptr_wrapper *wrapper) {
    LLVMValueRef callee = ptr_direct_callee(user);
    int arg = callee ? argument_number(user, use) : -1;
    if (arg < 0)
        return false;
    const lib_func *row = ptr_library_row(callee);
    const ptr_wrapper *inner = row ? NULL : ptr_wrapper_of(w, callee);
    bool frees = row ? (size_t)arg < strlen(row->args) && row->args[arg] == LIB_FREE
                     : inner && arg < 64 && inner->frees >> arg & 1;
    wrapper->frees |= frees;
    return frees;
}

/* Whether a parameter is given to free on some path, and used for nothing else on any. */
static bool only_freed(const ptr_wrappers *w, LLVMValueRef param) {
    ptr_wrapper seen = {0};
    return ir_is_pointer(param) && follow_uses(w, param, accept_free, &seen) && seen.frees;
}

/* How far before the pointer the block begins that a call frees or reallocates, 0 if it is none. */
static uint64_t frees_before(const ptr_wrappers *w, LLVMValueRef stepped) {
    ir_each_user (call, stepped) {
        ptr_wrapper seen = {0};
        LLVMValueRef callee = ptr_direct_callee(call);
        for (unsigned i = 0; callee && i < LLVMGetNumArgOperands(call); i++)
            if (accept_free(w, call, LLVMGetOperandUse(call, i), &seen) &&
                LLVMGetOperand(call, i) == stepped)
                return 1;
    }
    return 0;
}

/* A step back, whatever is done there; or a call of a function that does no more either. */
static bool accept_step(const ptr_wrappers *w, LLVMValueRef user, LLVMUseRef use,
                        ptr_wrapper *wrapper) {
    int64_t distance = 0;
    if (LLVMIsAGetElementPtrInst(user)) {
        bool back = LLVMGetOperandUse(user, 0) == use &&
                    ptr_strip_distance(w, user, &distance) != user && distance < 0;
        wrapper->steps_back |= back;
        if (back && frees_before(w, user))
            wrapper->freed_before = (uint64_t)-distance;
        return back;
    }
    LLVMValueRef callee = ptr_direct_callee(user);
    const ptr_wrapper *inner = callee ? ptr_wrapper_of(w, callee) : NULL;
    int arg = inner ? argument_number(user, use) : -1;
    if (arg < 0 || arg >= 64 || !(inner->steps_back >> arg & 1))
        return false;
    wrapper->steps_back = 1;
    if (inner->freed_before)
        wrapper->freed_before = inner->freed_before;
    return true;
}

/* Whether a parameter only leads to what lies before it: a header. */
static bool only_steps_back(const ptr_wrappers *w, LLVMValueRef param, uint64_t *freed_before) {
    ptr_wrapper seen = {0};
    bool good =
        ir_is_pointer(param) && follow_uses(w, param, accept_step, &seen) && seen.steps_back;
    if (good && seen.freed_before)
        *freed_before = seen.freed_before;
    return good;
}

static bool accept_return(const ptr_wrappers *w, LLVMValueRef user, LLVMUseRef use,
                          ptr_wrapper *wrapper) {
    (void)w, (void)use, (void)wrapper;
    return LLVMIsAReturnInst(user);
}

/* The parameter that is all a function returns, and that it uses for nothing else; -1 if none. */
static int passed_parameter(const ptr_wrappers *w, LLVMValueRef fn) {
    int passed = -1;
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        int param = ptr_parameter_of(w->ctx, fn, LLVMGetOperand(last, 0));
        if (param < 0 || (passed >= 0 && param != passed))
            return -1;
        passed = param;
    }
    ptr_wrapper seen = {0};
    bool good =
        passed >= 0 && follow_uses(w, LLVMGetParam(fn, (unsigned)passed), accept_return, &seen);
    return good ? passed : -1;
}

static const ptr_wrapper nothing = {.grows = -1, .size_arg = -1, .count_arg = -1, .passes = -1};

/* What it returns, of a function that returns a pointer. */
static void describe_result(ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    out->allocates = ptr_returns_fresh(w, fn, out);
    if (!out->allocates) {
        *out = nothing;
        out->allocates = ptr_returns_carved(w, fn, out);
    }
    if (!out->allocates) {
        *out = nothing;
        out->allocates = ptr_is_vouched(w, fn, out);
    }
    if (!out->allocates) {
        *out = nothing;
        out->passes = passed_parameter(w, fn);
    }
}

static bool describe(ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    *out = nothing;
    if (LLVMGetTypeKind(result) == LLVMPointerTypeKind)
        describe_result(w, fn, out);
    out->function = fn;
    for (unsigned i = 0; i < LLVMCountParams(fn) && i < 64; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        if (only_freed(w, param))
            out->frees |= UINT64_C(1) << i;
        else if (only_steps_back(w, param, &out->freed_before))
            out->steps_back |= UINT64_C(1) << i;
    }
    if (out->allocates && out->grows >= 0 && !((out->frees | out->steps_back) >> out->grows & 1))
        out->allocates = false;
    return out->allocates || out->frees || out->steps_back || out->passes >= 0;
}

/* Another body may replace a weak one. */
static bool is_body_known(LLVMValueRef fn) {
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return !LLVMIsDeclaration(fn) && linkage != LLVMAvailableExternallyLinkage &&
           linkage != LLVMWeakAnyLinkage && linkage != LLVMLinkOnceAnyLinkage;
}

static bool is_candidate(LLVMValueRef fn) {
    if (!is_body_known(fn) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)))
        return false;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    if (LLVMGetTypeKind(result) == LLVMPointerTypeKind)
        return true;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (ir_is_pointer(LLVMGetParam(fn, i)))
            return true;
    return false;
}

/* An external function, or one with a body that is not looked into, of which it is said that it
 * allocates. */
static bool is_promised(const ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    *out = nothing;
    out->function = fn;
    out->allocates = !LLVMGetIntrinsicID(fn) && ptr_is_vouched(w, fn, out);
    return out->allocates;
}

typedef VEC(LLVMValueRef) value_list;

static void add_callers(const ptr_wrappers *w, LLVMValueRef fn, value_list *work) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ptr_direct_callee(user) == fn)
            vec_push(w->ctx, work, ir_function_of(user));
    }
}

/* True if the description of fn is new or says more than before. */
static bool learn(ptr_wrappers *w, const ptr_wrapper *found) {
    map_word *index = map_put(&w->known, found->function);
    if (!index)
        return false;
    if (!index->u) {
        if (vec_push(w->ctx, &w->at, *found))
            index->u = w->at.len;
        return index->u != 0;
    }
    ptr_wrapper *known = &w->at.at[index->u - 1];
    bool more = (found->allocates && !known->allocates) || (found->frees & ~known->frees) ||
                (found->steps_back & ~known->steps_back) ||
                (found->passes >= 0 && known->passes < 0);
    if (more)
        *known = *found;
    return more;
}

void ptr_wrappers_find(ptr_wrappers *w, lathe_module *m) {
    *w = (ptr_wrappers){.ctx = m->ctx, .m = m};
    map_init(&w->known, m->ctx);
    map_init(&w->clears, m->ctx);
    map_init(&w->moves, m->ctx);
    value_list work = {0};
    ir_each_function (fn, m->llvm)
        vec_push(m->ctx, &work, fn);
    for (size_t i = 0; i < work.len && ctx_tick(m->ctx, 1); i++) {
        ptr_wrapper found;
        bool known = is_candidate(work.at[i]) ? describe(w, work.at[i], &found)
                                              : is_promised(w, work.at[i], &found);
        if (known && learn(w, &found))
            add_callers(w, work.at[i], &work);
    }
    vec_free(m->ctx, &work);
    for (size_t i = 0; i < w->at.len; i++)
        w->headers |= w->at.at[i].allocates && w->at.at[i].header;
}

void ptr_wrappers_free(ptr_wrappers *w) {
    map_free(&w->known);
    map_free(&w->clears);
    map_free(&w->moves);
    vec_free(w->ctx, &w->at);
}
