/* Pointers that nobody follows become integers: a web of PHIs, selects and steps in bytes that
 * begins with integers made pointers and is only compared, made integers again, kept or passed. */
#include "dtrans/soa/soa.h"
#include "ir/llvmx.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

typedef struct web {
    lathe_module *m;
    lathe_ctx *ctx;
    LLVMBuilderRef b;
    LLVMTypeRef word;
    map members; /* instruction → index into all, plus 1 */
    VEC(LLVMValueRef) all;
    VEC(bool) lost;
    VEC(LLVMValueRef) casts; /* of each member, to be replaced by its integer */
    VEC(LLVMValueRef) made;
    VEC(size_t) work;
    map sources; /* numbers that are members as they stand */
} web;

static bool is_byte_step(LLVMValueRef inst) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    return LLVMGetNumIndices(inst) == 1 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == 8 && !LLVMGEPGetNoWrapFlags(inst);
}

static bool may_belong(LLVMValueRef inst) {
    if (!ir_is_pointer(inst))
        return false;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMIntToPtr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMBitCast:
        return true;
    case LLVMGetElementPtr:
        return is_byte_step(inst);
    default:
        return false;
    }
}

static size_t number_of(const web *w, LLVMValueRef v) {
    size_t number = LLVMIsAInstruction(v) ? map_number(&w->members, v) : 0;
    return number && !w->lost.at[number - 1] ? number : 0;
}

static bool is_constant(LLVMValueRef v) {
    return LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v) ||
           ir_is_constant_of(v, LLVMIntToPtr);
}

static bool is_known(const web *w, LLVMValueRef v) {
    return is_constant(v) || number_of(w, v);
}

/* The operands that are pointers themselves. */
static void pointer_operands(LLVMValueRef inst, unsigned *first, unsigned *end) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    *first = op == LLVMSelect ? 1 : 0;
    *end = op == LLVMIntToPtr        ? 0
           : op == LLVMGetElementPtr ? 1
           : op == LLVMPHI           ? LLVMCountIncoming(inst)
                                     : (unsigned)LLVMGetNumOperands(inst);
}

static LLVMValueRef pointer_operand(LLVMValueRef inst, unsigned i) {
    return LLVMIsAPHINode(inst) ? LLVMGetIncomingValue(inst, i) : LLVMGetOperand(inst, i);
}

static bool has_known_operands(const web *w, LLVMValueRef inst) {
    unsigned i, end;
    for (pointer_operands(inst, &i, &end); i < end; i++)
        if (!is_known(w, pointer_operand(inst, i)))
            return false;
    return true;
}

static bool is_harmless_use(const web *w, LLVMValueRef user, LLVMValueRef v) {
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMPtrToInt:
    case LLVMRet:
        return true;
    case LLVMICmp:
        return is_known(w, LLVMGetOperand(user, LLVMGetOperand(user, 0) == v ? 1 : 0));
    case LLVMStore:
        return LLVMGetOperand(user, 1) != v;
    case LLVMCall:
        return LLVMGetCalledValue(user) != v && !LLVMIsAIntrinsicInst(user);
    default:
        return number_of(w, user) != 0;
    }
}

static bool fits(const web *w, LLVMValueRef inst) {
    if (!has_known_operands(w, inst))
        return false;
    ir_each_user (user, inst)
        if (!is_harmless_use(w, user, inst))
            return false;
    return true;
}

/* What depended on a member that is none must be looked at again. */
static void recheck(web *w, LLVMValueRef v) {
    size_t n = number_of(w, v);
    if (n)
        vec_push(w->ctx, &w->work, n - 1);
}

static void lose(web *w, size_t n) {
    LLVMValueRef inst = w->all.at[n];
    unsigned i, end;
    w->lost.at[n] = true;
    for (pointer_operands(inst, &i, &end); i < end; i++)
        recheck(w, pointer_operand(inst, i));
    ir_each_user (user, inst) {
        recheck(w, user);
        for (unsigned k = 0; LLVMIsAICmpInst(user) && k < 2; k++)
            recheck(w, LLVMGetOperand(user, k));
    }
}

