/* Sizes: n * sizeof(struct), found backwards through arithmetic, merges and parameters.
 *
 * Arithmetic as wide as a pointer is taken for what it would be without a limit: a size that wraps
 * there asks for less memory than the program then uses, before and after a change of layout alike.
 * What is computed in fewer bits and widened must not wrap, or be a power of two that wrapping
 * respects. */
#include "dtrans/analysis/visit.h"
#include "ir/value.h"

enum { MAX_DEPTH = 8, MAX_CALLERS = 64 };

/* How a narrow value is widened in the end, one bit each: what must not have wrapped. */
typedef enum widening { NOT_WIDENED = 0, BY_ZEROS = 1, BY_SIGN = 2 } widening;

/* A question about a value, which is asked of what it is made of, too. */
typedef struct wanted {
    dtrans_visitor *v;
    uint64_t size;
    widening widened;
    int depth;
    bool (*constant)(struct wanted w, LLVMValueRef value);
    bool (*instruction)(struct wanted w, LLVMValueRef value);
} wanted;

static bool all_callers(wanted w, LLVMValueRef param);

static bool holds(wanted w, LLVMValueRef value) {
    if (LLVMIsAConstantInt(value))
        return w.constant(w, value);
    if (w.depth == 0)
        return false;
    if (LLVMIsAArgument(value))
        return all_callers(w, value);
    return LLVMIsAInstruction(value) && w.instruction(w, value);
}

static bool holds_of(wanted w, LLVMValueRef value, unsigned operand) {
    w.depth--;
    return holds(w, LLVMGetOperand(value, operand));
}

static bool all_operands(wanted w, LLVMValueRef value, unsigned first) {
    for (int i = (int)first; i < LLVMGetNumOperands(value); i++)
        if (!holds_of(w, value, (unsigned)i))
            return false;
    return true;
}

/* A parameter of a function whose callers are all known: what each of them passes. */
static bool all_callers(wanted w, LLVMValueRef param) {
    LLVMValueRef fn = LLVMGetParamParent(param);
    if (dtrans_is_seen_outside(w.v->info, fn))
        return false;
    unsigned index = 0;
    while (LLVMGetParam(fn, index) != param)
        index++;
    int callers = 0;
    ir_each_user (call, fn)
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != fn || ++callers > MAX_CALLERS ||
            LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn) ||
            !holds_of(w, call, index))
            return false;
    return callers > 0;
}

static bool wraps_well(wanted w, LLVMValueRef value) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    return (w.size & (w.size - 1)) == 0 && (width >= 64 || w.size <= UINT64_C(1) << width);
}

/* Whether the result of arithmetic is what it would be in more bits. */
static bool keeps_meaning(wanted w, LLVMValueRef value) {
    return wraps_well(w, value) || ((!(w.widened & BY_ZEROS) || LLVMGetNUW(value)) &&
                                    (!(w.widened & BY_SIGN) || LLVMGetNSW(value)));
}

static bool constant_multiple(wanted w, LLVMValueRef value) {
    int64_t number = LLVMConstIntGetSExtValue(value);
    uint64_t distance = number < 0 ? -(uint64_t)number : (uint64_t)number;
    bool positive = LLVMConstIntGetZExtValue(value) % w.size == 0;
    return w.widened & BY_ZEROS ? positive : positive || distance % w.size == 0;
}

static bool shifted(wanted w, LLVMValueRef value) {
    LLVMValueRef by = LLVMGetOperand(value, 1);
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) > 32)
        return false;
    return (UINT64_C(1) << LLVMConstIntGetZExtValue(by)) % w.size == 0 || holds_of(w, value, 0);
}

/* A negative number that is then widened by zeros is not a multiple any more. */
static bool widened(wanted w, LLVMValueRef value, widening how) {
    LLVMValueRef narrow = LLVMGetOperand(value, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(narrow)) != LLVMIntegerTypeKind ||
        (how == BY_SIGN && w.widened & BY_ZEROS && !wraps_well(w, narrow)))
        return false;
    w.widened = how;
    return holds_of(w, value, 0);
}

