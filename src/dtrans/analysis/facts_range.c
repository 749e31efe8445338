/* Ranges of integers, over the whole program. A value that is passed on unchanged (by PHIs,
 * selects, parameters, results, and fields all of whose accesses are known) is what any of its
 * sources is, so that circles of such steps add nothing. What an operation computes has a range of
 * its own, from the ranges of its operands, each worked out for itself; there a circle says
 * nothing.
 *
 * Numbers are taken as signed ones of their width, which is at most 64 bits. */
#include "dtrans/analysis/facts.h"
#include "ir/value.h"

#include <string.h>

enum { MOST_SOURCES = 512, MOST_NESTED = 6 };

typedef struct ranging {
    dtrans_facts *f;
    map seen; /* values passed on */
    dtrans_value_list work, ends;
    bool lost;
    unsigned depth;
} ranging;

static bool range_at(dtrans_facts *f, LLVMValueRef value, unsigned depth, dtrans_range *range);

static unsigned width_of(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    bool integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    return integer && LLVMGetIntTypeWidth(type) <= 64 ? LLVMGetIntTypeWidth(type) : 0;
}

static dtrans_range full(unsigned width) {
    int64_t most = (int64_t)(UINT64_MAX >> 1 >> (64 - width));
    return (dtrans_range){-most - 1, most};
}

static void pass_on(ranging *r, LLVMValueRef value) {
    if (!map_add(&r->seen, value))
        return;
    if (r->seen.len > MOST_SOURCES)
        r->lost = true;
    else
        vec_push(r->f->info->ctx, &r->work, value);
}

/* Whether code that is not seen may call the function. */
static bool is_entry(const DTransInfo *info, LLVMValueRef fn) {
    if (ir_is_local(fn))
        return false;
    return dtrans_is_seen_outside(info, fn) || info->m->settings.exports.text ||
           strcmp(LLVMGetValueName(fn), "main") == 0;
}

/* Whether all calls of the function are there to be seen; one without is an entry. */
static bool is_called_only(LLVMValueRef fn) {
    if (!LLVMGetFirstUse(fn))
        return false;
    ir_each_user (user, fn)
        if (!ir_is_call_of(user, fn) || ir_call_passes(user, fn) ||
            LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(fn))
            return false;
    return true;
}

static void pass_parameter(ranging *r, LLVMValueRef param) {
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned number = 0;
    while (LLVMGetParam(fn, number) != param)
        number++;
    if (is_entry(r->f->info, fn) || !is_called_only(fn) ||
        LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn))) {
        r->lost = true;
        return;
    }
    ir_each_user (user, fn)
        pass_on(r, LLVMGetOperand(user, number));
}

static bool is_result_known(LLVMValueRef call) {
    LLVMValueRef fn = ir_callee(call);
    return fn && !ir_is_outside(fn) &&
           LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(fn) &&
           !dtrans_is_replaceable(fn);
}

static void pass_result(ranging *r, LLVMValueRef call) {
    ir_each_block (bb, ir_callee(call)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end))
            pass_on(r, LLVMGetOperand(end, 0));
    }
}

static void pass_field(ranging *r, const dtrans_field_use *use) {
    for (size_t i = 0; i < use->list.len; i++)
        if (LLVMIsAStoreInst(use->list.at[i]))
            pass_on(r, LLVMGetOperand(use->list.at[i], 0));
    pass_on(r, LLVMConstNull(use->type));
}

static bool is_followed(const dtrans_field_use *use) {
    return use && !use->obstacle && !use->filled;
}

/* What a value may be taken from unchanged, or the value as an end of its own. */
static void follow(ranging *r, LLVMValueRef value) {
    const dtrans_field_use *field =
        LLVMIsALoadInst(value) ? dtrans_field_accessed(r->f, value) : NULL;
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            pass_on(r, LLVMGetIncomingValue(value, i));
    } else if (LLVMIsASelectInst(value)) {
        pass_on(r, LLVMGetOperand(value, 1));
        pass_on(r, LLVMGetOperand(value, 2));
    } else if (LLVMIsAFreezeInst(value)) {
        pass_on(r, LLVMGetOperand(value, 0));
    } else if (LLVMIsAArgument(value)) {
        pass_parameter(r, value);
    } else if (is_followed(field)) {
        pass_field(r, field);
    } else if (LLVMIsACallInst(value) && is_result_known(value)) {
        pass_result(r, value);
    } else {
        vec_push(r->f->info->ctx, &r->ends, value);
    }
}

static void ranging_init(ranging *r, dtrans_facts *f, unsigned depth) {
    *r = (ranging){.f = f, .depth = depth};
    map_init(&r->seen, f->info->ctx);
}

