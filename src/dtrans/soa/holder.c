/* One location in memory holds the address of the only block: what is reallocated is read from
 * there and put back there, so that null is only reallocated when there is no block.
 *
 * A failure to grow that is not looked for loses the block: the location is null and the block
 * alive. The rewritten program then gets no memory any more (memory.c), which an allocation may
 * always answer.
 */
#include "dtrans/soa/soa.h"

#include "ir/size.h"
#include "ir/value.h"

typedef struct holding {
    soa *s;
    const soa_sites *sites;
    ptr_class cell;
    ptr_class around[PTR_MAX_HOLDING]; /* the cell, and what it lies in, inner to outer */
    int64_t distance[PTR_MAX_HOLDING]; /* of the cell in each */
    unsigned depth;
} holding;

static ptr_class class_of(const holding *h, LLVMValueRef v) {
    return dtrans_class_of(h->s->info, v);
}

/* Which of the locations around the cell a pointer leads to, -1 if none. */
static int around(const holding *h, LLVMValueRef pointer) {
    bool is_pointer = ir_is_pointer(pointer);
    ptr_class c = is_pointer ? class_of(h, pointer) : 0;
    for (unsigned i = 0; c && i < h->depth; i++)
        if (h->around[i] == c)
            return (int)i;
    return -1;
}

static bool is_around(const holding *h, LLVMValueRef pointer) {
    return around(h, pointer) >= 0;
}

/* Whether a store may change the cell. */
static bool may_write(const holding *h, LLVMValueRef store) {
    int at = around(h, LLVMGetOperand(store, 1));
    uint64_t bytes = ir_store_size(h->s->visitor.target, LLVMTypeOf(LLVMGetOperand(store, 0)));
    return at >= 0 && (int64_t)bytes > h->distance[at];
}

static bool is_outside_call(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) && !LLVMIsAIntrinsicInst(inst);
}

/* Nothing between the two, in one block, may change the cell. */
static bool is_fresh_at(const holding *h, LLVMValueRef load, LLVMValueRef at) {
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i; i = LLVMGetNextInstruction(i)) {
        if (i == at)
            return true;
        if (is_outside_call(i) || (LLVMIsAStoreInst(i) && may_write(h, i)))
            return false;
    }
    return false;
}

static bool is_held(const holding *h, LLVMValueRef v, LLVMValueRef at) {
    return LLVMIsALoadInst(v) && class_of(h, LLVMGetOperand(v, 0)) == h->cell &&
           is_fresh_at(h, v, at);
}

/* A constant that a variable is set from has its class, but is never written. */
static bool is_constant(LLVMValueRef object) {
    return LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object);
}

static const ptr_fact *only_object(const ptr_graph *g, const ptr_node *n) {
    const ptr_fact *only = NULL;
    for (uint32_t i = n->objects.first; i; i = g->facts.at[i].next) {
        if (g->facts.at[i].kind == PTR_GLOBAL &&
            is_constant(g->witnesses.at[g->facts.at[i].witness].value))
            continue;
        if (only)
            return NULL;
        only = &g->facts.at[i];
    }
    return only;
}

/* Whether the only object of a class is there once, and is not an array. */
static bool is_single_object(holding *h, const ptr_node *n) {
    const ptr_graph *g = &h->s->info->graph;
    const ptr_fact *f = only_object(g, n);
    if (!f || n->stride)
        return false;
    LLVMValueRef where = g->witnesses.at[f->witness].value;
    soa_point point;
    uint64_t bytes = 0;
    if (f->kind == PTR_GLOBAL && LLVMIsAGlobalVariable(where) && !LLVMIsDeclaration(where) &&
        !LLVMIsThreadLocal(where))
        return !ir_is_array(LLVMGlobalGetValueType(where));
    if (f->kind == PTR_LOCAL && LLVMIsAAllocaInst(where))
        return !ir_is_array(LLVMGetAllocatedType(where)) &&
               ir_is_number(LLVMGetOperand(where, 0), 1) && soa_runs_once(h->s, where, &point);
    if (f->kind == PTR_HEAP)
        bytes = dtrans_site_bytes(&g->sites.at[f->detail]);
    return bytes && n->shape && g->shapes.at[n->shape].size == bytes &&
           soa_runs_once(h->s, g->sites.at[f->detail].call, &point);
}

