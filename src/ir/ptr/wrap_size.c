/* Sizes in terms of parameters: n, n ? n : 1, the larger of n and a constant, n rounded up, n plus
 * a header, n times a count. Where a constant stands for the size, the condition under which it
 * does must say that the size is not larger. */
#include "base/num.h"
#include "ir/ptr/wrap_values.h"
#include "ir/value.h"

enum { MAX_DEPTH = 12, MAX_STEPS = 256, MAX_WAYS = 8, MAX_WALK = 4, MAX_TERM = 1 << 30 };

typedef struct sizing {
    lathe_ctx *ctx;
    LLVMValueRef fn;
    int steps; /* left */
    int depth;
} sizing;

static const ptr_form unknown = {.arg = -1, .count = -1};

static ptr_form form_of(sizing *s, LLVMValueRef v);

static ptr_form range(int64_t least, int64_t most) {
    return (ptr_form){true, -1, -1, least, most, 0};
}

static bool is_constant(ptr_form f) {
    return f.known && f.arg < 0;
}

/* A term that is as large as an object is no term of a size. */
static ptr_form checked(ptr_form f) {
    bool good = f.known && f.least <= f.most && f.least > -MAX_TERM && f.most < MAX_TERM &&
                f.floor >= 0 && f.floor < MAX_TERM;
    return good ? f : unknown;
}

static bool constant_number(LLVMValueRef v, int64_t *number) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *number = LLVMConstIntGetSExtValue(v);
    return true;
}

static ptr_form sum(ptr_form a, ptr_form b) {
    if (!a.known || !b.known || (a.arg >= 0 && b.arg >= 0))
        return unknown;
    ptr_form f = a.arg >= 0 ? a : b;
    f.least = a.least + b.least;
    f.most = a.most + b.most;
    if (f.floor)
        f.floor += a.arg >= 0 ? b.most : a.most;
    return checked(f);
}

static ptr_form difference(ptr_form a, ptr_form b) {
    return is_constant(b) ? sum(a, range(-b.most, -b.least)) : unknown;
}

static ptr_form rounded_down(ptr_form f, int64_t by) {
    if (!f.known)
        return unknown;
    f.least -= by - 1;
    return checked(f);
}

static bool is_power(int64_t n) {
    return n > 0 && (n & (n - 1)) == 0;
}

/* x & ~7, x & 7 */
static ptr_form masked(sizing *s, LLVMValueRef v) {
    int64_t mask;
    if (!constant_number(LLVMGetOperand(v, 1), &mask))
        return unknown;
    if (mask < 0 && mask > INT64_MIN && is_power(-mask))
        return rounded_down(form_of(s, LLVMGetOperand(v, 0)), -mask);
    return mask >= 0 && mask < MAX_TERM ? range(0, mask) : unknown;
}

static bool is_op(LLVMValueRef v, LLVMOpcode op) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

/* (x / 8) * 8, (x >> 3) << 3: what such a product or shift rounds down to, 0 if it does not. */
static int64_t rounding(LLVMValueRef v, LLVMValueRef *of) {
    bool shift = is_op(v, LLVMShl);
    LLVMValueRef inner = LLVMGetOperand(v, 0);
    int64_t by, same;
    bool undone = shift ? is_op(inner, LLVMLShr) || is_op(inner, LLVMAShr)
                        : is_op(inner, LLVMUDiv) || is_op(inner, LLVMSDiv);
    if (!undone || !constant_number(LLVMGetOperand(v, 1), &by) ||
        !constant_number(LLVMGetOperand(inner, 1), &same) || by != same || by <= 0 ||
        by >= (shift ? 30 : MAX_TERM))
        return 0;
    *of = LLVMGetOperand(inner, 0);
    return shift ? INT64_C(1) << by : by;
}