/* False if some source is not known. */
static bool find_ends(ranging *r) {
    while (r->work.len && !r->lost && ctx_tick(r->f->info->ctx, 1))
        follow(r, vec_pop(&r->work));
    return !r->lost && ctx_ok(r->f->info->ctx);
}

static void ranging_free(ranging *r) {
    map_free(&r->seen);
    vec_free(r->f->info->ctx, &r->work);
    vec_free(r->f->info->ctx, &r->ends);
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static bool operand_range(const ranging *r, LLVMValueRef value, unsigned i, dtrans_range *range) {
    return range_at(r->f, LLVMGetOperand(value, i), r->depth + 1, range);
}

/* The constant operand; false if it is none. */
static bool constant_operand(LLVMValueRef value, unsigned i, int64_t *number) {
    LLVMValueRef operand = LLVMGetOperand(value, i);
    if (!LLVMIsAConstantInt(operand))
        return false;
    *number = LLVMConstIntGetSExtValue(operand);
    return true;
}

/* Sums, differences and products that cannot overflow. */
static bool range_of_sum(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    dtrans_range a, b, all = full(width_of(value));
    if (!operand_range(r, value, 0, &a) || !operand_range(r, value, 1, &b))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(value);
    __int128 ends[4] = {(__int128)a.least + b.least, (__int128)a.most + b.most};
    ends[2] = ends[3] = ends[0];
    if (op == LLVMSub) {
        ends[0] = (__int128)a.least - b.most;
        ends[1] = ends[2] = ends[3] = (__int128)a.most - b.least;
    } else if (op == LLVMMul) {
        ends[0] = (__int128)a.least * b.least;
        ends[1] = (__int128)a.least * b.most;
        ends[2] = (__int128)a.most * b.least;
        ends[3] = (__int128)a.most * b.most;
    }
    __int128 least = ends[0], most = ends[0];
    for (int i = 1; i < 4; i++) {
        least = ends[i] < least ? ends[i] : least;
        most = ends[i] > most ? ends[i] : most;
    }
    if (least < all.least || most > all.most)
        return false;
    *range = (dtrans_range){(int64_t)least, (int64_t)most};
    return true;
}

/* What is kept of the bits of a number that is not negative, or of any by a mask that is not. */
static bool range_of_and(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    int64_t most = INT64_MAX;
    bool known = false;
    for (unsigned i = 0; i < 2; i++) {
        dtrans_range a;
        if (!operand_range(r, value, i, &a) || a.least < 0)
            continue;
        most = smaller(most, a.most);
        known = true;
    }
    *range = (dtrans_range){0, most};
    return known;
}

static bool range_of_or(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    dtrans_range a, b;
    if (!operand_range(r, value, 0, &a) || !operand_range(r, value, 1, &b) || a.least < 0 ||
        b.least < 0)
        return false;
    int64_t bits = a.most | b.most;
    *range = (dtrans_range){0, bits ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)bits)) : 0};
    return true;
}

static bool range_of_rest(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    int64_t by;
    dtrans_range a;
    if (!constant_operand(value, 1, &by) || by <= 0)
        return false;
    bool positive = LLVMGetInstructionOpcode(value) == LLVMURem;
    if (!positive && operand_range(r, value, 0, &a))
        positive = a.least >= 0;
    *range = (dtrans_range){positive ? 0 : 1 - by, by - 1};
    return true;
}

static bool range_of_quotient(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    int64_t by;
    dtrans_range a;
    if (!constant_operand(value, 1, &by) || by <= 0 || !operand_range(r, value, 0, &a) ||
        a.least < 0)
        return false;
    *range = (dtrans_range){a.least / by, a.most / by};
    return true;
}

static bool range_of_shift(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    int64_t by;
    dtrans_range a;
    unsigned width = width_of(value);
    bool signs = LLVMGetInstructionOpcode(value) == LLVMAShr;
    if (!constant_operand(value, 1, &by) || by <= 0 || by >= (int64_t)width)
        return false;
    bool known = operand_range(r, value, 0, &a);
    if (!known)
        a = full(width);
    if (!signs && a.least < 0)
        *range = (dtrans_range){0, (int64_t)(UINT64_MAX >> (64 - width) >> by)};
    else
        *range = (dtrans_range){a.least >> by, a.most >> by};
    return true;
}

/* Wider by zeros, or by the sign. */
static bool range_of_wider(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    unsigned width = width_of(LLVMGetOperand(value, 0));
    if (!width)
        return false;
    bool known = operand_range(r, value, 0, range);
    if (!known)
        *range = full(width);
    if (LLVMIsAZExtInst(value) && range->least < 0)
        *range = (dtrans_range){0, (int64_t)(UINT64_MAX >> (64 - width))};
    return true;
}

static bool range_of_narrower(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    dtrans_range all = full(width_of(value));
    return operand_range(r, value, 0, range) && range->least >= all.least &&
           range->most <= all.most;
}