/* A number in a variable of the program that is only read and written as such: what it is set to.
 */
static bool is_held(wanted w, LLVMValueRef load) {
    LLVMValueRef g = LLVMIsAGlobalVariable(LLVMGetOperand(load, 0));
    LLVMValueRef init = g ? LLVMGetInitializer(g) : NULL;
    if (!init || LLVMGetVolatile(load) || LLVMTypeOf(init) != LLVMTypeOf(load) ||
        dtrans_is_seen_outside(w.v->info, g) || LLVMIsExternallyInitialized(g))
        return false;
    w.depth--;
    bool good = holds(w, init);
    int uses = 0;
    ir_each_user (user, g) {
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == g &&
                      LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMTypeOf(load);
        good = good && ++uses <= MAX_CALLERS &&
               (LLVMIsALoadInst(user) || (stores && holds(w, LLVMGetOperand(user, 0))));
    }
    return good;
}

static bool is_multiple(wanted w, LLVMValueRef value) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMMul:
        return keeps_meaning(w, value) && (holds_of(w, value, 0) || holds_of(w, value, 1));
    case LLVMShl:
        return keeps_meaning(w, value) && shifted(w, value);
    case LLVMAdd:
    case LLVMSub:
        return keeps_meaning(w, value) && all_operands(w, value, 0);
    case LLVMPHI:
        return all_operands(w, value, 0);
    case LLVMSelect:
        return all_operands(w, value, 1);
    case LLVMZExt:
        return widened(w, value, BY_ZEROS);
    case LLVMSExt:
        return widened(w, value, BY_SIGN);
    case LLVMFreeze:
        return holds_of(w, value, 0);
    case LLVMLoad:
        return is_held(w, value);
    default:
        return false;
    }
}

/* A size that is cut off for a function that takes an int: like one that wraps, it asks for less
 * memory than the program then uses. */
static LLVMValueRef before_cut(LLVMValueRef value) {
    bool cut = LLVMIsATruncInst(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 32;
    return cut ? LLVMGetOperand(value, 0) : value;
}

bool dtrans_is_multiple(dtrans_visitor *v, LLVMValueRef value, uint64_t size) {
    if (!size || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return false;
    value = before_cut(value);
    bool narrow = LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 8 * LLVMPointerSize(v->target);
    widening how = narrow ? BY_ZEROS | BY_SIGN : NOT_WIDENED;
    return holds((wanted){v, size, how, MAX_DEPTH, constant_multiple, is_multiple}, value);
}

static bool constant_at_least(wanted w, LLVMValueRef value) {
    return LLVMConstIntGetSExtValue(value) >= (int64_t)w.size;
}

static bool is_at_least(wanted w, LLVMValueRef value) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMOr:
        return holds_of(w, value, 0) || holds_of(w, value, 1);
    case LLVMPHI:
        return all_operands(w, value, 0);
    case LLVMSelect:
        return all_operands(w, value, 1);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFreeze:
        return holds_of(w, value, 0);
    default:
        return false;
    }
}

bool dtrans_is_at_least(dtrans_visitor *v, LLVMValueRef value, uint64_t bytes) {
    return bytes <= INT64_MAX && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           holds((wanted){v, bytes, NOT_WIDENED, MAX_DEPTH, constant_at_least, is_at_least}, value);
}

bool dtrans_split_size(dtrans_visitor *v, LLVMValueRef value, uint64_t step, uint64_t *rest) {
    *rest = 0;
    if (LLVMIsAConstantInt(value)) {
        *rest = LLVMConstIntGetZExtValue(value);
        return true;
    }
    if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef header = LLVMGetOperand(value, i);
        if (LLVMIsAConstantInt(header) && LLVMConstIntGetSExtValue(header) >= 0 &&
            dtrans_is_multiple(v, LLVMGetOperand(value, 1 - i), step)) {
            *rest = LLVMConstIntGetZExtValue(header);
            return true;
        }
    }
    return false;
}
