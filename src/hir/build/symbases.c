/* Symbases of memory: two references with different ones never meet.
 *
 * What a reference starts from gives its object: a variable, a local, memory that was allocated, an
 * argument that nothing else leads to. Pointers from elsewhere may lead to all objects whose
 * address is known elsewhere, so these share one symbase with them, if there is such a pointer in
 * the region. */
#include "hir/build/builder.h"

#include "ir/attr.h"
#include "ir/ir_address.h"

enum { MAX_STEPS = 64 };

typedef struct classes {
    hir_builder *b;
    VEC(RegDDRef *) refs;
    map symbases;       /* object -> hir_symbase */
    hir_symbase shared; /* of all that is not alone */
    bool has_unknown;
} classes;

static bool is_gep(LLVMValueRef v) {
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static LLVMValueRef underlying(LLVMValueRef v) {
    for (int i = 0; i < MAX_STEPS && is_gep(v); i++)
        v = LLVMGetOperand(v, 0);
    return v;
}

static bool is_object(LLVMValueRef v) {
    if (LLVMIsAGlobalVariable(v) || LLVMIsAAllocaInst(v))
        return true;
    if (LLVMIsAArgument(v))
        return ir_attr_of_param(v, "noalias") != NULL;
    return LLVMIsACallInst(v) && ir_attr_of_call(v, LLVMAttributeReturnIndex, "noalias");
}

static LLVMValueRef object_of(const classes *c, const RegDDRef *ref) {
    hir_temp t = 0;
    if (hir_is_self_blob(c->b->h, ref->base))
        t = hir_blob_at(c->b->h, ref->base->blobs[0].blob)->temp;
    LLVMValueRef v = hir_temp_at(c->b->h, t)->value;
    v = v ? underlying(v) : NULL;
    return v && is_object(v) ? v : NULL;
}

static hir_symbase symbase_for(classes *c, LLVMValueRef object) {
    map_word *place = object ? map_put(&c->symbases, object) : NULL;
    if (!place)
        return c->shared;
    if (!place->u)
        place->u =
            c->has_unknown && !ir_is_only_accessed(object) ? c->shared : hir_symbase_new(c->b->h);
    return (hir_symbase)place->u;
}

void hir_b_memory_symbases(hir_builder *b) {
    classes c = {.b = b};
    map_init(&c.symbases, b->ctx);
    hir_each_node (node, &b->region->node)
        if (ctx_tick(b->ctx, 1))
            hir_each_ref (ref, node)
                if (ref->kind != REF_SCALAR)
                    vec_push(b->ctx, &c.refs, ref);
    for (size_t i = 0; i < c.refs.len; i++)
        c.has_unknown |= object_of(&c, c.refs.at[i]) == NULL;
    c.shared = c.has_unknown ? hir_symbase_new(b->h) : 0;
    for (size_t i = 0; i < c.refs.len; i++)
        c.refs.at[i]->symbase = symbase_for(&c, object_of(&c, c.refs.at[i]));
    vec_free(b->ctx, &c.refs);
    map_free(&c.symbases);
}
