/* Which instructions become nodes: those with effects, the branches, what is needed after the
 * region, and then whatever defines a temp that one of them reads. All else has become part of
 * closed forms. */
#include "hir/build/builder.h"
#include "ir/attr.h"
#include "ir/value.h"

#include <string.h>

static void want_temp(hir_builder *b, hir_temp t) {
    if (t >= b->defs.len || b->defs.at[t].local != IR_NONE ||
        !hir_b_in_region(b, b->defs.at[t].block))
        return;
    b->defs.at[t].local = (uint32_t)b->wanted.len;
    vec_push(b->ctx, &b->wanted, t);
}

static void want_temps_of(hir_builder *b, const hir_blob_list *blobs) {
    for (size_t i = 0; i < blobs->len; i++)
        want_temp(b, hir_blob_at(b->h, blobs->at[i])->temp);
}

static void want_ref(hir_builder *b, const RegDDRef *ref) {
    hir_blob_list blobs = {0};
    if (!ref)
        return;
    hir_ref_collect_temp_blobs(b->h, ref, &blobs);
    want_temps_of(b, &blobs);
    vec_free(b->ctx, &blobs);
}

/* All that the node reads; a scalar that it writes is none of that. */
static void want_reads(hir_builder *b, const HLDDNode *node, bool has_lval) {
    for (uint32_t i = 0; i < node->ref_count; i++)
        if (!(i == 0 && has_lval && node->refs[0] && node->refs[0]->kind == REF_SCALAR))
            want_ref(b, node->refs[i]);
}

/* A call that only computes something. */
static bool is_pure_call(LLVMValueRef call) {
    uint64_t memory;
    return ir_call_memory(call, &memory) && memory == 0 && ir_call_returns(call);
}

static bool is_named(LLVMValueRef call, const char *prefix) {
    LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
    size_t length;
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    return str_starts_with(name, prefix);
}

/* Calls that only give the optimiser facts. */
static bool is_hint(LLVMValueRef call) {
    static const char *const names[] = {"llvm.dbg.", "llvm.assume", "llvm.pseudoprobe",
                                        "llvm.experimental.noalias.scope.decl"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(call, names[i]))
            return true;
    return false;
}

/* Hints that are nodes if they are to be kept; not those that name values in operand bundles, for
 * which there are no refs. */
static bool is_kept_hint(const hir_builder *b, LLVMValueRef inst) {
    return b->h->keeps_hints && LLVMIsACallInst(inst) && LLVMGetNumOperandBundles(inst) == 0 &&
           (is_named(inst, "llvm.assume") || is_named(inst, "llvm.pseudoprobe"));
}

bool hir_b_has_effect(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMStore:
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg:
        return true;
    case LLVMLoad:
        return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered;
    case LLVMCall:
        return !is_hint(inst) && !is_pure_call(inst);
    default:
        return false;
    }
}

/* The latch's branch of a loop that is counted there is the loop itself. */
static bool is_loop_end(const hir_builder *b, uint32_t block) {
    uint32_t loop = b->loops->innermost[block];
    return loop != IR_NONE && b->facts[loop].at_latch && b->facts[loop].counted == block;
}

static void make_branch(hir_builder *b, LLVMValueRef branch, uint32_t block) {
    void *node = LLVMGetInstructionOpcode(branch) == LLVMSwitch
                     ? (void *)hir_b_make_switch(b, branch, block)
                 : LLVMIsConditional(branch) && !is_loop_end(b, block)
                     ? (void *)hir_b_make_if(b, branch, block)
                     : NULL;
    map_word *place = node ? map_put(&b->nodes, branch) : NULL;
    if (place)
        place->p = node;
    if (node)
        want_reads(b, node, false);
}

static void make_effects(hir_builder *b, uint32_t block) {
    uint64_t work = 1;
    ir_each_inst (inst, b->cfg->blocks[block]) {
        work++;
        if (!hir_b_has_effect(inst) && !is_kept_hint(b, inst))
            continue;
        HLNode *node = hir_b_make_inst(b, inst, block);
        if (node)
            want_reads(b, hir_as_dd(node), ((HLInst *)node)->has_lval);
    }
    make_branch(b, hir_b_end(b, block), block);
    ctx_tick(b->ctx, work);
}

static void want_out(hir_builder *b, LLVMValueRef inst, uint32_t user) {
    hir_temp t = hir_b_temp(b, hir_b_passed_on(b, inst), user);
    want_temp(b, t);
    vec_push(b->ctx, &b->region->live_out, t);
    vec_push(b->ctx, &b->region->outs, (hir_out){inst, t});
}

/* Values that are used after the region. */
static void want_outside(hir_builder *b, uint32_t block) {
    ir_each_inst (inst, b->cfg->blocks[block])
        for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use)) {
            uint32_t user = hir_b_block_of(b, LLVMGetUser(use));
            if (user == IR_NONE || hir_b_in_region(b, user) || !ir_cfg_reachable(b->cfg, user))
                continue;
            want_out(b, inst, user);
            break;
        }
}

