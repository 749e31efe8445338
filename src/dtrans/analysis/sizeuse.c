/* What an allocation wrapper does with the size it is given. A transform changes that size where
 * the wrapper is called; so whatever the wrapper makes of it must end in the memory it returns:
 * sizes of allocations that are returned, the clearing of these, tests for zero, tests against
 * sizes no program gets, and tests whose other way out is the end of the program. */
#include "dtrans/analysis/size_parts.h"
#include "dtrans/analysis/visit.h"
#include "ir/attr.h"
#include "ir/edit/call.h"
#include "ir/edit/edit_body.h"
#include "ir/libfuncs.h"
#include "ir/value.h"

#include <string.h>

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
    LLVMValueRef origin; /* the first store on the way to it, NULL if there is none */
} derived;

typedef struct size_flow {
    dtrans_visitor *v;
    VEC(derived) work;
    map seen;                   /* value → derivations */
    map fresh;                  /* the memory allocated, in all its copies */
    VEC(LLVMValueRef) clearing; /* memsets as long as the size */
    map returned;               /* call → 2 if what it allocates is returned, 1 if not */
    map dead_ends;              /* block → 1 if the function does not return from it */
    map inside;                 /* functions that carve objects out of blocks, and their parts */
    LLVMValueRef origin;        /* of what is being derived */
    LLVMValueRef bad;           /* the first other use */
} size_flow;

static void derive(size_flow *s, LLVMValueRef value, derivation how) {
    map_word *known = map_put(&s->seen, value);
    if (!known || known->u & how)
        return;
    known->u |= how;
    if (s->work.len < MAX_VALUES)
        vec_push(s->v->info->ctx, &s->work, (derived){value, how, s->origin});
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

static void add_fresh(size_flow *s, value_list *work, map *seen, LLVMValueRef value) {
    map_add(&s->fresh, value);
    if (map_add(seen, value))
        vec_push(s->v->info->ctx, work, value);
}

/* The address of what follows a header, or of something in it. */
static bool is_step(LLVMValueRef user, LLVMValueRef value) {
    return LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == value;
}

/* The variable that a function puts the address of a block into, NULL if it returns that. */
static LLVMValueRef filled_variable(LLVMValueRef call) {
    LLVMValueRef fn = ir_callee(call);
    const char *name = ir_callee_name(call);
    const lib_func *row = fn && ir_is_outside(fn) ? lib_find(name, strlen(name)) : NULL;
    bool fills = row && row->args && row->args[0] == LIB_PTR_OUT;
    return fills ? LLVMIsAAllocaInst(LLVMGetOperand(call, 0)) : NULL;
}

/* Whether the memory a call allocates is what the function around it returns. */
static bool find_returned(size_flow *s, LLVMValueRef call) {
    value_list work = {0};
    map seen;
    bool returned = false;
    map_init(&seen, s->v->info->ctx);
    LLVMValueRef variable = filled_variable(call);
    add_fresh(s, &work, &seen, variable ? variable : call);
    while (work.len && ctx_tick(s->v->info->ctx, 1)) {
        LLVMValueRef value = vec_pop(&work);
        ir_each_user (user, value) {
            returned |= LLVMIsAReturnInst(user) != NULL;
            bool kept = LLVMIsAStoreInst(user) && is_plain_local(LLVMGetOperand(user, 1));
            LLVMValueRef local = kept ? LLVMGetOperand(user, 1) : NULL;
            if (is_copy(s, user, value) || is_step(user, value) ||
                (LLVMIsALoadInst(user) && LLVMIsAAllocaInst(value)))
                add_fresh(s, &work, &seen, user);
            else if (local && local != value)
                add_fresh(s, &work, &seen, local);
        }
    }
    map_free(&seen);
    vec_free(s->v->info->ctx, &work);
    return returned;
}

static bool is_returned(size_flow *s, LLVMValueRef call) {
    uint64_t known = map_number(&s->returned, call);
    if (!known) {
        known = find_returned(s, call) ? 2 : 1;
        map_set_number(&s->returned, call, known);
    }
    return known == 2;
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

static bool is_inside(const size_flow *s, LLVMValueRef inst) {
    return map_find(&s->inside, ir_function_of(inst)) != NULL;
}

static void enter(size_flow *s, LLVMValueRef fn);
static bool follow_store(size_flow *s, LLVMValueRef store, const derived *d);

/* Arenas count what they have left, and get more: nothing of that is seen outside. */
static bool is_internal_call(size_flow *s, LLVMValueRef call) {
    LLVMValueRef fn = ir_callee(call);
    const char *name = ir_callee_name(call);
    const lib_func *row = fn && ir_is_outside(fn) ? lib_find(name, strlen(name)) : NULL;
    if (fn && !ir_is_outside(fn) && LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(fn))
        enter(s, fn);
    return LLVMIsAIntrinsicInst(call) || is_dead_end(s, LLVMGetInstructionParent(call)) ||
           (fn && map_find(&s->inside, fn)) || dtrans_site_of(s->v, call) ||
           (row && row->args && row->args[0] == LIB_FREE);
}

/* Which way the function goes may depend on the size: so may all that it stores. */
static void enter(size_flow *s, LLVMValueRef fn) {
    if (!map_add(&s->inside, fn))
        return;
    find_dead_ends(s, fn);
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            if (LLVMIsACallInst(inst) && !is_internal_call(s, inst))
                s->bad = inst;
            if (!LLVMIsAStoreInst(inst) || is_plain_local(LLVMGetOperand(inst, 1)) ||
                is_dead_end(s, bb))
                continue;
            dtrans_readers readers = {0};
            if (LLVMGetVolatile(inst) || !dtrans_find_readers(s->v, inst, &readers))
                s->bad = inst;
            for (size_t i = 0; i < readers.len; i++)
                derive(s, readers.at[i], COMPUTED);
            vec_free(s->v->info->ctx, &readers);
        }
}

/* Where the number goes on in a function of the program, or in those that call one. */
static bool follow_into(size_flow *s, LLVMValueRef call, LLVMValueRef fn, const derived *d) {
    if (!fn || ir_is_outside(fn) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) ||
        LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn))
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == d->value)
            derive(s, LLVMGetParam(fn, i), d->how);
    return true;
}