static ptr_form scaled(ptr_form a, ptr_form b) {
    if (!a.known || !b.known)
        return unknown;
    if (is_constant(a) && is_constant(b) && a.least >= 0 && b.least >= 0 && a.most < 1 << 15 &&
        b.most < 1 << 15)
        return range(a.least * b.least, a.most * b.most);
    if (is_constant(a) || is_constant(b)) {
        ptr_form one = is_constant(a) ? a : b;
        return one.least == 1 && one.most == 1 ? (is_constant(a) ? b : a) : unknown;
    }
    bool exact = a.count < 0 && b.count < 0 && !a.least && !a.most && !a.floor && !b.least &&
                 !b.most && !b.floor;
    return exact ? (ptr_form){true, a.arg, b.arg, 0, 0, 0} : unknown;
}

typedef struct way {
    LLVMValueRef condition;
    bool holds;
} way;

typedef struct way_list {
    way at[MAX_WAYS];
    unsigned len;
    bool overflow;
} way_list;

/* The conditions that decided last on each way from one block to its successor. */
static void add_ways(LLVMBasicBlockRef from, LLVMBasicBlockRef to, int depth, way_list *out) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    bool decides = LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
                   LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1);
    if (decides && out->len < MAX_WAYS) {
        out->at[out->len++] = (way){LLVMGetCondition(end), LLVMGetSuccessor(end, 0) == to};
        return;
    }
    unsigned before = 0;
    ir_each_user (user, LLVMBasicBlockAsValue(from)) {
        if (!LLVMIsATerminatorInst(user))
            continue;
        before++;
        if (depth == 0 || decides)
            out->overflow = true;
        else
            add_ways(LLVMGetInstructionParent(user), from, depth - 1, out);
    }
    out->overflow |= before == 0;
}

/* A truth value behind its conversions: !!x, __builtin_expect(x, 0). */
static way bare(way w) {
    for (int i = 0; i < 8; i++) {
        LLVMValueRef c = w.condition;
        int64_t number;
        bool negated = is_op(c, LLVMXor) && LLVMIsAConstantInt(LLVMGetOperand(c, 1));
        bool tested = LLVMIsAICmpInst(c) && ir_is_zero(LLVMGetOperand(c, 1)) &&
                      LLVMGetICmpPredicate(c) == LLVMIntNE;
        LLVMValueRef inner = negated || tested ? LLVMGetOperand(c, 0) : NULL;
        if (tested && ir_calls_named(inner, "llvm.expect."))
            inner = LLVMGetOperand(inner, 0);
        if (tested && (LLVMIsAZExtInst(inner) || LLVMIsASExtInst(inner)))
            inner = LLVMGetOperand(inner, 0);
        bool truth = inner && LLVMGetIntTypeWidth(LLVMTypeOf(inner)) == 1;
        if (!truth || (negated && !constant_number(LLVMGetOperand(c, 1), &number)))
            return w;
        w = (way){inner, negated ? !w.holds : w.holds};
    }
    return w;
}