static hir_refusal *refusal_of(hir_builder *b, const hir_loop_facts *f, uint32_t header) {
    hir_refusal *r = arena_new(&b->h->mem, hir_refusal);
    LLVMValueRef at = f->blamed;
    if (!r)
        return NULL;
    if (!at)
        at = hir_b_end(b, header);
    *r = hir_refuse(f->refusal, hir_b_block_name(b, header), hir_b_place(b, at));
    return r;
}

static bool is_exact_bound(hir_builder *b, const CanonExpr *upper, uint32_t header) {
    hir_range sum, type = hir_type_range(hir_width(b->h, upper->source), true);
    type.low = 0;
    return upper->cast == HIR_CAST_NONE && hir_b_sum_range(b, upper, true, header, &sum) &&
           hir_range_in(sum, type);
}

static void make_loop(hir_builder *b, uint32_t loop) {
    hir_loop_facts *f = &b->facts[loop];
    const ir_loop *l = &b->loops->loops[loop];
    bool only_exit = f->at_latch && l->exiting.count == 1;
    hir_loop_kind kind = !f->upper ? LOOP_WHILE : only_exit ? LOOP_DO : LOOP_MULTI_EXIT;
    f->node = hir_new_loop(b->h, kind);
    f->next_label = hir_new_label(b->h, "");
    if (!f->node)
        return;
    f->node->header = f->node->origin = b->cfg->blocks[l->header];
    hir_loop_set(f->node, LOOP_MUST_PROGRESS, hir_b_must_progress(b, loop));
    f->node->node.node.where = hir_b_place(b, hir_b_end(b, l->latches.at[0]));
    if (!f->upper) {
        f->node->refusal = refusal_of(b, f, l->header);
        return;
    }
    uint32_t first = b->cfg->succs[b->cfg->succ_start[f->counted]];
    f->node->counted = b->cfg->blocks[f->counted];
    hir_loop_set(f->node, LOOP_ENDS_BEFORE, f->may_end_before);
    hir_loop_set(f->node, LOOP_LEAVES_IN_TIME, !f->at_latch);
    hir_loop_set(f->node, LOOP_LEAVES_IF_FALSE, ir_loop_has_block(b->loops, loop, first));
    f->node->iv_type = f->upper->dest;
    hir_loop_set(f->node, LOOP_EXACT_BOUND, is_exact_bound(b, f->upper, l->header));
    hir_set_ref(&f->node->node, 0, hir_ref_scalar(b->h, f->upper));
    want_reads(b, &f->node->node, false);
}

/* Whether the PHI is a closed form, so that it needs no copies on edges. */
static bool has_closed_form(hir_builder *b, LLVMValueRef phi, uint32_t block) {
    if (ir_is_pointer(phi)) {
        hir_address a;
        hir_b_address(b, phi, block, &a);
        return a.root != phi;
    }
    if (!hir_b_is_linear_type(b, LLVMTypeOf(phi)))
        return hir_b_phi_same(phi) != NULL;
    return !hir_canon_equal(hir_b_form(b, phi, block).ce, hir_b_self(b, phi, block).ce);
}

static bool has_region_temp(hir_builder *b, const RegDDRef *ref) {
    hir_blob_list blobs = {0};
    bool found = false;
    hir_ref_collect_temp_blobs(b->h, ref, &blobs);
    for (size_t i = 0; i < blobs.len; i++) {
        hir_temp t = hir_blob_at(b->h, blobs.at[i])->temp;
        found |= t < b->defs.len && hir_b_in_region(b, b->defs.at[t].block);
    }
    vec_free(b->ctx, &blobs);
    return found;
}

/* A value that is computed from what changes stays a temp, so that it can share the PHI's. */
static RegDDRef *source_of(hir_builder *b, LLVMValueRef v, uint32_t from) {
    RegDDRef *ref = hir_b_operand(b, v, from);
    bool temp = ref && LLVMIsAInstruction(v) && !LLVMIsAPHINode(v) && has_region_temp(b, ref) &&
                hir_b_in_region(b, hir_b_block_of(b, v));
    if (temp)
        ref = hir_ref_scalar(b->h, hir_b_self(b, v, from).ce);
    if (ref)
        ref->value = v;
    return ref;
}

/* Where the copy of an edge to a PHI's block will be: at its start, but that of an edge that is
 * the end of a loop comes after the loop. */
static uint32_t copy_place(const hir_builder *b, uint32_t from, uint32_t to) {
    uint32_t loop = b->loops->innermost[from];
    bool leaves =
        hir_b_in_region(b, from) && is_loop_end(b, from) && !ir_loop_has_block(b->loops, loop, to);
    return leaves ? to : from;
}

