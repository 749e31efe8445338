/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, to the bit.
 * Breaks: the code of loop nests that are changed; all others stay as they are.
 * Declines when: dependences forbid it, or a nest cannot be lowered; remarks say why.
 *
 * One transform each, wherever it is legal, without asking whether it pays. */
#include "hir/dd/memo.h"
#include "hir/hir_build.h"
#include "hir/lower.h"
#include "hir/transform/loop_parts.h"
#include "hir/transform/loop_steps.h"

#include <string.h>

struct hir_job {
    hir h;
    dd_graph graph;
    dd_memo *memo; /* for the whole module */
    HLRegion *region;
    dd_options options;
    const hir_step *steps; /* one after the other, on the same HIR */
    size_t count;
    const hir_step *now;
    HLLoop *tiled; /* loops in it are in blocks already */
    bool *met;     /* a loop that was chosen */
    VEC(HLLoop *) loops;
};

static void tell(const hir_job *j, ir_place where, const char *id, const char *reason) {
    hir_tell(&j->h, j->now->pass, j->now->name, id, reason, where);
}

static dd_reply interchange_at(hir_job *j, HLLoop *loop) {
    HLNode *only = loop->body.first;
    if (!only || only->kind != HL_LOOP || only->next)
        return hir_decline(HIR_WHY_BODY_NOT_ONE_LOOP);
    return hir_interchange(&j->graph, loop, (HLLoop *)only);
}

/* Loops that were fused into others are in no list any more. */
static dd_reply fuse_at(hir_job *j, HLLoop *loop) {
    HLLoop *next = dd_loop_behind(loop);
    if (!next)
        return hir_decline(HIR_WHY_NO_NEXT_LOOP);
    return hir_fuse(&j->graph, loop, next);
}

/* What a transform leaves has to be HIR. */
static bool check_result(hir_job *j) {
    str why;
    str_init(&why, j->h.ctx);
    if (!hir_verify(&j->h, &why))
        ctx_fail(j->h.ctx, LATHE_INTERNAL, "%s in '%s' failed: %s", j->now->name, j->h.function,
                 str_text(&why));
    str_free(&why);
    return ctx_ok(j->h.ctx);
}

static void told(void *data, const char *step, ir_place where) {
    hir_step as = *((const hir_job *)data)->now;
    hir_job j = *(const hir_job *)data;
    as.name = step;
    j.now = &as;
    tell(&j, where, NULL, NULL);
}

static void perfect_region(hir_job *j) {
    if (hir_make_perfect(&j->graph, j->memo, told, j))
        check_result(j);
}

static dd_reply unroll_jam_at(hir_job *j, HLLoop *loop) {
    return hir_unroll_jam(&j->graph, loop, j->now->size);
}

static dd_reply version_at(hir_job *j, HLLoop *loop) {
    return j->now->dims ? hir_version_dims(&j->graph, loop) : hir_version_nest(&j->graph, loop);
}

static dd_reply strip_at(hir_job *j, HLLoop *loop) {
    dd_reply counted = dd_can_count(&j->graph, loop);
    return counted.yes ? hir_strip(&j->graph, loop, j->now->size) : counted;
}

static HLLoop *only_inside(const HLLoop *loop) {
    HLNode *only = loop->body.first;
    return only && only->kind == HL_LOOP && !only->next ? (HLLoop *)only : NULL;
}

/* The largest nest from the loop on that may be tiled. */
static dd_reply tile_at(hir_job *j, HLLoop *loop) {
    HLLoop *nest[HIR_MAX_LEVEL];
    uint32_t sizes[HIR_MAX_LEVEL], depth = 0;
    dd_reply reply = hir_decline(HIR_WHY_BODY_NOT_ONE_LOOP);
    if (j->tiled && hir_is_in(&loop->node.node, &j->tiled->node.node))
        return hir_decline(HIR_WHY_IN_BLOCK);
    for (HLLoop *l = loop; l && depth < HIR_MAX_LEVEL; l = only_inside(l)) {
        sizes[depth] = j->now->size;
        nest[depth++] = l;
    }
    for (; depth > 1 && !reply.yes; depth--)
        reply = hir_tile(&j->graph, loop, nest[depth - 1], sizes);
    if (reply.yes)
        j->tiled = loop;
    return reply;
}

static bool is_chosen(const hir_step *step, const HLLoop *loop) {
    const HLNode *node = &loop->node.node;
    return (!step->level || loop->level == step->level) &&
           (!step->number || node->number == step->number) &&
           (!step->line || node->where.line == step->line);
}