static LLVMIntPredicate opposite(LLVMIntPredicate p) {
    static const LLVMIntPredicate of[] = {
        [LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,   [LLVMIntUGT] = LLVMIntULE,
        [LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE, [LLVMIntULE] = LLVMIntUGT,
        [LLVMIntSGT] = LLVMIntSLE, [LLVMIntSGE] = LLVMIntSLT, [LLVMIntSLT] = LLVMIntSGE,
        [LLVMIntSLE] = LLVMIntSGT,
    };
    return of[p];
}

static LLVMIntPredicate turned(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntUGT:
        return LLVMIntULT;
    case LLVMIntUGE:
        return LLVMIntULE;
    case LLVMIntULT:
        return LLVMIntUGT;
    case LLVMIntULE:
        return LLVMIntUGE;
    case LLVMIntSGT:
        return LLVMIntSLT;
    case LLVMIntSGE:
        return LLVMIntSLE;
    case LLVMIntSLT:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSGE;
    default:
        return p;
    }
}

/* What a parameter is at most where the condition went that way; false if it says nothing. */
static bool bound_of(sizing *s, way w, int *param, int64_t *most) {
    w = bare(w);
    if (!LLVMIsAICmpInst(w.condition) || ir_is_pointer(LLVMGetOperand(w.condition, 0)))
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(w.condition);
    LLVMValueRef left = LLVMGetOperand(w.condition, 0), right = LLVMGetOperand(w.condition, 1);
    if (LLVMIsAConstantInt(left)) {
        LLVMValueRef swap = left;
        left = right;
        right = swap;
        p = turned(p);
    }
    p = w.holds ? p : opposite(p);
    int64_t number;
    ptr_form f = form_of(s, left);
    if (!constant_number(right, &number) || !f.known || f.arg < 0 || f.count >= 0 || number < 0)
        return false;
    bool below = p == LLVMIntULT || p == LLVMIntSLT;
    if (!below && p != LLVMIntULE && p != LLVMIntSLE && p != LLVMIntEQ)
        return false;
    *param = f.arg;
    *most = number - below - f.least;
    return true;
}

/* How large the product of the parameters is at most on all these ways: 0 if one of them is. */
static bool bound_on(sizing *s, const way_list *ways, ptr_form of, int64_t *most) {
    *most = 0;
    for (unsigned i = 0; i < ways->len; i++) {
        int param;
        int64_t bound;
        if (!bound_of(s, ways->at[i], &param, &bound) || (param != of.arg && param != of.count) ||
            (of.count >= 0 && bound > 0))
            return false;
        *most = bound > *most ? bound : *most;
    }
    return ways->len && !ways->overflow;
}

/* A constant in place of the product where that is at most `bound`. */
static ptr_form in_place(ptr_form constant, ptr_form of, int64_t bound) {
    of.least = constant.least - bound;
    of.most = of.least > 0 ? of.least : 0;
    of.floor = bound > 0 ? constant.most : 0;
    return checked(of);
}

static ptr_form either(ptr_form a, ptr_form b) {
    if (!a.known || !b.known || a.arg != b.arg || a.count != b.count)
        return unknown;
    a.least = a.least < b.least ? a.least : b.least;
    a.most = a.most > b.most ? a.most : b.most;
    a.floor = a.floor > b.floor ? a.floor : b.floor;
    return a;
}

typedef struct choice {
    ptr_form form;
    way_list ways;
} choice;

/* One of several values: those in terms of parameters agree on them, constants replace these. */
static ptr_form chosen(sizing *s, const choice *all, unsigned count) {
    ptr_form result = unknown;
    for (unsigned i = 0; i < count; i++)
        if (all[i].form.known && all[i].form.arg >= 0)
            result = result.known ? either(result, all[i].form) : all[i].form;
    ptr_form of = result;
    bool constants = !result.known;
    for (unsigned i = 0; i < count && all[i].form.known; i++) {
        int64_t bound;
        if (all[i].form.arg >= 0)
            continue;
        if (constants)
            result = i ? either(result, all[i].form) : all[i].form;
        else if (bound_on(s, &all[i].ways, of, &bound))
            result = either(result, in_place(all[i].form, of, bound));
        else
            result = unknown;
    }
    for (unsigned i = 0; i < count; i++)
        if (!all[i].form.known)
            return unknown;
    return result;
}

static ptr_form selected(sizing *s, LLVMValueRef v) {
    choice all[2] = {{.form = form_of(s, LLVMGetOperand(v, 1))},
                     {.form = form_of(s, LLVMGetOperand(v, 2))}};
    for (unsigned i = 0; i < 2; i++) {
        all[i].ways.at[0] = (way){LLVMGetOperand(v, 0), i == 0};
        all[i].ways.len = 1;
    }
    return chosen(s, all, 2);
}

enum { MAX_CHOICES = 6 };

/* A value that comes from several blocks, or the product of two that do. */
static ptr_form merged(sizing *s, LLVMValueRef v, LLVMValueRef other) {
    choice all[MAX_CHOICES] = {0};
    unsigned count = LLVMCountIncoming(v);
    if (count > MAX_CHOICES)
        return unknown;
    for (unsigned i = 0; i < count; i++) {
        all[i].form = form_of(s, LLVMGetIncomingValue(v, i));
        for (unsigned k = 0; other && k < count; k++)
            if (LLVMGetIncomingBlock(other, k) == LLVMGetIncomingBlock(v, i))
                all[i].form = scaled(all[i].form, form_of(s, LLVMGetIncomingValue(other, k)));
        if (is_constant(all[i].form))
            add_ways(LLVMGetIncomingBlock(v, i), LLVMGetInstructionParent(v), MAX_WALK,
                     &all[i].ways);
    }
    return chosen(s, all, count);
}

static ptr_form product(sizing *s, LLVMValueRef a, LLVMValueRef b) {
    if (LLVMIsAPHINode(a) && LLVMIsAPHINode(b) && a != b &&
        LLVMGetInstructionParent(a) == LLVMGetInstructionParent(b)) {
        ptr_form together = merged(s, a, b);
        if (together.known)
            return together;
    }
    return scaled(form_of(s, a), form_of(s, b));
}

static ptr_form computed(sizing *s, LLVMOpcode op, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef inner = NULL;
    int64_t by = op == LLVMMul || op == LLVMShl ? rounding(v, &inner) : 0;
    if (by)
        return rounded_down(form_of(s, inner), by);
    int64_t number;
    switch (op) {
    case LLVMAdd:
        return sum(form_of(s, a), form_of(s, b));
    case LLVMSub:
        return difference(form_of(s, a), form_of(s, b));
    case LLVMOr:
        return constant_number(b, &number) && number >= 0 && number < MAX_TERM
                   ? sum(form_of(s, a), range(0, number))
                   : unknown;
    case LLVMAnd:
        return masked(s, v);
    case LLVMURem:
        return constant_number(b, &number) && number > 0 && number < MAX_TERM ? range(0, number - 1)
                                                                              : unknown;
    case LLVMMul:
        return product(s, a, b);
    default:
        return unknown;
    }
}

/* Intrinsics of arithmetic; `part` is the number of the result that is wanted. */
static ptr_form called(sizing *s, LLVMValueRef call) {
    static const struct {
        const char *name;
        LLVMOpcode op;
    } names[] = {{"llvm.uadd.", LLVMAdd},
                 {"llvm.umul.", LLVMMul},
                 {"llvm.sadd.", LLVMAdd},
                 {"llvm.smul.", LLVMMul},
                 {"llvm.usub.with.", LLVMSub}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ir_calls_named(call, names[i].name))
            return computed(s, names[i].op, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
    if (ir_calls_named(call, "llvm.expect."))
        return form_of(s, LLVMGetOperand(call, 0));
    if (!ir_calls_named(call, "llvm.umax."))
        return unknown;
    ptr_form a = form_of(s, LLVMGetOperand(call, 0)), b = form_of(s, LLVMGetOperand(call, 1));
    ptr_form f = a.arg >= 0 ? a : b, c = a.arg >= 0 ? b : a;
    if (!a.known || !b.known || !is_constant(c))
        return unknown;
    f.floor = c.most > f.floor ? c.most : f.floor;
    return checked(f);
}

/* What a function of the program makes of one parameter: a helper that rounds sizes up. */
static ptr_form helped(sizing *s, LLVMValueRef call) {
    LLVMValueRef fn = ptr_direct_callee(call);
    if (!fn || LLVMIsDeclaration(fn) || LLVMCountBasicBlocks(fn) > 4)
        return unknown;
    sizing inside = {s->ctx, fn, s->steps, s->depth};
    ptr_form f = unknown;
    unsigned returns = 0;
    ir_each_block (bb, fn) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (!end || !LLVMIsAReturnInst(end))
            continue;
        f = returns++ ? unknown : form_of(&inside, LLVMGetOperand(end, 0));
    }
    s->steps = inside.steps;
    if (!f.known || f.count >= 0 || f.arg < 0)
        return f.known && f.arg < 0 ? f : unknown;
    ptr_form made = sum(form_of(s, LLVMGetOperand(call, (unsigned)f.arg)), range(f.least, f.most));
    made.floor = f.floor > made.floor ? f.floor : made.floor;
    return checked(made);
}

/* The number in a variable that nobody changes. */
static ptr_form held(LLVMValueRef load) {
    LLVMValueRef g = LLVMIsAGlobalVariable(LLVMGetOperand(load, 0));
    LLVMValueRef init = g ? LLVMGetInitializer(g) : NULL;
    int64_t number;
    if (!init || LLVMTypeOf(init) != LLVMTypeOf(load) || !constant_number(init, &number) ||
        LLVMIsExternallyInitialized(g) || LLVMGetVolatile(load))
        return unknown;
    bool fixed = LLVMIsGlobalConstant(g) || ir_is_local(g);
    ir_each_user (user, g)
        fixed &= LLVMIsGlobalConstant(g) || LLVMIsALoadInst(user) != NULL;
    return fixed ? checked(range(number, number)) : unknown;
}

static ptr_form stored(sizing *s, LLVMValueRef local) {
    ptr_form f = unknown;
    bool first = true;
    ir_each_user (user, local)
        if (LLVMIsAStoreInst(user)) {
            ptr_form one = form_of(s, LLVMGetOperand(user, 0));
            f = first ? one : either(f, one);
            first = false;
        }
    return f;
}

static ptr_form instruction(sizing *s, LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    switch (op) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFreeze:
        return form_of(s, LLVMGetOperand(v, 0));
    case LLVMExtractValue:
        return LLVMGetIndices(v)[0] == 0 && LLVMGetNumIndices(v) == 1 &&
                       LLVMIsACallInst(LLVMGetOperand(v, 0))
                   ? called(s, LLVMGetOperand(v, 0))
                   : unknown;
    case LLVMSelect:
        return selected(s, v);
    case LLVMPHI:
        return merged(s, v, NULL);
    case LLVMLoad:
        return ptr_is_plain_local(LLVMGetOperand(v, 0)) ? stored(s, LLVMGetOperand(v, 0)) : held(v);
    case LLVMCall:
        return LLVMIsAIntrinsicInst(v) ? called(s, v) : helped(s, v);
    default:
        return LLVMIsABinaryOperator(v)
                   ? computed(s, op, v, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1))
                   : unknown;
    }
}

static int number_of(LLVMValueRef fn, LLVMValueRef param) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (LLVMGetParam(fn, i) == param)
            return (int)i;
    return -1;
}

static ptr_form form_of(sizing *s, LLVMValueRef v) {
    int64_t number;
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind &&
        LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMStructTypeKind)
        return unknown;
    if (constant_number(v, &number))
        return checked(range(number, number));
    if (LLVMIsAArgument(v)) {
        int arg = number_of(s->fn, v);
        return (ptr_form){arg >= 0, arg, -1, 0, 0, 0};
    }
    if (!LLVMIsAInstruction(v) || s->depth == MAX_DEPTH || s->steps-- <= 0)
        return unknown;
    s->depth++;
    ptr_form f = instruction(s, v);
    s->depth--;
    return f;
}

ptr_form ptr_form_of_product(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef value,
                             LLVMValueRef other) {
    sizing s = {.ctx = ctx, .fn = fn, .steps = MAX_STEPS};
    return other ? product(&s, value, other) : form_of(&s, value);
}

ptr_form ptr_form_of(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef value) {
    return ptr_form_of_product(ctx, fn, value, NULL);
}
