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
 * others come first.
 *
 * If asked to, bounds and addresses go there as well that a store of the nest might overwrite,
 * since it is of their type or of characters; see hir_guess_loads. Then what is loaded ahead must
 * be what the nest surely loads even if such a store does that: no store that might comes before it
 * in the first iterations, neither before what decides whether it is loaded, and where. A later
 * load of what was loaded ahead takes that. */
#include "hir/shape/nest.h"
#include "hir/shape/shape.h"
#include "ir/edit/edit_split.h"
#include "ir/llvmx.h"
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
    bool guesses;                 /* what a store might overwrite is hoisted, too */
    VEC(LLVMValueRef) disturbing; /* these stores */
    VEC(LLVMValueRef) kept;       /* a number, then addresses and sizes that they must not touch */
    LLVMBasicBlockRef aside;      /* before the copy of the nest */
    uint32_t saved;               /* loads in innermost loops that are no longer there by a guess */
    bool changed;
} hoister;

/* What bounds and bases are; of these types there is a 0 for when nothing is loaded. */
static bool is_simple(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind ||
           kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Bounds and addresses: numbers that are only added up are kept in memory by other means. */
static bool may_be_guessed(const hoister *h, LLVMValueRef load) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
        return false;
    for (size_t i = 0; i < h->nest.writes.len; i++)
        if (!LLVMIsAStoreInst(h->nest.writes.at[i]) &&
            shape_may_overwrite(&h->nest, h->nest.writes.at[i], load))
            return false;
    return true;
}

