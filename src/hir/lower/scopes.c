/* What run-time checks have found about a nest, as alias scopes: one for each group of references,
 * of a domain of the nest's own. They are declared where the nest begins, so that they hold for one
 * execution of it only, and copies of the code get scopes of their own. */
#include "hir/lower/lowerer.h"

#include "ir/md.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* A node that is none but itself: !{itself, in, name}. */
static LLVMMetadataRef new_node(hir_lowerer *l, LLVMMetadataRef in, const char *name) {
    LLVMContextRef ctx = l->m->llvm_ctx;
    LLVMMetadataRef self = LLVMTemporaryMDNode(ctx, NULL, 0);
    LLVMMetadataRef parts[3] = {self, in, NULL};
    parts[in ? 2 : 1] = LLVMMDStringInContext2(ctx, name, strlen(name));
    LLVMMetadataRef node = LLVMMDNodeInContext2(ctx, parts, in ? 3 : 2);
    LLVMMetadataReplaceAllUsesWith(self, node);
    return node;
}

static void declare(hir_lowerer *l, LLVMMetadataRef scope) {
    LLVMContextRef ctx = l->m->llvm_ctx;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(
        l->m->llvm, ir_intrinsic_id("llvm.experimental.noalias.scope.decl"), NULL, 0);
    LLVMValueRef list = LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, &scope, 1));
    LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(fn), fn, &list, 1, "");
}

void hir_l_declare_scopes(hir_lowerer *l, const HLIf *branch) {
    const hir_version *version = branch->version;
    LLVMMetadataRef *scopes =
        version ? arena_array(&l->mem, version->groups, LLVMMetadataRef) : NULL;
    map_word *place = scopes ? map_put(&l->scopes, version) : NULL;
    if (!place)
        return;
    LLVMMetadataRef domain = new_node(l, NULL, "checked nest");
    for (uint32_t i = 0; i < version->groups; i++) {
        scopes[i] = new_node(l, domain, "base");
        if (version->apart[i])
            declare(l, scopes[i]);
    }
    place->p = scopes;
}

/* To those that it has. */
static void add_scopes(hir_lowerer *l, LLVMValueRef access, const char *kind_name,
                       const LLVMMetadataRef *scopes, uint32_t which) {
    LLVMContextRef ctx = l->m->llvm_ctx;
    unsigned kind = ir_md_kind(ctx, kind_name);
    VEC(LLVMMetadataRef) all = {0};
    ir_md_ops old = {0};
    LLVMMetadataRef list = ir_md_attached(access, kind);
    if (list)
        ir_md_operands(l->m, list, &old);
    for (size_t i = 0; i < old.len; i++)
        if (ir_md_node_at(&old, i))
            vec_push(l->ctx, &all, ir_md_node_at(&old, i));
    for (uint32_t i = 0; i < HIR_MAX_GROUPS; i++)
        if (which >> i & 1)
            vec_push(l->ctx, &all, scopes[i]);
    if (all.len && ctx_ok(l->ctx))
        LLVMSetMetadata(access, kind,
                        LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, all.at, all.len)));
    vec_free(l->ctx, &all);
    vec_free(l->ctx, &old);
}

void hir_l_add_scopes(hir_lowerer *l, const RegDDRef *ref, LLVMValueRef access) {
    const LLVMMetadataRef *scopes = ref->version ? map_get(&l->scopes, ref->version) : NULL;
    if (!scopes || !ref->version->apart[ref->group])
        return;
    add_scopes(l, access, "alias.scope", scopes, 1u << ref->group);
    add_scopes(l, access, "noalias", scopes, ref->version->apart[ref->group]);
}
