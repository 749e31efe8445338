/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, to the bit.
 * Breaks: the code of loop nests that are changed; all others stay as they are.
 * Declines when: dependences forbid it, or a nest cannot be lowered; remarks say why.
 *
 * One transform each, wherever it is legal, without asking whether it pays. */
#include "hir/passes.h"
#include "base/change.h"
#include "hir/build.h"
#include "hir/dd/memo.h"
#include "hir/lower.h"
#include "hir/transform/parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct job job;

/* What a row's data says besides its pass. */
typedef struct transform {
    const char *name;     /* in remarks */
    const char *size_key; /* of its parameter, if it has one */
    uint32_t size;
    uint32_t level; /* 0: loops of all levels */
    /* One of: the transform of a loop; what tries it there; what does all there is to do in the
     * region. */
    dd_reply (*loop)(const dd_graph *g, HLLoop *loop);
    dd_reply (*at)(job *j, HLLoop *loop);
    void (*in_region)(job *j);
    bool inside_first; /* loops in others come before those */
    bool again;        /* a loop at which it was done is tried again */
    bool joins_loops;  /* in regions of several loops */
} transform;

struct job {
    hir h;
    dd_graph graph;
    dd_memo *memo; /* for the whole module */
    HLRegion *region;
    dd_options options;
    const transform *steps; /* one after the other, on the same HIR */
    size_t count;
    const transform *now;
    HLLoop *tiled; /* loops in it are in blocks already */
    VEC(HLLoop *) loops;
};

static void tell(const job *j, ir_place where, const char *id, const char *reason) {
    str text;
    str_init(&text, j->h.ctx);
    if (id)
        str_printf(&text, "%s of a loop in '%s' declined: %s", j->now->name, j->h.function, reason);
    else
        str_printf(&text, "%s of a loop in '%s' done", j->now->name, j->h.function);
    if (!id)
        change_add(j->h.ctx,
                   &(change){.kind = CHANGE_LOOP, .pass = j->now->name, .of = j->h.function});
    ctx_diag(j->h.ctx, &(lathe_diag){.severity = LATHE_REMARK,
                                     .id = id,
                                     .file = where.file,
                                     .line = where.line,
                                     .column = where.column,
                                     .message = str_text(&text)});
    str_free(&text);
}

static dd_reply interchange_at(job *j, HLLoop *loop) {
    HLNode *only = loop->body.first;
    if (!only || only->kind != HL_LOOP || only->next)
        return hir_decline("not-perfect", "it has more in it than one loop");
    return hir_interchange(&j->graph, loop, (HLLoop *)only);
}

/* Loops that were fused into others are in no list any more. */
static dd_reply fuse_at(job *j, HLLoop *loop) {
    HLLoop *next = dd_loop_behind(loop);
    if (!next)
        return hir_decline("not-adjacent", "no loop comes right behind it");
    return hir_fuse(&j->graph, loop, next);
}

/* What a transform leaves has to be HIR. */
static bool check_result(job *j) {
    str why;
    str_init(&why, j->h.ctx);
    if (!hir_verify(&j->h, &why))
        ctx_fail(j->h.ctx, LATHE_INTERNAL, "%s in '%s' went wrong: %s", j->now->name, j->h.function,
                 str_text(&why));
    str_free(&why);
    return ctx_ok(j->h.ctx);
}

static void told(void *data, const char *step, ir_place where) {
    transform as = *((const job *)data)->now;
    job j = *(const job *)data;
    as.name = step;
    j.now = &as;
    tell(&j, where, NULL, NULL);
}

static void perfect_region(job *j) {
    if (hir_make_perfect(&j->graph, j->memo, told, j))
        check_result(j);
}

static dd_reply unroll_jam_at(job *j, HLLoop *loop) {
    return hir_unroll_jam(&j->graph, loop, j->now->size);
}

static HLLoop *only_inside(const HLLoop *loop) {
    HLNode *only = loop->body.first;
    return only && only->kind == HL_LOOP && !only->next ? (HLLoop *)only : NULL;
}

