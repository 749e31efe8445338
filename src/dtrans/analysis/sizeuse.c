/* What an allocation wrapper does with the size it is given. A transform changes that size where
 * the wrapper is called; so whatever the wrapper makes of it must end in the memory it returns:
 * sizes of allocations that are returned, the clearing of these, tests for zero, tests against
 * sizes no program gets, and tests whose other way out is the end of the program. */
#include "dtrans/analysis/visit.h"
#include "ir/attr.h"
#include "ir/edit/edit_body.h"
#include "ir/value.h"

enum { MAX_VALUES = 512, MAX_BLOCKS = 256 };

/* A larger request fails before and after any change of layout. */
#define NO_SUCH_MEMORY (UINT64_C(1) << 62)

typedef enum derivation {
    SCALED = 1,   /* a multiple or a copy of the size: zero only if the size or a factor is */
    COMPUTED = 2, /* anything else that depends on it */
    OUTCOME = 4,  /* of a test that a changed size may decide otherwise */
} derivation;

typedef struct derived {
    LLVMValueRef value;
    derivation how;
} derived;

typedef struct size_flow {
    dtrans_visitor *v;
    VEC(derived) work;
    map seen;                   /* value → derivations */
    map fresh;                  /* the memory allocated, in all its copies */
    VEC(LLVMValueRef) clearing; /* memsets as long as the size */
    map dead_ends;              /* block → 1 if the function does not return from it */
    LLVMValueRef bad;           /* the first other use */
} size_flow;

static void derive(size_flow *s, LLVMValueRef value, derivation how) {
    map_word *known = map_put(&s->seen, value);
    if (!known || known->u & how)
        return;
    known->u |= how;
    if (s->work.len < MAX_VALUES)
        vec_push(s->v->info->ctx, &s->work, (derived){value, how});
    else
        s->bad = value;
}

/* A function of the program that contains no return, as front ends write those that end in exit. */
static bool never_returns(LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (ir_attr_of_call(call, IR_AT_FUNCTION, "noreturn"))
        return true;
    if (!fn || LLVMIsDeclaration(fn) || LLVMCountBasicBlocks(fn) > MAX_BLOCKS)
        return false;
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || LLVMIsAReturnInst(last))
            return false;
    }
    return true;
}

static bool ends_here(LLVMBasicBlockRef bb) {
    ir_each_inst (inst, bb)
        if (LLVMIsAUnreachableInst(inst) || (LLVMIsACallInst(inst) && never_returns(inst)))
            return true;
    return false;
}

static bool is_dead_end(const size_flow *s, LLVMBasicBlockRef bb) {
    return map_number(&s->dead_ends, bb) != 0;
}

static bool leads_to_dead_ends(const size_flow *s, LLVMBasicBlockRef bb) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    unsigned count = LLVMGetNumSuccessors(last);
    for (unsigned i = 0; i < count; i++)
        if (!is_dead_end(s, LLVMGetSuccessor(last, i)))
            return false;
    return count > 0;
}

/* The blocks after which the function surely does not return; none in a function that is large. */
static void find_dead_ends(size_flow *s, LLVMValueRef fn) {
    if (LLVMCountBasicBlocks(fn) > MAX_BLOCKS ||
        map_find(&s->dead_ends, LLVMGetEntryBasicBlock(fn)))
        return;
    ir_each_block (bb, fn)
        map_set_number(&s->dead_ends, bb, ends_here(bb));
    for (bool changed = true; changed && ctx_tick(s->v->info->ctx, 1);) {
        changed = false;
        ir_each_block (bb, fn) {
            map_word *known = map_find(&s->dead_ends, bb);
            if (known && !known->u && leads_to_dead_ends(s, bb))
                known->u = changed = true;
        }
    }
}

static bool guards_a_dead_end(const size_flow *s, LLVMValueRef branch) {
    for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++)
        if (is_dead_end(s, LLVMGetSuccessor(branch, i)))
            return true;
    return false;
}

/* A local variable that is only read and written. */
static bool is_plain_local(LLVMValueRef v) {
    for (LLVMUseRef u = LLVMIsAAllocaInst(v) ? LLVMGetFirstUse(v) : NULL; u;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool marker = ir_calls_named(user, "llvm.lifetime.");
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != v;
        if (!LLVMIsALoadInst(user) && !stores && !marker)
            return false;
    }
    return LLVMIsAAllocaInst(v) != NULL;
}

static bool is_copy(const size_flow *s, LLVMValueRef user, LLVMValueRef value) {
    LLVMValueRef fn = ir_callee(user);
    map_word *passed = fn ? map_find(&s->v->info->graph.passing, fn) : NULL;
    if (passed)
        return LLVMGetOperand(user, (unsigned)passed->u - 1) == value;
    return LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user);
}

