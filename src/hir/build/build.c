/* Regions: the outermost loops that can be modelled, each with all that is in it; or several of
 * them, see join.c. */
#include "hir/build/builder.h"
#include "ir/attr.h"

#include <stdlib.h>
#include <string.h>

const char *hir_b_copy_text(hir_builder *b, const char *text) {
    map_word *place = text ? map_put(&b->strings, text) : NULL;
    if (place && !place->p)
        place->p = arena_strdup(&b->h->mem, text);
    return place ? place->p : NULL;
}

ir_place hir_b_place(hir_builder *b, LLVMValueRef inst) {
    ir_place place = ir_srcloc_inst(&b->places, inst);
    place.file = hir_b_copy_text(b, place.file);
    place.function = hir_b_copy_text(b, place.function);
    return place;
}

const char *hir_b_block_name(hir_builder *b, uint32_t block) {
    str name;
    str_init(&name, b->ctx);
    LLVMBasicBlockRef bb = b->cfg->blocks[block];
    const char *own = LLVMGetBasicBlockName(bb);
    if (*own)
        str_add(&name, own);
    else
        ir_names_add_block(&b->names, &name, bb);
    const char *text = str_text(&name);
    const char *copy = arena_strdup(&b->h->mem, *text == '%' && !*own ? text + 1 : text);
    str_free(&name);
    return copy ? copy : "";
}

uint32_t hir_b_block_of(const hir_builder *b, LLVMValueRef v) {
    return LLVMIsAInstruction(v) ? ir_cfg_number(b->cfg, LLVMGetInstructionParent(v)) : IR_NONE;
}

bool hir_b_in_region(const hir_builder *b, uint32_t block) {
    if (block == IR_NONE)
        return false;
    uint32_t loop = b->loops->innermost[block];
    return b->between[block] == b->root || (loop != IR_NONE && b->region_of[loop] == b->root);
}

uint32_t hir_b_loop_of_header(const hir_builder *b, uint32_t block) {
    uint32_t loop = block == IR_NONE ? IR_NONE : b->loops->innermost[block];
    return loop != IR_NONE && b->loops->loops[loop].header == block ? loop : IR_NONE;
}

/* Why a block cannot be in a region. */
typedef struct obstacle {
    hir_why why; /* 0: it can */
    LLVMValueRef at;
} obstacle;

static obstacle find_obstacle_in(LLVMValueRef inst) {
    LLVMTypeKind type = LLVMGetTypeKind(LLVMTypeOf(inst));
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMIndirectBr:
        return (obstacle){HIR_WHY_INDIRECT_BRANCH, inst};
    case LLVMCallBr:
        return (obstacle){HIR_WHY_ASM_GOTO, inst};
    case LLVMInvoke:
    case LLVMResume:
    case LLVMLandingPad:
    case LLVMCleanupRet:
    case LLVMCatchRet:
    case LLVMCatchPad:
    case LLVMCleanupPad:
    case LLVMCatchSwitch:
        return (obstacle){HIR_WHY_EXCEPTIONS, inst};
    case LLVMSwitch:
        if (LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(inst, 0))) > 64)
            return (obstacle){HIR_WHY_WIDE_SWITCH, inst};
        break;
    case LLVMCall:
        if (ir_attr_of_call(inst, IR_AT_FUNCTION, "returns_twice"))
            return (obstacle){HIR_WHY_RETURNS_TWICE, inst};
        break;
    default:
        break;
    }
    if (type == LLVMTokenTypeKind || type == LLVMX86_AMXTypeKind)
        return (obstacle){HIR_WHY_TOKEN, inst};
    return (obstacle){0};
}

/* By block; found once, as a block may be looked at for every loop around it. */
static obstacle *find_obstacles(hir_builder *b) {
    obstacle *all = arena_array(&b->mem, b->cfg->count, obstacle);
    for (uint32_t block = 0; all && block < b->cfg->count; block++) {
        if (b->loops->innermost[block] == IR_NONE)
            continue;
        uint64_t work = 0;
        ir_each_inst (inst, b->cfg->blocks[block]) {
            work++;
            if (!all[block].why)
                all[block] = find_obstacle_in(inst);
        }
        ctx_tick(b->ctx, work);
    }
    for (uint32_t i = 0; all && i < b->loops->region_count; i++) {
        uint32_t block = b->loops->regions[i].entries.at[0];
        all[block] = (obstacle){HIR_WHY_IRREDUCIBLE_INSIDE, hir_b_end(b, block)};
    }
    return all;
}

