/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, to the bit.
 * Breaks: the code of loop nests that are changed; all others stay as they are.
 * Declines when: dependences forbid it, or a nest cannot be lowered; remarks say why.
 *
 * One transform each, wherever it is legal, without asking whether it pays. */
#include "hir/passes.h"
#include "hir/build.h"
#include "hir/dd/memo.h"
#include "hir/lower.h"
#include "hir/transform/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct job job;

typedef struct transform {
    const char *pass;     /* its name, without hir- */
    const char *name;     /* in remarks */
    const char *size_key; /* of its parameter, if it has one */
    uint32_t size;
    uint32_t level; /* 0: loops of all levels */
    /* Tries it at a loop; or does all there is to do in the region. */
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

static void remark(const job *j, ir_place where, const char *id, const char *reason) {
    str text;
    str_init(&text, j->h.ctx);
    if (id)
        str_printf(&text, "%s of a loop in '%s' declined: %s", j->now->name, j->h.function, reason);
    else
        str_printf(&text, "%s of a loop in '%s' done", j->now->name, j->h.function);
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
    HLLoop *next = dd_loop_behind(loop);
    if (!next)
        return hir_decline("not-adjacent", "no loop comes right behind it");
    return hir_fuse(&j->graph, loop, next);
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
    remark(&j, where, NULL, NULL);
}

static void perfect_region(job *j) {
    if (hir_make_perfect(&j->graph, j->memo, told, j))
        check_result(j);
}

static dd_reply unroll_jam_at(job *j, HLLoop *loop) {
    return hir_unroll_jam(&j->graph, loop, j->now->size);
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

/* Loops in others go with those. */
static dd_reply version_at(job *j, HLLoop *loop) {
    return hir_version_nest(&j->graph, loop);
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
        dd_reply reply = j->now->at(j, loop);
        remark(j, where, reply.id, reply.reason);
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
    hir_walk(&j->region->node, &(hir_walker){.visit = collect, .data = j});
    try_loops(j);
}

static void try_region(job *j) {
    j->now = j->steps;
    if (!hir_can_lower(&j->h, j->region)) {
        if (j->region->refusal)
            remark(j, j->region->node.where, j->region->refusal->id, j->region->refusal->reason);
        return;
    }
    if (dd_graph_build(&j->graph, &j->h, j->region, &j->options, j->memo))
        for (; j->now < j->steps + j->count && ctx_ok(j->h.ctx); j->now++)
            take_step(j);
    dd_graph_free(&j->graph);
}

bool hir_read_assumed(lathe_ctx *ctx, const ir_params *params, dd_options *options) {
    const char *assume = ir_param_get(params, "assume");
    options->assume_noalias = assume && !strcmp(assume, "noalias");
    options->assume_dims = assume && !strcmp(assume, "dims");
    options->assume_independent = assume && !strcmp(assume, "independent");
    options->assume_decided = assume && !strcmp(assume, "decided");
    options->assume_commutes = assume && !strcmp(assume, "commutes");
    if (assume && !options->assume_noalias && !options->assume_dims &&
        !options->assume_independent && !options->assume_decided && !options->assume_commutes)
        ctx_fail(ctx, LATHE_USAGE,
                 "assume=%s: it is noalias, dims, independent, decided or commutes", assume);
    return ctx_ok(ctx);
}

/* What the text, if it is not NULL, says instead. */
static bool read_number(lathe_ctx *ctx, const char *key, const char *text, uint32_t least,
                        uint32_t most, uint32_t *number) {
    char *end = NULL;
    unsigned long value = text ? strtoul(text, &end, 10) : *number;
    if (text && (*text < '0' || *text > '9' || *end || value < least || value > most))
        ctx_fail(ctx, LATHE_USAGE, "%s=%s: a number from %u to %u is expected", key, text, least,
                 most);
    *number = (uint32_t)value;
    return ctx_ok(ctx);
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

static const transform transforms[] = {
    {.pass = "distribute", .name = "distribution", .at = distribute_at, .inside_first = true},
    {.pass = "drop-if", .name = "removal of a guard", .at = drop_if_at, .inside_first = true},
    {.pass = "fuse", .name = "fusion", .at = fuse_at, .again = true, .joins_loops = true},
    {.pass = "hoist-if", .name = "hoisting of the guard", .at = hoist_if_at, .inside_first = true},
    {.pass = "interchange", .name = "interchange", .at = interchange_at},
    {.pass = "licm", .name = "memory motion out", .at = licm_at},
    {.pass = "perfect", .name = "nest", .in_region = perfect_region},
    {.pass = "reduce-in-memory",
     .name = "reduction in memory",
     .at = reduce_at,
     .inside_first = true},
    {.pass = "reverse", .name = "reversal", .at = reverse_at},
    {.pass = "scalar-replace", .name = "scalar replacement", .at = scalar_replace_at},
    {.pass = "scalar-replace-within", .name = "scalar replacement", .at = scalar_replace_within_at},
    {.pass = "sink", .name = "sinking into the start", .at = sink_at, .inside_first = true},
    {.pass = "tile", .name = "tiling", .at = tile_at, .size_key = "size", .size = 32},
    {.pass = "unroll-jam",
     .name = "unroll-and-jam",
     .at = unroll_jam_at,
     .size_key = "factor",
     .size = 4},
    {.pass = "version", .name = "versioning", .at = version_at, .level = 1},
};

static const transform *find(const char *pass) {
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++)
        if (!strcmp(transforms[i].pass, pass))
            return &transforms[i];
    return NULL;
}

static lathe_status run_alone(lathe_module *m, const ir_params *params, const char *pass) {
    transform t = *find(pass);
    job j = {.steps = &t, .count = 1};
    const char *size = t.size_key ? ir_param_get(params, t.size_key) : NULL;
    if (!hir_read_assumed(m->ctx, params, &j.options) ||
        !read_number(m->ctx, t.size_key, size, 2, UINT16_MAX, &t.size) ||
        !read_number(m->ctx, "level", ir_param_get(params, "level"), 1, HIR_MAX_LEVEL, &t.level))
        return m->ctx->status;
    return run(m, j);
}

lathe_status hir_interchange_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "interchange");
}

