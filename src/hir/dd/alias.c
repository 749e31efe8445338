/* Objects decide most: variables, locals, allocations and noalias arguments are different from one
 * another. Then types, scopes, and pointer classes if there is a whole program. Without LLVM IR
 * of the region, only symbases decide. */
#include "hir/dd/alias.h"

#include "ir/attr.h"
#include "ir/ir_address.h"
#include "ir/mathcalls.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

enum { MAX_STEPS = 64, MAX_SCOPES = 64 };

static void look_for_scopes(dd_alias *a, HLNode *node) {
    const HLInst *inst = hir_as_inst(node);
    static const char name[] = "llvm.experimental.noalias.scope.decl";
    if (!inst || !inst->inst || !inst->callee || strcmp(inst->callee, name) != 0)
        return;
    LLVMValueRef list = LLVMGetOperand(inst->inst, 0);
    LLVMMetadataRef md = LLVMIsAMDNode(list) ? LLVMValueAsMetadata(list) : NULL;
    ir_md_operands(a->h->m, md, &a->ops);
    for (size_t i = 0; i < a->ops.len; i++)
        map_put(&a->declared, ir_md_node_at(&a->ops, i));
}

static bool defines_errno(LLVMModuleRef m) {
    static const char *const names[] = {"__errno_location", "___errno_location", "__errno",
                                        "__error",          "___errno",          "_errno"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(m, names[i]);
        if (fn && !LLVMIsDeclaration(fn))
            return true;
    }
    return false;
}

static void look_for_errno(dd_alias *a, LLVMModuleRef m) {
    static const char name[] = "llvm.errno.tbaa";
    a->defines_errno = defines_errno(m);
    unsigned count = LLVMGetNamedMetadataNumOperands(m, name);
    LLVMValueRef none = NULL;
    while (a->errno_tags.len < count && vec_push(a->h->ctx, &a->errno_tags, none))
        continue;
    if (ctx_ok(a->h->ctx) && count)
        LLVMGetNamedMetadataOperands(m, name, a->errno_tags.at);
}

void dd_alias_init(dd_alias *a, hir *h, HLRegion *region, ptr_graph *classes) {
    *a = (dd_alias){.h = h, .region = region, .classes = classes};
    ir_tbaa_init(&a->tbaa, h->m);
    map_init(&a->objects, h->ctx);
    map_init(&a->privates, h->ctx);
    map_init(&a->declared, h->ctx);
    a->scope_kind = ir_md_kind(h->m->llvm_ctx, "alias.scope");
    a->noalias_kind = ir_md_kind(h->m->llvm_ctx, "noalias");
    hir_each_node (node, h->fn ? &region->node : NULL)
        look_for_scopes(a, node);
    if (h->fn)
        look_for_errno(a, h->m->llvm);
}

void dd_alias_free(dd_alias *a) {
    ir_tbaa_free(&a->tbaa);
    map_free(&a->objects);
    map_free(&a->privates);
    map_free(&a->declared);
    vec_free(a->h->ctx, &a->ops);
    vec_free(a->h->ctx, &a->errno_tags);
}

/* Objects. */

/* The one value that a PHI passes on, or, of a pointer that a loop moves by address computations,
 * where it started. */
static LLVMValueRef start_of(LLVMValueRef phi) {
    LLVMValueRef start = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        for (int k = 0; k < MAX_STEPS && LLVMIsAGetElementPtrInst(v); k++)
            v = LLVMGetOperand(v, 0);
        if (v == phi)
            continue;
        if (start && LLVMGetIncomingValue(phi, i) != start)
            return NULL;
        start = LLVMGetIncomingValue(phi, i);
    }
    return start;
}

static LLVMValueRef underlying(LLVMValueRef v) {
    for (int i = 0; i < MAX_STEPS; i++) {
        LLVMValueRef next = NULL;
        if (LLVMIsAGetElementPtrInst(v) ||
            (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr))
            next = LLVMGetOperand(v, 0);
        else if (LLVMIsAPHINode(v))
            next = start_of(v);
        if (!next)
            return v;
        v = next;
    }
    return NULL;
}

static bool is_noalias_argument(LLVMValueRef v) {
    return LLVMIsAArgument(v) && (ir_attr_of_param(v, "noalias") || ir_attr_of_param(v, "byval"));
}