static void find_members(web *w, LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (may_belong(inst) && vec_push(w->ctx, &w->all, inst) &&
                vec_push(w->ctx, &w->lost, false))
                map_set_number(&w->members, inst, w->all.len);
    for (size_t i = 0; i < w->all.len; i++)
        vec_push(w->ctx, &w->work, i);
    while (w->work.len && ctx_tick(w->ctx, 1)) {
        size_t n = vec_pop(&w->work);
        if (!w->lost.at[n] && !fits(w, w->all.at[n]))
            lose(w, n);
    }
}

static LLVMValueRef first_after(LLVMValueRef inst) {
    LLVMValueRef next = LLVMGetNextInstruction(inst);
    while (LLVMIsAPHINode(inst) && next && LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

static LLVMValueRef integer_of(web *w, LLVMValueRef v) {
    size_t n = number_of(w, v);
    if (n)
        return w->casts.at[n - 1];
    return LLVMIsAPoisonValue(v)  ? LLVMGetPoison(w->word)
           : LLVMIsAUndefValue(v) ? LLVMGetUndef(w->word)
                                  : LLVMConstPtrToInt(v, w->word);
}

static LLVMValueRef make(web *w, LLVMValueRef inst) {
    LLVMBuilderRef b = w->b;
    LLVMPositionBuilderBefore(b, inst);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMIntToPtr:
        map_put(&w->sources, LLVMGetOperand(inst, 0));
        return LLVMBuildIntCast2(b, LLVMGetOperand(inst, 0), w->word, false, "");
    case LLVMPHI: {
        LLVMValueRef phi = LLVMBuildPhi(b, w->word, "");
        for (unsigned i = 0; i < LLVMCountIncoming(inst); i++) {
            LLVMValueRef value = integer_of(w, LLVMGetIncomingValue(inst, i));
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(inst, i);
            LLVMAddIncoming(phi, &value, &from, 1);
        }
        return phi;
    }
    case LLVMSelect:
        return LLVMBuildSelect(b, LLVMGetOperand(inst, 0), integer_of(w, LLVMGetOperand(inst, 1)),
                               integer_of(w, LLVMGetOperand(inst, 2)), "");
    case LLVMFreeze:
        return LLVMBuildFreeze(b, integer_of(w, LLVMGetOperand(inst, 0)), "");
    case LLVMBitCast: /* of a pointer to a pointer, which old text has: zero is added */
        return LLVMBuildAdd(b, integer_of(w, LLVMGetOperand(inst, 0)), LLVMConstNull(w->word), "");
    default:
        return LLVMBuildAdd(b, integer_of(w, LLVMGetOperand(inst, 0)),
                            LLVMBuildIntCast2(b, LLVMGetOperand(inst, 1), w->word, true, ""), "");
    }
}

/* The number that replaces a member, NULL if v is not one. */
static LLVMValueRef integer_made(void *data, LLVMValueRef v) {
    web *w = data;
    size_t n = number_of(w, v);
    return n ? w->made.at[n - 1] : NULL;
}

static LLVMValueRef integer_operand(web *w, LLVMValueRef v) {
    LLVMValueRef made = integer_made(w, v);
    return made ? made : integer_of(w, v);
}

/* A pointer made of such a number is the number, too. */
static void replace_number(web *w, LLVMValueRef old, LLVMValueRef new) {
    for (size_t i = 0; map_find(&w->sources, old) && i < w->made.len; i++)
        if (w->made.at[i] == old)
            w->made.at[i] = new;
    if (map_find(&w->sources, old))
        map_put(&w->sources, new);
    ir_replace_inst(old, new);
}

/* What uses a member as a number uses the number. */
static void rewrite_uses(web *w, LLVMValueRef inst, LLVMValueRef integer) {
    VEC(LLVMValueRef) users = {0};
    ir_each_user (user, inst) {
        bool twice = users.len && vec_last(&users) == user;
        if (!twice && (LLVMIsAPtrToIntInst(user) || LLVMIsAICmpInst(user)))
            vec_push(w->ctx, &users, user);
    }
    for (size_t i = 0; i < users.len; i++) {
        LLVMValueRef user = users.at[i];
        LLVMPositionBuilderBefore(w->b, user);
        LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(user));
        if (LLVMIsAPtrToIntInst(user))
            replace_number(w, user, LLVMBuildIntCast2(w->b, integer, LLVMTypeOf(user), false, ""));
        else
            ir_replace_inst(user, LLVMBuildICmp(w->b, LLVMGetICmpPredicate(user),
                                                integer_operand(w, LLVMGetOperand(user, 0)),
                                                integer_operand(w, LLVMGetOperand(user, 1)), ""));
    }
    vec_free(w->ctx, &users);
}