static void make_sources(hir_builder *b, LLVMValueRef phi) {
    unsigned count = LLVMCountIncoming(phi);
    uint32_t to = hir_b_block_of(b, phi);
    RegDDRef **sources = arena_array(&b->mem, count, RegDDRef *);
    map_word *place = sources ? map_put(&b->phi_sources, phi) : NULL;
    if (!place)
        return;
    place->p = sources;
    for (unsigned i = 0; i < count; i++) {
        uint32_t from = ir_cfg_number(b->cfg, LLVMGetIncomingBlock(phi, i));
        if (!ir_cfg_reachable(b->cfg, from))
            continue;
        sources[i] = source_of(b, LLVMGetIncomingValue(phi, i), copy_place(b, from, to));
        want_ref(b, sources[i]);
    }
}

/* The closed form, or the PHI's value for nodes after the loop, at the top of its block. */
static void make_top_copy(hir_builder *b, hir_temp t, map *nodes) {
    hir_def def = b->defs.at[t];
    HLInst *node = hir_b_make_copy(b, t, hir_b_operand(b, def.value, def.block));
    map_word *place = node ? map_put(nodes, def.value) : NULL;
    if (!place)
        return;
    node->inst = NULL;
    node->node.node.where = hir_b_place(b, def.value);
    place->p = node;
    want_reads(b, &node->node, true);
}

static void make_def(hir_builder *b, hir_temp t) {
    hir_def def = b->defs.at[t];
    if (def.is_copy)
        make_top_copy(b, t, &b->copy_nodes);
    else if (LLVMIsAPHINode(def.value) && has_closed_form(b, def.value, def.block))
        make_top_copy(b, t, &b->nodes);
    else if (LLVMIsAPHINode(def.value))
        make_sources(b, def.value);
    else if (!map_find(&b->nodes, def.value)) {
        HLNode *node = hir_b_make_inst(b, def.value, def.block);
        if (node)
            want_reads(b, hir_as_dd(node), true);
    }
}

bool hir_b_make_nodes(hir_builder *b) {
    for (uint32_t i = 0; i < b->order_count; i++) {
        uint32_t loop = hir_b_loop_of_header(b, b->order[i]);
        if (loop != IR_NONE)
            make_loop(b, loop);
        make_effects(b, b->order[i]);
        want_outside(b, b->order[i]);
    }
    for (size_t i = 0; i < b->wanted.len && ctx_tick(b->ctx, 1); i++)
        make_def(b, b->wanted.at[i]);
    return ctx_ok(b->ctx);
}

static void visit_node(hir_b_visit *visit, void *data, HLDDNode *node, bool has_lval,
                       uint32_t block, uint32_t position) {
    for (uint32_t i = 0; i < node->ref_count; i++)
        if (node->refs[i] && !(i == 0 && has_lval && node->refs[0]->kind == REF_SCALAR))
            visit(data, node->refs[i], block, position);
}

static void visit_sources(hir_builder *b, LLVMValueRef phi, hir_b_visit *visit, void *data) {
    RegDDRef **sources = map_get(&b->phi_sources, phi);
    unsigned count = sources ? LLVMCountIncoming(phi) : 0;
    for (unsigned i = 0; i < count; i++)
        if (sources[i])
            visit(data, sources[i], ir_cfg_number(b->cfg, LLVMGetIncomingBlock(phi, i)),
                  HIR_AT_EDGE);
}

/* Positions are kept in the nodes' order, until they are in a tree. */
static void visit_inst(hir_builder *b, LLVMValueRef inst, uint32_t block, uint32_t position,
                       hir_b_visit *visit, void *data) {
    HLNode *node = map_get(&b->nodes, inst), *copy = map_get(&b->copy_nodes, inst);
    if (LLVMIsAPHINode(inst)) {
        position = HIR_AT_TOP;
        visit_sources(b, inst, visit, data);
    } else if (node && node->kind != HL_INST) {
        position = HIR_AT_BRANCH;
    }
    for (int i = 0; i < 2; i++) {
        HLNode *each = i ? copy : node;
        if (!each)
            continue;
        each->order = position;
        visit_node(visit, data, hir_as_dd(each),
                   each->kind == HL_INST && ((HLInst *)each)->has_lval, block, position);
    }
}

void hir_b_each_read(hir_builder *b, hir_b_visit *visit, void *data) {
    for (uint32_t i = 0; i < b->order_count; i++) {
        uint32_t block = b->order[i], loop = hir_b_loop_of_header(b, block);
        uint32_t position = HIR_AT_TOP + 1;
        if (loop != IR_NONE && b->facts[loop].node)
            visit_node(visit, data, &b->facts[loop].node->node, false, block, HIR_AT_TOP);
        ir_each_inst (inst, b->cfg->blocks[block])
            visit_inst(b, inst, block, position++, visit, data);
        ctx_tick(b->ctx, position);
    }
}
