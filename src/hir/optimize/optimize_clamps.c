/* Nests over images and grids whose subscripts are clamped to the ends. What the middle of each
 * loop computes is linear once its choices are decided, but HIR only sees that when it is built
 * anew: so this comes first, and the function is lowered and prepared again. It always pays: a load
 * whose subscript is chosen cannot be part of a vector, and the choices themselves take longer than
 * what is done with what is loaded. */
#include "hir/hir_build.h"
#include "hir/lower.h"
#include "hir/optimize/optimize.h"
#include "hir/transform/guess.h"

typedef struct clamp_job {
    lathe_module *m;
    hir *h;
    HLRegion *region;
    dd_memo memo;
    bool any;
} clamp_job;

/* The loop, or the loop that is its middle then. Order stays, so dependences are not asked for. */
static HLLoop *split(clamp_job *j, HLLoop *loop) {
    dd_graph none = {.h = j->h, .region = j->region, .complete = true};
    HLLoop *middle;
    ir_place where = loop->node.node.where;
    hir_split_clamps_at(&none, loop, &middle);
    j->any |= middle != NULL;
    if (middle)
        hir_tell(j->h, "hir-optimize", "splitting of clamps", NULL, NULL, where);
    return middle ? middle : loop;
}

/* Outer loops first: loops in the parts at the ends of one stay as they are. */
static void split_nest(clamp_job *j, HLLoop *outermost) {
    HLLoop *loop = outermost;
    for (int depth = 0; loop && depth < HIR_MAX_LEVEL && ctx_ok(j->h->ctx); depth++) {
        HLNode *top = &split(j, loop)->node.node, *next = hir_next_node(top, top);
        while (next && next->kind != HL_LOOP)
            next = hir_next_node(next, top);
        loop = next ? (HLLoop *)next : NULL;
    }
}

static bool has_choice(HLNode *top) {
    hir_each_node (node, top) {
        const HLInst *inst = hir_as_inst(node);
        if (inst && inst->opcode == LLVMSelect && inst->compares && !inst->is_float)
            return true;
    }
    return false;
}

static void split_region(clamp_job *j) {
    VEC(HLLoop *) nests = {0};
    hir_each_node (node, &j->region->node)
        if (ctx_tick(j->h->ctx, 1) && node->kind == HL_LOOP && !hir_parent_loop(node) &&
            has_choice(node))
            vec_push(j->h->ctx, &nests, (HLLoop *)node);
    for (size_t i = 0; i < nests.len; i++)
        split_nest(j, nests.at[i]);
    vec_free(j->h->ctx, &nests);
}

/* Without one there is no choice that HIR would have. */
static bool has_select(LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (LLVMIsASelectInst(inst) && LLVMIsAICmpInst(LLVMGetOperand(inst, 0)))
                return true;
    return false;
}

/* A guess is about one nest: it is checked before that becomes several. */
static bool can_settle(clamp_job *j) {
    dd_graph g;
    bool good = !hir_has_guess(j->region);
    if (!good && dd_graph_build(&g, j->h, j->region, &(dd_options){0}, &j->memo)) {
        good = hir_plan_guess(&g).yes;
        dd_graph_free(&g);
    }
    return good && !hir_is_for_wrong_guess(j->region);
}

static void split_function(clamp_job *j) {
    for (uint32_t i = 0; i < j->h->regions.len && ctx_ok(j->m->ctx); i++) {
        j->region = j->h->regions.at[i];
        if (has_choice(&j->region->node) && hir_can_lower(j->h, j->region) && can_settle(j))
            split_region(j);
    }
    if (j->any && ctx_ok(j->m->ctx) && hir_check_guesses(j->h))
        hir_lower(j->h);
}

bool hir_optimize_clamps(lathe_module *m, LLVMValueRef fn) {
    hir h;
    clamp_job j = {.m = m, .h = &h};
    if (!has_select(fn))
        return false;
    dd_memo_init(&j.memo, m->ctx);
    if (hir_init(&h, m) && hir_build(&h, fn))
        split_function(&j);
    dd_memo_free(&j.memo);
    hir_free(&h);
    return j.any && ctx_ok(m->ctx) && hir_canonicalize_again(m, fn);
}
