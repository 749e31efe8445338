/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, to the bit.
 * Breaks: the code of loop nests that are changed; all others stay as they are.
 * Declines when: dependences forbid it, or a nest cannot be lowered; remarks say why.
 *
 * One transform each, wherever it is legal, without asking whether it pays. */
#include "hir/passes.h"
#include "hir/build.h"
#include "hir/lower.h"
#include "hir/transform/parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct job job;
struct job {
    hir h;
    dd_graph graph;
    dd_memo *memo; /* for the whole module */
    HLRegion *region;
    dd_options options;
    const char *name;     /* of the transform */
    const char *size_key; /* of its parameter, if it has one */
    uint32_t size;
    uint32_t level; /* 0: loops of all levels */
    HLLoop *tiled;  /* loops in it are in blocks already */
    /* Tries it at a loop; or does all there is to do in the region. */
    dd_reply (*at)(job *j, HLLoop *loop);
    void (*in_region)(job *j);
    bool inside_first; /* loops in others come before those */
    VEC(HLLoop *) loops;
};

static void remark(const job *j, ir_place where, const char *id, const char *reason) {
    str text;
    str_init(&text, j->h.ctx);
    if (id)
        str_printf(&text, "%s of a loop in '%s' declined: %s", j->name, j->h.function, reason);
    else
        str_printf(&text, "%s of a loop in '%s' done", j->name, j->h.function);
    ctx_diag(j->h.ctx, &(lathe_diag){.severity = LATHE_REMARK,
                                     .id = id,
                                     .file = where.file,
                                     .line = where.line,
                                     .column = where.column,
                                     .message = str_text(&text)});
    str_free(&text);
}

static bool collect(void *data, HLNode *node) {
    job *j = data;
    if (node->kind == HL_LOOP)
        vec_push(j->h.ctx, &j->loops, (HLLoop *)node);
    return ctx_tick(j->h.ctx, 1);
}

static dd_reply interchange_at(job *j, HLLoop *loop) {
    HLNode *only = loop->body.first;
    if (!only || only->kind != HL_LOOP || only->next)
        return hir_decline("not-perfect", "it has more in it than one loop");
    return hir_interchange(&j->graph, loop, (HLLoop *)only);
}

static dd_reply reverse_at(job *j, HLLoop *loop) {
    return hir_reverse(&j->graph, loop);
}

/* Loops that were fused into others are in no list any more. */
static dd_reply fuse_at(job *j, HLLoop *loop) {
    HLNode *next = loop->node.node.next;
    if (!loop->node.node.list || !next || next->kind != HL_LOOP)
        return hir_decline("not-adjacent", "no loop comes right behind it");
    return hir_fuse(&j->graph, loop, (HLLoop *)next);
}

static dd_reply hoist_if_at(job *j, HLLoop *loop) {
    return hir_hoist_if(&j->graph, loop);
}

static dd_reply drop_if_at(job *j, HLLoop *loop) {
    return hir_drop_if(&j->graph, loop);
}

static dd_reply distribute_at(job *j, HLLoop *loop) {
    return hir_distribute(&j->graph, loop);
}

static dd_reply sink_at(job *j, HLLoop *loop) {
    return hir_sink(&j->graph, loop);
}

static dd_reply reduce_at(job *j, HLLoop *loop) {
    return hir_reduce_in_memory(&j->graph, loop);
}

/* What a transform leaves has to be HIR. */
static bool check_result(job *j) {
    str why;
    str_init(&why, j->h.ctx);
    if (!hir_verify(&j->h, &why))
        ctx_fail(j->h.ctx, LATHE_INTERNAL, "%s in '%s' went wrong: %s", j->name, j->h.function,
                 str_text(&why));
    str_free(&why);
    return ctx_ok(j->h.ctx);
}

static void told(void *data, const char *step, ir_place where) {
    job j = *(const job *)data;
    j.name = step;
    remark(&j, where, NULL, NULL);
}

static void perfect_region(job *j) {
    if (hir_make_perfect(&j->graph, j->memo, told, j))
        check_result(j);
}

static dd_reply unroll_jam_at(job *j, HLLoop *loop) {
    return hir_unroll_jam(&j->graph, loop, j->size);
}

static dd_reply licm_at(job *j, HLLoop *loop) {
    return hir_licm(&j->graph, loop);
}

static dd_reply scalar_replace_at(job *j, HLLoop *loop) {
    return hir_scalar_replace(&j->graph, loop);
}

static dd_reply scalar_replace_within_at(job *j, HLLoop *loop) {
    return hir_scalar_replace_within(&j->graph, loop);
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
        sizes[depth] = j->size;
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
        HLLoop *loop = j->loops.at[j->inside_first ? j->loops.len - 1 - i : i];
        ir_place where = loop->node.node.where;
        if (j->level && loop->level != j->level)
            continue;
        dd_reply reply = j->at(j, loop);
        remark(j, where, reply.id, reply.reason);
        if (reply.yes)
            ready = check_result(j) && dd_graph_rebuild(&j->graph, j->memo);
    }
}

