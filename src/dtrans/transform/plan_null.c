/* Null stays null. The address of what is at offset 0 of a null pointer is null, and programs look:
 * a search that fails yields &p->first of null. When the field moves, its address must still be
 * null then, and a test says so: select(base == null, null, address). There is one only where
 * somebody can see the difference, and where the base is not proven to be something else than null.
 *
 * An inbounds computation takes null to null or to poison. Any other one (-fwrapv-pointer,
 * functions in which null may be the address of an object) takes it to a small number, which has to
 * stay that number, and so do numbers near null on their way back to it. No object lies there: what
 * is within NEAR_NULL bytes of null is moved by the old distance.
 *
 * The tests are made before anything else is rewritten, in terms of the old program. */
#include "dtrans/transform/apply.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/structs.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

enum {
    MAX_SEEN = 64,   /* values that an address is followed through */
    NEAR_NULL = 4096 /* the pages at both ends of the address space hold nothing */
};

/* Whether null may be taken to something else than null and poison. */
static bool computes(LLVMValueRef gep) {
    return !(LLVMGEPGetNoWrapFlags(gep) & LLVMGEPFlagInBounds) ||
           ir_null_is_valid(ir_function_of(gep));
}

typedef enum sight {
    HIDDEN,   /* null would be accessed, or ends as poison */
    SHOWN,    /* whether it is null can be observed */
    FOLLOWED, /* as for the user */
} sight;

/* Of no bytes, even an address that is poison would do: but not all of LLVM agrees. */
static sight sight_of_call(LLVMValueRef call) {
    LLVMValueRef length = LLVMIsAMemIntrinsic(call) ? LLVMGetOperand(call, 2) : NULL;
    bool accesses = length && LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length);
    return accesses || ir_calls_named(call, "llvm.prefetch.") ? HIDDEN : SHOWN;
}

static sight sight_of_gep(const dtrans_plan *p, LLVMValueRef gep) {
    if (!ir_is_pointer(gep) || !ir_has_fixed_size(LLVMGetGEPSourceElementType(gep)))
        return SHOWN;
    ir_distance d = ir_gep_distance(p->layouts->target, gep);
    return d.constant && !d.variable && !computes(gep) ? HIDDEN : FOLLOWED;
}

static sight sight_of(const dtrans_plan *p, LLVMValueRef user, LLVMValueRef address) {
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        return HIDDEN;
    case LLVMStore:
        return LLVMGetOperand(user, 0) == address ? SHOWN : HIDDEN;
    case LLVMAtomicRMW:
        return LLVMGetOperand(user, 1) == address ? SHOWN : HIDDEN;
    case LLVMAtomicCmpXchg:
        return LLVMGetOperand(user, 1) == address || LLVMGetOperand(user, 2) == address ? SHOWN
                                                                                        : HIDDEN;
    case LLVMGetElementPtr:
        return sight_of_gep(p, user);
    case LLVMCall:
        return sight_of_call(user);
    case LLVMPHI:
    case LLVMSelect:
        return FOLLOWED;
    default:
        return SHOWN;
    }
}

static bool is_among(LLVMValueRef const *values, unsigned count, LLVMValueRef v) {
    for (unsigned i = 0; i < count; i++)
        if (values[i] == v)
            return true;
    return false;
}

/* Whether the program can observe that the address is not null any more. */
static bool is_shown(const dtrans_plan *p, LLVMValueRef gep) {
    LLVMValueRef seen[MAX_SEEN] = {gep};
    unsigned count = 1;
    for (unsigned i = 0; i < count; i++)
        ir_each_user (user, seen[i]) {
            sight s = sight_of(p, user, seen[i]);
            if (s == SHOWN || (s == FOLLOWED && count == MAX_SEEN))
                return true;
            if (s == FOLLOWED && !is_among(seen, count, user))
                seen[count++] = user;
        }
    return false;
}

