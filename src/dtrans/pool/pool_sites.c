/* Which classes of objects can come from a pool. */
#include "dtrans/pool/pool.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "ir/edit/edit_body.h"
#include "ir/value.h"

#include <string.h>

enum { MAX_WRAPPERS = 4, MAX_YIELDS = 64, LARGEST = 1 << 20 };

/* The function called, if the program calls it as it is declared, and defines it or not. */
static LLVMValueRef called_function(LLVMValueRef call, bool defined) {
    LLVMValueRef fn = ir_callee(call);
    bool fits = fn && LLVMIsDeclaration(fn) == !defined &&
                LLVMGlobalGetValueType(fn) == LLVMGetCalledFunctionType(call);
    return fits ? fn : NULL;
}

static bool allocates(LLVMValueRef call) {
    LLVMValueRef fn = called_function(call, false);
    const char *name = fn ? LLVMGetValueName(fn) : "";
    return strcmp(name, "malloc") == 0 || strcmp(name, "calloc") == 0;
}

/* The copies that a value is made of; false if it is made of something else. */
static bool push_sources(lathe_ctx *ctx, LLVMValueRef v, pool_calls *work) {
    if (!LLVMIsAPHINode(v) && !LLVMIsASelectInst(v) && !LLVMIsAFreezeInst(v))
        return false;
    for (int i = LLVMIsASelectInst(v) ? 1 : 0; i < LLVMGetNumOperands(v); i++)
        vec_push(ctx, work, LLVMGetOperand(v, (unsigned)i));
    return true;
}

static void push_returned(lathe_ctx *ctx, LLVMValueRef fn, pool_calls *work) {
    ir_each_block (bb, fn) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end))
            vec_push(ctx, work, LLVMGetOperand(end, 0));
    }
}

bool pool_yields(lathe_ctx *ctx, LLVMValueRef fn, pool_calls *out) {
    pool_calls work = {0};
    map seen;
    map_init(&seen, ctx);
    push_returned(ctx, fn, &work);
    bool good = work.len > 0;
    while (good && work.len && ctx_tick(ctx, 1)) {
        LLVMValueRef v = vec_pop(&work);
        if (!map_add(&seen, v) || LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v))
            continue;
        if (allocates(v) || called_function(v, true))
            good = vec_push(ctx, out, v) && out->len <= MAX_YIELDS;
        else
            good = push_sources(ctx, v, &work);
    }
    map_free(&seen);
    vec_free(ctx, &work);
    return good && out->len && ctx_ok(ctx);
}

/* Functions still to be understood, and how deep they are called. */
typedef struct inner {
    LLVMValueRef call;
    int depth;
} inner;

static bool understands(lathe_ctx *ctx, LLVMValueRef call) {
    VEC(inner) work = {0};
    vec_push(ctx, &work, (inner){call, 0});
    bool good = work.len == 1;
    for (size_t i = 0; good && i < work.len && ctx_tick(ctx, 1); i++) {
        inner at = work.at[i];
        if (allocates(at.call))
            continue;
        LLVMValueRef fn = called_function(at.call, true);
        pool_calls calls = {0};
        good = fn && at.depth < MAX_WRAPPERS && work.len < MAX_YIELDS && ir_body_can_copy(fn) &&
               pool_yields(ctx, fn, &calls);
        for (size_t k = 0; good && k < calls.len; k++)
            vec_push(ctx, &work, (inner){calls.at[k], at.depth + 1});
        vec_free(ctx, &calls);
    }
    vec_free(ctx, &work);
    return good && ctx_ok(ctx);
}

typedef struct candidate {
    ptr_class c;
    uint32_t type;
    pool_reason stays, wide;
    bool inside;
    size_t first_site;
} candidate;

