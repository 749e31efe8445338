/* Arrays that are bound to an activation: their bases can live in its frame and be passed on.
 *
 * The *owner* is the function that makes the block. Each of its activations has a block of its own,
 * so that it does not matter how many there are at once, on which threads. What must be shown is
 * that an index is only ever followed where the bases of its own activation are known:
 *
 *  1. Indexes are in registers, in the array's own elements, and in *carriers*: local variables,
 *     or structs that are. Addresses of carriers are kept in registers only.
 *  2. Neither indexes nor addresses of carriers come into the owner, or leave it by its result.
 *  3. Every other function that sees one, and every function on the way to it, is called directly
 *     and from within the module alone: it can be passed the bases, and the ways all begin at the
 *     owner.
 *
 * By induction over calls, all that a function sees then belongs to the activation of the owner
 * whose bases it was passed.
 */
#include "dtrans/soa/soa.h"

#include "ir/edit/call.h"
#include "ir/value.h"

#include <string.h>

static const char kept_elsewhere[] =
    "more than one block of it may be alive, and pointers to it are kept outside local variables";
static const char from_outside[] = "more than one block of it may be alive, and the function that "
                                   "makes it is given pointers to another one, or returns one";
static const char not_passed[] = "more than one block of it may be alive, and this function cannot "
                                 "be passed which one: it is also called from elsewhere";

typedef struct binding {
    soa *s;
    const soa_array *array;
    LLVMValueRef owner;
    map carriers; /* classes */
    map users;    /* functions that must be passed it */
    VEC(LLVMValueRef) work;
} binding;

static bool is_local_object(const ptr_graph *g, const ptr_fact *f) {
    LLVMValueRef where = g->witnesses.at[f->witness].value;
    return f->kind == PTR_LOCAL && where && LLVMIsAAllocaInst(where);
}

/* A location of such pointers in local variables, or in the array itself, and all it lies in. */
static bool add_carrier(binding *b, ptr_class first) {
    ptr_graph *g = &b->s->info->graph;
    VEC(ptr_class) work = {0};
    bool good = vec_push(g->ctx, &work, ptr_find(g, first));
    while (good && work.len) {
        ptr_class c = vec_pop(&work);
        const ptr_node *n = &g->nodes.at[c];
        if (!map_add_u(&b->carriers, c))
            continue;
        good = (n->objects.first || n->holders.len) && !ptr_marked(g, c, PTR_ESCAPES) &&
               !ptr_marked(g, c, PTR_UNKNOWN);
        for (uint32_t i = n->objects.first; good && i; i = g->facts.at[i].next)
            good = is_local_object(g, &g->facts.at[i]);
        for (size_t i = 0; good && i < n->holders.len; i++)
            if (soa_array_at(b->s, n->holders.at[i].container) != b->array)
                vec_push(g->ctx, &work, ptr_find(g, n->holders.at[i].container));
    }
    vec_free(g->ctx, &work);
    return good && ctx_ok(g->ctx);
}

static bool is_carrier(const binding *b, ptr_class c) {
    ptr_class found = c ? ptr_find(&b->s->info->graph, c) : 0;
    return found && map_find_u(&b->carriers, found);
}

/* A variable or allocation at the location, to name it by; NULL if none is known. */
static LLVMValueRef object_of(const ptr_graph *g, ptr_class c) {
    uint32_t fact = g->nodes.at[c].objects.first;
    return fact ? g->witnesses.at[g->facts.at[fact].witness].value : NULL;
}

static bool find_carriers(binding *b) {
    ptr_graph *g = &b->s->info->graph;
    size_t count = g->nodes.len;
    for (ptr_class c = 1; c < count && ctx_tick(g->ctx, 1); c++)
        if (g->nodes.at[c].up == c && soa_array_at(b->s, g->nodes.at[c].pointee) == b->array &&
            soa_array_at(b->s, c) != b->array && !add_carrier(b, c))
            return soa_fail(b->s, object_of(g, c), kept_elsewhere);
    for (ptr_class c = 1; c < count && ctx_tick(g->ctx, 1); c++)
        if (g->nodes.at[c].up == c && is_carrier(b, g->nodes.at[c].pointee))
            return soa_fail(b->s, object_of(g, c), kept_elsewhere);
    LLVMValueRef piece = soa_shared_piece(b->s, b->array);
    return piece ? soa_fail(b->s, piece, kept_elsewhere) : ctx_ok(g->ctx);
}

