#include "ir/ptr/wrappers.h"

#include "ir/libfuncs.h"
#include "ir/value.h"

#include <string.h>

enum { MAX_SLICE = 256 };

/* Values equal to one another inside a function, reached through copies and through local
 * variables that are only loaded and stored (the front end keeps every parameter in one). */
typedef struct slice {
    VEC(LLVMValueRef) at;
    lathe_ctx *ctx;
    bool overflow;
} slice;

static void slice_add(slice *s, LLVMValueRef v) {
    for (size_t i = 0; i < s->at.len; i++)
        if (s->at.at[i] == v)
            return;
    if (s->at.len >= MAX_SLICE)
        s->overflow = true;
    else if (!vec_push(s->ctx, &s->at, v))
        s->overflow = true;
}

/* A local variable whose address goes nowhere. */
static bool is_plain_local(LLVMValueRef v) {
    if (!LLVMIsAAllocaInst(v))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool loads = LLVMIsALoadInst(user) && !LLVMGetVolatile(user);
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v &&
                      LLVMGetOperand(user, 0) != v && !LLVMGetVolatile(user);
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool marker = callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
                      LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMVoidTypeKind &&
                      LLVMGetNumArgOperands(user) == 1;
        if (!loads && !stores && !marker)
            return false;
    }
    return true;
}

/* The called function, NULL for indirect calls and calls with another type than its own. */
static LLVMValueRef direct_callee(LLVMValueRef call) {
    if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
        return NULL;
    LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(call));
    return f && LLVMGlobalGetValueType(f) == LLVMGetCalledFunctionType(call) ? f : NULL;
}

static const lib_func *library_row(LLVMValueRef f) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    return LLVMIsDeclaration(f) ? lib_find(name, length) : NULL;
}

const ptr_wrapper *ptr_wrapper_of(const ptr_wrappers *w, LLVMValueRef function) {
    map_word *index = map_find(&w->known, function);
    return index ? &w->at.at[index->u - 1] : NULL;
}

/* Adds what v is a copy of. False if v is neither a copy nor an end the caller looks at. */
static bool add_sources(slice *s, LLVMValueRef v) {
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
            slice_add(s, LLVMGetIncomingValue(v, i));
        return true;
    }
    if (LLVMIsASelectInst(v)) {
        slice_add(s, LLVMGetOperand(v, 1));
        slice_add(s, LLVMGetOperand(v, 2));
        return true;
    }
    if (LLVMIsAFreezeInst(v) || LLVMIsABitCastInst(v)) {
        slice_add(s, LLVMGetOperand(v, 0));
        return true;
    }
    if (!LLVMIsALoadInst(v) || !is_plain_local(LLVMGetOperand(v, 0)))
        return false;
    LLVMValueRef local = LLVMGetOperand(v, 0);
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u))
        if (LLVMIsAStoreInst(LLVMGetUser(u)))
            slice_add(s, LLVMGetOperand(LLVMGetUser(u), 0));
    return true;
}

/* The parameter of fn that v always equals, -1 if there is none. Widening does not matter. */
static int parameter_of(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef v) {
    slice s = {.ctx = ctx};
    LLVMValueRef found = NULL;
    bool single = true;
    slice_add(&s, v);
    for (size_t i = 0; single && i < s.at.len; i++) {
        LLVMValueRef x = s.at.at[i];
        if (LLVMIsAArgument(x)) {
            single = !found || found == x;
            found = x;
        } else if (LLVMIsAZExtInst(x) || LLVMIsASExtInst(x)) {
            slice_add(&s, LLVMGetOperand(x, 0));
        } else {
            single = add_sources(&s, x);
        }
    }
    single = single && !s.overflow && found;
    vec_free(ctx, &s.at);
    for (unsigned i = 0; single && i < LLVMCountParams(fn); i++)
        if (LLVMGetParam(fn, i) == found)
            return (int)i;
    return -1;
}

/* What a call of a function that returns its parameter returns, NULL for other values. */
static LLVMValueRef passed_argument(const ptr_wrappers *w, LLVMValueRef v) {
    LLVMValueRef callee = direct_callee(v);
    const ptr_wrapper *passing = callee ? ptr_wrapper_of(w, callee) : NULL;
    return passing && passing->passes >= 0 ? LLVMGetOperand(v, (unsigned)passing->passes) : NULL;
}

/* The size of an allocation as one parameter, or the product of two. */
static bool describe_size(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef size, ptr_wrapper *out) {
    out->size_arg = parameter_of(ctx, fn, size);
    out->count_arg = -1;
    if (out->size_arg >= 0 || !LLVMIsAInstruction(size) ||
        LLVMGetInstructionOpcode(size) != LLVMMul)
        return out->size_arg >= 0;
    out->size_arg = parameter_of(ctx, fn, LLVMGetOperand(size, 0));
    out->count_arg = parameter_of(ctx, fn, LLVMGetOperand(size, 1));
    return out->size_arg >= 0 && out->count_arg >= 0;
}