static bool is_allocation(LLVMValueRef v) {
    return LLVMIsACallInst(v) && ir_attr_of_call(v, LLVMAttributeReturnIndex, "noalias");
}

static bool is_local_object(LLVMValueRef v) {
    return LLVMIsAAllocaInst(v) || is_allocation(v);
}

static bool is_object(LLVMValueRef v) {
    return LLVMIsAGlobalVariable(v) || is_local_object(v) || is_noalias_argument(v);
}

/* What the pointer is computed from; NULL if that is too far. In one iteration and the next, one
 * alloca or allocation is two objects or one: only that it is not another one is used here. */
static LLVMValueRef object_of(dd_alias *a, LLVMValueRef pointer) {
    map_word *place = map_find(&a->objects, pointer);
    if (place)
        return place->p;
    LLVMValueRef object = underlying(pointer);
    if ((place = map_put(&a->objects, pointer)))
        place->p = object;
    return object;
}

static LLVMValueRef pointer_of(const RegDDRef *ref) {
    LLVMValueRef v = ref->value;
    if (!v || !LLVMIsAInstruction(v))
        return NULL;
    return LLVMIsALoadInst(v)    ? LLVMGetOperand(v, 0)
           : LLVMIsAStoreInst(v) ? LLVMGetOperand(v, 1)
                                 : NULL;
}

static bool is_private(dd_alias *a, LLVMValueRef object) {
    map_word *place = map_put(&a->privates, object);
    if (place && !place->u)
        place->u = ir_is_only_accessed(object) ? 2 : 1;
    return place && place->u == 2;
}

/* x is an object, y something else. */
static bool excludes(dd_alias *a, LLVMValueRef x, LLVMValueRef y) {
    if (is_object(y) || is_private(a, x))
        return true;
    if (is_local_object(x) || is_noalias_argument(x))
        return LLVMIsAArgument(y) || LLVMIsAGlobalVariable(y);
    return false;
}

static bool are_distinct(dd_alias *a, LLVMValueRef x, LLVMValueRef y) {
    if (x == y || !x || !y)
        return false;
    return (is_object(x) && excludes(a, x, y)) || (is_object(y) && excludes(a, y, x));
}

/* Scopes. */

typedef struct scope_list {
    LLVMMetadataRef scope[MAX_SCOPES], domain[MAX_SCOPES];
    size_t count;
} scope_list;

static bool read_scopes(dd_alias *a, LLVMValueRef inst, unsigned kind, scope_list *out) {
    LLVMMetadataRef list = ir_md_attached(inst, kind);
    out->count = 0;
    if (!list)
        return false;
    ir_md_operands(a->h->m, list, &a->ops);
    if (a->ops.len > MAX_SCOPES)
        return false;
    for (size_t i = 0; i < a->ops.len; i++)
        out->scope[out->count++] = ir_md_node_at(&a->ops, i);
    for (size_t i = 0; i < out->count; i++) {
        ir_md_operands(a->h->m, out->scope[i], &a->ops);
        out->domain[i] = ir_md_node_at(&a->ops, 1);
        if (!out->scope[i] || !out->domain[i])
            return false;
    }
    return out->count != 0;
}

static bool has_scope(const scope_list *l, LLVMMetadataRef scope) {
    for (size_t i = 0; i < l->count; i++)
        if (l->scope[i] == scope)
            return true;
    return false;
}

/* In some domain, all scopes that x is in are among those that y is not in. */
static bool scopes_exclude(dd_alias *a, LLVMValueRef x, LLVMValueRef y) {
    scope_list in, out;
    if (!read_scopes(a, x, a->scope_kind, &in) || !read_scopes(a, y, a->noalias_kind, &out))
        return false;
    for (size_t i = 0; i < in.count; i++) {
        bool all = true;
        for (size_t k = 0; k < in.count; k++)
            if (in.domain[k] == in.domain[i])
                all &= has_scope(&out, in.scope[k]) && !map_find(&a->declared, in.scope[k]);
        if (all)
            return true;
    }
    return false;
}

/* Pointer classes. */

enum { MAX_HOLDERS = 32 };

typedef struct holder_list {
    ptr_class at[MAX_HOLDERS];
    uint32_t count;
} holder_list;

