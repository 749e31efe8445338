/* Checks of guesses: what all stores of the nest reach, by base, as hir-version finds it, must
 * leave out the locations that the guess is about. Those ends are computed with bounds as they are
 * before the nest. That is right: until the first store to such a location, all bounds are what
 * they were, so it is among the stores that the ends are about.
 *
 * The checks are LLVM IR at once, where the nest is entered. Nobody else may look at what they look
 * at, so it is frozen. */
#include "hir/transform/guess.h"

#include "hir/lower/emit.h"
#include "hir/shape/shape.h"
#include "hir/transform/version.h"
#include "ir/analyses.h"
#include "ir/edit/edit_split.h"
#include "ir/llvmx.h"
#include "ir/tbaa.h"
#include "ir/value.h"

/* What stores through one base reach; number i of the call's locations is to be elsewhere. */
typedef struct guess_group {
    CanonExpr *start, *bytes;
    uint64_t apart;
} guess_group;

struct hir_guess {
    LLVMValueRef call;
    version_condition *wrong; /* if one of them holds */
    size_t wrong_count;
    guess_group groups[HIR_MAX_GROUPS];
    uint32_t group_count;
    bool kept; /* although the region may be as it was */
};

bool hir_has_guess(const HLRegion *region) {
    bool holds = false;
    return region->entry_from && hir_guess_before(region->entry_from, &holds) && holds;
}

bool hir_is_for_wrong_guess(const HLRegion *region) {
    bool holds = true;
    return region->entry_from && hir_guess_before(region->entry_from, &holds) && !holds;
}

/* The call's locations: an address and a size each. */
static uint32_t count_locations(LLVMValueRef call) {
    return (uint32_t)(LLVMGetNumArgOperands(call) - 1) / 2;
}

static LLVMValueRef address_of(LLVMValueRef call, uint32_t location) {
    return LLVMGetOperand(call, 1 + 2 * location);
}

/* Types tell that the store is none to the location, by all loads there. */
static bool is_elsewhere(ir_tbaa *tbaa, LLVMValueRef store, LLVMValueRef address) {
    bool any = false;
    ir_each_user (user, address)
        if (LLVMIsALoadInst(user)) {
            if (!store || !ir_tbaa_differ(tbaa, store, user))
                return false;
            any = true;
        }
    return any;
}

static uint64_t find_close(ir_tbaa *tbaa, LLVMValueRef call, LLVMValueRef store) {
    uint64_t close = 0;
    for (uint32_t i = 0; i < count_locations(call); i++)
        if (!is_elsewhere(tbaa, store, address_of(call, i)))
            close |= (uint64_t)1 << i;
    return close;
}

static bool is_written(const dd_ref *ref) {
    return ref->kind != DD_REF_SCALAR && ref->writes && !ref->errno_only;
}

static bool add_store(versioner *v, const dd_ref *ref, uint64_t close, uint64_t *apart) {
    uint32_t number;
    if (ref->kind == DD_REF_EFFECT || ref->ordered)
        return hir_give_up(&v->reply, HIR_WHY_EFFECT_UNKNOWN);
    if (!version_find_group(v, ref->ref, &number))
        return false;
    apart[number] |= close;
    if (!version_has_fixed_base(v, &v->groups[number]))
        return hir_give_up(&v->reply, HIR_WHY_BASE_VARIES);
    return version_measure(v, ref->ref, &v->groups[number]);
}

static bool read_stores(versioner *v, LLVMValueRef call, uint64_t *apart) {
    ir_tbaa tbaa;
    bool done = true;
    ir_tbaa_init(&tbaa, v->h->m);
    for (size_t i = 0; i < v->g->refs.len && done; i++) {
        const dd_ref *ref = &v->g->refs.at[i];
        LLVMValueRef store = ref->ref && ref->ref->value && LLVMIsAStoreInst(ref->ref->value)
                                 ? ref->ref->value
                                 : NULL;
        uint64_t close = is_written(ref) ? find_close(&tbaa, call, store) : 0;
        done = !close || add_store(v, ref, close, apart);
    }
    ir_tbaa_free(&tbaa);
    return done;
}

static bool note_group(versioner *v, const version_group *g, uint64_t apart, hir_guess *guess) {
    CanonExpr *low = version_extreme(v, g->low, g->lows, BLOB_SMIN);
    CanonExpr *bytes = version_extreme(v, g->high, g->highs, BLOB_SMAX);
    CanonExpr *start = low ? hir_canon_copy(v->h, low) : NULL;
    hir_blob pointer = hir_canon_as_blob(v->h, g->base);
    hir_blob base = hir_blob_make(v->h, BLOB_PTRTOINT, hir_index_type(v->h), &pointer, 1);
    guess->groups[guess->group_count++] = (guess_group){start, bytes, apart};
    return bytes && start && base && hir_canon_add_blob(v->h, start, 1, base) &&
           hir_canon_negate(v->h, low) && hir_canon_add(v->h, bytes, low);
}

