/* Of a checkpoint and a later call, look at the innermost activation that saw both: it was in a
 * directive or in a call on the path at the first, and makes a call that leads to the function at
 * the second. So it suffices to look at each function on the path for the second after the first.
 */
#include "ckpt/ckpt_order.h"

#include "ckpt/ckpt_reasons.h"
#include "ir/analyses.h"
#include "ir/value.h"

typedef struct order {
    const ckpt_path *path;
    ckpt_path users; /* the functions from which the external is reached */
    LLVMValueRef external;
} order;

static bool is_point(const order *o, LLVMValueRef inst) {
    return ckpt_is_directive(inst) || ckpt_path_is_call(o->path, inst);
}

static bool is_use(const order *o, LLVMValueRef inst) {
    return ir_is_call_of(inst, o->external) || ckpt_path_is_call(&o->users, inst);
}

/* The first use in the block; after the first point of it, unless from its start. */
static LLVMValueRef use_in(const order *o, LLVMBasicBlockRef bb, bool behind) {
    ir_each_inst (inst, bb) {
        if (behind && is_use(o, inst))
            return inst;
        behind |= is_point(o, inst);
    }
    return NULL;
}

static bool has_point(const order *o, LLVMBasicBlockRef bb) {
    ir_each_inst (inst, bb)
        if (is_point(o, inst))
            return true;
    return false;
}

typedef VEC(uint32_t) block_list;

static void add_successors(const ir_cfg *cfg, bitset *behind, block_list *work, lathe_ctx *ctx,
                           uint32_t b) {
    for (uint32_t i = cfg->succ_start[b]; i < cfg->succ_start[b + 1]; i++)
        if (!bitset_has(behind, cfg->succs[i])) {
            bitset_add(behind, cfg->succs[i]);
            vec_push(ctx, work, cfg->succs[i]);
        }
}

/* The first use that a point leads to; NULL if there is none. */
static LLVMValueRef use_behind_point(const order *o, arena *mem, LLVMValueRef fn) {
    lathe_ctx *ctx = o->path->m->ctx;
    const ir_cfg *cfg = ir_cfg_of(o->path->m, fn);
    LLVMValueRef found = NULL;
    block_list work = {0};
    bitset behind;
    if (!cfg || !bitset_init(&behind, mem, cfg->count))
        return NULL;
    for (uint32_t i = 0; i < cfg->rpo_count; i++)
        if (has_point(o, cfg->blocks[cfg->rpo[i]]))
            add_successors(cfg, &behind, &work, ctx, cfg->rpo[i]);
    for (size_t i = 0; i < work.len && ctx_tick(ctx, 1); i++)
        add_successors(cfg, &behind, &work, ctx, work.at[i]);
    for (uint32_t i = 0; i < cfg->rpo_count && !found; i++)
        found = use_in(o, cfg->blocks[cfg->rpo[i]], bitset_has(&behind, cfg->rpo[i]));
    vec_free(ctx, &work);
    return found;
}

void ckpt_check_order(const ckpt_path *p, ckpt_refusals *r, LLVMValueRef fn, const lib_func *e) {
    order o = {.path = p, .external = fn};
    arena mem;
    arena_init(&mem, p->m->ctx);
    if (ckpt_path_find_callers(&o.users, p->m, fn))
        for (size_t i = 0; i < p->functions.len && ctx_ok(p->m->ctx); i++) {
            LLVMValueRef use = use_behind_point(&o, &mem, p->functions.at[i].key.p);
            if (!use)
                continue;
            ckpt_refuse(r, NULL, use, CKPT_WHY_ORDER, e->name, e->reason);
            break;
        }
    ckpt_path_free(&o.users);
    arena_free(&mem);
}