/* The class and all that hold it, directly or not; false if those are too many. */
static bool find_holders(ptr_graph *g, ptr_class c, holder_list *out) {
    out->at[0] = c;
    out->count = 1;
    for (uint32_t i = 0; i < out->count; i++) {
        const ptr_node *n = &g->nodes.at[out->at[i]];
        for (size_t k = 0; k < n->holders.len; k++) {
            ptr_class holder = ptr_find(g, n->holders.at[k].container);
            uint32_t known = 0;
            while (known < out->count && out->at[known] != holder)
                known++;
            if (known == MAX_HOLDERS)
                return false;
            out->at[known] = holder;
            out->count += known == out->count;
        }
    }
    return true;
}

static bool is_lost(ptr_graph *g, ptr_class c) {
    return ptr_marked(g, c, PTR_ESCAPES) || ptr_marked(g, c, PTR_UNKNOWN);
}

static bool is_walked_member(ptr_graph *g, ptr_class c) {
    return g->nodes.at[c].holders.len && ptr_marked(g, c, PTR_WALKED);
}

/* Locations of two classes are disjoint if nothing holds both, unless code outside may know both,
 * or a member may be walked out of. */
static bool classes_differ(dd_alias *a, LLVMValueRef x, LLVMValueRef y) {
    ptr_graph *g = a->classes;
    ptr_class cx = g ? ptr_class_of_operand(g, a->h->m, x) : 0;
    ptr_class cy = g ? ptr_class_of_operand(g, a->h->m, y) : 0;
    holder_list hx, hy;
    if (!cx || !cy || (is_lost(g, cx) && is_lost(g, cy)) || is_walked_member(g, cx) ||
        is_walked_member(g, cy) || !find_holders(g, cx, &hx) || !find_holders(g, cy, &hy))
        return false;
    for (uint32_t i = 0; i < hx.count; i++)
        for (uint32_t k = 0; k < hy.count; k++)
            if (hx.at[i] == hy.at[k])
                return false;
    return true;
}

bool dd_may_alias(dd_alias *a, const RegDDRef *x, const RegDDRef *y) {
    LLVMValueRef px = pointer_of(x), py = pointer_of(y);
    if (!px || !py)
        return true;
    if (are_distinct(a, object_of(a, px), object_of(a, py)))
        return false;
    return !ir_tbaa_differ(&a->tbaa, x->value, y->value) &&
           !scopes_exclude(a, x->value, y->value) && !scopes_exclude(a, y->value, x->value) &&
           !classes_differ(a, px, py);
}

/* Effects. */

/* Two bits for each kind of memory: 1 read, 2 written. */
enum {
    MEMORY_ARGUMENTS = 3,
    MEMORY_INACCESSIBLE = 12,
    MEMORY_ERRNO = 48,
    MEMORY_ERRNO_WRITTEN = 32
};

static dd_effect call_effect(const HLInst *inst) {
    uint64_t memory;
    if (!inst->inst || LLVMGetNumOperandBundles(inst->inst))
        return (dd_effect){.reads = true, .writes = true};
    bool known = ir_call_memory(inst->inst, &memory);
    lib_errno sets = ir_errno_of_call(inst->inst);
    if (sets != LIB_ERRNO_OTHER)
        memory &= MEMORY_ERRNO_WRITTEN;
    else if (!known)
        return (dd_effect){.reads = true, .writes = true};
    uint64_t reads = memory & 0x555, writes = memory & 0xaaa;
    return (dd_effect){.reads = reads != 0,
                       .writes = writes != 0,
                       .arguments_only = (memory & ~(uint64_t)MEMORY_ARGUMENTS) == 0,
                       .errno_only = memory && (memory & ~(uint64_t)MEMORY_ERRNO) == 0,
                       .domain_only = memory && sets == LIB_ERRNO_DOMAIN};
}

static bool is_marker(const HLInst *inst) {
    static const char *const names[] = {"llvm.assume", "llvm.experimental.noalias.scope.decl",
                                        "llvm.dbg.value", "llvm.dbg.declare", "llvm.donothing"};
    for (size_t i = 0; inst->callee && i < sizeof names / sizeof *names; i++)
        if (strcmp(inst->callee, names[i]) == 0)
            return true;
    return false;
}