static bool follow_return(size_flow *s, LLVMValueRef ret, const derived *d) {
    LLVMValueRef fn = ir_function_of(ret);
    if (map_find(&s->inside, fn) && ir_is_pointer(d->value))
        return true; /* the objects */
    if (!s->inside.len || !ir_calls_all_direct(fn) || dtrans_is_seen_outside(s->v->info, fn))
        return false;
    ir_each_user (call, fn)
        if (LLVMIsACallInst(call))
            derive(s, call, d->how);
    return true;
}

/* Addresses that depend on the size may be kept and compared, but not be made numbers. */
static bool follow_address(size_flow *s, LLVMValueRef user, const derived *d) {
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) {
        derive(s, user, d->how);
        return true;
    }
    if (LLVMIsAStoreInst(user))
        return follow_store(s, user, d);
    if (LLVMIsACallInst(user))
        return is_internal_call(s, user) || follow_into(s, user, ir_callee(user), d);
    if (LLVMIsAReturnInst(user))
        return follow_return(s, user, d);
    return LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || LLVMIsAGetElementPtrInst(user);
}

static bool follow_call(size_flow *s, LLVMValueRef call, const derived *d) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (LLVMGetCalledValue(call) == d->value)
        return false;
    if (fn && LLVMGetIntrinsicID(fn))
        return follow_intrinsic(s, call, fn, d);
    if (is_dead_end(s, LLVMGetInstructionParent(call)))
        return true;
    if (d->how != OUTCOME && fn && dtrans_is_arithmetic_function(fn)) {
        derive(s, call, COMPUTED);
        return true;
    }
    if (s->inside.len && !dtrans_site_of(s->v, call) && follow_into(s, call, fn, d))
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

