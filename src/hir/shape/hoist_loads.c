/* Loads that are the same in all of a nest go before it, with the conditions under which the nest
 * executes them:
 *
 *   if (0 < c) %x = load p                     x = 0 otherwise: nothing uses it then
 *   for i
 *      if (0 < c)                              the zero-trip test of the loop inside
 *         for j: … load p …
 *
 * LLVM's LICM moves out what the first iteration surely executes; in a nest whose bounds and bases
 * are in structs, that is nothing but the bound of the second loop. What several loads of one
 * location have in common is loaded once, if the conditions of one are among those of the others,
 * and in the same order. A zero-trip test that is about a counter (j = i + 1; j < n) is taken as
 * the first iteration makes it. Loads are taken in an order in which those that decide or address
 * others come first. */
#include "hir/shape/nest.h"
#include "hir/shape/shape.h"
#include "ir/edit/edit_split.h"
#include "ir/value.h"

/* Of one nest and on the way to it: each may cost a branch, and is compared with those before. */
enum { MAX_LOADS = 100 };

typedef struct hoisted {
    LLVMValueRef address, value;
    LLVMValueRef load, branch; /* to that; NULL if it has no guards */
    shape_guards guards;       /* with conditions before the nest */
} hoisted;

typedef struct hoister {
    shape_nest nest;
    VEC(hoisted) done;
    shape_guards guards;
    bool changed;
} hoister;

/* What bounds and bases are; of these types there is a 0 for when nothing is loaded. */
static bool is_simple(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind ||
           kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool is_candidate(const hoister *h, LLVMValueRef inst) {
    return LLVMIsALoadInst(inst) && is_simple(LLVMTypeOf(inst)) &&
           shape_can_move(&h->nest, LLVMGetOperand(inst, 0)) && !shape_is_written(&h->nest, inst);
}

static void move_guards(hoister *h) {
    for (size_t i = 0; i < h->guards.len; i++)
        h->guards.at[i].condition = shape_move(&h->nest, h->guards.at[i].condition);
}

/* Whether what is executed with the guards is executed with the first of them, too. */
static bool is_prefix(const shape_guards *first, const shape_guards *guards) {
    if (first->len > guards->len)
        return false;
    for (size_t i = 0; i < first->len; i++)
        if (first->at[i].condition != guards->at[i].condition ||
            first->at[i].holds != guards->at[i].holds)
            return false;
    return true;
}

/* Loads on the way to the nest, from the last write on: what nothing in it writes, either, is the
 * same there. */
static void read_front(hoister *h) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(h->nest.front);
    for (uint32_t b = ir_cfg_number(h->nest.cfg, bb); ctx_tick(h->nest.m->ctx, 1);) {
        for (LLVMValueRef inst = LLVMGetLastInstruction(h->nest.cfg->blocks[b]); inst;
             inst = LLVMGetPreviousInstruction(inst)) {
            if (LLVMIsALoadInst(inst) && shape_is_plain(inst) && h->done.len < MAX_LOADS)
                vec_push(h->nest.m->ctx, &h->done,
                         (hoisted){.address = LLVMGetOperand(inst, 0), .value = inst});
            else if (shape_may_write(inst))
                return;
        }
        const uint32_t *preds = h->nest.cfg->pred_start + b;
        if (preds[1] - preds[0] != 1)
            return;
        b = h->nest.cfg->preds[preds[0]];
    }
}

/* Where the builder is. What else the old one's metadata says may hold in its own place only. */
static LLVMValueRef build_load(hoister *h, LLVMValueRef old, LLVMValueRef address) {
    lathe_module *m = h->nest.m;
    LLVMValueRef new = LLVMBuildLoad2(h->nest.builder, LLVMTypeOf(old), address, "ahead");
    unsigned tbaa = ir_md_kind(m->llvm_ctx, "tbaa");
    LLVMSetAlignment(new, LLVMGetAlignment(old));
    LLVMSetMetadata(new, tbaa, LLVMGetMetadata(old, tbaa));
    return new;
}

/* All of them hold; one that the nest does not evaluate does not count, and may be poison. */
static LLVMValueRef join_guards(hoister *h, LLVMValueRef before) {
    LLVMBuilderRef b = h->nest.builder;
    LLVMTypeRef bit = LLVMInt1TypeInContext(h->nest.m->llvm_ctx);
    LLVMValueRef all = NULL;
    LLVMPositionBuilderBefore(b, before);
    for (size_t i = h->guards.len; i-- > 0;) {
        LLVMValueRef one = h->guards.at[i].condition;
        LLVMValueRef rest = all ? all : LLVMConstInt(bit, 1, false), no = LLVMConstNull(bit);
        if (h->guards.at[i].holds)
            all = all ? LLVMBuildSelect(b, one, rest, no, "guard") : one;
        else
            all = LLVMBuildSelect(b, one, no, rest, "guard");
    }
    return all ? all : LLVMConstInt(bit, 1, false);
}

/* The load is executed with fewer guards, too: those of another one, of which its own are more. */
static void widen(hoister *h, hoisted *d, LLVMValueRef other) {
    unsigned tbaa = ir_md_kind(h->nest.m->llvm_ctx, "tbaa");
    LLVMSetCondition(d->branch, join_guards(h, d->branch));
    if (LLVMGetAlignment(other) < LLVMGetAlignment(d->load))
        LLVMSetAlignment(d->load, LLVMGetAlignment(other));
    if (LLVMGetMetadata(other, tbaa) != LLVMGetMetadata(d->load, tbaa))
        LLVMSetMetadata(d->load, tbaa, NULL);
    d->guards.len = h->guards.len;
}