lathe_status hir_reverse_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "reverse");
}

lathe_status hir_fuse_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "fuse");
}

lathe_status hir_hoist_if_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "hoist-if");
}

lathe_status hir_drop_if_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "drop-if");
}

lathe_status hir_distribute_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "distribute");
}

lathe_status hir_sink_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "sink");
}

lathe_status hir_reduce_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "reduce-in-memory");
}

lathe_status hir_perfect_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "perfect");
}

lathe_status hir_unroll_jam_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "unroll-jam");
}

lathe_status hir_licm_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "licm");
}

lathe_status hir_scalar_replace_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params,
                     ir_param_get(params, "within") ? "scalar-replace-within" : "scalar-replace");
}

lathe_status hir_tile_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "tile");
}

/* One of "tile/4:sink:interchange/2", which ends at a colon; the number is a factor, a size or a
 * level. */
static bool read_step(lathe_ctx *ctx, const char *text, transform *step) {
    char name[32], number[8] = "";
    size_t length = strcspn(text, "/:"), digits = strcspn(text + length, ":");
    if (length < sizeof name && digits < sizeof number) {
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        snprintf(number, sizeof number, "%.*s", (int)digits, text + length);
        const transform *t = find(name);
        if (t) {
            const char *value = digits ? number + 1 : NULL;
            *step = *t;
            return t->size_key ? read_number(ctx, name, value, 2, UINT16_MAX, &step->size)
                               : read_number(ctx, name, value, 1, HIR_MAX_LEVEL, &step->level);
        }
    }
    ctx_fail(ctx, LATHE_USAGE, "steps=…%s: names of transforms without hir- are expected", text);
    return false;
}

/* Several, as the driver has them: on one HIR, which is lowered when all are done. */
lathe_status hir_test_sequence_pass(lathe_module *m, const ir_params *params, str *out) {
    transform steps[16];
    const char *text = ir_param_get(params, "steps");
    job j = {.steps = steps};
    (void)out;
    if (!hir_read_assumed(m->ctx, params, &j.options))
        return m->ctx->status;
    for (; text && *text && j.count < 16; text += strcspn(text, ":"), text += *text == ':')
        if (!read_step(m->ctx, text, &steps[j.count++]))
            return m->ctx->status;
    if (!text || *text || !j.count)
        return ctx_fail(m->ctx, LATHE_USAGE, "steps=…: 1 to 16 transforms are expected");
    return run(m, j);
}

lathe_status hir_version_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    return run_alone(m, params, "version");
}
