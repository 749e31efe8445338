#include "hir/dd/sums.h"

#include "hir/predicate.h"

/* What can be taken in any order: an opcode, that of an addition for subtractions, too; or one of
 * these plus what a blob does that is a minimum or maximum. */
typedef unsigned sum_op;
enum { SUM_NONE = 0, SUM_OF_BLOBS = 128, SUM_OF_FLOATS = 256 };

/* An instruction that assigns t, and what it reads. */
typedef struct step {
    const dd_graph *g;
    const HLInst *inst;
    hir_symbase t;
} step;

static const RegDDRef *read_at(const step *s, uint32_t index) {
    return s->inst->node.refs[index];
}

static bool is_free(const step *s, uint32_t index) {
    return !hir_mentions(read_at(s, index), s->t);
}

static bool is_temp(const step *s, uint32_t index) {
    const RegDDRef *ref = read_at(s, index);
    return ref->symbase == s->t && hir_ref_temp(s->g->h, ref);
}

static bool is_about(const step *s, hir_blob b) {
    const hir *h = s->g->h;
    hir_blob_list temps = {0};
    bool found = false;
    hir_collect_temp_blobs(h, b, &temps);
    for (size_t i = 0; i < temps.len; i++)
        found |= hir_temp_at(h, hir_blob_at(h, temps.at[i])->temp)->symbase == s->t;
    vec_free(h->ctx, &temps);
    return found;
}

static bool is_own_blob(const step *s, hir_blob b) {
    const hir *h = s->g->h;
    return hir_is_temp_blob(h, b) && hir_temp_at(h, hir_blob_at(h, b)->temp)->symbase == s->t;
}

/* t + what is not about t. */
static bool is_t_and_more(const step *s, uint32_t index) {
    const RegDDRef *ref = read_at(s, index);
    const CanonExpr *ce = ref->kind == REF_SCALAR ? ref->subscripts[0] : NULL;
    uint32_t found = 0;
    if (!ce || !hir_canon_is_plain(ce))
        return false;
    hir_each_term (t, ce) {
        bool own = !t.level && is_own_blob(s, t.blob) && t.coefficient == 1;
        if (!own && is_about(s, t.blob))
            return false;
        found += own;
    }
    return found == 1;
}

static bool is_either(const step *s, bool is_t(const step *s, uint32_t index)) {
    return (is_t(s, 1) && is_free(s, 2)) || (is_t(s, 2) && is_free(s, 1));
}

/* Whether the program allows as much as these flags, so that bits may depend on the order. */
static bool allows(const step *s, LLVMFastMathFlags wanted) {
    if (s->g->options.assume_commutes)
        return true;
    return s->inst->inst && LLVMCanValueUseFastMathFlags(s->inst->inst) &&
           (LLVMGetFastMathFlags(s->inst->inst) & wanted) == wanted;
}

/* t = max(t, x) and the like, in one blob. */
static sum_op op_of_blob(const step *s, const CanonExpr *ce) {
    const hir *h = s->g->h;
    if (!hir_canon_is_plain(ce) || !hir_is_simple(ce) || ce->blob_count != 1)
        return SUM_NONE;
    const hir_blob_info *b = hir_blob_at(h, ce->blobs[0].blob);
    uint32_t own = 0;
    for (uint32_t i = 0; i < b->operand_count; i++) {
        bool t = is_own_blob(s, b->operands[i]);
        if (!t && is_about(s, b->operands[i]))
            return SUM_NONE;
        own += t;
    }
    if (own != 1)
        return SUM_NONE;
    return b->op >= BLOB_SMIN && b->op <= BLOB_UMAX ? SUM_OF_BLOBS + b->op : SUM_NONE;
}

static sum_op op_of_copy(const step *s) {
    const RegDDRef *ref = read_at(s, 1);
    if (is_t_and_more(s, 1))
        return LLVMAdd;
    return ref->kind == REF_SCALAR ? op_of_blob(s, ref->subscripts[0]) : SUM_NONE;
}

static bool is_same(const step *s, uint32_t a, uint32_t b) {
    const RegDDRef *x = read_at(s, a), *y = read_at(s, b);
    return x->kind == REF_SCALAR && y->kind == REF_SCALAR &&
           hir_canon_equal(x->subscripts[0], y->subscripts[0]);
}