/* A number kept in memory, a header or a counter: who reads it. */
static bool follow_kept(size_flow *s, LLVMValueRef store, const derived *d) {
    dtrans_readers readers = {0};
    bool known = d->how != OUTCOME && dtrans_find_readers(s->v, store, &readers);
    s->origin = s->origin ? s->origin : store;
    for (size_t i = 0; known && i < readers.len; i++)
        derive(s, readers.at[i], COMPUTED);
    vec_free(s->v->info->ctx, &readers);
    return known;
}

static bool follow_store(size_flow *s, LLVMValueRef store, const derived *d) {
    LLVMValueRef local = LLVMGetOperand(store, 1);
    if (LLVMGetVolatile(store) || local == d->value)
        return local == d->value && ir_is_pointer(d->value);
    if (!is_plain_local(local))
        return follow_kept(s, store, d);
    ir_each_user (user, local)
        if (LLVMIsALoadInst(user))
            derive(s, user, d->how);
    return true;
}

/* A test that only chooses between numbers: what it chooses depends on the size as well. */
static bool follow_choice(size_flow *s, LLVMValueRef select) {
    if (LLVMGetTypeKind(LLVMTypeOf(select)) != LLVMIntegerTypeKind)
        return false;
    derive(s, select, COMPUTED);
    return true;
}

static bool follow_branch(size_flow *s, LLVMValueRef branch) {
    LLVMBasicBlockRef join = dtrans_only_chooses(branch);
    if (guards_a_dead_end(s, branch))
        return true;
    if (!join)
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(join); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
        if (!follow_choice(s, i))
            return false;
    return true;
}

/* False if the use shows what the size is. */
static bool follow(size_flow *s, LLVMValueRef user, const derived *d) {
    if (is_inside(s, user) && !LLVMIsAReturnInst(user))
        return true; /* what is stored there is followed anyway */
    if (ir_is_pointer(d->value))
        return follow_address(s, user, d);
    if (LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) == d->value)
        return follow_choice(s, user);
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
        return follow_branch(s, user);
    case LLVMStore:
        return follow_store(s, user, d);
    case LLVMCall:
        return follow_call(s, user, d);
    case LLVMRet:
        return follow_return(s, user, d);
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
        s->origin = d.origin;
        LLVMValueRef fn =
            LLVMIsAArgument(d.value) ? LLVMGetParamParent(d.value) : ir_function_of(d.value);
        find_dead_ends(s, fn);
        for (LLVMUseRef u = LLVMGetFirstUse(d.value); u && !s->bad; u = LLVMGetNextUse(u))
            if (!follow(s, LLVMGetUser(u), &d))
                s->bad = d.origin ? d.origin : LLVMGetUser(u);
    }
    for (size_t i = 0; i < s->clearing.len && !s->bad; i++)
        if (!map_find(&s->fresh, LLVMGetOperand(s->clearing.at[i], 0)))
            s->bad = s->clearing.at[i];
}

