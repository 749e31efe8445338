/* Guesses are weights on the edges of one block. Several guesses about a block multiply, which is
 * the rule of combining independent evidence (Dempster and Shafer) for two-way branches.
 */
#include "ir/branch.h"

#include "ir/attr.h"
#include "ir/value.h"

#include <string.h>

/* Odds of the likely side to the unlikely one, in the spirit of the published measurements of
 * Ball and Larus. */
#define ODDS_STAY_IN_LOOP 31.0
#define ODDS_NOT_COLD 32.0
#define ODDS_RETURNS 1048576.0
#define ODDS_POINTERS_DIFFER 1.7
#define ODDS_NOT_ZERO 1.7
#define ODDS_NOT_NEGATIVE 1.7
#define ODDS_FLOATS_DIFFER 8.0

enum { WARM, COLD, DEAD_END }; /* what a block leads to, whichever way it goes */

typedef struct guesser {
    const ir_loops *l;
    const ir_cfg *cfg;
    unsigned prof_kind, cold_kind, noreturn_kind;
    uint8_t *fate; /* of each block */
    ir_branch *branch;
} guesser;

static bool has_attribute(LLVMValueRef call, unsigned kind) {
    if (LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind))
        return true;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return callee && LLVMIsAFunction(callee) &&
           LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind);
}

static uint8_t fate_of_code(const guesser *g, LLVMBasicBlockRef bb) {
    uint8_t fate = WARM;
    ir_each_inst (inst, bb) {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
        if (opcode == LLVMUnreachable)
            return DEAD_END;
        if (opcode != LLVMCall)
            continue;
        if (has_attribute(inst, g->noreturn_kind))
            return DEAD_END;
        if (has_attribute(inst, g->cold_kind))
            fate = COLD;
    }
    return fate;
}

/* A block shares the fate that all its successors have at least. Against the order, so that
 * successors come first; an edge back is taken as warm. */
static bool find_fates(guesser *g) {
    const ir_cfg *cfg = g->cfg;
    for (uint32_t i = cfg->rpo_count; i-- > 0;) {
        uint32_t b = cfg->rpo[i];
        uint8_t least = ir_cfg_succ_count(cfg, b) ? DEAD_END : WARM;
        for (uint32_t e = cfg->succ_start[b]; e < cfg->succ_start[b + 1]; e++)
            if (g->fate[cfg->succs[e]] < least)
                least = g->fate[cfg->succs[e]];
        uint8_t own = fate_of_code(g, cfg->blocks[b]);
        g->fate[b] = own > least ? own : least;
        if (!ctx_tick(cfg->ctx, 1 + ir_cfg_succ_count(cfg, b)))
            return false;
    }
    return true;
}

static bool is_string(LLVMValueRef operand, const char *text) {
    unsigned length = 0;
    const char *found = operand ? LLVMGetMDString(operand, &length) : NULL;
    return found && length == strlen(text) && memcmp(found, text, length) == 0;
}

/* Whether a metadata node starts with this word; NULL is not a node. */
static bool is_prof(LLVMValueRef node, const char *kind) {
    return node && LLVMGetMDNodeNumOperands(node) > 1 && is_string(LLVMGetOperand(node, 0), kind);
}

/* Weights may follow a word that says where they come from ("expected"). */
static bool read_weights(guesser *g, uint32_t b, double *weights) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(g->cfg->blocks[b]);
    LLVMValueRef node = LLVMGetMetadata(terminator, g->prof_kind);
    if (!is_prof(node, "branch_weights"))
        return false;
    unsigned first = LLVMIsAMDString(LLVMGetOperand(node, 1)) ? 2 : 1;
    unsigned edges = ir_cfg_succ_count(g->cfg, b);
    if (LLVMGetMDNodeNumOperands(node) != first + edges)
        return false;
    double sum = 0;
    for (unsigned i = 0; i < edges; i++) {
        LLVMValueRef weight = LLVMGetOperand(node, first + i);
        if (!weight || !LLVMIsAConstantInt(weight))
            return false;
        weights[i] = (double)LLVMConstIntGetZExtValue(weight);
        sum += weights[i];
    }
    return sum > 0;
}

/* Divides the unlikely sides by odds; nothing is learnt when all sides are alike. */
static void scale_unlikely(double *weights, const bool *unlikely, uint32_t count, double odds) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += unlikely[i];
    if (found == 0 || found == count)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (unlikely[i])
            weights[i] /= odds;
}

static void guess_fate(const guesser *g, uint32_t b, double *weights, bool *unlikely) {
    const uint32_t *succs = g->cfg->succs + g->cfg->succ_start[b];
    uint32_t count = ir_cfg_succ_count(g->cfg, b);
    for (uint32_t i = 0; i < count; i++)
        unlikely[i] = g->fate[succs[i]] == DEAD_END;
    scale_unlikely(weights, unlikely, count, ODDS_RETURNS);
    for (uint32_t i = 0; i < count; i++)
        unlikely[i] = g->fate[succs[i]] == COLD;
    scale_unlikely(weights, unlikely, count, ODDS_NOT_COLD);
}