/* 1: the comparison holds if the first is greater; -1: if it is less. What it does with equal ones
 * does not matter. */
static int order_of(const HLInst *inst, bool *is_signed) {
    static const LLVMRealPredicate more[] = {LLVMRealOGT, LLVMRealOGE, LLVMRealUGT, LLVMRealUGE};
    static const LLVMRealPredicate less[] = {LLVMRealOLT, LLVMRealOLE, LLVMRealULT, LLVMRealULE};
    LLVMIntPredicate p = inst->predicate;
    for (int i = 0; inst->is_float && i < 4; i++)
        if (inst->real_predicate == more[i] || inst->real_predicate == less[i])
            return inst->real_predicate == more[i] ? 1 : -1;
    if (inst->is_float)
        return 0;
    *is_signed = hir_is_signed_predicate(p);
    return hir_is_equality(p) ? 0 : hir_is_less_predicate(p) ? -1 : 1;
}

/* Whether a number cannot be -0, by the one instruction that makes it: an absolute value, a whole
 * number, a square. */
static bool is_never_minus_zero(const step *s, uint32_t index) {
    const hir *h = s->g->h;
    hir_temp t = hir_ref_temp(h, read_at(s, index));
    const RegDDRef *def = t ? hir_temp_at(h, t)->defs : NULL;
    const HLInst *made = def && !def->next_def ? hir_as_inst(def->node) : NULL;
    if (!made || made->node.ref_count < 2)
        return false;
    switch (made->opcode) {
    case LLVMSIToFP:
    case LLVMUIToFP:
        return true;
    case LLVMFMul: {
        const RegDDRef *x = made->node.refs[1], *y = made->node.refs[2];
        return x->kind == REF_SCALAR && y->kind == REF_SCALAR &&
               hir_canon_equal(x->subscripts[0], y->subscripts[0]);
    }
    case LLVMCall: {
        const char *name = made->callee ? made->callee : "";
        return str_starts_with(name + (*name == '@'), "llvm.fabs.");
    }
    default:
        return false;
    }
}

/* A choice that keeps t unless x is more, or less, and surely so: NaNs do not count then, however
 * often they come. Of equal numbers only 0 and -0 differ, so that without the latter the result is
 * the same in any order. */
static bool is_any_order(const step *s) {
    static const LLVMRealPredicate takes[] = {LLVMRealOGT, LLVMRealOLT};
    static const LLVMRealPredicate keeps[] = {LLVMRealUGE, LLVMRealULE};
    uint32_t x = is_temp(s, 1) ? 2 : 1;
    bool is_kept = is_temp(s, 3);
    const LLVMRealPredicate *known = is_kept ? keeps : takes;
    return (s->inst->real_predicate == known[0] || s->inst->real_predicate == known[1]) &&
           is_never_minus_zero(s, x);
}

/* (x > t) ? x : t, the other way round, and with other comparisons. */
static sum_op op_of_choice(const step *s) {
    bool first = is_same(s, 1, 3) && is_same(s, 2, 4), is_signed = false;
    bool second = is_same(s, 1, 4) && is_same(s, 2, 3);
    int order = order_of(s->inst, &is_signed);
    if (!order || !is_either(s, is_temp) || (!first && !second))
        return SUM_NONE;
    bool most = (order > 0) == first;
    if (s->inst->is_float && !is_any_order(s) &&
        !allows(s, LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros))
        return SUM_NONE;
    if (s->inst->is_float)
        return SUM_OF_FLOATS + (most ? BLOB_SMAX : BLOB_SMIN);
    return SUM_OF_BLOBS + (is_signed ? (most ? BLOB_SMAX : BLOB_SMIN)
                           : most    ? BLOB_UMAX
                                     : BLOB_UMIN);
}

/* A choice between t + x and t + y, for which t does not count, adds one of them. */
static sum_op op_of_select(const step *s) {
    uint32_t values = s->inst->compares ? 3 : 2;
    bool decided = is_free(s, 1) && (!s->inst->compares || is_free(s, 2));
    if (decided && is_t_and_more(s, values) && is_t_and_more(s, values + 1))
        return LLVMAdd;
    return SUM_NONE;
}

