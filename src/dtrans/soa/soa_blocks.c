/* At most one block of an array is alive at any time: an index says which element, not of which
 * block. A block is alive while it is allocated and some pointer to it may still be used.
 *
 * Ways to prove it:
 *  - every site runs at most once in a run of the program, and no two of them in the same run;
 *  - a block never outlives the call of the function that made it, which is not called again
 *    before, or all that use the block know of which call it is (bound.c);
 *  - a block is only ever reallocated through the one location that holds its address (holder.c),
 * or the one local variable (latest.c).
 */
#include "dtrans/soa/soa.h"
#include "ir/value.h"

static void list_sites(soa *s, const soa_array *a, soa_sites *sites) {
    for (size_t i = 0; i < s->edits.len; i++) {
        const soa_edit *e = &s->edits.at[i];
        if (e->kind == SOA_ALLOCATE && &s->arrays.at[e->array] == a)
            vec_push(s->info->ctx, sites, e);
    }
}

/* Two instructions of which at most one runs, if their ways part in blocks that do not follow each
 * other. */
static bool exclude_each_other(soa *s, const soa_point *a, const soa_point *b) {
    unsigned i = 0;
    while (i < a->depth && i < b->depth && a->inst[i] == b->inst[i])
        i++;
    if (i == a->depth || i == b->depth)
        return false;
    LLVMBasicBlockRef x = LLVMGetInstructionParent(a->inst[i]);
    LLVMBasicBlockRef y = LLVMGetInstructionParent(b->inst[i]);
    return x != y && !soa_can_follow(s, x, y) && !soa_can_follow(s, y, x);
}

enum { MAX_ONCE = 16 };

static bool all_run_once(soa *s, const soa_sites *sites) {
    soa_point *points = arena_array(&s->mem, MAX_ONCE, soa_point);
    if (!points || sites->len > MAX_ONCE)
        return false;
    for (size_t i = 0; i < sites->len; i++) {
        if (!soa_runs_once(s, sites->at[i]->at, &points[i]))
            return false;
        for (size_t k = 0; k < i; k++)
            if (!exclude_each_other(s, &points[k], &points[i]))
                return false;
    }
    return true;
}

/* Whether the instruction ends the block's life: the library frees what the site returned. What a
 * function of the program is given to free it may also keep. */
static bool frees_block(const soa *s, LLVMValueRef inst, LLVMValueRef site) {
    LLVMValueRef fn = ir_callee(inst);
    return fn && LLVMIsDeclaration(fn) && !LLVMGetIntrinsicID(fn) && inst != site &&
           map_find(&s->claimed, inst) && LLVMGetNumArgOperands(inst) &&
           LLVMGetOperand(inst, 0) == site;
}

/* The successor that is taken when the site returned null, -1 if the branch does not ask. */
static int null_side(LLVMValueRef end, LLVMValueRef site) {
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
        return -1;
    LLVMValueRef cmp = LLVMIsAICmpInst(LLVMGetCondition(end));
    if (!cmp || LLVMGetOperand(cmp, 0) != site ||
        !LLVMIsAConstantPointerNull(LLVMGetOperand(cmp, 1)))
        return -1;
    return LLVMGetICmpPredicate(cmp) == LLVMIntEQ   ? 0
           : LLVMGetICmpPredicate(cmp) == LLVMIntNE ? 1
                                                    : -1;
}

/* Whether the block's life ends before its function returns, or its site runs again. With
 * `confined`, it ends with the function. */
static bool ends_in_time(soa *s, LLVMValueRef site, bool confined) {
    map seen;
    soa_block_list work = {0};
    bool good = true, first = true;
    LLVMBasicBlockRef start = LLVMGetInstructionParent(site);
    map_init(&seen, s->info->ctx);
    vec_push(s->info->ctx, &work, start);
    while (good && work.len && ctx_tick(s->info->ctx, 1)) {
        LLVMBasicBlockRef bb = vec_pop(&work);
        LLVMValueRef inst = first ? LLVMGetNextInstruction(site) : LLVMGetFirstInstruction(bb);
        bool freed = false;
        first = false;
        for (; inst && !freed && good; inst = LLVMGetNextInstruction(inst)) {
            freed = frees_block(s, inst, site);
            good = inst != site && (confined || !LLVMIsAReturnInst(inst));
        }
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        int skip = null_side(end, site);
        for (unsigned i = 0; good && !freed && i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            if ((int)i != skip && map_add(&seen, next))
                vec_push(s->info->ctx, &work, next);
        }
    }
    vec_free(s->info->ctx, &work);
    map_free(&seen);
    return good && ctx_ok(s->info->ctx);
}

/* Whether a location that holds pointers is a field of the array's own elements and nothing else.
 */
static bool is_own_field(soa *s, const soa_array *a, const ptr_node *cell) {
    if (cell->objects.first || !cell->holders.len)
        return false;
    for (size_t i = 0; i < cell->holders.len; i++)
        if (soa_array_at(s, cell->holders.at[i].container) != a)
            return false;
    return true;
}

/* Whether a location that holds pointers is a local variable of functions that the one called `fn`
 * may call, but which do not call it: they have returned when it does. */
static bool is_local_below(soa *s, const ptr_node *cell, LLVMValueRef fn) {
    const ptr_graph *g = &s->info->graph;
    if (!cell->objects.first || cell->holders.len)
        return false;
    for (uint32_t i = cell->objects.first; i; i = g->facts.at[i].next) {
        LLVMValueRef where = g->witnesses.at[g->facts.at[i].witness].value;
        if (g->facts.at[i].kind != PTR_LOCAL || !LLVMIsAAllocaInst(where) ||
            (ir_function_of(where) != fn && soa_may_reach(s, ir_function_of(where), fn)))
            return false;
    }
    return true;
}

