/* What cannot be lowered, and why. */
#include "hir/lower/lowerer.h"

static void refuse(hir_lowerer *l, HLRegion *region, hir_why why, ir_place where) {
    if (region->refusal)
        return;
    region->refusal = arena_new(&l->h->mem, hir_refusal);
    if (region->refusal)
        *region->refusal = hir_refuse(why, region->entry, where);
}

/* The value of the temp after the region; *count is how many it has. */
static LLVMValueRef left_by(const HLRegion *region, hir_temp t, uint32_t *count) {
    LLVMValueRef value = NULL;
    for (size_t i = 0; i < region->outs.len; i++)
        if (region->outs.at[i].temp == t && region->outs.at[i].value != value) {
            value = region->outs.at[i].value;
            ++*count;
        }
    return value;
}

LLVMValueRef hir_l_left_in(const hir_lowerer *l, hir_temp t) {
    const HLRegion *region = hir_temp_at(l->h, t)->region;
    uint32_t count = 0;
    LLVMValueRef value = region ? left_by(region, t, &count) : NULL;
    return count == 1 ? value : NULL;
}

static bool is_in(const map *blocks, LLVMValueRef v) {
    return LLVMIsAInstruction(v) && map_find(blocks, LLVMGetInstructionParent(v));
}

/* Operands of a call that are neither arguments nor the function are not refs. */
static bool has_own_bundle(const map *blocks, LLVMValueRef call) {
    unsigned bundles = LLVMGetNumOperandBundles(call);
    bool found = false;
    for (unsigned i = 0; i < bundles; i++) {
        LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(call, i);
        unsigned count = LLVMGetNumOperandBundleArgs(bundle);
        for (unsigned k = 0; k < count; k++)
            found |= is_in(blocks, LLVMGetOperandBundleArgAtIndex(bundle, k));
        LLVMDisposeOperandBundle(bundle);
    }
    return found;
}

static bool has_address(LLVMBasicBlockRef block) {
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
         use = LLVMGetNextUse(use))
        if (LLVMIsABlockAddress(LLVMGetUser(use)))
            return true;
    return false;
}

static ir_place place_of(hir_lowerer *l, LLVMValueRef inst) {
    ir_srcloc s;
    ir_srcloc_init(&s, l->m);
    ir_place place = ir_srcloc_inst(&s, inst);
    if (place.file)
        place.file = arena_strdup(&l->h->mem, place.file);
    if (place.function)
        place.function = arena_strdup(&l->h->mem, place.function);
    ir_srcloc_free(&s);
    return place;
}

/* Whether a temp in it has neither a value nor an assignment. */
static bool reads_nothing(const hir *h, const RegDDRef *ref) {
    for (uint32_t i = 0; i < ref->blob_ref_count; i++) {
        const hir_temp_info *info = hir_temp_at(h, hir_blob_at(h, ref->blob_refs[i].blob)->temp);
        if (!info->value && !info->defs)
            return true;
    }
    return false;
}

/* Calls that are not nodes, such as llvm.assume, are not lowered at all. */
static void look_at_node(hir_lowerer *l, HLRegion *region, const map *blocks, HLNode *node) {
    LLVMValueRef inst = node->kind == HL_INST ? ((HLInst *)node)->inst : NULL;
    const HLGoto *jump = node->kind == HL_GOTO ? (const HLGoto *)node : NULL;
    if (inst && LLVMIsACallInst(inst) && has_own_bundle(blocks, inst))
        refuse(l, region, HIR_WHY_OPERAND_BUNDLE, place_of(l, inst));
    if (node->kind == HL_INST && !inst && !hir_can_make(l->h, (const HLInst *)node))
        refuse(l, region, HIR_WHY_NO_OPERATION, node->where);
    if (jump && !jump->target && !jump->to)
        refuse(l, region, HIR_WHY_NO_WAY_OUT, node->where);
    hir_each_ref (ref, node)
        if (reads_nothing(l->h, ref))
            refuse(l, region, HIR_WHY_NO_VALUE, node->where);
}

static void look_at_code(hir_lowerer *l, HLRegion *region) {
    map blocks;
    map_init(&blocks, l->ctx);
    for (size_t i = 0; i < region->blocks.len; i++) {
        map_put(&blocks, region->blocks.at[i]);
        if (has_address(region->blocks.at[i]))
            refuse(l, region, HIR_WHY_BLOCK_ADDRESS,
                   place_of(l, LLVMGetBasicBlockTerminator(region->blocks.at[i])));
    }
    hir_each_node (node, &region->node)
        if (ctx_tick(l->ctx, 1))
            look_at_node(l, region, &blocks, node);
    map_free(&blocks);
}

/* What a region that stays leaves in a temp has to be one value. */
static void look_at_temps(hir_lowerer *l, HLRegion *region) {
    for (size_t i = 0; i < region->live_in.len; i++) {
        const hir_temp_info *info = hir_temp_at(l->h, region->live_in.at[i]);
        bool stays = info->defs && !(info->region && hir_l_is_lowered(info->region));
        if (stays && info->region != region && !hir_l_left_in(l, region->live_in.at[i]))
            refuse(l, region, HIR_WHY_SHARED_TEMP_VALUES, region->node.where);
    }
}

void hir_l_find_refusals(hir_lowerer *l) {
    for (size_t i = 0; i < l->h->regions.len && ctx_ok(l->ctx); i++) {
        HLRegion *region = l->h->regions.at[i];
        if (!region->changed)
            continue;
        region->refusal = NULL;
        if (!region->entry_from)
            refuse(l, region, HIR_WHY_NO_CODE, region->node.where);
        else
            look_at_code(l, region);
    }
    for (size_t i = 0; i < l->h->regions.len && ctx_ok(l->ctx); i++)
        if (hir_l_is_lowered(l->h->regions.at[i]))
            look_at_temps(l, l->h->regions.at[i]);
}