static bool is_candidate(const hoister *h, LLVMValueRef inst) {
    return LLVMIsALoadInst(inst) && is_simple(LLVMTypeOf(inst)) &&
           shape_can_move(&h->nest, LLVMGetOperand(inst, 0)) &&
           (!shape_is_written(&h->nest, inst) || (h->guesses && may_be_guessed(h, inst)));
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

/* No guess can be wrong before the first iterations get there. */
static bool is_early(const hoister *h, LLVMValueRef load) {
    for (size_t i = 0; i < h->disturbing.len; i++)
        if (shape_may_follow(&h->nest, load, h->disturbing.at[i]))
            return false;
    return true;
}

static LLVMValueRef find_done(hoister *h, LLVMValueRef address, LLVMValueRef load) {
    for (size_t i = 0; i < h->done.len; i++) {
        hoisted *d = &h->done.at[i];
        if (!shape_is_same(d->address, address) || LLVMTypeOf(d->value) != LLVMTypeOf(load))
            continue;
        if (is_prefix(&d->guards, &h->guards))
            return d->value;
        if (d->branch && is_prefix(&h->guards, &d->guards) && is_early(h, load)) {
            widen(h, d, load);
            return d->value;
        }
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

static void note_kept(hoister *h, LLVMValueRef load, LLVMValueRef address) {
    LLVMTypeRef type = LLVMInt64TypeInContext(h->nest.m->llvm_ctx);
    unsigned long long size = LLVMStoreSizeOfType(ir_layout(h->nest.m), LLVMTypeOf(load));
    for (size_t i = 1; i < h->kept.len; i += 2)
        if (shape_is_same(h->kept.at[i], address) && ir_is_number(h->kept.at[i + 1], size))
            return;
    vec_push(h->nest.m->ctx, &h->kept, address);
    vec_push(h->nest.m->ctx, &h->kept, LLVMConstInt(type, size, false));
}

static bool is_innermost(const hoister *h, LLVMValueRef inst) {
    uint32_t block = ir_cfg_number(h->nest.cfg, LLVMGetInstructionParent(inst));
    return !shape_has_inner(h->nest.loops, h->nest.loops->innermost[block]);
}

static bool hoist(hoister *h, LLVMValueRef load) {
    move_guards(h);
    hoisted new = {.address = shape_move(&h->nest, LLVMGetOperand(load, 0))};
    LLVMValueRef old = find_done(h, new.address, load);
    if (!old && !is_early(h, load))
        return true;
    if (h->guesses && shape_is_written(&h->nest, load)) {
        note_kept(h, load, new.address);
        h->saved += is_innermost(h, load);
    }
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

static bool hoist_all(hoister *h) {
    const ir_cfg *cfg = h->nest.cfg;
    for (uint32_t i = 0; i < cfg->rpo_count; i++)
        if (map_find(&h->nest.blocks, cfg->blocks[cfg->rpo[i]]) && !hoist_from(h, cfg->rpo[i]))
            return false;
    return true;
}

/* Guesses. */

/* Of nests that are to be copied, and of what is to be checked before them. */
enum { MAX_BLOCKS = 64, MAX_INSTS = 600, MAX_KEPT = 16, MAX_ADDRESS = 12 };

/* Whether it would be the same in all of the nest if nothing were written there. */
static bool may_stay(const hoister *h, LLVMValueRef value, int depth) {
    if (shape_can_move(&h->nest, value))
        return true;
    if (depth == 0 || LLVMIsAPHINode(value) || LLVMIsACallInst(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!may_stay(h, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

static void note_disturbing(hoister *h, LLVMValueRef load) {
    for (size_t i = 0; i < h->nest.writes.len; i++) {
        LLVMValueRef write = h->nest.writes.at[i];
        bool known = !shape_may_overwrite(&h->nest, write, load);
        for (size_t k = 0; k < h->disturbing.len && !known; k++)
            known = h->disturbing.at[k] == write;
        if (!known)
            vec_push(h->nest.m->ctx, &h->disturbing, write);
    }
}

/* Whether there is something to guess in a nest that is small enough. */
static bool find_disturbing(hoister *h) {
    size_t insts = 0;
    bool any = false;
    for (size_t i = 0; i < h->nest.blocks.len; i++)
        ir_each_inst (inst, (LLVMBasicBlockRef)h->nest.blocks.at[i].key.p) {
            bool written = LLVMIsALoadInst(inst) && shape_is_written(&h->nest, inst);
            if (++insts > MAX_INSTS || !ctx_tick(h->nest.m->ctx, 1))
                return false;
            if (!written || !may_be_guessed(h, inst) ||
                !may_stay(h, LLVMGetOperand(inst, 0), MAX_ADDRESS))
                continue;
            note_disturbing(h, inst);
            any |= shape_can_move(&h->nest, LLVMGetOperand(inst, 0));
        }
    return any && h->nest.blocks.len <= MAX_BLOCKS;
}

/* A loop of its own, before anything in the nest is another. */
static bool copy_nest(hoister *h) {
    VEC(LLVMBasicBlockRef) blocks = {0};
    LLVMBasicBlockRef header = h->nest.cfg->blocks[h->nest.loops->loops[h->nest.loop].header];
    vec_push(h->nest.m->ctx, &blocks, header);
    for (size_t i = 0; i < h->nest.blocks.len; i++)
        if (h->nest.blocks.at[i].key.p != header)
            vec_push(h->nest.m->ctx, &blocks, (LLVMBasicBlockRef)h->nest.blocks.at[i].key.p);
    if (ctx_ok(h->nest.m->ctx))
        h->aside = llvmx_copy_loop(blocks.at, blocks.len, LLVMGetInstructionParent(h->nest.front));
    vec_free(h->nest.m->ctx, &blocks);
    h->changed |= h->aside != NULL;
    return h->aside != NULL;
}

/* Without anything kept, nobody asks for the copy. No two calls are alike, so that LLVM does not
 * make one of them. */
static void branch_aside(hoister *h) {
    lathe_module *m = h->nest.m;
    LLVMTypeRef number = LLVMInt32TypeInContext(m->llvm_ctx);
    LLVMValueRef fn = hir_guess_function(m), condition;
    unsigned long long calls = 0;
    ir_each_user (call, fn)
        calls++;
    h->kept.at[0] =
        LLVMConstInt(number, calls << HIR_GUESS_SAVED_BITS | (h->saved & HIR_GUESS_SAVED), false);
    LLVMPositionBuilderBefore(h->nest.builder, h->nest.front);
    condition = h->kept.len > 1 && h->kept.len <= 2 * MAX_KEPT + 1
                    ? LLVMBuildCall2(h->nest.builder, LLVMGlobalGetValueType(fn), fn, h->kept.at,
                                     (unsigned)h->kept.len, "kept")
                    : LLVMConstInt(LLVMInt1TypeInContext(m->llvm_ctx), h->kept.len == 1, false);
    LLVMBasicBlockRef from = LLVMGetInstructionParent(h->nest.front);
    if (ir_split_block(m, h->nest.front))
        llvmx_branch_aside(LLVMGetBasicBlockTerminator(from), condition, h->aside, NULL);
}

static void guess(hoister *h) {
    if (!find_disturbing(h) || !vec_push(h->nest.m->ctx, &h->kept, NULL) || !copy_nest(h))
        return;
    h->guesses = true;
    hoist_all(h);
    branch_aside(h);
}

static void free_hoister(hoister *h) {
    lathe_ctx *ctx = h->nest.m->ctx;
    for (size_t i = 0; i < h->done.len; i++)
        vec_free(ctx, &h->done.at[i].guards);
    vec_free(ctx, &h->done);
    vec_free(ctx, &h->disturbing);
    vec_free(ctx, &h->kept);
    vec_free(ctx, &h->guards);
    shape_nest_free(&h->nest);
}

/* Whether it is a nest; what is to be found of loops inside depends on that. */
static bool hoist_nest(lathe_module *m, ir_tbaa *tbaa, LLVMBasicBlockRef header, bool guesses) {
    hoister h = {0};
    bool is_nest = shape_nest_init(&h.nest, m, tbaa, header);
    if (is_nest) {
        read_front(&h);
        if (hoist_all(&h) && guesses)
            guess(&h);
    }
    if (h.changed)
        ir_analyses_forget(m, h.nest.cfg->function);
    free_hoister(&h);
    return is_nest;
}

/* The largest nests of the function. What is hoisted from one leaves all others as they were. */
static void hoist_function(lathe_module *m, ir_tbaa *tbaa, LLVMValueRef fn, bool guesses) {
    const ir_loops *loops = ir_loops_of(m, fn);
    map done;
    map_init(&done, m->ctx);
    for (uint32_t i = 0; loops && i < loops->count && ctx_tick(m->ctx, 1); i++) {
        uint32_t parent = loops->loops[i].parent;
        bool inside = parent != IR_NONE && map_find_u(&done, parent);
        if (inside || (shape_has_inner(loops, i) &&
                       hoist_nest(m, tbaa, loops->cfg->blocks[loops->loops[i].header],
                                  guesses && parent == IR_NONE)))
            map_add_u(&done, i);
    }
    map_free(&done);
}

bool hir_hoist_loads(lathe_module *m, const map *functions, bool guesses) {
    ir_tbaa tbaa;
    ir_tbaa_init(&tbaa, m);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && (!functions || map_find(functions, fn)))
            hoist_function(m, &tbaa, fn, guesses);
    ir_tbaa_free(&tbaa);
    return ctx_ok(m->ctx);
}
