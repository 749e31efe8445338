/* Needs: any valid module.
 * Keeps: everything; it only prints.
 * Breaks: nothing.
 * Declines when: `what` names no analysis, or `function` no function with a body.
 */
#include "ir/ir_print_pass.h"

#include "base/show.h"
#include "ir/analyses.h"
#include "ir/frontier.h"
#include "ir/names.h"
#include "ir/runs.h"

#include <string.h>

typedef struct printer {
    lathe_ctx *ctx;
    lathe_module *m;
    arena arena;
    ir_names names;
    const ir_cfg *cfg;
    const ir_runs *runs; /* of the module; only for a kind that needs them */
    str *out;
} printer;

static void print_block(printer *p, uint32_t b) {
    if (b == p->cfg->count)
        str_add(p->out, "<exit>");
    else
        ir_names_add_block(&p->names, p->out, p->cfg->blocks[b]);
}

/* " %a %b" */
static void print_list(printer *p, ir_list list) {
    for (uint32_t i = 0; i < list.count; i++) {
        str_add_char(p->out, ' ');
        print_block(p, list.at[i]);
    }
}

static void print_cfg(printer *p) {
    const ir_cfg *cfg = p->cfg;
    for (uint32_t b = 0; b < cfg->count; b++) {
        str_add(p->out, "  ");
        print_block(p, b);
        if (ir_cfg_reachable(cfg, b))
            str_printf(p->out, " [%u] ->", cfg->rpo_index[b]);
        else
            str_add(p->out, " [unreachable] ->");
        print_list(p, (ir_list){cfg->succs + cfg->succ_start[b], ir_cfg_succ_count(cfg, b)});
        str_add(p->out, " | <-");
        print_list(p, (ir_list){cfg->preds + cfg->pred_start[b],
                                cfg->pred_start[b + 1] - cfg->pred_start[b]});
        str_add_char(p->out, '\n');
    }
}

static void print_tree(printer *p, const ir_dom *dom) {
    uint32_t *stack = dom ? arena_array(&p->arena, dom->order_count, uint32_t) : NULL;
    if (!stack)
        return;
    uint32_t depth = 0;
    stack[depth++] = dom->root;
    while (depth) {
        uint32_t b = stack[--depth];
        str_add_repeat(p->out, ' ', 2 + 2 * (size_t)dom->level[b]);
        print_block(p, b);
        str_add_char(p->out, '\n');
        for (uint32_t i = dom->child_start[b + 1]; i-- > dom->child_start[b];)
            stack[depth++] = dom->children[i];
    }
}

static void print_domtree(printer *p) {
    print_tree(p, ir_dom_of(p->m, p->cfg->function));
}

static void print_postdomtree(printer *p) {
    print_tree(p, ir_postdom_of(p->m, p->cfg->function));
}

static void print_frontier(printer *p, const ir_dom *dom) {
    ir_frontier f;
    if (!dom || !ir_frontier_build(&f, &p->arena, dom))
        return;
    for (uint32_t b = 0; b < p->cfg->count; b++) {
        if (!ir_dom_has(dom, b))
            continue;
        str_add(p->out, "  ");
        print_block(p, b);
        str_add_char(p->out, ':');
        print_list(p, (ir_list){f.blocks + f.start[b], f.start[b + 1] - f.start[b]});
        str_add_char(p->out, '\n');
    }
}

static void print_domfrontier(printer *p) {
    print_frontier(p, ir_dom_of(p->m, p->cfg->function));
}

static void print_postdomfrontier(printer *p) {
    print_frontier(p, ir_postdom_of(p->m, p->cfg->function));
}

static void print_named_list(printer *p, const char *name, ir_list list) {
    show_add(p->out, name);
    print_list(p, list);
}

static void print_loop(printer *p, const ir_loop *loop) {
    str_add_repeat(p->out, ' ', 2 * (size_t)loop->depth);
    str_add(p->out, "loop ");
    print_block(p, loop->header);
    str_printf(p->out, " depth %u", loop->depth);
    if (loop->preheader != IR_NONE)
        print_named_list(p, " preheader", (ir_list){&loop->preheader, 1});
    print_named_list(p, " | blocks", loop->blocks);
    print_named_list(p, " | latches", loop->latches);
    print_named_list(p, " | exiting", loop->exiting);
    print_named_list(p, " | exits", loop->exits);
    str_add_char(p->out, '\n');
}

static void print_region(printer *p, const ir_loops *l, const ir_region *region) {
    str_add(p->out, "  irreducible");
    if (region->loop != IR_NONE)
        print_named_list(p, " in loop", (ir_list){&l->loops[region->loop].header, 1});
    print_named_list(p, " | entries", region->entries);
    print_named_list(p, " | blocks", region->blocks);
    str_add_char(p->out, '\n');
}

static void print_loops(printer *p) {
    const ir_loops *l = ir_loops_of(p->m, p->cfg->function);
    for (uint32_t i = 0; l && i < l->count; i++)
        print_loop(p, &l->loops[i]);
    for (uint32_t i = 0; l && i < l->region_count; i++)
        print_region(p, l, &l->regions[i]);
}

/* An outermost loop is not a cycle of its own if a top-level region holds it. */
static void mark_regions(const ir_loops *l, bool *covered) {
    for (uint32_t i = 0; i < l->region_count; i++)
        for (uint32_t k = 0; l->regions[i].loop == IR_NONE && k < l->regions[i].blocks.count; k++)
            covered[l->regions[i].blocks.at[k]] = true;
}