static dd_reply try_at(hir_job *j, HLLoop *loop) {
    const hir_step *step = j->now;
    return step->loop      ? step->loop(&j->graph, loop)
           : step->outside ? step->outside(step->data, &j->graph, loop)
                           : step->at(j, loop);
}

static void try_loops(hir_job *j) {
    bool ready = true;
    for (size_t i = 0; ready && i < j->loops.len && ctx_ok(j->h.ctx); i++) {
        HLLoop *loop = j->loops.at[j->now->inside_first ? j->loops.len - 1 - i : i];
        ir_place where = loop->node.node.where;
        if (!is_chosen(j->now, loop))
            continue;
        *j->met = true;
        dd_reply reply = try_at(j, loop);
        tell(j, where, reply.id, reply.reason);
        if (reply.yes)
            ready = check_result(j) && dd_graph_rebuild(&j->graph, j->memo);
        i -= reply.yes && j->now->again;
    }
}

static void take_step(hir_job *j) {
    if (j->now->in_region) {
        j->now->in_region(j);
        return;
    }
    j->tiled = NULL;
    vec_clear(&j->loops);
    hir_each_node (node, &j->region->node)
        if (ctx_tick(j->h.ctx, 1) && node->kind == HL_LOOP)
            vec_push(j->h.ctx, &j->loops, (HLLoop *)node);
    try_loops(j);
}

static void try_region(hir_job *j) {
    j->now = j->steps;
    if (!hir_can_lower(&j->h, j->region)) {
        if (j->region->refusal)
            tell(j, j->region->node.where, j->region->refusal->id, j->region->refusal->reason);
        return;
    }
    if (dd_graph_build(&j->graph, &j->h, j->region, &j->options, j->memo))
        for (; j->now < j->steps + j->count && ctx_ok(j->h.ctx); j->now++)
            take_step(j);
    dd_graph_free(&j->graph);
}

dd_options hir_assumed(const ir_params *params) {
    enum { NOALIAS, DIMS, INDEPENDENT, DECIDED, COMMUTES, NOTHING };
    size_t assumed = ir_param_choice(params, "assume", NOTHING);
    return (dd_options){.assume_noalias = assumed == NOALIAS,
                        .assume_dims = assumed == DIMS,
                        .assume_independent = assumed == INDEPENDENT,
                        .assume_decided = assumed == DECIDED,
                        .assume_commutes = assumed == COMMUTES};
}

/* Regions are the same for all steps. */
static bool joins_loops(const hir_job *j) {
    bool joins = false;
    for (size_t i = 0; i < j->count; i++)
        joins |= j->steps[i].joins_loops;
    return joins;
}

static void try_function(hir_job j, lathe_module *m, LLVMValueRef fn) {
    bool ready = hir_init(&j.h, m);
    j.h.joins_loops = joins_loops(&j);
    if (ready && hir_build(&j.h, fn)) {
        for (size_t i = 0; i < j.h.regions.len; i++) {
            j.region = j.h.regions.at[i];
            try_region(&j);
        }
        hir_lower(&j.h);
    }
    vec_free(m->ctx, &j.loops);
    hir_free(&j.h);
}

/* Of several steps, the first one chooses the function. */
static bool is_chosen_function(const hir_step *steps, LLVMValueRef fn) {
    size_t length;
    return !LLVMIsDeclaration(fn) &&
           (!steps->function || !strcmp(LLVMGetValueName2(fn, &length), steps->function));
}

lathe_status hir_run_steps(lathe_module *m, const hir_step *steps, size_t count,
                           dd_options options) {
    dd_memo memo;
    bool met = false, met_function = false;
    dd_memo_init(&memo, m->ctx);
    hir_job like = {.steps = steps, .count = count, .options = options, .memo = &memo, .met = &met};
    ir_each_function (fn, m->llvm) {
        if (!ctx_ok(m->ctx) || !is_chosen_function(steps, fn))
            continue;
        met_function = true;
        try_function(like, m, fn);
    }
    dd_memo_free(&memo);
    if (!met_function && steps->function)
        return ctx_fail(m->ctx, LATHE_USAGE, "function=%s: the program has no such function",
                        steps->function);
    if (!met && (steps->number || steps->line))
        return ctx_fail(
            m->ctx, LATHE_USAGE, "%s=%u: no loop nest that can be changed has such a loop",
            steps->number ? "loop" : "line", steps->number ? steps->number : steps->line);
    return m->ctx->status;
}

void hir_step_choose(hir_step *step, const ir_params *params) {
    step->pass = params->pass->name;
    step->level = (uint32_t)ir_param_number(params, "level", step->level);
    step->number = (uint32_t)ir_param_number(params, "loop", 0);
    step->line = (uint32_t)ir_param_number(params, "line", 0);
    step->function = ir_param_get(params, "function");
}