static uint32_t deepest_in(const hir_builder *b, uint32_t loop) {
    const ir_loop *l = &b->loops->loops[loop];
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < l->blocks.count; i++) {
        uint32_t depth = ir_loop_depth(b->loops, l->blocks.at[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static obstacle obstacle_of(hir_builder *b, uint32_t loop, const obstacle *all) {
    const ir_loop *l = &b->loops->loops[loop];
    if (b->cfg->count > HIR_MAX_BLOCKS)
        return (obstacle){HIR_WHY_LARGE_BLOCKS, hir_b_end(b, l->header)};
    for (uint32_t i = 0; i < l->blocks.count; i++)
        if (all[l->blocks.at[i]].why)
            return all[l->blocks.at[i]];
    if (l->preheader == IR_NONE)
        return (obstacle){HIR_WHY_NO_PREHEADER, hir_b_end(b, l->header)};
    if (deepest_in(b, loop) - l->depth >= HIR_MAX_LEVEL)
        return (obstacle){HIR_WHY_DEEP, hir_b_end(b, l->header)};
    return (obstacle){0};
}

static void add_refusal(hir_builder *b, const obstacle *o, uint32_t header) {
    vec_push(b->ctx, &b->h->refusals,
             hir_refuse(o->why, hir_b_block_name(b, header), hir_b_place(b, o->at)));
}

/* Cycles that are not natural loops. */
static void refuse_irreducible(hir_builder *b) {
    for (uint32_t i = 0; i < b->loops->region_count; i++) {
        uint32_t entry = b->loops->regions[i].entries.at[0];
        obstacle o = {HIR_WHY_IRREDUCIBLE, hir_b_end(b, entry)};
        add_refusal(b, &o, entry);
    }
}

/* Each loop gets the region it is in, or is refused. */
static bool choose_regions(hir_builder *b) {
    obstacle *all = find_obstacles(b);
    b->region_of = arena_array(&b->mem, b->loops->count, uint32_t);
    if (!all || !b->region_of)
        return false;
    refuse_irreducible(b);
    for (uint32_t loop = 0; loop < b->loops->count; loop++) {
        const ir_loop *l = &b->loops->loops[loop];
        b->region_of[loop] = l->parent == IR_NONE ? IR_NONE : b->region_of[l->parent];
        if (b->region_of[loop] == IR_NONE) {
            obstacle o = obstacle_of(b, loop, all);
            if (o.why)
                add_refusal(b, &o, l->header);
            else
                b->region_of[loop] = loop;
        }
        uint32_t root = b->region_of[loop];
        b->facts[loop].level = root == IR_NONE ? 0 : l->depth - b->loops->loops[root].depth + 1;
    }
    return ctx_tick(b->ctx, b->loops->count);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Between loops is one block after the other, from the exit of one to the header of the next.
 */
static uint32_t collect_blocks(hir_builder *b, uint32_t *to) {
    uint32_t count = 0;
    for (uint32_t loop = b->root; loop != IR_NONE; loop = b->behind[loop]) {
        const ir_loop *l = &b->loops->loops[loop];
        for (uint32_t i = 0; i < l->blocks.count; i++, count++)
            if (to)
                to[count] = b->cfg->rpo_index[l->blocks.at[i]];
        uint32_t block = l->exits.count ? l->exits.at[0] : IR_NONE;
        for (; b->behind[loop] != IR_NONE && b->between[block] == b->root; count++) {
            if (to)
                to[count] = b->cfg->rpo_index[block];
            block = b->cfg->succs[b->cfg->succ_start[block]];
        }
        b->last = loop;
    }
    return count;
}

static bool order_blocks(hir_builder *b) {
    b->order_count = collect_blocks(b, NULL);
    b->order = arena_array(&b->mem, b->order_count, uint32_t);
    if (!b->order)
        return false;
    collect_blocks(b, b->order);
    qsort(b->order, b->order_count, sizeof *b->order, by_number);
    for (uint32_t i = 0; i < b->order_count; i++) {
        b->order[i] = b->cfg->rpo[b->order[i]];
        b->place[b->order[i]] = i;
    }
    return ctx_tick(b->ctx, b->order_count);
}

static void name_borders(hir_builder *b) {
    const ir_loop *l = &b->loops->loops[b->root];
    for (uint32_t i = 0; i < b->order_count; i++)
        vec_push(b->ctx, &b->region->blocks, b->cfg->blocks[b->order[i]]);
    b->region->entry = hir_b_block_name(b, l->header);
    b->region->node.where = hir_b_place(b, hir_b_end(b, l->header));
}

static void forget_region(hir_builder *b) {
    map_free(&b->forms);
    map_init(&b->forms, b->ctx);
    for (size_t i = 0; i < b->wanted.len; i++)
        b->defs.at[b->wanted.at[i]].local = IR_NONE;
    vec_clear(&b->wanted);
}

static bool build_region(hir_builder *b, uint32_t root) {
    b->root = root;
    b->region = hir_new_region(b->h);
    if (!b->region || !order_blocks(b))
        return false;
    forget_region(b);
    name_borders(b);
    for (uint32_t i = 0; i < b->order_count; i++) {
        uint32_t loop = hir_b_loop_of_header(b, b->order[i]);
        if (loop != IR_NONE)
            hir_b_analyze_loop(b, loop);
    }
    if (!hir_b_make_nodes(b))
        return false;
    if (!b->h->keeps_values)
        hir_b_share_temps(b);
    if (!hir_b_make_tree(b))
        return false;
    hir_b_tidy(b);
    hir_b_memory_symbases(b);
    hir_b_find_live_in(b);
    return vec_push(b->ctx, &b->h->regions, b->region) && ctx_ok(b->ctx);
}

static bool init(hir_builder *b, hir *h, LLVMValueRef fn) {
    *b = (hir_builder){.h = h, .ctx = h->ctx, .index_type = hir_index_type(h), .root = IR_NONE};
    arena_init(&b->mem, h->ctx);
    map *maps[] = {&b->strings, &b->temps,      &b->copies,      &b->inductions, &b->forms,
                   &b->nodes,   &b->copy_nodes, &b->phi_sources, &b->variables};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], h->ctx);
    ir_srcloc_init(&b->places, h->m);
    if (!ir_names_init(&b->names, h->ctx, fn) || !(b->loops = ir_loops_of(h->m, fn)))
        return false;
    b->cfg = b->loops->cfg;
    b->dom = ir_dom_of(h->m, fn);
    b->nothing = hir_canon_new(h, b->index_type);
    b->facts = arena_array(&b->mem, b->loops->count, hir_loop_facts);
    b->place = arena_array(&b->mem, b->cfg->count, uint32_t);
    b->between = arena_array(&b->mem, b->cfg->count, uint32_t);
    b->behind = arena_array(&b->mem, b->loops->count, uint32_t);
    for (uint32_t i = 0; b->between && i < b->cfg->count; i++)
        b->between[i] = IR_NONE;
    for (uint32_t i = 0; b->behind && i < b->loops->count; i++)
        b->behind[i] = IR_NONE;
    return b->facts && b->place && b->between && b->behind && b->nothing;
}

static void builder_free(hir_builder *b) {
    map *maps[] = {&b->strings, &b->temps,      &b->copies,      &b->inductions, &b->forms,
                   &b->nodes,   &b->copy_nodes, &b->phi_sources, &b->variables};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_free(maps[i]);
    vec_free(b->ctx, &b->defs);
    vec_free(b->ctx, &b->wanted);
    vec_free(b->ctx, &b->assumptions);
    ir_names_free(&b->names);
    ir_srcloc_free(&b->places);
    arena_free(&b->mem);
}

static bool build_regions(hir_builder *b) {
    if (!choose_regions(b) || (b->h->joins_loops && !hir_b_join_loops(b)))
        return false;
    hir_b_find_assumptions(b);
    for (uint32_t loop = 0; loop < b->loops->count; loop++)
        if (b->region_of[loop] == loop && !build_region(b, loop))
            return false;
    return hir_update_levels(b->h) && hir_b_cut_rows(b->h);
}

bool hir_build(hir *h, LLVMValueRef fn) {
    hir_builder b;
    size_t length;
    h->fn = fn;
    h->function = arena_strdup(&h->mem, LLVMGetValueName2(fn, &length));
    bool done = init(&b, h, fn) && h->function;
    if (done && (b.loops->count || b.loops->region_count))
        done = build_regions(&b);
    builder_free(&b);
    if (done)
        hir_assert_good(h);
    return done && ctx_ok(h->ctx);
}