/* What one call that yields memory says about the wrapper around it. */
static bool describe_source(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef call,
                            ptr_wrapper *out) {
    LLVMValueRef callee = direct_callee(call);
    if (!callee)
        return false;
    int size = -1, count = -1, grows = -1;
    bool zeroed = false, text = false;
    const lib_func *row = library_row(callee);
    const ptr_wrapper *inner = ptr_wrapper_of(w, callee);
    if (row && (row->result == LIB_RESULT_HEAP || row->result == LIB_RESULT_ZEROED ||
                row->result == LIB_RESULT_REALLOC)) {
        size = row->size;
        count = row->count;
        zeroed = row->result == LIB_RESULT_ZEROED;
        grows = row->result == LIB_RESULT_REALLOC ? 0 : -1;
    } else if (row && row->result == LIB_RESULT_TEXT) {
        text = true;
    } else if (inner && inner->allocates) {
        text = inner->size_arg < 0;
        size = inner->size_arg;
        count = inner->count_arg;
        zeroed = inner->zeroed;
        grows = inner->grows;
    }
    if (size < 0) {
        out->size_arg = out->count_arg = out->grows = -1;
        return text;
    }
    lathe_ctx *ctx = w->ctx;
    LLVMValueRef objects = count < 0 ? NULL : LLVMGetOperand(call, (unsigned)count);
    if (objects && LLVMIsAConstantInt(objects) && LLVMConstIntGetZExtValue(objects) == 1)
        count = -1;
    bool sized = describe_size(ctx, fn, LLVMGetOperand(call, (unsigned)size), out);
    if (count >= 0) {
        sized &= out->count_arg < 0;
        out->count_arg = parameter_of(ctx, fn, LLVMGetOperand(call, (unsigned)count));
    }
    out->grows = grows < 0 ? -1 : parameter_of(ctx, fn, LLVMGetOperand(call, (unsigned)grows));
    out->zeroed = zeroed;
    return sized && (count < 0 || out->count_arg >= 0) && (grows < 0 || out->grows >= 0);
}

/* A memset of the whole fresh object with zero. */
static bool clears_all(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef user,
                       const ptr_wrapper *wrapper) {
    LLVMValueRef callee = direct_callee(user);
    size_t length;
    if (!callee || !str_starts_with(LLVMGetValueName2(callee, &length), "llvm.memset."))
        return false;
    LLVMValueRef byte = LLVMGetOperand(user, 1);
    return ir_is_zero(byte) && wrapper->size_arg >= 0 && wrapper->count_arg < 0 &&
           parameter_of(w->ctx, fn, LLVMGetOperand(user, 2)) == wrapper->size_arg;
}

/* Follows the uses of a value: all copies are added to s. False on a use that is neither a copy,
 * a comparison, nor accepted by `accept`. */
typedef bool accept_fn(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef user, LLVMUseRef use,
                       ptr_wrapper *wrapper);

static bool follow_uses(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef v, accept_fn *accept,
                        ptr_wrapper *wrapper) {
    slice s = {.ctx = w->ctx};
    slice_add(&s, v);
    bool good = true;
    for (size_t i = 0; good && i < s.at.len; i++) {
        for (LLVMUseRef u = LLVMGetFirstUse(s.at.at[i]); good && u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user) ||
                LLVMIsABitCastInst(user) || passed_argument(w, user) == s.at.at[i]) {
                slice_add(&s, user);
            } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == s.at.at[i] &&
                       is_plain_local(LLVMGetOperand(user, 1))) {
                LLVMValueRef local = LLVMGetOperand(user, 1);
                for (LLVMUseRef l = LLVMGetFirstUse(local); l; l = LLVMGetNextUse(l))
                    if (LLVMIsALoadInst(LLVMGetUser(l)))
                        slice_add(&s, LLVMGetUser(l));
            } else if (!LLVMIsAICmpInst(user)) {
                good = accept(w, fn, user, u, wrapper);
            }
        }
    }
    good = good && !s.overflow;
    vec_free(w->ctx, &s.at);
    return good;
}