/* From the cell outwards, to a single object. */
static bool find_holder(holding *h, ptr_class cell) {
    ptr_graph *g = &h->s->info->graph;
    int64_t distance = 0;
    h->cell = ptr_find(g, cell);
    for (ptr_class c = h->cell; c && h->depth < PTR_MAX_HOLDING;) {
        const ptr_node *n = &g->nodes.at[c];
        h->distance[h->depth] = distance;
        h->around[h->depth++] = c;
        if (ptr_marked(g, c, PTR_ESCAPES) || ptr_marked(g, c, PTR_UNKNOWN))
            return false;
        if (n->objects.first)
            return !n->holders.len && is_single_object(h, n);
        if (n->holders.len != 1 || n->stride)
            return false;
        distance += n->holders.at[0].offset;
        c = ptr_find(g, n->holders.at[0].container);
    }
    return false;
}

static bool stores_to_cell(const holding *h, LLVMValueRef inst, LLVMValueRef value) {
    return LLVMIsAStoreInst(inst) && LLVMGetOperand(inst, 0) == value &&
           class_of(h, LLVMGetOperand(inst, 1)) == h->cell;
}

/* The branch to follow when the site has returned a block. */
static LLVMBasicBlockRef next_block(LLVMValueRef end, LLVMValueRef site) {
    if (!LLVMIsABranchInst(end))
        return NULL;
    if (!LLVMIsConditional(end))
        return LLVMGetSuccessor(end, 0);
    LLVMValueRef cmp = LLVMIsAICmpInst(LLVMGetCondition(end));
    if (!cmp || LLVMGetOperand(cmp, 0) != site ||
        !LLVMIsAConstantPointerNull(LLVMGetOperand(cmp, 1)))
        return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
    return p == LLVMIntEQ   ? LLVMGetSuccessor(end, 1)
           : p == LLVMIntNE ? LLVMGetSuccessor(end, 0)
                            : NULL;
}

enum { MAX_BLOCKS = 8 };

/* Whether what the site returns is put into the cell before anything is called. */
static bool is_stored_soon(const holding *h, LLVMValueRef site) {
    LLVMValueRef inst = LLVMGetNextInstruction(site);
    for (int blocks = 0; inst && blocks < MAX_BLOCKS; blocks++) {
        LLVMBasicBlockRef next = NULL;
        for (; inst; inst = LLVMGetNextInstruction(inst)) {
            if (stores_to_cell(h, inst, site))
                return true;
            if (is_outside_call(inst))
                return false;
            if (LLVMIsATerminatorInst(inst))
                next = next_block(inst, site);
        }
        inst = next ? LLVMGetFirstInstruction(next) : NULL;
    }
    return false;
}

/* Whether no site can have run before the instruction, which runs once. */
static bool is_before_all(const holding *h, LLVMValueRef inst) {
    soa_point point;
    if (!soa_runs_once(h->s, inst, &point))
        return false;
    for (size_t i = 0; i < h->sites->len; i++)
        if (soa_may_precede(h->s, h->sites->at[i]->at, &point))
            return false;
    return true;
}

/* Whether what the cell holds was freed just before. */
static bool is_after_free(const holding *h, LLVMValueRef store) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(store); i; i = LLVMGetPreviousInstruction(i)) {
        if (!is_outside_call(i))
            continue;
        LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(i));
        return fn && LLVMIsDeclaration(fn) && map_find(&h->s->claimed, i) &&
               !soa_is_site(h->sites, i) && LLVMGetNumArgOperands(i) &&
               is_held(h, LLVMGetOperand(i, 0), i);
    }
    return false;
}

static bool may_become_null(const holding *h, LLVMValueRef inst) {
    return is_after_free(h, inst) || is_before_all(h, inst);
}