typedef VEC(LLVMValueRef) value_list;

static void add_fresh(size_flow *s, value_list *work, LLVMValueRef value) {
    if (map_add(&s->fresh, value))
        vec_push(s->v->info->ctx, work, value);
}

/* Whether the memory a call allocates is what the function around it returns. */
static bool is_returned(size_flow *s, LLVMValueRef call) {
    value_list work = {0};
    bool returned = false;
    add_fresh(s, &work, call);
    while (work.len && ctx_tick(s->v->info->ctx, 1)) {
        LLVMValueRef value = vec_pop(&work);
        ir_each_user (user, value) {
            returned |= LLVMIsAReturnInst(user) != NULL;
            bool kept = LLVMIsAStoreInst(user) && is_plain_local(LLVMGetOperand(user, 1));
            LLVMValueRef local = kept ? LLVMGetOperand(user, 1) : NULL;
            if (is_copy(s, user, value) || (LLVMIsALoadInst(user) && LLVMIsAAllocaInst(value)))
                add_fresh(s, &work, user);
            else if (local && local != value)
                add_fresh(s, &work, local);
        }
    }
    vec_free(s->v->info->ctx, &work);
    return returned;
}

const ptr_site *dtrans_site_of(dtrans_visitor *v, LLVMValueRef call) {
    const ptr_graph *g = &v->info->graph;
    for (size_t i = v->sites.len ? g->sites.len : 0; i < g->sites.len; i++)
        if (g->sites.at[i].call)
            map_set_number(&v->sites, g->sites.at[i].call, i + 1);
    uint64_t number = map_number(&v->sites, call);
    return number ? &g->sites.at[number - 1] : NULL;
}

/* Whether the value becomes the size of memory that is returned. The function called may be a
 * wrapper as well: what it does with the value is followed there. */
static bool allocates(size_flow *s, LLVMValueRef call, LLVMValueRef value, derivation how) {
    const ptr_site *site = dtrans_site_of(s->v, call);
    if (!site || !is_returned(s, call))
        return false;
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    for (int i = 0; i < (int)LLVMGetNumArgOperands(call); i++) {
        if (LLVMGetOperand(call, (unsigned)i) != value)
            continue;
        if (!fn || (i != site->size_arg && i != site->count_arg))
            return false;
        if (!LLVMIsDeclaration(fn))
            derive(s, LLVMGetParam(fn, (unsigned)i), how);
    }
    return true;
}

static bool has_prefix(LLVMValueRef fn, const char *prefix) {
    return str_starts_with(LLVMGetValueName(fn), prefix);
}

static bool follow_intrinsic(size_flow *s, LLVMValueRef call, LLVMValueRef fn, const derived *d) {
    if (has_prefix(fn, "llvm.memset.") && LLVMGetOperand(call, 2) == d->value &&
        LLVMGetOperand(call, 1) != d->value)
        return vec_push(s->v->info->ctx, &s->clearing, call);
    bool scales = has_prefix(fn, "llvm.umul.with") || has_prefix(fn, "llvm.smul.with");
    bool keeps = scales || has_prefix(fn, "llvm.expect.");
    if (!keeps && !has_prefix(fn, "llvm.uadd.") && !has_prefix(fn, "llvm.umax.") &&
        !has_prefix(fn, "llvm.umin."))
        return has_prefix(fn, "llvm.assume") || has_prefix(fn, "llvm.is.constant");
    derive(s, call, d->how == OUTCOME ? OUTCOME : keeps ? d->how : COMPUTED);
    return true;
}

static bool follow_call(size_flow *s, LLVMValueRef call, const derived *d) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (LLVMGetCalledValue(call) == d->value)
        return false;
    if (fn && LLVMGetIntrinsicID(fn))
        return follow_intrinsic(s, call, fn, d);
    if (is_dead_end(s, LLVMGetInstructionParent(call)))
        return true;
    return d->how != OUTCOME && allocates(s, call, d->value, d->how);
}

/* Whether n objects of this size are asked for. */
static bool is_asked_for(const size_flow *s, LLVMValueRef size, LLVMValueRef n) {
    ir_each_user (user, size) {
        if (LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == LLVMMul &&
            (LLVMGetOperand(user, 0) == n || LLVMGetOperand(user, 1) == n))
            return true;
        const ptr_site *site = LLVMIsACallInst(user) ? dtrans_site_of(s->v, user) : NULL;
        if (site && site->size_arg >= 0 && site->count_arg >= 0 &&
            (LLVMGetOperand(user, (unsigned)site->size_arg) == n ||
             LLVMGetOperand(user, (unsigned)site->count_arg) == n))
            return true;
    }
    return false;
}