static bool accept_fresh(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef user, LLVMUseRef use,
                         ptr_wrapper *wrapper) {
    (void)use;
    if (LLVMIsAReturnInst(user))
        return true;
    if (!clears_all(w, fn, user, wrapper))
        return false;
    wrapper->zeroed = true;
    return true;
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

/* free(p), realloc(p, n), or a wrapper of either. */
static bool accept_free(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef user, LLVMUseRef use,
                        ptr_wrapper *wrapper) {
    (void)fn;
    LLVMValueRef callee = direct_callee(user);
    int arg = callee ? argument_number(user, use) : -1;
    if (arg < 0)
        return false;
    const lib_func *row = library_row(callee);
    const ptr_wrapper *inner = row ? NULL : ptr_wrapper_of(w, callee);
    bool frees = row ? (size_t)arg < strlen(row->args) && row->args[arg] == LIB_FREE
                     : inner && arg < 64 && inner->frees >> arg & 1;
    wrapper->frees |= frees;
    return frees;
}

/* Whether a parameter is given to free on some path, and used for nothing else on any. */
static bool only_freed(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef param) {
    ptr_wrapper seen = {0};
    return ir_is_pointer(param) && follow_uses(w, fn, param, accept_free, &seen) && seen.frees;
}

/* Whether every value fn returns is null or fresh memory that went nowhere else. */
static bool returns_fresh(const ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    slice s = {.ctx = w->ctx};
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (last && LLVMIsAReturnInst(last))
            slice_add(&s, LLVMGetOperand(last, 0));
    }
    bool good = s.at.len > 0, found = false;
    for (size_t i = 0; good && i < s.at.len; i++) {
        LLVMValueRef v = s.at.at[i];
        if (LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v))
            continue;
        LLVMValueRef passed = passed_argument(w, v);
        if (passed)
            slice_add(&s, passed);
        if (passed || add_sources(&s, v))
            continue;
        ptr_wrapper here = {.grows = -1, .passes = -1};
        good = describe_source(w, fn, v, &here) && follow_uses(w, fn, v, accept_fresh, &here) &&
               (!found || (here.size_arg == out->size_arg && here.count_arg == out->count_arg &&
                           here.grows == out->grows));
        here.zeroed |= found && out->zeroed;
        if (good)
            *out = here;
        found = true;
    }
    good = good && found && !s.overflow;
    vec_free(w->ctx, &s.at);
    return good;
}

static bool accept_return(const ptr_wrappers *w, LLVMValueRef fn, LLVMValueRef user, LLVMUseRef use,
                          ptr_wrapper *wrapper) {
    (void)w, (void)fn, (void)use, (void)wrapper;
    return LLVMIsAReturnInst(user);
}

/* The parameter that is all a function returns, and that it uses for nothing else; -1 if none. */
static int passed_parameter(const ptr_wrappers *w, LLVMValueRef fn) {
    int passed = -1;
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        int param = parameter_of(w->ctx, fn, LLVMGetOperand(last, 0));
        if (param < 0 || (passed >= 0 && param != passed))
            return -1;
        passed = param;
    }
    ptr_wrapper seen = {0};
    bool good =
        passed >= 0 && follow_uses(w, fn, LLVMGetParam(fn, (unsigned)passed), accept_return, &seen);
    return good ? passed : -1;
}

static bool describe(const ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    *out = (ptr_wrapper){.grows = -1, .size_arg = -1, .count_arg = -1, .passes = -1};
    if (LLVMGetTypeKind(result) == LLVMPointerTypeKind) {
        out->allocates = returns_fresh(w, fn, out);
        out->passes = out->allocates ? -1 : passed_parameter(w, fn);
    }
    out->function = fn;
    bool allocates = out->allocates;
    for (unsigned i = 0; i < LLVMCountParams(fn) && i < 64; i++)
        if (only_freed(w, fn, LLVMGetParam(fn, i)))
            out->frees |= UINT64_C(1) << i;
    if (allocates && out->grows >= 0 && !(out->frees >> out->grows & 1))
        out->allocates = false;
    return out->allocates || out->frees || out->passes >= 0;
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

typedef VEC(LLVMValueRef) value_list;

static void add_callers(const ptr_wrappers *w, LLVMValueRef fn, value_list *work) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (direct_callee(user) == fn)
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
                (found->passes >= 0 && known->passes < 0);
    if (more)
        *known = *found;
    return more;
}

void ptr_wrappers_find(ptr_wrappers *w, lathe_module *m) {
    *w = (ptr_wrappers){.ctx = m->ctx};
    map_init(&w->known, m->ctx);
    value_list work = {0};
    ir_each_function (fn, m->llvm)
        vec_push(m->ctx, &work, fn);
    for (size_t i = 0; i < work.len && ctx_tick(m->ctx, 1); i++) {
        ptr_wrapper found;
        if (is_candidate(work.at[i]) && describe(w, work.at[i], &found) && learn(w, &found))
            add_callers(w, work.at[i], &work);
    }
    vec_free(m->ctx, &work);
}

void ptr_wrappers_free(ptr_wrappers *w) {
    map_free(&w->known);
    vec_free(w->ctx, &w->at);
}
