/* Regions as code: see lowerer.h. */
#include "hir/lower/lowerer.h"
#include "ir/analyses.h"
#include "ir/llvmpasses.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* A name as IR has it, without the sign and quotes that print with it. */
static void name_slot(LLVMValueRef slot, const char *name) {
    name += *name == '%' || *name == '@';
    if (*name != '"' && (*name < '0' || *name > '9'))
        LLVMSetValueName2(slot, name, strlen(name));
}

LLVMValueRef hir_l_slot(hir_lowerer *l, hir_temp t) {
    map_word *place = map_put_u(&l->slots, t);
    if (!place || place->p)
        return place ? place->p : NULL;
    const hir_temp_info *info = hir_temp_at(l->h, t);
    LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->h->fn);
    LLVMMetadataRef where = LLVMGetCurrentDebugLocation2(l->builder);
    LLVMPositionBuilderBeforeInstrAndDbgRecords(l->builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(l->builder, NULL);
    place->p = LLVMBuildAlloca(l->builder, info->type, "");
    name_slot(place->p, info->name);
    LLVMPositionBuilderAtEnd(l->builder, now);
    LLVMSetCurrentDebugLocation2(l->builder, where);
    return place->p;
}

static bool is_assigned(const hir_temp_info *info) {
    for (const RegDDRef *def = info->defs; def; def = def->next_def)
        if (hir_l_is_lowered(hir_parent_region(def->node)))
            return true;
    return false;
}

LLVMValueRef hir_l_temp(hir_lowerer *l, hir_temp t) {
    const hir_temp_info *info = hir_temp_at(l->h, t);
    if (!info->defs)
        return info->value;
    if (!is_assigned(info))
        return hir_l_left_in(l, t);
    LLVMValueRef slot = hir_l_slot(l, t);
    return slot ? LLVMBuildLoad2(l->builder, info->type, slot, "") : NULL;
}

static LLVMValueRef temp_value(void *data, hir_temp t) {
    return hir_l_temp(data, t);
}

static LLVMValueRef iteration(void *data, uint32_t level) {
    hir_lowerer *l = data;
    return l->loops[level].count;
}

static bool is_natural(void *data, uint32_t level) {
    hir_lowerer *l = data;
    return l->loops[level].natural;
}

static bool is_natural_temp(void *data, hir_temp t) {
    hir_lowerer *l = data;
    return map_find_u(&l->ranges, t) != NULL;
}

static LLVMValueRef moving(void *data, uint32_t level, const hir_moving *sum) {
    return hir_l_moving_value(data, level, sum);
}

LLVMValueRef hir_l_ref(hir_lowerer *l, const RegDDRef *ref) {
    return ref->kind == REF_SCALAR ? hir_emit_canon(&l->emitter, ref->subscripts[0])
                                   : hir_emit_pointer(&l->emitter, ref);
}

void hir_l_place(hir_lowerer *l, LLVMValueRef inst) {
    LLVMSetCurrentDebugLocation2(l->builder, inst ? LLVMInstructionGetDebugLoc(inst) : NULL);
}

static void note_ranges(hir_lowerer *l) {
    map_clear(&l->ranges);
    for (size_t i = 0; i < l->region->ranges.len; i++)
        if (l->region->ranges.at[i].low >= 0)
            map_put_u(&l->ranges, l->region->ranges.at[i].temp);
}

static bool declares_scopes(const HLRegion *region) {
    unsigned id = ir_intrinsic_id("llvm.experimental.noalias.scope.decl");
    for (size_t i = 0; i < region->blocks.len; i++)
        ir_each_inst (inst, region->blocks.at[i]) {
            LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
            if (callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) == id)
                return true;
        }
    return false;
}