static sum_op op_of_step(const step *s) {
    bool number = LLVMGetTypeKind(read_at(s, 0)->type) == LLVMIntegerTypeKind;
    bool either = s->inst->node.ref_count == 3 && is_either(s, is_temp);
    bool may_reassociate = allows(s, LLVMFastMathAllowReassoc);
    if (!s->inst->opcode)
        return number ? op_of_copy(s) : SUM_NONE;
    switch (s->inst->opcode) {
    case LLVMSelect: {
        sum_op op = number ? op_of_select(s) : SUM_NONE;
        bool compares = s->inst->compares && (number || s->inst->is_float);
        return op == SUM_NONE && compares ? op_of_choice(s) : op;
    }
    case LLVMAdd:
        return number && is_either(s, is_t_and_more) ? LLVMAdd : SUM_NONE;
    case LLVMSub:
        return number && is_t_and_more(s, 1) && is_free(s, 2) ? LLVMAdd : SUM_NONE;
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return number && either ? s->inst->opcode : SUM_NONE;
    case LLVMFAdd:
    case LLVMFMul:
        return either && may_reassociate ? s->inst->opcode : SUM_NONE;
    case LLVMFSub:
        return is_temp(s, 1) && is_free(s, 2) && may_reassociate ? LLVMFAdd : SUM_NONE;
    default:
        return SUM_NONE;
    }
}

static sum_op op_of(const dd_graph *g, const dd_ref *ref) {
    const HLInst *inst = ref->node->kind == HL_INST ? (const HLInst *)ref->node : NULL;
    if (!inst || !inst->has_lval || inst->node.ref_count < 2)
        return SUM_NONE;
    step s = {g, inst, ref->symbase};
    return is_temp(&s, 0) ? op_of_step(&s) : SUM_NONE;
}

void dd_sums_find(dd_sums *s, const dd_graph *g, const HLLoop *loop) {
    s->g = g;
    map_init(&s->ops, g->h->ctx);
    for (size_t i = 0; i < g->refs.len && ctx_tick(g->h->ctx, 1); i++) {
        const dd_ref *ref = &g->refs.at[i];
        if (ref->kind != DD_REF_SCALAR || !hir_is_in(ref->node, &loop->node.node))
            continue;
        map_word *known = map_find_u(&s->ops, ref->symbase);
        if (known && known->u == SUM_NONE)
            continue;
        sum_op op = op_of(g, ref);
        map_word *place = known ? known : map_put_u(&s->ops, ref->symbase);
        if (place)
            place->u = known && known->u != op ? SUM_NONE : op;
    }
}

void dd_sums_free(dd_sums *s) {
    map_free(&s->ops);
}

static bool is_sum(const dd_sums *s, uint32_t number) {
    const dd_ref *ref = &s->g->refs.at[number];
    const map_word *op = ref->kind == DD_REF_SCALAR ? map_find_u(&s->ops, ref->symbase) : NULL;
    return op && op->u != SUM_NONE;
}

bool dd_is_of_sum(const dd_sums *s, const dd_edge *e) {
    return is_sum(s, e->source) && is_sum(s, e->sink);
}

static void reorder(HLInst *inst, hir_symbase t) {
    inst->reordered = true;
    for (uint32_t i = 0; i < inst->node.ref_count; i++) {
        RegDDRef *ref = inst->node.refs[i];
        for (uint32_t d = 0; hir_mentions(ref, t) && d < ref->dimensions; d++)
            ref->subscripts[d]->exact &= hir_is_simple(ref->subscripts[d]);
    }
}

void dd_reorder_sums(const dd_graph *g, const HLLoop *loop) {
    dd_sums s;
    dd_sums_find(&s, g, loop);
    for (size_t i = 0; i < g->refs.len; i++)
        if (hir_is_in(g->refs.at[i].node, &loop->node.node) && is_sum(&s, (uint32_t)i))
            reorder((HLInst *)g->refs.at[i].node, g->refs.at[i].symbase);
    dd_sums_free(&s);
}