static bool is_beyond_memory(LLVMValueRef bound) {
    return LLVMIsAConstantInt(bound) && LLVMGetIntTypeWidth(LLVMTypeOf(bound)) == 64 &&
           LLVMConstIntGetZExtValue(bound) >= NO_SUCH_MEMORY;
}

/* The divisor of SIZE_MAX / x, NULL if v is something else. */
static LLVMValueRef limit_divisor(LLVMValueRef v) {
    bool limit = LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMUDiv &&
                 is_beyond_memory(LLVMGetOperand(v, 0));
    return limit ? LLVMGetOperand(v, 1) : NULL;
}

/* size > SIZE_MAX, size > SIZE_MAX / n, n > SIZE_MAX / size: no such memory is given to anyone. */
static bool tests_for_overflow(const size_flow *s, LLVMValueRef other, const derived *d) {
    LLVMValueRef n = limit_divisor(other), size = limit_divisor(d->value);
    if (size)
        return map_number(&s->seen, size) == SCALED && is_asked_for(s, size, other);
    return d->how == SCALED && (is_beyond_memory(other) || (n && is_asked_for(s, d->value, n)));
}

static void follow_test(size_flow *s, LLVMValueRef test, const derived *d) {
    LLVMValueRef left = LLVMGetOperand(test, 0), right = LLVMGetOperand(test, 1);
    LLVMValueRef other = left == d->value ? right : left;
    if ((ir_is_zero(other) && d->how == SCALED) || tests_for_overflow(s, other, d))
        return;
    derive(s, test, OUTCOME);
}

/* The product, or whether it is too large for anyone. */
static void follow_part(size_flow *s, LLVMValueRef part, const derived *d) {
    LLVMTypeRef whole = LLVMTypeOf(d->value);
    bool wide =
        ir_is_struct(whole) && LLVMGetIntTypeWidth(LLVMStructGetTypeAtIndex(whole, 0)) == 64;
    if (LLVMGetIndices(part)[0] == 0)
        derive(s, part, d->how);
    else if (d->how != SCALED || !wide)
        derive(s, part, OUTCOME);
}

static bool follow_store(size_flow *s, LLVMValueRef store, const derived *d) {
    LLVMValueRef local = LLVMGetOperand(store, 1);
    if (!is_plain_local(local) || LLVMGetVolatile(store))
        return false;
    ir_each_user (user, local)
        if (LLVMIsALoadInst(user))
            derive(s, user, d->how);
    return true;
}

/* False if the use shows what the size is. */
static bool follow(size_flow *s, LLVMValueRef user, const derived *d) {
    if (LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) == d->value)
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMMul:
        derive(s, user, d->how);
        return true;
    case LLVMICmp:
        follow_test(s, user, d);
        return true;
    case LLVMExtractValue:
        follow_part(s, user, d);
        return true;
    case LLVMBr:
        return guards_a_dead_end(s, user);
    case LLVMStore:
        return follow_store(s, user, d);
    case LLVMCall:
        return follow_call(s, user, d);
    default:
        if (!LLVMIsABinaryOperator(user) && !LLVMIsATruncInst(user))
            return false;
        derive(s, user, d->how == OUTCOME ? OUTCOME : COMPUTED);
        return true;
    }
}

static void follow_all(size_flow *s) {
    for (size_t i = 0; i < s->work.len && !s->bad && ctx_tick(s->v->info->ctx, 1); i++) {
        derived d = s->work.at[i];
        LLVMValueRef fn =
            LLVMIsAArgument(d.value) ? LLVMGetParamParent(d.value) : ir_function_of(d.value);
        find_dead_ends(s, fn);
        for (LLVMUseRef u = LLVMGetFirstUse(d.value); u && !s->bad; u = LLVMGetNextUse(u))
            if (!follow(s, LLVMGetUser(u), &d))
                s->bad = LLVMGetUser(u);
    }
    for (size_t i = 0; i < s->clearing.len && !s->bad; i++)
        if (!map_find(&s->fresh, LLVMGetOperand(s->clearing.at[i], 0)))
            s->bad = s->clearing.at[i];
}

static LLVMValueRef find_use(dtrans_visitor *v, LLVMValueRef param) {
    size_flow s = {.v = v};
    map_init(&s.seen, v->info->ctx);
    map_init(&s.fresh, v->info->ctx);
    map_init(&s.dead_ends, v->info->ctx);
    derive(&s, param, SCALED);
    follow_all(&s);
    map_free(&s.seen);
    map_free(&s.fresh);
    map_free(&s.dead_ends);
    vec_free(v->info->ctx, &s.work);
    vec_free(v->info->ctx, &s.clearing);
    return s.bad;
}

/* A use in a copy of the wrapper made for the type: what the block gets and how much of it is
 * cleared follows the new size; whatever else the wrapper does with the old one, it goes on
 * doing. False if the memory depends on the size in another way. */