lathe_status hir_step_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    hir_step t = *(const hir_step *)params->pass->data;
    if (t.size_key)
        t.size = (uint32_t)ir_param_number(params, t.size_key, t.size);
    hir_step_choose(&t, params);
    t.dims = ir_param_given(params, "dims");
    return hir_run_steps(m, &t, 1, hir_assumed(params));
}

/* Of a pass without other parameters. */
#define ROW(pass, text, ...)                                                                       \
    {.name = pass,                                                                                 \
     .summary = text,                                                                              \
     .params = IR_PARAMS(HIR_CHOOSE, HIR_ASSUME),                                                  \
     HIR_STEP(__VA_ARGS__)}

const ir_pass hir_transform_list[] = {
    ROW("hir-distribute", "Distribute loops wherever that is legal", .name = "distribution",
        .loop = hir_distribute, .inside_first = true),
    ROW("hir-drop-if", "Remove conditions implied by enclosing loops and ifs",
        .name = "removal of a guard", .loop = hir_drop_if, .inside_first = true),
    ROW("hir-fuse", "Fuse adjacent loops wherever that is legal", .name = "fusion", .at = fuse_at,
        .again = true, .joins_loops = true),
    ROW("hir-hoist-if", "Hoist loop-invariant ifs that are the whole body of a loop",
        .name = "hoisting of the guard", .loop = hir_hoist_if, .inside_first = true),
    ROW("hir-interchange", "Interchange loops wherever that is legal", .name = "interchange",
        .at = interchange_at),
    ROW("hir-licm", "Keep loop-invariant memory locations in temps wherever that is legal",
        .name = "memory motion out", .loop = hir_licm),
    ROW("hir-perfect", "Make loop nests perfect by distributing, sinking and hoisting",
        .name = "nest", .in_region = perfect_region),
    ROW("hir-reduce-in-memory", "Accumulate reductions in the memory that they are stored to",
        .name = "reduction in memory", .loop = hir_reduce_in_memory, .inside_first = true),
    ROW("hir-reverse", "Reverse loops wherever that is legal", .name = "reversal",
        .loop = hir_reverse),
    ROW("hir-scalar-replace", "Keep memory that loops access again in temps wherever that is legal",
        .name = "scalar replacement", .loop = hir_scalar_replace),
    ROW("hir-scalar-replace-within",
        "The same within single iterations, without new loop-carried dependences",
        .name = "scalar replacement", .loop = hir_scalar_replace_within),
    ROW("hir-sink", "Sink computations that only a loop uses into it",
        .name = "sinking into the start", .loop = hir_sink, .inside_first = true),
    ROW("hir-split-clamps", "Split iterations in which subscripts are clamped from the others",
        .name = "splitting of clamps", .loop = hir_split_clamps),
    {.name = "hir-strip-mine",
     .summary = "Strip-mine loops: run over so many iterations at a time",
     .params = IR_PARAMS(IR_NUMBER("size", "N", 2, UINT16_MAX, "Iterations per strip (default 32)"),
                         HIR_CHOOSE, HIR_ASSUME),
     HIR_STEP(.name = "strip-mining", .at = strip_at, .size_key = "size", .size = 32)},
    {.name = "hir-tile",
     .summary = "Tile loop nests wherever that is legal",
     .params = IR_PARAMS(IR_NUMBER("size", "N", 2, UINT16_MAX, "Iterations per tile (default 32)"),
                         HIR_CHOOSE, HIR_ASSUME),
     HIR_STEP(.name = "tiling", .at = tile_at, .size_key = "size", .size = 32)},
    {.name = "hir-unroll-jam",
     .summary = "Unroll outer loops and jam the copies wherever that is legal",
     .params = IR_PARAMS(IR_NUMBER("factor", "N", 2, UINT16_MAX, "Unroll factor (default 4)"),
                         HIR_CHOOSE, HIR_ASSUME),
     HIR_STEP(.name = "unroll-and-jam", .at = unroll_jam_at, .size_key = "factor", .size = 4)},
    {.name = "hir-version", /* loops in others go with those */
     .summary = "Guard assumed dependences with run-time checks",
     .params = IR_PARAMS(IR_FLAG("dims", "Check that subscripts stay in their dimensions, too"),
                         HIR_CHOOSE),
     HIR_STEP(.name = "versioning", .at = version_at, .level = 1)},
    ROW("hir-version-rows", "Make tables of equidistant rows arrays, guarded by run-time checks",
        .name = "versioning by rows", .loop = hir_version_rows, .level = 1),
    {.name = NULL},
};