/* The largest nest from the loop on that may be tiled. */
static dd_reply tile_at(job *j, HLLoop *loop) {
    HLLoop *nest[HIR_MAX_LEVEL];
    uint32_t sizes[HIR_MAX_LEVEL], depth = 0;
    dd_reply reply = hir_decline("not-perfect", "it has more in it than one loop");
    if (j->tiled && hir_is_in(&loop->node.node, &j->tiled->node.node))
        return hir_decline("in-block", "it is in a block");
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

static void try_loops(job *j) {
    bool ready = true;
    for (size_t i = 0; ready && i < j->loops.len && ctx_ok(j->h.ctx); i++) {
        HLLoop *loop = j->loops.at[j->now->inside_first ? j->loops.len - 1 - i : i];
        ir_place where = loop->node.node.where;
        if (j->now->level && loop->level != j->now->level)
            continue;
        dd_reply reply = j->now->loop ? j->now->loop(&j->graph, loop) : j->now->at(j, loop);
        tell(j, where, reply.id, reply.reason);
        if (reply.yes)
            ready = check_result(j) && dd_graph_rebuild(&j->graph, j->memo);
        i -= reply.yes && j->now->again;
    }
}

static void take_step(job *j) {
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

static void try_region(job *j) {
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
static bool joins_loops(const job *j) {
    bool joins = false;
    for (size_t i = 0; i < j->count; i++)
        joins |= j->steps[i].joins_loops;
    return joins;
}

static void try_function(job j, lathe_module *m, LLVMValueRef fn) {
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

static lathe_status run(lathe_module *m, job like) {
    dd_memo memo;
    dd_memo_init(&memo, m->ctx);
    like.memo = &memo;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            try_function(like, m, fn);
    dd_memo_free(&memo);
    return m->ctx->status;
}

static lathe_status run_alone(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    transform t = *(const transform *)params->pass->data;
    if (t.size_key)
        t.size = (uint32_t)ir_param_number(params, t.size_key, t.size);
    t.level = (uint32_t)ir_param_number(params, "level", t.level);
    return run(m, (job){.steps = &t, .count = 1, .options = hir_assumed(params)});
}

#define TRANSFORM(...)                                                                             \
    .run = run_alone, .data = &(const transform) {                                                 \
        __VA_ARGS__                                                                                \
    }
#define ONLY_ASSUME .params = IR_PARAMS(HIR_ASSUME)

const ir_pass hir_transform_list[] = {
    {.name = "hir-distribute",
     .summary = "Make several loops of one wherever that is legal",
     ONLY_ASSUME,
     TRANSFORM(.name = "distribution", .loop = hir_distribute, .inside_first = true)},
    {.name = "hir-drop-if",
     .summary = "Remove ifs that loops and ifs around them prove to decide the same",
     ONLY_ASSUME,
     TRANSFORM(.name = "removal of a guard", .loop = hir_drop_if, .inside_first = true)},
    {.name = "hir-fuse",
     .summary = "Make one loop of two wherever that is legal",
     ONLY_ASSUME,
     TRANSFORM(.name = "fusion", .at = fuse_at, .again = true, .joins_loops = true)},
    {.name = "hir-hoist-if",
     .summary = "Move ifs that are all of a loop, and always decide the same, around it",
     ONLY_ASSUME,
     TRANSFORM(.name = "hoisting of the guard", .loop = hir_hoist_if, .inside_first = true)},
    {.name = "hir-interchange",
     .summary = "Interchange loops wherever that is legal",
     .params = IR_PARAMS(
         IR_NUMBER("level", "N", 1, HIR_MAX_LEVEL, "Only loops of this level, 1 is the outermost"),
         HIR_ASSUME),
     TRANSFORM(.name = "interchange", .at = interchange_at)},
    {.name = "hir-licm",
     .summary = "Keep memory that does not move with a loop in a temp wherever that is legal",
     ONLY_ASSUME,
     TRANSFORM(.name = "memory motion out", .loop = hir_licm)},
    {.name = "hir-perfect",
     .summary = "Make loop nests perfect, with the passes that take them apart",
     ONLY_ASSUME,
     TRANSFORM(.name = "nest", .in_region = perfect_region)},
    {.name = "hir-reduce-in-memory",
     .summary = "Accumulate in the memory that a loop's sum is stored to",
     ONLY_ASSUME,
     TRANSFORM(.name = "reduction in memory", .loop = hir_reduce_in_memory, .inside_first = true)},
    {.name = "hir-reverse",
     .summary = "Let loops run the other way round wherever that is legal",
     ONLY_ASSUME,
     TRANSFORM(.name = "reversal", .loop = hir_reverse)},
    {.name = "hir-scalar-replace",
     .summary = "Keep what loops read again in temps wherever that is legal",
     ONLY_ASSUME,
     TRANSFORM(.name = "scalar replacement", .loop = hir_scalar_replace)},
    {.name = "hir-scalar-replace-within",
     .summary = "The same for what one iteration reads again: none comes to depend on another",
     ONLY_ASSUME,
     TRANSFORM(.name = "scalar replacement", .loop = hir_scalar_replace_within)},
    {.name = "hir-sink",
     .summary = "Move what is computed before a loop, and only for it, into it",
     ONLY_ASSUME,
     TRANSFORM(.name = "sinking into the start", .loop = hir_sink, .inside_first = true)},
    {.name = "hir-tile",
     .summary = "Let loop nests run in blocks wherever that is legal",
     .params = IR_PARAMS(IR_NUMBER("size", "N", 2, UINT16_MAX, "Iterations of a block, else 32"),
                         HIR_ASSUME),
     TRANSFORM(.name = "tiling", .at = tile_at, .size_key = "size", .size = 32)},
    {.name = "hir-unroll-jam",
     .summary = "Do several iterations of an outer loop at once wherever that is legal",
     .params = IR_PARAMS(IR_NUMBER("factor", "N", 2, UINT16_MAX, "Iterations at once, else 4"),
                         HIR_ASSUME),
     TRANSFORM(.name = "unroll-and-jam", .at = unroll_jam_at, .size_key = "factor", .size = 4)},
    {.name = "hir-version", /* loops in others go with those */
     .summary = "Check at run time what dependences of loop nests are assumed for",
     TRANSFORM(.name = "versioning", .loop = hir_version_nest, .level = 1)},
    {.name = NULL},
};

static const transform *find(const char *name, size_t length) {
    for (const ir_pass *p = hir_transform_list; p->name; p++)
        if (strlen(p->name + 4) == length && memcmp(p->name + 4, name, length) == 0)
            return p->data;
    return NULL;
}

/* One of "tile/4:sink:interchange/2", which ends at a colon; the number is a factor, a size or a
 * level. */
static bool read_step(lathe_ctx *ctx, const char *text, transform *step) {
    size_t length = strcspn(text, "/:");
    const transform *t = find(text, length);
    if (!t) {
        ctx_fail(ctx, LATHE_USAGE, "steps=…%s: expected names of transforms without hir-", text);
        return false;
    }
    *step = *t;
    long number = text[length] == '/' ? strtol(text + length + 1, NULL, 10) : 2;
    if (number < 1 + (t->size_key != NULL) || number > UINT16_MAX)
        ctx_fail(ctx, LATHE_USAGE, "steps=…%s: this is no size or level", text);
    if (text[length] == '/')
        *(t->size_key ? &step->size : &step->level) = (uint32_t)number;
    return ctx_ok(ctx);
}

/* Several, as the driver has them: on one HIR, which is lowered when all are done. */
lathe_status hir_test_sequence_pass(lathe_module *m, const ir_params *params, str *out) {
    transform steps[16];
    const char *text = ir_param_get(params, "steps");
    job j = {.steps = steps, .options = hir_assumed(params)};
    (void)out;
    for (; text && *text && j.count < 16; text += strcspn(text, ":"), text += *text == ':')
        if (!read_step(m->ctx, text, &steps[j.count++]))
            return m->ctx->status;
    if (!text || *text || !j.count)
        return ctx_fail(m->ctx, LATHE_USAGE, "steps=…: expected 1 to 16 transforms");
    return run(m, j);
}