static bool note_conditions(versioner *v, const uint64_t *apart, hir_guess *guess) {
    guess->wrong = arena_array(&v->h->mem, v->x.atom_count + v->conditions.len, version_condition);
    if (!guess->wrong)
        return false;
    for (uint32_t i = 0; i < v->x.atom_count; i++)
        if (version_limit(v, &v->x.atoms[i], &guess->wrong[guess->wrong_count]))
            guess->wrong_count++;
    for (size_t i = 0; i < v->conditions.len; i++)
        guess->wrong[guess->wrong_count++] = v->conditions.at[i];
    for (uint32_t i = 0; i < v->group_count; i++)
        if (apart[i] && !note_group(v, &v->groups[i], apart[i], guess))
            return false;
    return ctx_ok(v->h->ctx);
}

/* Whether there is a value for each temp in it before the region is entered. */
static bool has_values(const hir *h, const CanonExpr *ce) {
    hir_blob_list temps = {0};
    bool all = ce != NULL;
    if (all)
        hir_canon_collect_temp_blobs(h, ce, &temps);
    for (size_t i = 0; i < temps.len && all; i++) {
        const hir_temp_info *info = hir_temp_at(h, hir_blob_at(h, temps.at[i])->temp);
        all = info->value && !info->defs;
    }
    vec_free(h->ctx, &temps);
    return all;
}

static bool can_compute(const hir *h, const hir_guess *guess) {
    bool all = true;
    for (size_t i = 0; i < guess->wrong_count; i++)
        all = all && has_values(h, guess->wrong[i].left) && has_values(h, guess->wrong[i].right);
    for (uint32_t i = 0; i < guess->group_count; i++)
        all = all && has_values(h, guess->groups[i].start) && has_values(h, guess->groups[i].bytes);
    return all;
}

static HLLoop *nest_of(const HLRegion *region) {
    HLLoop *found = NULL;
    for (HLNode *node = region->body.first; node; node = node->next) {
        if (node->kind == HL_LOOP && found)
            return NULL;
        found = node->kind == HL_LOOP ? (HLLoop *)node : found;
    }
    return found;
}

/* Whether the call is about this nest alone. */
static bool is_only_one(const hir *h, const HLRegion *region, LLVMValueRef call) {
    for (size_t i = 0; i < h->regions.len; i++) {
        const HLRegion *other = h->regions.at[i];
        bool holds = false;
        if (other != region && other->entry_from &&
            hir_guess_before(other->entry_from, &holds) == call && holds)
            return false;
    }
    return true;
}

static bool plan(versioner *v, hir_guess *guess) {
    uint64_t apart[HIR_MAX_GROUPS] = {0};
    if (hir_width(v->h, hir_index_type(v->h)) != 64)
        return hir_give_up(&v->reply, HIR_WHY_EXTENT_POINTERS);
    if (!read_stores(v, guess->call, apart) || !version_check_sums(v))
        return hir_give_up(&v->reply, v->x.why ? v->x.why : HIR_WHY_EXTENT_LATE);
    return (note_conditions(v, apart, guess) && can_compute(v->h, guess)) ||
           hir_give_up(&v->reply, HIR_WHY_EXTENT_LATE);
}

dd_reply hir_plan_guess(const dd_graph *g) {
    bool holds;
    hir *h = g->h;
    hir_guess *guess = arena_new(&h->mem, hir_guess);
    HLLoop *loop = nest_of(g->region);
    if (!guess)
        return hir_decline(HIR_WHY_OUT_OF_MEMORY);
    *guess = (hir_guess){.call = hir_guess_before(g->region->entry_from, &holds)};
    if (!g->complete || !loop || !is_only_one(h, g->region, guess->call))
        return hir_decline(HIR_WHY_DEPS_UNKNOWN);
    versioner v = {.g = g, .h = h, .loop = loop, .reply = {.yes = true, .edge = DD_NO_EDGE}};
    extent_init(&v.x, g, loop);
    if (plan(&v, guess))
        g->region->guess = guess;
    extent_free(&v.x);
    vec_free(h->ctx, &v.conditions);
    return ctx_ok(h->ctx) ? v.reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}

bool hir_keep_guess(const dd_graph *g) {
    hir_guess *guess = g->region->guess;
    if (!guess || !(LLVMConstIntGetZExtValue(LLVMGetOperand(guess->call, 0)) & HIR_GUESS_SAVED))
        return false;
    guess->kept = true;
    return true;
}

static bool is_relied_on(const HLRegion *region) {
    return region->guess && (region->changed || region->guess->kept);
}

bool hir_keeps_guesses(const hir *h) {
    bool any = false;
    for (size_t i = 0; i < h->regions.len; i++)
        any |= is_relied_on(h->regions.at[i]);
    return any;
}

/* Code. */

typedef struct checker {
    hir *h;
    LLVMBuilderRef builder;
    hir_emitter emitter;
    map frozen; /* hir_temp -> its value */
    LLVMValueRef wrong;
} checker;