static bool is_harmless_use(size_flow *s, LLVMValueRef user, LLVMValueRef value) {
    if (LLVMIsAReturnInst(user) || LLVMIsAGetElementPtrInst(user) || LLVMIsAIntToPtrInst(user))
        return false;
    if (!LLVMIsACallInst(user))
        return true;
    if (dtrans_site_of(s->v, user) || LLVMIsAMemIntrinsic(user) ||
        LLVMGetCalledValue(user) == value)
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
        if (ir_is_pointer(LLVMGetOperand(user, i)) && map_find(&s->fresh, LLVMGetOperand(user, i)))
            return false;
    return true;
}

/* The operand of an allocation or clearing that is the size itself, -1 if it is neither. */
static int scaled_operand(size_flow *s, LLVMValueRef user, LLVMValueRef param) {
    if (LLVMIsAMemSetInst(user) && LLVMGetOperand(user, 2) == param)
        return map_find(&s->fresh, LLVMGetOperand(user, 0)) ? 2 : -1;
    const ptr_site *site = LLVMIsACallInst(user) ? dtrans_site_of(s->v, user) : NULL;
    if (!site || !is_returned(s, user))
        return -1;
    int args[] = {site->size_arg, site->count_arg};
    for (int i = 0; i < 2; i++)
        if (args[i] >= 0 && LLVMGetOperand(user, (unsigned)args[i]) == param &&
            !dtrans_other_size_use(s->v, user, (unsigned)args[i]))
            return args[i];
    return -1;
}

static bool add_scaled(size_flow *s, LLVMValueRef param, dtrans_size_uses *out) {
    for (int clears = 0; clears < 2; clears++) /* what is fresh is known after the first round */
        ir_each_user (user, param) {
            if ((LLVMIsAMemSetInst(user) != NULL) != clears)
                continue;
            int operand = scaled_operand(s, user, param);
            if (operand >= 0)
                vec_push(s->v->info->ctx, out, (dtrans_size_use){user, (unsigned)operand});
            else if (!is_harmless_use(s, user, param))
                return false;
            else
                derive(s, user, COMPUTED);
        }
    return out->len > 0;
}

/* The wrapper only hands the block on, or clears it as far as it is known to be long. */
static bool is_only_returned(size_flow *s, const dtrans_size_uses *scaled) {
    for (size_t i = 0; i < s->fresh.len; i++)
        ir_each_user (user, s->fresh.at[i].key.p) {
            bool good = is_copy(s, user, s->fresh.at[i].key.p) || LLVMIsAReturnInst(user) ||
                        LLVMIsAICmpInst(user);
            for (size_t k = 0; !good && k < scaled->len; k++)
                good = scaled->at[k].inst == user;
            if (!good)
                return false;
        }
    return true;
}

static bool is_arithmetic(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && !LLVMIsACallInst(v) &&
           !LLVMIsALoadInst(v);
}

bool dtrans_can_scale_inside(dtrans_visitor *v, LLVMValueRef call, unsigned arg,
                             dtrans_size_uses *out) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!fn || LLVMIsDeclaration(fn) || arg >= LLVMCountParams(fn) ||
        LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn) || !ir_body_can_copy(fn))
        return false;
    size_flow s = {.v = v};
    map_init(&s.seen, v->info->ctx);
    map_init(&s.fresh, v->info->ctx);
    bool good = add_scaled(&s, LLVMGetParam(fn, arg), out) && is_only_returned(&s, out);
    for (size_t i = 0; good && i < s.work.len && ctx_tick(v->info->ctx, 1); i++) {
        LLVMValueRef value = s.work.at[i].value;
        for (LLVMUseRef u = is_arithmetic(value) ? LLVMGetFirstUse(value) : NULL; good && u;
             u = LLVMGetNextUse(u)) {
            good = is_harmless_use(&s, LLVMGetUser(u), value);
            derive(&s, LLVMGetUser(u), COMPUTED);
        }
    }
    good &= !s.bad && ctx_ok(v->info->ctx);
    map_free(&s.seen);
    map_free(&s.fresh);
    vec_free(v->info->ctx, &s.work);
    return good;
}

LLVMValueRef dtrans_other_size_use(dtrans_visitor *v, LLVMValueRef call, unsigned arg) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!fn || LLVMIsDeclaration(fn) || arg >= LLVMCountParams(fn))
        return NULL;
    LLVMValueRef param = LLVMGetParam(fn, arg);
    map_word *known = map_put(&v->size_uses, param);
    if (!known)
        return NULL;
    if (!known->p) {
        LLVMValueRef use = find_use(v, param);
        known->p = use ? use : param;
    }
    return known->p == param ? NULL : known->p;
}