dd_effect dd_effect_of(const HLInst *inst) {
    switch (inst->opcode) {
    case LLVMCall:
    case LLVMInvoke:
        return is_marker(inst) ? (dd_effect){0} : call_effect(inst);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
    case LLVMCallBr:
    case LLVMCleanupRet:
    case LLVMCatchRet:
        return (dd_effect){.reads = true, .writes = true};
    default:
        return (dd_effect){0};
    }
}

bool dd_always_goes_on(const HLInst *inst) {
    for (uint32_t i = 0; i < inst->node.ref_count; i++)
        if (inst->node.refs[i]->is_volatile || inst->node.refs[i]->atomic)
            return false;
    switch (inst->opcode) {
    case LLVMCall:
        return inst->inst &&
               (ir_call_returns(inst->inst) || ir_errno_of_call(inst->inst) != LIB_ERRNO_OTHER);
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
        return false;
    default:
        return true;
    }
}

uint64_t dd_object_size(const hir *h, const RegDDRef *ref) {
    hir_temp t =
        hir_is_self_blob(h, ref->base) ? hir_blob_at(h, ref->base->blobs[0].blob)->temp : 0;
    LLVMValueRef v = t && pointer_of(ref) ? hir_temp_at(h, t)->value : NULL;
    LLVMTypeRef type = NULL;
    if (v && LLVMIsAGlobalVariable(v) && !LLVMIsDeclaration(v) &&
        (LLVMGetLinkage(v) == LLVMExternalLinkage || LLVMGetLinkage(v) == LLVMInternalLinkage ||
         LLVMGetLinkage(v) == LLVMPrivateLinkage))
        type = LLVMGlobalGetValueType(v);
    return type ? ir_abi_size(h->target, type) : 0;
}

static bool may_lead_to(dd_alias *a, LLVMValueRef pointer, LLVMValueRef object) {
    return ir_is_pointer(pointer) && !are_distinct(a, object_of(a, pointer), object);
}

/* Accesses of errno have a type, of which the module tells. */
static bool has_type_of_errno(dd_alias *a, const RegDDRef *ref) {
    const ir_tbaa_tag *own = ir_tbaa_of(&a->tbaa, ref->value);
    bool may_be = !own || !a->errno_tags.len;
    for (size_t i = 0; i < a->errno_tags.len && !may_be; i++) {
        LLVMMetadataRef node = LLVMValueAsMetadata(a->errno_tags.at[i]);
        may_be = !ir_tbaa_tags_differ(own, ir_tbaa_read_tag(&a->tbaa, node));
    }
    return may_be;
}

/* A variable that the program defines, and nobody else by the same name. */
static bool is_of_program(LLVMValueRef object) {
    if (!LLVMIsAGlobalVariable(object) || LLVMIsDeclaration(object))
        return false;
    size_t length;
    const char *name = LLVMGetValueName2(object, &length);
    return ir_is_local(object) ||
           (LLVMGetLinkage(object) == LLVMExternalLinkage &&
            !(length == strlen("errno") && memcmp(name, "errno", length) == 0));
}

/* An int that the library has defined: no variable of the program, and nothing wider. */
static bool can_be_errno(dd_alias *a, LLVMValueRef object, const RegDDRef *ref) {
    if (LLVMIsAAllocaInst(object) || (is_of_program(object) && !a->defines_errno))
        return false;
    return (!ir_has_fixed_size(ref->type) ||
            ir_store_size(a->h->target, ref->type) <= sizeof(int)) &&
           has_type_of_errno(a, ref);
}

bool dd_may_touch(dd_alias *a, const HLInst *inst, const dd_effect *effect, const RegDDRef *ref) {
    LLVMValueRef p = pointer_of(ref), object = p ? object_of(a, p) : NULL;
    if (!object || !inst->inst)
        return true;
    if (inst->opcode != LLVMCall && inst->opcode != LLVMInvoke)
        return true;
    if (is_object(object) && is_private(a, object))
        return false;
    if (effect->errno_only)
        return can_be_errno(a, object, ref);
    bool touches = !effect->arguments_only;
    for (unsigned i = 0; effect->arguments_only && i < LLVMGetNumArgOperands(inst->inst); i++)
        touches |= may_lead_to(a, LLVMGetOperand(inst->inst, i), object);
    return touches;
}