/* Whether the value is an index of the array, or leads to one. */
static bool is_seen_in(binding *b, LLVMValueRef v) {
    LLVMTypeKind kind = v ? LLVMGetTypeKind(LLVMTypeOf(v)) : LLVMVoidTypeKind;
    if (kind == LLVMVoidTypeKind || kind == LLVMLabelTypeKind || kind == LLVMMetadataTypeKind ||
        kind == LLVMTokenTypeKind || LLVMIsAFunction(v) || LLVMIsAInlineAsm(v) ||
        LLVMIsAConstantInt(v) || LLVMIsAUndefValue(v) || LLVMIsAConstantPointerNull(v))
        return false;
    if (LLVMIsConstant(v) && kind != LLVMPointerTypeKind)
        return false;
    ptr_class c = dtrans_class_of(b->s->info, v);
    return c && (soa_array_at(b->s, c) == b->array || is_carrier(b, c));
}

static void add_user(binding *b, LLVMValueRef fn) {
    if (map_add(&b->users, fn))
        vec_push(b->s->info->ctx, &b->work, fn);
}

static bool sees_array(binding *b, LLVMValueRef fn) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (is_seen_in(b, LLVMGetParam(fn, i)))
            return true;
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            if (!ctx_tick(b->s->info->ctx, 1) || is_seen_in(b, inst))
                return true;
            for (int i = 0; i < LLVMGetNumOperands(inst); i++)
                if (is_seen_in(b, LLVMGetOperand(inst, (unsigned)i)))
                    return true;
        }
    return false;
}

/* Whether the function can have more parameters, with all who call it known. */
static bool can_be_told(binding *b, LLVMValueRef fn) {
    if (soa_is_entry(b->s, fn) || strcmp(LLVMGetValueName(fn), "main") == 0 ||
        LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) || !ir_calls_all_direct(fn))
        return false;
    ir_each_user (user, fn)
        if (ir_is_musttail(user))
            return false;
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ir_is_musttail(inst))
                return false;
    return true;
}

static bool find_users(binding *b) {
    ir_each_function (fn, b->s->info->m->llvm)
        if (!LLVMIsDeclaration(fn) && sees_array(b, fn))
            add_user(b, fn);
    while (b->work.len && ctx_ok(b->s->info->ctx)) {
        LLVMValueRef fn = vec_pop(&b->work);
        if (fn == b->owner)
            continue;
        if (!can_be_told(b, fn))
            return soa_fail(b->s, fn, not_passed);
        ir_each_user (user, fn)
            if (LLVMIsAInstruction(user))
                add_user(b, ir_function_of(user));
    }
    return ctx_ok(b->s->info->ctx);
}

/* Nothing of another activation comes in, nothing of this one goes out. */
static bool check_owner(binding *b) {
    for (unsigned i = 0; i < LLVMCountParams(b->owner); i++)
        if (is_seen_in(b, LLVMGetParam(b->owner, i)))
            return soa_fail(b->s, b->owner, from_outside);
    ir_each_block (bb, b->owner) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) &&
            is_seen_in(b, LLVMGetOperand(end, 0)))
            return soa_fail(b->s, end, from_outside);
    }
    return !soa_is_coroutine(b->s, b->owner) || soa_fail(b->s, b->owner, not_passed);
}

bool soa_is_bound(soa *s, const soa_array *a, LLVMValueRef owner) {
    binding b = {.s = s, .array = a, .owner = owner};
    map_init(&b.carriers, s->info->ctx);
    map_init(&b.users, s->info->ctx);
    bool good = find_carriers(&b) && check_owner(&b) && find_users(&b);
    map_free(&b.carriers);
    map_free(&b.users);
    vec_free(s->info->ctx, &b.work);
    return good;
}