static bool check_store(holding *h, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (!may_write(h, store))
        return true;
    if (LLVMIsNull(value) ? may_become_null(h, store) : soa_is_site(h->sites, value))
        return true;
    return soa_fail(h->s, store, "the variable that holds its only block is set to something else");
}

/* Calls that write to the cell: clearing it at the start is all that is understood. */
static bool check_call(holding *h, LLVMValueRef call) {
    bool touches = false;
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!fn || !LLVMIsDeclaration(fn))
        return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        touches |= is_around(h, LLVMGetOperand(call, i));
    if (!touches)
        return true;
    bool harmless = LLVMGetIntrinsicID(fn) && !LLVMIsAMemIntrinsic(call);
    bool set = LLVMIsAMemSetInst(call) && LLVMIsNull(LLVMGetOperand(call, 1));
    bool copied = LLVMIsAMemCpyInst(call) && is_constant(LLVMGetOperand(call, 1));
    bool clears = (set || copied) && is_before_all(h, call);
    return harmless || clears || soa_is_site(h->sites, call) ||
           soa_fail(h->s, call,
                    "the variable that holds its only block is copied or written as bytes");
}

/* Between reading the location and putting a block there nobody else may do the same. For plain
 * variables C's rules see to that: it would be a data race. */
static bool is_shared_access(const holding *h, LLVMValueRef inst) {
    LLVMValueRef at = LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
    return (LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) &&
           is_around(h, at);
}

static bool check_instruction(holding *h, LLVMValueRef inst) {
    static const char shared[] = "the variable that holds its only block is volatile or atomic";
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        return !is_shared_access(h, inst) || soa_fail(h->s, inst, shared);
    case LLVMStore:
        return is_shared_access(h, inst) ? soa_fail(h->s, inst, shared) : check_store(h, inst);
    case LLVMCall:
        return check_call(h, inst);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return !is_around(h, LLVMGetOperand(inst, 0)) ||
               soa_fail(h->s, inst, "the variable that holds its only block is changed atomically");
    default:
        return true;
    }
}

static bool check_program(holding *h) {
    ir_each_function (fn, h->s->info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (!ctx_tick(h->s->info->ctx, 1) || !check_instruction(h, inst))
                    return false;
    return true;
}

static bool check_grown(holding *h, const soa_edit *e) {
    if (!is_held(h, LLVMGetOperand(e->at, (unsigned)e->regrown), e->at))
        return soa_fail(h->s, e->at, "the reallocated block does not come from one variable");
    if (!is_stored_soon(h, e->at))
        return soa_fail(h->s, e->at,
                        "the reallocated block does not go back to the variable at once");
    return true;
}

/* A first block: made once, while there is none. */
static bool check_first(holding *h, const soa_edit *e) {
    soa_point point;
    if (!soa_runs_once(h->s, e->at, &point) || !is_stored_soon(h, e->at))
        return soa_fail(h->s, e->at, "a block is allocated while another may be alive");
    for (size_t i = 0; i < h->sites->len; i++)
        if (h->sites->at[i] != e &&
            (h->sites->at[i]->regrown < 0 || soa_may_precede(h->s, h->sites->at[i]->at, &point)))
            return soa_fail(h->s, e->at, "a block is allocated while another may be alive");
    return true;
}

bool soa_has_one_holder(soa *s, const soa_sites *sites) {
    holding h = {.s = s, .sites = sites};
    const soa_edit *grown = NULL;
    for (size_t i = 0; i < sites->len && !grown; i++)
        grown = sites->at[i]->regrown >= 0 ? sites->at[i] : NULL;
    LLVMValueRef from = grown ? LLVMGetOperand(grown->at, (unsigned)grown->regrown) : NULL;
    if (!from || !LLVMIsALoadInst(from) || !find_holder(&h, class_of(&h, LLVMGetOperand(from, 0))))
        return soa_fail(s, grown ? grown->at : NULL,
                        "the reallocated block does not come from one variable");
    for (size_t i = 0; i < sites->len; i++)
        if (!(sites->at[i]->regrown >= 0 ? check_grown(&h, sites->at[i])
                                         : check_first(&h, sites->at[i])))
            return false;
    return check_program(&h);
}