static void print_cycles(printer *p) {
    const ir_loops *l = ir_loops_of(p->m, p->cfg->function);
    bool *covered = arena_array(&p->arena, p->cfg->count, bool);
    if (!covered || !l)
        return;
    mark_regions(l, covered);
    for (uint32_t i = 0; i < l->count; i++) {
        const ir_loop *loop = &l->loops[i];
        if (loop->depth > 1 || covered[loop->header])
            continue;
        print_named_list(p, "  reducible | entries", (ir_list){&loop->header, 1});
        print_named_list(p, " | blocks", loop->blocks);
        str_add_char(p->out, '\n');
    }
    for (uint32_t i = 0; i < l->region_count; i++)
        if (l->regions[i].loop == IR_NONE)
            print_region(p, l, &l->regions[i]);
}

static void print_values(printer *p, const ir_live *live, const bitset *set) {
    for (int64_t i = bitset_next(set, 0); i != BITSET_END; i = bitset_next(set, (size_t)i + 1)) {
        str_add_char(p->out, ' ');
        ir_names_add(&p->names, p->out, ir_live_value(live, (uint32_t)i));
    }
}

static void print_liveness(printer *p) {
    const ir_live *live = ir_live_of(p->m, p->cfg->function);
    if (!live)
        return;
    for (uint32_t b = 0; b < p->cfg->count; b++) {
        str_add(p->out, "  ");
        print_block(p, b);
        str_add(p->out, " | in");
        print_values(p, live, &live->in[b]);
        str_add(p->out, " | out");
        print_values(p, live, &live->out[b]);
        str_add_char(p->out, '\n');
    }
}

static void print_frequency(printer *p) {
    const ir_freq *freq = ir_freq_of(p->m, p->cfg->function);
    if (!freq)
        return;
    uint32_t fn = ir_numbering_find(&p->runs->functions, p->cfg->function);
    show_printf(p->out, "  runs %.6g%s\n", p->runs->runs[fn],
                p->runs->profiled[fn] ? " (profile)" : "");
    for (uint32_t b = 0; b < p->cfg->count; b++) {
        str_add(p->out, "  ");
        print_block(p, b);
        str_printf(p->out, ": %.6g\n", freq->block[b]);
    }
}

static const struct kind {
    const char *name;
    void (*print)(printer *p);
    bool needs_runs;
} kinds[] = {
    {"cfg", print_cfg, false},
    {"domtree", print_domtree, false},
    {"postdomtree", print_postdomtree, false},
    {"domfrontier", print_domfrontier, false},
    {"postdomfrontier", print_postdomfrontier, false},
    {"loops", print_loops, false},
    {"cycles", print_cycles, false},
    {"liveness", print_liveness, false},
    {"frequency", print_frequency, true},
};

static const struct kind *find_kind(lathe_ctx *ctx, const char *name) {
    str known;
    str_init(&known, ctx);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (name && strcmp(kinds[i].name, name) == 0) {
            str_free(&known);
            return &kinds[i];
        }
        str_printf(&known, "%s%s", i ? ", " : "", kinds[i].name);
    }
    if (name)
        ctx_fail(ctx, LATHE_USAGE, "ir-print cannot print '%s' (it knows %s)", name,
                 str_text(&known));
    else
        ctx_fail(ctx, LATHE_USAGE, "ir-print needs what=KIND (one of %s)", str_text(&known));
    str_free(&known);
    return NULL;
}

static void print_function(printer *p, LLVMValueRef fn, const struct kind *kind) {
    arena_init(&p->arena, p->ctx);
    if (ir_names_init(&p->names, p->ctx, fn) && (p->cfg = ir_cfg_of(p->m, fn))) {
        size_t length;
        const char *name = LLVMGetValueName2(fn, &length);
        show_printf(p->out, "%s @", kind->name);
        ir_name_quote(p->out, name, length);
        str_add_char(p->out, '\n');
        kind->print(p);
    }
    ir_names_free(&p->names);
    arena_free(&p->arena);
}

/* All functions with a body, or the one that is named. */
static void print_functions(printer *p, lathe_module *m, const struct kind *kind,
                            const char *name) {
    if (name) {
        LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, name);
        if (fn && !LLVMIsDeclaration(fn))
            print_function(p, fn, kind);
        else
            ctx_fail(p->ctx, LATHE_USAGE, "there is no function '%s' with a body", name);
        return;
    }
    ir_each_function (fn, m->llvm) {
        if (!ctx_ok(p->ctx))
            break;
        if (!LLVMIsDeclaration(fn))
            print_function(p, fn, kind);
    }
}

lathe_status ir_print_run(lathe_module *m, const ir_params *params, str *out) {
    const struct kind *kind = find_kind(m->ctx, ir_param_get(params, "what"));
    if (!kind)
        return m->ctx->status;
    arena a;
    arena_init(&a, m->ctx);
    ir_runs runs;
    printer p = {.ctx = m->ctx, .m = m, .runs = &runs, .out = out};
    if (!kind->needs_runs || ir_runs_build(&runs, &a, m))
        print_functions(&p, m, kind, ir_param_get(params, "function"));
    arena_free(&a);
    return m->ctx->status;
}