static void lower_region(hir_lowerer *l, HLRegion *region) {
    l->region = region;
    l->level = 0;
    l->dead = NULL;
    l->last = region->entry_from;
    l->declares_scopes = declares_scopes(region);
    note_ranges(l);
    LLVMBasicBlockRef entry = hir_l_new_block(l, "region");
    hir_l_start(l, entry);
    hir_l_debug_region(l);
    hir_l_body(l);
    hir_l_place(l, NULL);
    if (region->exit_from)
        hir_l_exit(l, region->exit_from, region->exit_to);
    else if (LLVMGetInsertBlock(l->builder) == l->dead)
        LLVMDeleteBasicBlock(l->dead);
    else
        LLVMBuildUnreachable(l->builder);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(region->entry_from), 0, entry);
}

static bool init(hir_lowerer *l, hir *h) {
    *l = (hir_lowerer){.h = h, .m = h->m, .ctx = h->ctx, .index_type = hir_index_type(h)};
    map *maps[] = {&l->slots, &l->ranges, &l->labels, &l->frames, &l->scopes, &l->old};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], l->ctx);
    arena_init(&l->mem, l->ctx);
    l->builder = LLVMCreateBuilderInContext(l->m->llvm_ctx);
    l->emitter = (hir_emitter){.h = h,
                               .builder = l->builder,
                               .temp = temp_value,
                               .iteration = iteration,
                               .data = l,
                               .flags = true,
                               .is_natural = is_natural,
                               .is_natural_temp = is_natural_temp,
                               .moving = moving};
    return ctx_ok(l->ctx);
}

static void lowerer_free(hir_lowerer *l) {
    map *maps[] = {&l->slots, &l->ranges, &l->labels, &l->frames, &l->scopes, &l->old};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_free(maps[i]);
    arena_free(&l->mem);
    LLVMDisposeBuilder(l->builder);
}

static void promote(hir_lowerer *l) {
    ir_run_llvm(l->h->m, &(ir_llvm_run){.passes = "mem2reg",
                                        .function = l->h->fn,
                                        .doing = "temps cannot be promoted"});
}

/* All regions get their code before anything old goes: what one leaves, others read. */
static void lower_regions(hir_lowerer *l) {
    HLRegion **regions = l->h->regions.at;
    size_t count = l->h->regions.len;
    for (size_t i = 0; i < count && ctx_ok(l->ctx); i++)
        if (hir_l_is_lowered(regions[i]))
            lower_region(l, regions[i]);
    for (size_t i = 0; i < count && ctx_ok(l->ctx); i++)
        if (hir_l_is_lowered(regions[i]))
            hir_l_replace_outs(l, regions[i]);
    for (size_t i = 0; i < count && ctx_ok(l->ctx); i++)
        if (hir_l_is_lowered(regions[i]))
            hir_l_drop_blocks(l, regions[i]);
}

static bool note_old_blocks(hir_lowerer *l) {
    bool any = false;
    for (size_t i = 0; i < l->h->regions.len; i++) {
        HLRegion *region = l->h->regions.at[i];
        for (size_t k = 0; hir_l_is_lowered(region) && k < region->blocks.len; k++)
            map_put(&l->old, region->blocks.at[k]);
        any |= hir_l_is_lowered(region);
    }
    return any && ctx_ok(l->ctx);
}

bool hir_lower(hir *h) {
    hir_lowerer l;
    hir_assert_good(h);
    if (init(&l, h)) {
        hir_l_find_refusals(&l);
        if (note_old_blocks(&l)) {
            ir_begin_change(h->m);
            hir_l_debug_begin(&l);
            if (ctx_ok(h->ctx))
                lower_regions(&l);
            hir_l_debug_end(&l);
            ir_analyses_forget(h->m, h->fn);
            if (ctx_ok(h->ctx))
                promote(&l);
        }
    }
    lowerer_free(&l);
    return ctx_ok(h->ctx);
}

bool hir_can_lower(hir *h, HLRegion *region) {
    hir_lowerer l;
    bool was = region->changed;
    region->changed = true;
    if (init(&l, h))
        hir_l_find_refusals(&l);
    lowerer_free(&l);
    region->changed = was;
    return !region->refusal && ctx_ok(h->ctx);
}