static void judge_site(pool *p, candidate *k, const ptr_site *site) {
    const dtrans_type *t = &p->b->info->types.at[k->type];
    bool spare =
        (site->slack || site->floor) && site->zeroed; /* it may clear more than its share */
    if (!site->call || !site->plain || spare || !understands(p->b->ctx, site->call))
        pool_because(&k->stays, DTRANS_WHY_POOL_ALLOCATOR, site->call);
    else if (dtrans_site_bytes(site) != t->size)
        pool_because(&k->stays, DTRANS_WHY_POOL_SEVERAL, site->call);
    else
        vec_push(p->b->ctx, &p->sites, (pool_site){site->call, k->type, site->zeroed});
}

static bool touches(LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) != address;
    return LLVMIsALoadInst(user) || LLVMIsAMemIntrinsic(user) ||
           ir_calls_named(user, "llvm.lifetime.");
}

bool pool_is_only_touched(pool *p, const ptr_fact *object) {
    enum { MAX_USES = 1024 };
    LLVMValueRef variable = p->b->info->graph.witnesses.at[object->witness].value;
    pool_calls work = {0};
    unsigned uses = 0;
    bool good = variable && (LLVMIsAAllocaInst(variable) ||
                             (LLVMIsAGlobalVariable(variable) && LLVMGetInitializer(variable)));
    if (good)
        vec_push(p->ctx, &work, variable);
    while (good && work.len && ctx_tick(p->ctx, 1)) {
        LLVMValueRef address = vec_pop(&work);
        for (LLVMUseRef u = LLVMGetFirstUse(address); good && u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (ir_is_gep(user))
                vec_push(p->ctx, &work, user);
            else
                good = LLVMIsAInstruction(user) && touches(user, address);
            good &= ++uses < MAX_USES;
        }
    }
    vec_free(p->ctx, &work);
    return good && ctx_ok(p->ctx);
}

static void judge_objects(pool *p, candidate *k) {
    const ptr_graph *g = &p->b->info->graph;
    for (uint32_t f = g->nodes.at[k->c].objects.first; f; f = g->facts.at[f].next) {
        const ptr_fact *fact = &g->facts.at[f];
        if (fact->kind == PTR_HEAP)
            judge_site(p, k, &g->sites.at[fact->detail]);
        else if (!pool_is_only_touched(p, fact))
            pool_because(&k->wide, DTRANS_WHY_POOL_VARIABLES, g->witnesses.at[fact->witness].value);
    }
}

static LLVMValueRef marked(pool *p, ptr_class c, ptr_mark mark) {
    uint32_t witness = ptr_marked(&p->b->info->graph, c, mark);
    return witness ? p->b->info->graph.witnesses.at[witness].value : NULL;
}

/* Locations that are inside others, and nowhere else. */
static bool is_member(const ptr_graph *g, ptr_class c) {
    return !g->nodes.at[c].objects.first && g->nodes.at[c].holders.len;
}

/* What is said of the class as a whole. */
static void judge_class(pool *p, candidate *k) {
    ptr_graph *g = &p->b->info->graph;
    const LocalPointerInfo *info = pool_local(p, k->c);
    const ptr_node *n = &g->nodes.at[k->c];
    bool lost = ptr_marked(g, k->c, PTR_UNKNOWN) || ptr_marked(g, k->c, PTR_ESCAPES);
    if (lost || info->conflicting || info->tangled || n->mixed)
        pool_because(&k->stays, DTRANS_WHY_POOL_CODE_OUTSIDE, marked(p, k->c, PTR_UNKNOWN));
    if (p->b->info->types.at[k->type].tail != DTRANS_NO_TAIL)
        pool_because(&k->stays, DTRANS_WHY_POOL_TAIL, NULL);
    if (p->b->info->types.at[k->type].size > LARGEST)
        pool_because(&k->stays, DTRANS_WHY_POOL_LARGE, NULL);
    if (info->objects != 1)
        pool_because(&k->wide, DTRANS_WHY_POOL_OTHER_TYPE, NULL);
    k->inside = info->count != 1 || is_member(g, k->c);
    if (n->cast)
        pool_because(&k->wide, DTRANS_WHY_POOL_CAST, NULL);
}