static void guess_loop(const guesser *g, uint32_t b, double *weights, bool *unlikely) {
    const uint32_t *succs = g->cfg->succs + g->cfg->succ_start[b];
    uint32_t count = ir_cfg_succ_count(g->cfg, b), loop = g->l->innermost[b];
    if (loop == IR_NONE)
        return;
    for (uint32_t i = 0; i < count; i++)
        unlikely[i] = !ir_loop_has_block(g->l, loop, succs[i]);
    scale_unlikely(weights, unlikely, count, ODDS_STAY_IN_LOOP);
}

static double integer_odds(LLVMValueRef compare) {
    bool pointers = ir_is_pointer(LLVMGetOperand(compare, 0));
    bool zero = ir_is_zero(LLVMGetOperand(compare, 1));
    double equal = pointers ? ODDS_POINTERS_DIFFER : zero ? ODDS_NOT_ZERO : 1;
    switch (LLVMGetICmpPredicate(compare)) {
    case LLVMIntEQ:
        return 1 / equal;
    case LLVMIntNE:
        return equal;
    case LLVMIntSLT:
    case LLVMIntSLE:
        return zero ? 1 / ODDS_NOT_NEGATIVE : 1;
    case LLVMIntSGT:
    case LLVMIntSGE:
        return zero ? ODDS_NOT_NEGATIVE : 1;
    default:
        return 1;
    }
}

/* How much likelier the comparison is to be true than to be false. */
static double odds_of(LLVMValueRef condition) {
    if (LLVMIsAICmpInst(condition))
        return integer_odds(condition);
    if (!LLVMIsAFCmpInst(condition))
        return 1;
    LLVMRealPredicate predicate = LLVMGetFCmpPredicate(condition);
    if (predicate == LLVMRealOEQ || predicate == LLVMRealUEQ || predicate == LLVMRealUNO)
        return 1 / ODDS_FLOATS_DIFFER;
    if (predicate == LLVMRealONE || predicate == LLVMRealUNE || predicate == LLVMRealORD)
        return ODDS_FLOATS_DIFFER;
    return 1;
}

static void guess_terminator(const guesser *g, uint32_t b, double *weights) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(g->cfg->blocks[b]);
    if (LLVMIsABranchInst(terminator) && LLVMIsConditional(terminator))
        weights[0] *= odds_of(LLVMGetCondition(terminator));
    else if (LLVMIsAInvokeInst(terminator))
        weights[1] /= ODDS_RETURNS;
}

static void normalise(double *weights, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    for (uint32_t i = 0; i < count; i++)
        weights[i] /= sum;
}

static void weigh_block(guesser *g, uint32_t b, bool *unlikely) {
    double *weights = g->branch->probability + g->cfg->succ_start[b];
    uint32_t count = ir_cfg_succ_count(g->cfg, b);
    if (count > 1 && read_weights(g, b, weights)) {
        g->branch->profiled++;
    } else {
        for (uint32_t i = 0; i < count; i++)
            weights[i] = 1;
        if (count > 1) {
            guess_fate(g, b, weights, unlikely);
            guess_loop(g, b, weights, unlikely);
            guess_terminator(g, b, weights);
        }
    }
    normalise(weights, count);
}

static unsigned prof_kind_of(LLVMValueRef fn) {
    return ir_md_kind(LLVMGetTypeContext(LLVMTypeOf(fn)), "prof");
}

bool ir_branch_build(ir_branch *branch, arena *a, const ir_loops *loops) {
    const ir_cfg *cfg = loops->cfg;
    *branch = (ir_branch){.probability = arena_array(a, cfg->edge_count, double)};
    guesser g = {.l = loops,
                 .cfg = cfg,
                 .prof_kind = prof_kind_of(cfg->function),
                 .cold_kind = ir_attr_kind("cold"),
                 .noreturn_kind = ir_attr_kind("noreturn"),
                 .fate = arena_array(a, cfg->count, uint8_t),
                 .branch = branch};
    bool *unlikely = arena_array(a, cfg->edge_count, bool);
    if (!branch->probability || !g.fate || !unlikely || !find_fates(&g))
        return false;
    for (uint32_t b = 0; b < cfg->count && ctx_tick(cfg->ctx, 1); b++)
        weigh_block(&g, b, unlikely);
    return ctx_ok(cfg->ctx);
}

bool ir_entry_count(LLVMValueRef fn, uint64_t *count) {
    size_t entries;
    LLVMValueMetadataEntry *at = LLVMGlobalCopyAllMetadata(fn, &entries);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(fn));
    unsigned kind = prof_kind_of(fn);
    bool found = false;
    for (unsigned i = 0; i < entries && !found; i++) {
        if (LLVMValueMetadataEntriesGetKind(at, i) != kind)
            continue;
        LLVMValueRef node =
            LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(at, i));
        LLVMValueRef value = is_prof(node, "function_entry_count") ? LLVMGetOperand(node, 1) : NULL;
        found = value && LLVMIsAConstantInt(value);
        if (found)
            *count = LLVMConstIntGetZExtValue(value);
    }
    LLVMDisposeValueMetadataEntries(at);
    return found;
}
