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

typedef struct job job;
struct job {
    hir h;
    dd_graph graph;
    HLRegion *region;
    const char *name; /* of the transform */
    uint32_t size;    /* its parameter */
    HLLoop *tiled;    /* loops in it are in blocks already */
    /* Tries it at a loop; or does all there is to do in the region. */
    dd_reply (*at)(job *j, HLLoop *loop);
    void (*in_region)(job *j);
    bool inside_first; /* loops in others come before those */
    uint32_t level;    /* only loops at this level; 0: at all */
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

static void told(void *data, const char *step, ir_place where) {
    job j = *(const job *)data;
    j.name = step;
    remark(&j, where, NULL, NULL);
}

static void perfect_region(job *j) {
    hir_make_perfect(&j->graph, NULL, told, j);
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
            ready = dd_graph_rebuild(&j->graph, NULL);
    }
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

static void try_region(job *j) {
    dd_options options = {0};
    if (!hir_can_lower(&j->h, j->region)) {
        if (j->region->refusal)
            remark(j, j->region->node.where, j->region->refusal->id, j->region->refusal->reason);
        return;
    }
    vec_clear(&j->loops);
    hir_walk(&j->region->node, &(hir_walker){.visit = collect, .data = j});
    if (dd_graph_build(&j->graph, &j->h, j->region, &options, NULL)) {
        if (j->in_region)
            j->in_region(j);
        else
            try_loops(j);
    }
    dd_graph_free(&j->graph);
}

static lathe_status run_job(lathe_module *m, const job *like) {
    ir_each_function (fn, m->llvm) {
        job j = *like;
        if (LLVMIsDeclaration(fn) || !ctx_ok(m->ctx))
            continue;
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
    return m->ctx->status;
}

static lathe_status run(lathe_module *m, const char *name, dd_reply (*at)(job *, HLLoop *)) {
    return run_job(m, &(job){.name = name, .at = at});
}

static lathe_status run_inside_out(lathe_module *m, const char *name,
                                   dd_reply (*at)(job *, HLLoop *)) {
    return run_job(m, &(job){.name = name, .at = at, .inside_first = true});
}

/* A number that a parameter gives; 0, with the status set, if it is none. */
static uint32_t read_size(lathe_module *m, const ir_params *params, const char *key,
                          uint32_t otherwise) {
    const char *text = ir_param_get(params, key);
    char *end = NULL;
    unsigned long value = text ? strtoul(text, &end, 10) : otherwise;
    if (text && (*text < '0' || *text > '9' || *end || value < 2 || value > UINT16_MAX)) {
        ctx_fail(m->ctx, LATHE_USAGE, "%s=%s: a number from 2 to 65535 is expected", key, text);
        return 0;
    }
    return (uint32_t)value;
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
    return run_job(m,
                   &(job){.name = "interchange", .at = interchange_at, .level = (uint32_t)level});
}

lathe_status hir_reverse_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run(m, "reversal", reverse_at);
}

lathe_status hir_fuse_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run(m, "fusion", fuse_at);
}

lathe_status hir_hoist_if_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run_inside_out(m, "hoisting of the guard", hoist_if_at);
}

lathe_status hir_drop_if_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run_inside_out(m, "removal of a guard", drop_if_at);
}

lathe_status hir_distribute_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run_inside_out(m, "distribution", distribute_at);
}

lathe_status hir_sink_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run_inside_out(m, "sinking into the start", sink_at);
}

lathe_status hir_reduce_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run_inside_out(m, "reduction in memory", reduce_at);
}

lathe_status hir_perfect_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run_job(m, &(job){.name = "nest", .in_region = perfect_region});
}

lathe_status hir_unroll_jam_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    uint32_t factor = read_size(m, params, "factor", 4);
    return factor
               ? run_job(m, &(job){.name = "unroll-and-jam", .at = unroll_jam_at, .size = factor})
               : m->ctx->status;
}

lathe_status hir_licm_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run(m, "memory motion out", licm_at);
}

lathe_status hir_scalar_replace_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    return run(m, "scalar replacement", scalar_replace_at);
}

lathe_status hir_tile_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    uint32_t size = read_size(m, params, "size", 32);
    return size ? run_job(m, &(job){.name = "tiling", .at = tile_at, .size = size})
                : m->ctx->status;
}