/* The smaller or the larger of two numbers: one known side is a bound. */
static bool range_of_bound(const ranging *r, LLVMValueRef call, bool largest, dtrans_range *range) {
    dtrans_range all = full(width_of(call)), sides[2];
    for (unsigned i = 0; i < 2; i++)
        if (!operand_range(r, call, i, &sides[i]))
            sides[i] = all;
    *range = largest ? (dtrans_range){larger(sides[0].least, sides[1].least),
                                      larger(sides[0].most, sides[1].most)}
                     : (dtrans_range){smaller(sides[0].least, sides[1].least),
                                      smaller(sides[0].most, sides[1].most)};
    return true;
}

static bool range_of_operation(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return range_of_sum(r, value, range);
    case LLVMAnd:
        return range_of_and(r, value, range);
    case LLVMOr:
    case LLVMXor:
        return range_of_or(r, value, range);
    case LLVMURem:
    case LLVMSRem:
        return range_of_rest(r, value, range);
    case LLVMSDiv:
    case LLVMUDiv:
        return range_of_quotient(r, value, range);
    case LLVMLShr:
    case LLVMAShr:
        return range_of_shift(r, value, range);
    case LLVMZExt:
    case LLVMSExt:
        return range_of_wider(r, value, range);
    case LLVMTrunc:
        return range_of_narrower(r, value, range);
    case LLVMCall:
        if (ir_calls_named(value, "llvm.smin.") || ir_calls_named(value, "llvm.smax."))
            return range_of_bound(r, value, ir_calls_named(value, "llvm.smax."), range);
        return false;
    default:
        return false;
    }
}

static bool range_of_end(const ranging *r, LLVMValueRef value, dtrans_range *range) {
    if (LLVMIsAConstantInt(value)) {
        int64_t number = LLVMConstIntGetSExtValue(value);
        *range = (dtrans_range){number, number};
        return true;
    }
    return LLVMIsAInstruction(value) && range_of_operation(r, value, range);
}

/* An end of which nothing is known has all numbers of its width. */
static bool join_ends(const ranging *r, unsigned width, dtrans_range *range) {
    dtrans_range all = full(width);
    bool any = false;
    for (size_t i = 0; i < r->ends.len; i++) {
        dtrans_range own;
        if (LLVMIsAUndefValue(r->ends.at[i]))
            continue;
        if (!range_of_end(r, r->ends.at[i], &own))
            return false;
        range->least = any ? smaller(range->least, own.least) : own.least;
        range->most = any ? larger(range->most, own.most) : own.most;
        any = true;
    }
    return any && (range->least > all.least || range->most < all.most);
}

static bool range_at(dtrans_facts *f, LLVMValueRef value, unsigned depth, dtrans_range *range) {
    unsigned width = width_of(value);
    if (!width || depth > MOST_NESTED || !ctx_tick(f->info->ctx, 1))
        return false;
    ranging r;
    ranging_init(&r, f, depth);
    pass_on(&r, value);
    bool known = find_ends(&r) && join_ends(&r, width, range);
    ranging_free(&r);
    return known;
}

bool dtrans_range_of_value(dtrans_facts *f, LLVMValueRef value, dtrans_range *range) {
    return range_at(f, value, 0, range);
}

/* The field as if it were loaded. */
static bool find_field_ends(ranging *r, uint32_t type, uint32_t field) {
    const dtrans_field_use *use = dtrans_field_use_of(r->f, type, field);
    if (!is_followed(use) || LLVMGetTypeKind(use->type) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(use->type) > 64)
        return false;
    pass_field(r, use);
    return find_ends(r);
}

bool dtrans_range_of_field(dtrans_facts *f, uint32_t type, uint32_t field, dtrans_range *range) {
    ranging r;
    ranging_init(&r, f, 0);
    bool known = find_field_ends(&r, type, field) &&
                 join_ends(&r, LLVMGetIntTypeWidth(f->fields[type][field].type), range);
    ranging_free(&r);
    return known;
}

static bool add_constant(LLVMValueRef *values, size_t room, size_t *count, LLVMValueRef value) {
    for (size_t i = 0; i < *count; i++)
        if (values[i] == value)
            return true;
    if (!LLVMIsAConstantInt(value) || *count == room)
        return false;
    values[(*count)++] = value;
    return true;
}

size_t dtrans_field_constants(dtrans_facts *f, uint32_t type, uint32_t field, LLVMValueRef *values,
                              size_t room) {
    const dtrans_field_use *use = dtrans_field_use_of(f, type, field);
    size_t count = 0;
    bool few = is_followed(use);
    for (size_t i = 0; few && i < use->list.len; i++)
        if (LLVMIsAStoreInst(use->list.at[i]))
            few = add_constant(values, room, &count, LLVMGetOperand(use->list.at[i], 0));
    return few ? count : SIZE_MAX;
}