static void try_region(job *j) {
    if (!hir_can_lower(&j->h, j->region)) {
        if (j->region->refusal)
            remark(j, j->region->node.where, j->region->refusal->id, j->region->refusal->reason);
        return;
    }
    vec_clear(&j->loops);
    hir_walk(&j->region->node, &(hir_walker){.visit = collect, .data = j});
    if (dd_graph_build(&j->graph, &j->h, j->region, &j->options, j->memo)) {
        if (j->in_region)
            j->in_region(j);
        else
            try_loops(j);
    }
    dd_graph_free(&j->graph);
}

static bool read_options(lathe_ctx *ctx, const ir_params *params, dd_options *options) {
    const char *assume = ir_param_get(params, "assume");
    options->assume_noalias = assume && !strcmp(assume, "noalias");
    options->assume_dims = assume && !strcmp(assume, "dims");
    options->assume_independent = assume && !strcmp(assume, "independent");
    if (assume && !options->assume_noalias && !options->assume_dims && !options->assume_independent)
        ctx_fail(ctx, LATHE_USAGE, "assume=%s: it is noalias, dims or independent", assume);
    return ctx_ok(ctx);
}

/* What the parameter says, if it is there. */
static bool read_number(lathe_ctx *ctx, const ir_params *params, const char *key, uint32_t least,
                        uint32_t *number) {
    const char *text = key ? ir_param_get(params, key) : NULL;
    char *end = NULL;
    unsigned long value = text ? strtoul(text, &end, 10) : *number;
    if (text && (*text < '0' || *text > '9' || *end || value < least || value > UINT16_MAX))
        ctx_fail(ctx, LATHE_USAGE, "%s=%s: a number from %u to 65535 is expected", key, text,
                 least);
    *number = (uint32_t)value;
    return ctx_ok(ctx);
}

static void try_function(job j, lathe_module *m, LLVMValueRef fn) {
    if (hir_init(&j.h, m) && hir_build(&j.h, fn)) {
        for (size_t i = 0; i < j.h.regions.len; i++) {
            j.region = j.h.regions.at[i];
            try_region(&j);
        }
        hir_lower(&j.h);
    }
    vec_free(m->ctx, &j.loops);
    hir_free(&j.h);
}

static lathe_status run(lathe_module *m, const ir_params *params, job like) {
    dd_memo memo;
    if (!read_options(m->ctx, params, &like.options) ||
        !read_number(m->ctx, params, like.size_key, 2, &like.size) ||
        !read_number(m->ctx, params, "level", 1, &like.level))
        return m->ctx->status;
    dd_memo_init(&memo, m->ctx);
    like.memo = &memo;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            try_function(like, m, fn);
    dd_memo_free(&memo);
    return m->ctx->status;
}

lathe_status hir_interchange_pass(lathe_module *m, const ir_params *params, str *out) {
    const char *text = ir_param_get(params, "level");
    char *end = NULL;
    unsigned long level = text ? strtoul(text, &end, 10) : 0;
    (void)out;
    if (text && (*text < '0' || *text > '9' || *end || level < 1 || level > HIR_MAX_LEVEL)) {
        ctx_fail(m->ctx, LATHE_USAGE, "level=%s: a number from 1 to %d is expected", text,
                 HIR_MAX_LEVEL);
        return m->ctx->status;
    }
    return run(m, params,
               (job){.name = "interchange", .at = interchange_at, .level = (uint32_t)level});
}

lathe_status hir_reverse_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params, (job){.name = "reversal", .at = reverse_at});
}

lathe_status hir_fuse_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params, (job){.name = "fusion", .at = fuse_at});
}

lathe_status hir_hoist_if_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params,
               (job){.name = "hoisting of the guard", .at = hoist_if_at, .inside_first = true});
}

lathe_status hir_drop_if_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params,
               (job){.name = "removal of a guard", .at = drop_if_at, .inside_first = true});
}

lathe_status hir_distribute_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params, (job){.name = "distribution", .at = distribute_at, .inside_first = true});
}

lathe_status hir_sink_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params,
               (job){.name = "sinking into the start", .at = sink_at, .inside_first = true});
}

lathe_status hir_reduce_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params,
               (job){.name = "reduction in memory", .at = reduce_at, .inside_first = true});
}

lathe_status hir_perfect_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params, (job){.name = "nest", .in_region = perfect_region});
}

lathe_status hir_unroll_jam_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(
        m, params,
        (job){.name = "unroll-and-jam", .at = unroll_jam_at, .size_key = "factor", .size = 4});
}

lathe_status hir_licm_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params, (job){.name = "memory motion out", .at = licm_at});
}

lathe_status hir_scalar_replace_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    bool within = ir_param_get(params, "within") != NULL;
    return run(m, params,
               (job){.name = "scalar replacement",
                     .at = within ? scalar_replace_within_at : scalar_replace_at});
}

lathe_status hir_tile_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run(m, params, (job){.name = "tiling", .at = tile_at, .size_key = "size", .size = 32});
}