/* What keeps or passes a member gets a pointer made of the integer. */
static void restore_pointers(web *w) {
    for (size_t i = 0; i < w->all.len && ctx_ok(w->ctx); i++) {
        LLVMValueRef old = w->all.at[i];
        w->casts.at[i] = NULL;
        if (w->lost.at[i])
            continue;
        if (LLVMGetFirstUse(old)) {
            LLVMPositionBuilderBefore(w->b, first_after(old));
            LLVMValueRef new = LLVMBuildIntToPtr(w->b, w->made.at[i], LLVMTypeOf(old), "");
            LLVMReplaceAllUsesWith(old, new);
            w->casts.at[i] = LLVMIsAInstruction(new) ? new : NULL;
        }
        LLVMInstructionEraseFromParent(old);
    }
    for (size_t i = 0; i < w->casts.len && ctx_ok(w->ctx); i++)
        if (w->casts.at[i] && !LLVMGetFirstUse(w->casts.at[i]))
            LLVMInstructionEraseFromParent(w->casts.at[i]);
}

/* First a cast of every member, so that each can be made of casts; then integers for the casts; in
 * the end pointers again for what keeps or passes a member. */
static void convert(web *w, LLVMValueRef fn) {
    for (size_t i = 0; i < w->all.len; i++) {
        LLVMValueRef cast = NULL;
        if (!w->lost.at[i]) {
            LLVMPositionBuilderBeforeInstrAndDbgRecords(w->b, first_after(w->all.at[i]));
            cast = LLVMBuildPtrToInt(w->b, w->all.at[i], w->word, "");
        }
        vec_push(w->ctx, &w->casts, cast);
    }
    for (size_t i = 0; i < w->all.len && ctx_ok(w->ctx); i++)
        vec_push(w->ctx, &w->made, w->lost.at[i] ? NULL : make(w, w->all.at[i]));
    for (size_t i = 0; i < w->all.len && ctx_ok(w->ctx); i++) {
        if (w->lost.at[i])
            continue;
        LLVMReplaceAllUsesWith(w->casts.at[i], w->made.at[i]);
        LLVMInstructionEraseFromParent(w->casts.at[i]);
    }
    for (size_t i = 0; i < w->all.len && ctx_ok(w->ctx); i++)
        if (!w->lost.at[i])
            rewrite_uses(w, w->all.at[i], w->made.at[i]);
    if (ctx_ok(w->ctx) && LLVMGetSubprogram(fn))
        llvmx_restate_records(fn, integer_made, w);
    restore_pointers(w);
}

void soa_make_integers(lathe_module *m, LLVMValueRef fn) {
    web w = {.m = m, .ctx = m->ctx, .word = LLVMInt64TypeInContext(m->llvm_ctx)};
    map_init(&w.members, m->ctx);
    map_init(&w.sources, m->ctx);
    find_members(&w, fn);
    w.b = LLVMCreateBuilderInContext(m->llvm_ctx);
    if (ctx_ok(m->ctx))
        convert(&w, fn);
    LLVMDisposeBuilder(w.b);
    vec_free(m->ctx, &w.all);
    vec_free(m->ctx, &w.lost);
    vec_free(m->ctx, &w.casts);
    vec_free(m->ctx, &w.made);
    vec_free(m->ctx, &w.work);
    map_free(&w.members);
    map_free(&w.sources);
}