void dtrans_plan_null(dtrans_plan *p, LLVMValueRef gep, bool index) {
    if (!LLVMIsAInstruction(gep) || !ir_is_pointer(gep))
        return;
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    bool number = computes(gep);
    if (!number && ir_gep_distance(p->layouts->target, gep).constant)
        return;
    bool proven = number && !index ? ir_is_object(p->info->m, base, gep)
                                   : ir_is_nonnull(p->info->m, base, gep);
    if (!proven && is_shown(p, gep))
        vec_push(p->info->ctx, &p->nulls, (dtrans_null){gep, number, index});
}

static LLVMTypeRef word(const dtrans_plan *p) {
    return LLVMInt64TypeInContext(p->info->m->llvm_ctx);
}

static LLVMValueRef bytes_of(const dtrans_plan *p, LLVMTypeRef type) {
    return LLVMConstInt(word(p), ir_abi_size(p->layouts->target, type), false);
}

/* How far the computation leads in the old program. */
static LLVMValueRef old_distance(const dtrans_plan *p, LLVMBuilderRef b, LLVMValueRef gep) {
    ir_distance d = ir_gep_distance(p->layouts->target, gep);
    ir_gep_walk w = ir_gep_begin(gep);
    LLVMValueRef sum = LLVMConstInt(word(p), (uint64_t)d.constant, true);
    for (bool more = d.variable; more; more = ir_gep_step(&w)) {
        if (LLVMIsAConstantInt(w.index))
            continue;
        LLVMValueRef index = LLVMBuildIntCast2(b, w.index, word(p), true, "");
        sum = LLVMBuildAdd(b, sum, LLVMBuildMul(b, index, bytes_of(p, w.type), ""), "");
    }
    return sum;
}

static LLVMValueRef is_near_null(const dtrans_plan *p, LLVMBuilderRef b, LLVMValueRef base) {
    LLVMValueRef number = LLVMBuildPtrToInt(b, base, word(p), "");
    number = LLVMBuildAdd(b, number, LLVMConstInt(word(p), NEAR_NULL, false), "");
    return LLVMBuildICmp(b, LLVMIntULT, number, LLVMConstInt(word(p), 2 * NEAR_NULL, false), "");
}

static LLVMValueRef build_test(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_null *n) {
    LLVMValueRef base = LLVMGetOperand(n->gep, 0);
    LLVMTypeRef pointer = LLVMTypeOf(n->gep);
    LLVMValueRef test = n->computed && !n->index
                            ? is_near_null(p, b, base)
                            : LLVMBuildICmp(b, LLVMIntEQ, base, LLVMConstNull(pointer), "");
    LLVMValueRef old = LLVMConstNull(pointer);
    if (n->computed) {
        LLVMValueRef from = LLVMBuildPtrToInt(b, base, word(p), "");
        from = n->index ? LLVMConstNull(word(p)) : from;
        old = LLVMBuildIntToPtr(b, LLVMBuildAdd(b, from, old_distance(p, b, n->gep), ""), pointer,
                                "");
    }
    return LLVMBuildSelect(b, test, old, n->gep, "");
}

typedef VEC(LLVMValueRef) value_list;

static void apply_null(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_null *n) {
    value_list users = {0};
    ir_each_user (user, n->gep)
        if (sight_of(p, user, n->gep) != HIDDEN)
            vec_push(p->info->ctx, &users, user);
    LLVMPositionBuilderBeforeInstrAndDbgRecords(b, LLVMGetNextInstruction(n->gep));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(n->gep));
    LLVMValueRef address = build_test(p, b, n);
    for (size_t i = 0; i < users.len; i++)
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(users.at[i]); k++)
            if (LLVMGetOperand(users.at[i], k) == n->gep)
                LLVMSetOperand(users.at[i], k, address);
    vec_free(p->info->ctx, &users);
}

void dtrans_apply_nulls(const dtrans_plan *p) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->info->m->llvm_ctx);
    bool off = dtrans_has_rule(p->without, RULE_NULL);
    for (size_t i = 0; !off && i < p->nulls.len && ctx_tick(p->info->ctx, 1); i++)
        apply_null(p, b, &p->nulls.at[i]);
    LLVMDisposeBuilder(b);
}