static LLVMValueRef find_use(dtrans_visitor *v, LLVMValueRef param, bool carved) {
    size_flow s = {.v = v};
    map_init(&s.seen, v->info->ctx);
    map_init(&s.fresh, v->info->ctx);
    map_init(&s.returned, v->info->ctx);
    map_init(&s.dead_ends, v->info->ctx);
    map_init(&s.inside, v->info->ctx);
    if (carved)
        enter(&s, LLVMGetParamParent(param));
    derive(&s, param, SCALED);
    follow_all(&s);
    map_free(&s.inside);
    map_free(&s.seen);
    map_free(&s.fresh);
    map_free(&s.returned);
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

/* The operand of an allocation or clearing that is made of the size, -1 if it is neither. */
static int scaled_operand(size_flow *s, LLVMValueRef user, LLVMValueRef value, LLVMValueRef param) {
    if (!dtrans_is_made_of(value, param))
        return -1;
    if (LLVMIsAMemSetInst(user) && LLVMGetOperand(user, 2) == value)
        return map_find(&s->fresh, LLVMGetOperand(user, 0)) ? 2 : -1;
    const ptr_site *site = LLVMIsACallInst(user) ? dtrans_site_of(s->v, user) : NULL;
    if (!site || !is_returned(s, user))
        return -1;
    int args[] = {site->size_arg, site->count_arg};
    for (int i = 0; i < 2; i++)
        if (args[i] >= 0 && LLVMGetOperand(user, (unsigned)args[i]) == value &&
            !dtrans_other_size_use(s->v, user, (unsigned)args[i]))
            return args[i];
    return -1;
}

static bool is_arithmetic(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && !LLVMIsACallInst(v) &&
           !LLVMIsALoadInst(v);
}

static bool is_listed(const dtrans_size_uses *uses, LLVMValueRef inst) {
    for (size_t i = 0; i < uses->len; i++)
        if (uses->at[i].inst == inst)
            return true;
    return false;
}

/* What is done with a value that was computed from the size. What is fresh is known after the first
 * round, in which clearing is left out. */
static bool scale_users(size_flow *s, LLVMValueRef value, LLVMValueRef param, bool clears,
                        dtrans_size_uses *out) {
    ir_each_user (user, value) {
        if ((LLVMIsAMemSetInst(user) && !clears) || is_listed(out, user))
            continue;
        int operand = scaled_operand(s, user, value, param);
        if (operand >= 0)
            vec_push(s->v->info->ctx, out, (dtrans_size_use){user, (unsigned)operand, param});
        else if (!is_harmless_use(s, user, value))
            return false;
        else
            derive(s, user, COMPUTED);
    }
    return true;
}

static bool add_scaled(size_flow *s, LLVMValueRef param, dtrans_size_uses *out) {
    size_t before = out->len;
    derive(s, param, SCALED);
    for (int clears = 0; clears < 2; clears++)
        for (size_t i = 0; i < s->work.len && ctx_tick(s->v->info->ctx, 1); i++) {
            LLVMValueRef value = s->work.at[i].value;
            if (is_arithmetic(value) && !scale_users(s, value, param, clears, out))
                return false;
        }
    return out->len > before;
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

bool dtrans_can_scale_inside(dtrans_visitor *v, LLVMValueRef call, unsigned arg,
                             dtrans_size_uses *out) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!fn || LLVMIsDeclaration(fn) || arg >= LLVMCountParams(fn) ||
        LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn) || !ir_body_can_copy(fn))
        return false;
    size_flow s = {.v = v};
    map_init(&s.seen, v->info->ctx);
    map_init(&s.fresh, v->info->ctx);
    map_init(&s.returned, v->info->ctx);
    map_init(&s.inside, v->info->ctx);
    bool good = add_scaled(&s, LLVMGetParam(fn, arg), out) && is_only_returned(&s, out);
    good &= !s.bad && ctx_ok(v->info->ctx);
    map_free(&s.inside);
    map_free(&s.seen);
    map_free(&s.fresh);
    map_free(&s.returned);
    vec_free(v->info->ctx, &s.work);
    return good;
}

LLVMValueRef dtrans_other_size_use(dtrans_visitor *v, LLVMValueRef call, unsigned arg) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    const ptr_site *site = dtrans_site_of(v, call);
    if (!fn || LLVMIsDeclaration(fn) || arg >= LLVMCountParams(fn) || (site && site->vouched))
        return NULL;
    LLVMValueRef param = LLVMGetParam(fn, arg);
    map_word *known = map_put(&v->size_uses, param);
    if (!known)
        return NULL;
    if (!known->p) {
        LLVMValueRef use = find_use(v, param, site && site->carved);
        known->p = use ? use : param;
    }
    return known->p == param ? NULL : known->p;
}