static LLVMValueRef find_done(hoister *h, LLVMValueRef address, LLVMValueRef load) {
    for (size_t i = 0; i < h->done.len; i++) {
        hoisted *d = &h->done.at[i];
        if (!shape_is_same(d->address, address) || LLVMTypeOf(d->value) != LLVMTypeOf(load))
            continue;
        bool fewer = d->branch && is_prefix(&h->guards, &d->guards);
        if (fewer && h->guards.len < d->guards.len)
            widen(h, d, load);
        if (fewer || is_prefix(&d->guards, &h->guards))
            return d->value;
    }
    return NULL;
}

/* The load in a block of its own, which is executed if all guards hold. */
static bool build_guarded(hoister *h, LLVMValueRef old, hoisted *d) {
    shape_nest *n = &h->nest;
    LLVMValueRef guard = join_guards(h, n->front);
    LLVMBasicBlockRef from = LLVMGetInstructionParent(n->front);
    LLVMBasicBlockRef join = ir_split_block(n->m, n->front);
    if (!join)
        return false;
    LLVMBasicBlockRef then = LLVMInsertBasicBlockInContext(n->m->llvm_ctx, join, "ahead");
    LLVMPositionBuilderAtEnd(n->builder, then);
    d->load = build_load(h, old, d->address);
    LLVMBuildBr(n->builder, join);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(from));
    LLVMPositionBuilderAtEnd(n->builder, from);
    d->branch = LLVMBuildCondBr(n->builder, guard, then, join);
    LLVMPositionBuilderBefore(n->builder, LLVMGetFirstInstruction(join));
    d->value = LLVMBuildPhi(n->builder, LLVMTypeOf(old), "ahead");
    LLVMAddIncoming(d->value, (LLVMValueRef[]){d->load, LLVMConstNull(LLVMTypeOf(old))},
                    (LLVMBasicBlockRef[]){then, from}, 2);
    return true;
}

static bool build_surely(hoister *h, LLVMValueRef old, hoisted *d) {
    LLVMPositionBuilderBefore(h->nest.builder, h->nest.front);
    d->load = d->value = build_load(h, old, d->address);
    return true;
}

static bool hoist(hoister *h, LLVMValueRef load) {
    move_guards(h);
    hoisted new = {.address = shape_move(&h->nest, LLVMGetOperand(load, 0))};
    LLVMValueRef old = find_done(h, new.address, load);
    if (!old) {
        if (!(h->guards.len ? build_guarded(h, load, &new) : build_surely(h, load, &new)))
            return false;
        new.guards = h->guards;
        if (!vec_push(h->nest.m->ctx, &h->done, new))
            return false;
        h->guards = (shape_guards){0};
    }
    ir_replace_inst(load, old ? old : new.value);
    h->changed = true;
    return true;
}

static bool hoist_from(hoister *h, uint32_t block) {
    LLVMValueRef next, inst = LLVMGetFirstInstruction(h->nest.cfg->blocks[block]);
    for (; inst && h->done.len < MAX_LOADS; inst = next) {
        next = LLVMGetNextInstruction(inst);
        if (!ctx_tick(h->nest.m->ctx, 1))
            return false;
        if (is_candidate(h, inst) && shape_find_guards(&h->nest, block, &h->guards) &&
            !hoist(h, inst))
            return false;
    }
    return true;
}

static void free_hoister(hoister *h) {
    lathe_ctx *ctx = h->nest.m->ctx;
    for (size_t i = 0; i < h->done.len; i++)
        vec_free(ctx, &h->done.at[i].guards);
    vec_free(ctx, &h->done);
    vec_free(ctx, &h->guards);
    shape_nest_free(&h->nest);
}

/* Whether it is a nest; what is to be found of loops inside depends on that. */
static bool hoist_nest(lathe_module *m, ir_tbaa *tbaa, LLVMBasicBlockRef header) {
    hoister h = {0};
    bool is_nest = shape_nest_init(&h.nest, m, tbaa, header);
    const ir_cfg *cfg = h.nest.cfg;
    if (is_nest)
        read_front(&h);
    for (uint32_t i = 0; is_nest && i < cfg->rpo_count; i++)
        if (map_find(&h.nest.blocks, cfg->blocks[cfg->rpo[i]]) && !hoist_from(&h, cfg->rpo[i]))
            break;
    if (h.changed)
        ir_analyses_forget(m, h.nest.cfg->function);
    free_hoister(&h);
    return is_nest;
}

/* The largest nests of the function. What is hoisted from one leaves all others as they were. */
static void hoist_function(lathe_module *m, ir_tbaa *tbaa, LLVMValueRef fn) {
    const ir_loops *loops = ir_loops_of(m, fn);
    map done;
    map_init(&done, m->ctx);
    for (uint32_t i = 0; loops && i < loops->count && ctx_tick(m->ctx, 1); i++) {
        uint32_t parent = loops->loops[i].parent;
        bool inside = parent != IR_NONE && map_find_u(&done, parent);
        if (inside || (shape_has_inner(loops, i) &&
                       hoist_nest(m, tbaa, loops->cfg->blocks[loops->loops[i].header])))
            map_add_u(&done, i);
    }
    map_free(&done);
}

bool hir_hoist_loads(lathe_module *m, const map *functions) {
    ir_tbaa tbaa;
    ir_tbaa_init(&tbaa, m);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && (!functions || map_find(functions, fn)))
            hoist_function(m, &tbaa, fn);
    ir_tbaa_free(&tbaa);
    return ctx_ok(m->ctx);
}