/* An address that is the object's, or its first member's, is given to a function that frees and is
 * not free itself: realloc and its kin. */
static bool is_reallocated(LLVMValueRef call, unsigned *arg) {
    size_t length;
    LLVMValueRef fn = called_function(call, false);
    const char *name = fn ? LLVMGetValueName2(fn, &length) : "";
    const lib_func *row = fn ? lib_find(name, length) : NULL;
    if (!row || strcmp(name, "free") == 0 || LLVMGetNumArgOperands(call) < strlen(row->args))
        return false;
    const char *freed = strchr(row->args, LIB_FREE);
    *arg = freed ? (unsigned)(freed - row->args) : 0;
    return freed != NULL;
}

/* A block that the class has of its own is reallocated, not the member of a struct that shares the
 * class. */
static bool is_own_block(pool *p, ptr_class c) {
    return c && ptr_has_heap_object(&p->b->info->graph, c);
}

static void note_reallocated(pool *p, map *refused) {
    unsigned arg;
    ir_each_function (fn, p->b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                if (!ctx_tick(p->b->ctx, 1) || !is_reallocated(inst, &arg))
                    continue;
                ptr_class c = pool_class(p, LLVMGetOperand(inst, arg));
                const LocalPointerInfo *info = pool_local(p, c);
                uint32_t end = is_own_block(p, c) ? info->objects : info->count;
                for (uint32_t i = 0; i < end; i++) {
                    map_word *slot = map_put_u(refused, info->views[i].type);
                    if (slot && info->views[i].offset == 0 && !slot->p)
                        slot->p = inst;
                }
            }
}

static void judge(pool *p, ptr_class c, const map *reallocated) {
    candidate k = {.c = c, .type = pool_local(p, c)->dominant, .first_site = p->sites.len};
    pool_type *t = k.type == IR_NONE ? NULL : &p->types[k.type];
    if (!t || !dtrans_may_change(p->b, k.type, DTRANS_POOL))
        return;
    map_word *where = map_find_u(reallocated, k.type);
    if (where && where->p)
        pool_because(&k.stays, DTRANS_WHY_POOL_REALLOCATED, where->p);
    judge_class(p, &k);
    judge_objects(p, &k);
    if (k.stays.id) {
        p->sites.len = k.first_site;
        pool_because(&t->stays, k.stays.id, k.stays.text, k.stays.where);
        return;
    }
    if (p->sites.len > k.first_site)
        t->pooled = true;
    else
        t->member = true;
    t->sites += (uint32_t)(p->sites.len - k.first_site);
    p->type_of[c] = k.type + 1;
    p->open[c] = k.wide.id != NULL;
    p->inside[c] = k.inside;
    if (k.wide.id)
        pool_because(&t->wide, k.wide.id, k.wide.text, k.wide.where);
}

/* A program that defines malloc or free itself means something else by them. */
static bool has_own_allocator(LLVMModuleRef m) {
    static const char *const names[] = {"malloc", "calloc", "free"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(m, names[i]);
        if (fn && !LLVMIsDeclaration(fn))
            return true;
    }
    LLVMValueRef fn = LLVMGetNamedFunction(m, "free");
    LLVMTypeRef type = fn ? LLVMGlobalGetValueType(fn) : NULL;
    return type && (LLVMCountParamTypes(type) != 1 ||
                    LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind);
}

void pool_find_classes(pool *p) {
    ptr_graph *g = &p->b->info->graph;
    map reallocated;
    if (has_own_allocator(p->b->m->llvm))
        return;
    map_init(&reallocated, p->b->ctx);
    note_reallocated(p, &reallocated);
    for (ptr_class c = 1; c < p->class_count && ctx_tick(p->b->ctx, 1); c++)
        if (g->nodes.at[c].up == c && (ptr_has_heap_object(g, c) || is_member(g, c)))
            judge(p, c, &reallocated);
    map_free(&reallocated);
}