static LLVMValueRef frozen_value(void *data, hir_temp t) {
    checker *c = data;
    map_word *place = map_put_u(&c->frozen, t);
    if (place && !place->p)
        place->p = LLVMBuildFreeze(c->builder, hir_temp_at(c->h, t)->value, "kept");
    return place ? place->p : NULL;
}

static LLVMValueRef no_iteration(void *data, uint32_t level) {
    (void)data;
    (void)level;
    return NULL;
}

static void add_wrong(checker *c, LLVMIntPredicate predicate, LLVMValueRef left,
                      LLVMValueRef right) {
    if (!left || !right) {
        ctx_fail(c->h->ctx, LATHE_INTERNAL, "a check in '%s' cannot be computed", c->h->function);
        return;
    }
    LLVMValueRef one = LLVMBuildICmp(c->builder, predicate, left, right, "wrong");
    c->wrong = c->wrong ? LLVMBuildOr(c->builder, c->wrong, one, "wrong") : one;
}

/* As hir-version compares two groups, one of which is a location here. */
static void compare_location(checker *c, LLVMValueRef start, LLVMValueRef bytes, LLVMValueRef call,
                             uint32_t location) {
    LLVMTypeRef type = hir_index_type(c->h);
    LLVMValueRef at = LLVMBuildFreeze(c->builder, address_of(call, location), "kept");
    LLVMValueRef gap = LLVMBuildPtrToInt(c->builder, at, type, "gap");
    gap = LLVMBuildSub(c->builder, LLVMBuildSub(c->builder, gap, start, "gap"), bytes, "gap");
    LLVMValueRef all =
        LLVMBuildAdd(c->builder, bytes, LLVMGetOperand(call, 2 + 2 * location), "most");
    add_wrong(c, LLVMIntUGT, gap, LLVMBuildNeg(c->builder, all, "most"));
}

static void compare_group(checker *c, const guess_group *g, LLVMValueRef call) {
    LLVMValueRef start = hir_emit_canon(&c->emitter, g->start);
    LLVMValueRef bytes = hir_emit_canon(&c->emitter, g->bytes);
    for (uint32_t i = 0; i < count_locations(call) && start && bytes; i++)
        if (g->apart >> i & 1)
            compare_location(c, start, bytes, call, i);
}

static void emit(checker *c, const hir_guess *guess) {
    for (size_t i = 0; i < guess->wrong_count; i++) {
        const version_condition *w = &guess->wrong[i];
        LLVMValueRef left = hir_emit_canon(&c->emitter, w->left);
        add_wrong(c, w->predicate, left, hir_emit_canon(&c->emitter, w->right));
    }
    for (uint32_t i = 0; i < guess->group_count; i++)
        compare_group(c, &guess->groups[i], guess->call);
}

/* The branch that the guess decides. */
static LLVMValueRef branch_of(LLVMValueRef call) {
    ir_each_user (user, call)
        if (LLVMIsABranchInst(user))
            return user;
    return NULL;
}

/* What the nest's block had on the way to it, a new one has now. */
static void check(checker *c, HLRegion *region) {
    LLVMValueRef branch = branch_of(region->guess->call);
    LLVMBasicBlockRef from = region->entry_from;
    LLVMBasicBlockRef rest = ir_split_block(c->h->m, LLVMGetBasicBlockTerminator(from));
    if (!rest)
        return;
    region->entry_from = rest;
    c->wrong = NULL;
    map_clear(&c->frozen);
    LLVMPositionBuilderBefore(c->builder, LLVMGetBasicBlockTerminator(from));
    emit(c, region->guess);
    if (c->wrong && ctx_ok(c->h->ctx))
        llvmx_branch_aside(LLVMGetBasicBlockTerminator(from),
                           LLVMBuildNot(c->builder, c->wrong, "right"), LLVMGetSuccessor(branch, 1),
                           LLVMGetInstructionParent(branch));
    hir_settle_guesses(c->h->m, c->h->fn, region->guess->call, true);
}

bool hir_check_guesses(hir *h) {
    checker c = {.h = h, .builder = LLVMCreateBuilderInContext(h->m->llvm_ctx)};
    c.emitter = (hir_emitter){
        .h = h, .builder = c.builder, .temp = frozen_value, .iteration = no_iteration, .data = &c};
    map_init(&c.frozen, h->ctx);
    for (size_t i = 0; i < h->regions.len && ctx_ok(h->ctx); i++)
        if (is_relied_on(h->regions.at[i]))
            check(&c, h->regions.at[i]);
    map_free(&c.frozen);
    LLVMDisposeBuilder(c.builder);
    ir_analyses_forget(h->m, h->fn);
    return ctx_ok(h->ctx);
}

bool hir_drop_guesses(hir *h) {
    bool any = false;
    for (size_t i = 0; i < h->regions.len; i++) {
        const HLRegion *region = h->regions.at[i];
        bool holds;
        LLVMValueRef call =
            region->entry_from ? hir_guess_before(region->entry_from, &holds) : NULL;
        if (call && holds && !is_relied_on(region))
            any |= hir_settle_guesses(h->m, h->fn, call, false);
    }
    if (any)
        ir_analyses_forget(h->m, h->fn);
    return any;
}