LLVMValueRef soa_shared_piece(soa *s, const soa_array *a) {
    for (size_t i = 0; i < s->direct.len; i++) {
        LLVMValueRef v = (LLVMValueRef)s->direct.at[i].key.p;
        if (LLVMIsAGlobalVariable(v) && !LLVMIsGlobalConstant(v) &&
            soa_array_at(s, dtrans_class_of(s->info, v)) == a)
            return v;
    }
    return NULL;
}

/* Whether pointers to the array are kept nowhere but in its own elements and in local variables
 * that do not outlive the function that made the block, and leave no function but by calls: then
 * none is left when that function returns. */
static bool is_confined(soa *s, const soa_array *a, LLVMValueRef fn) {
    ptr_graph *g = &s->info->graph;
    for (ptr_class c = 1; c < g->nodes.len && ctx_tick(s->info->ctx, 1); c++)
        if (g->nodes.at[c].up == c && soa_array_at(s, g->nodes.at[c].pointee) == a &&
            soa_array_at(s, c) != a && !is_own_field(s, a, &g->nodes.at[c]) &&
            !is_local_below(s, &g->nodes.at[c], fn))
            return false;
    if (soa_shared_piece(s, a))
        return false;
    for (size_t i = 1; i < g->signatures.len; i++)
        if (soa_array_at(s, g->signatures.at[i].result) == a)
            return false;
    return ctx_ok(s->info->ctx);
}

/* One function makes all blocks, is not entered again while one is alive, and outlives each. */
static bool ends_with_function(soa *s, const soa_array *a, const soa_sites *sites) {
    LLVMValueRef fn = ir_function_of(sites->at[0]->at);
    bool confined = is_confined(s, a, fn);
    if (soa_has_jumps(s) || soa_may_be_active_twice(s, fn) || sites->len != 1)
        return false;
    return sites->at[0]->regrown < 0 && ends_in_time(s, sites->at[0]->at, confined);
}

static bool is_bound_to(soa *s, soa_array *a, LLVMValueRef owner) {
    if (!soa_is_bound(s, a, owner))
        return false;
    a->owner = owner;
    return true;
}

/* The same of each activation of the function. What is longjmp'ed to may have seen other bases. */
static bool ends_with_activation(soa *s, soa_array *a, const soa_sites *sites) {
    LLVMValueRef fn = ir_function_of(sites->at[0]->at);
    return sites->len == 1 && sites->at[0]->regrown < 0 && !soa_jumps_in(s, fn) &&
           ends_in_time(s, sites->at[0]->at, true) && is_bound_to(s, a, fn);
}

/* Functions that are passed the bases cannot say that there is no block any more. */
static bool frees_only_in(const soa *s, const soa_array *a, LLVMValueRef fn) {
    for (size_t i = 0; i < s->edits.len; i++)
        if (s->edits.at[i].kind == SOA_FREE && &s->arrays.at[s->edits.at[i].array] == a &&
            ir_function_of(s->edits.at[i].at) != fn)
            return false;
    return true;
}

static bool grows_in_one_function(soa *s, soa_array *a, const soa_sites *sites) {
    LLVMValueRef fn = ir_function_of(sites->at[0]->at);
    LLVMValueRef entry = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    soa_point point;
    if (!soa_has_latest_value(s, sites))
        return false;
    return soa_runs_once(s, entry, &point) ||
           (!soa_jumps_in(s, fn) && frees_only_in(s, a, fn) && is_bound_to(s, a, fn));
}

static void check_heap(soa *s, soa_array *a) {
    soa_sites sites = {0};
    list_sites(s, a, &sites);
    bool one = sites.len == 0;
    if (!one && a->grows)
        one = grows_in_one_function(s, a, &sites) || soa_has_one_holder(s, &sites);
    else if (!one)
        one = all_run_once(s, &sites) || ends_with_function(s, a, &sites) ||
              ends_with_activation(s, a, &sites);
    if (!one)
        soa_refuse(s, a->type, s->where ? s->where : sites.at[0]->at, s->reason);
    vec_free(s->info->ctx, &sites);
}

/* A local variable is one block in each activation of its function. */
static void check_local(soa *s, soa_array *a) {
    LLVMValueRef fn = ir_function_of(a->object);
    soa_point point;
    bool one = !soa_in_cycle(s, LLVMGetInstructionParent(a->object)) &&
               (soa_runs_once(s, a->object, &point) || !soa_may_be_active_twice(s, fn) ||
                is_bound_to(s, a, fn));
    if (!one)
        soa_refuse(s, a->type, s->where ? s->where : a->object, s->reason);
}

bool soa_is_site(const soa_sites *sites, LLVMValueRef inst) {
    for (size_t i = 0; i < sites->len; i++)
        if (sites->at[i]->at == inst)
            return true;
    return false;
}

void soa_check_blocks(soa *s) {
    for (size_t i = 0; i < s->arrays.len && ctx_ok(s->info->ctx); i++) {
        soa_array *a = &s->arrays.at[i];
        if (!s->candidate[a->type])
            continue;
        soa_fail(s, NULL, soa_two_blocks); /* as long as nothing better is known */
        if (a->block == BLOCK_HEAP)
            check_heap(s, a);
        else if (a->block == BLOCK_LOCAL)
            check_local(s, a);
    }
}
