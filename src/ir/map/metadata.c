/* Metadata and debug records under a value map. Uses of values that keep their type follow by
 * themselves when the value is replaced; here the constants that mention a mapped type are found.
 */
#include "ir/map/valuemap.h"

#include <llvm-c/DebugInfo.h>

/* Numbers, null and the like are shared by all modules of the context. */
static bool is_own(LLVMValueRef c) {
    return LLVMIsAConstantExpr(c) || LLVMIsAGlobalValue(c) || LLVMIsAConstantStruct(c) ||
           LLVMIsAConstantArray(c) || LLVMIsAConstantVector(c);
}

/* A constant that keeps its type is exchanged at the end of the run, wherever metadata holds it.
 * Returns another constant only if its type changes, so that the holder must change. */
static LLVMValueRef map_held(ir_valuemap *v, LLVMValueRef constant) {
    LLVMValueRef to = map_constant(v, constant);
    if (LLVMTypeOf(to) != LLVMTypeOf(constant))
        return to;
    if (to != constant && is_own(constant))
        map_put(&v->in_metadata, constant);
    return constant;
}

/* LLVM-C shows a node with one constant as only operand as if it were that constant. */
static bool is_single(LLVMValueRef metadata) {
    return LLVMIsAValueAsMetadata(metadata) != NULL;
}

static void visit_single(ir_valuemap *v, LLVMValueRef node, unsigned at, LLVMValueRef single) {
    LLVMValueRef inner;
    LLVMGetMDNodeOperands(single, &inner);
    LLVMValueRef to = LLVMIsConstant(inner) ? map_held(v, inner) : inner;
    if (to == inner || !node)
        return;
    LLVMMetadataRef md = LLVMValueAsMetadata(to);
    LLVMReplaceMDNodeOperandWith(node, at, LLVMMDNodeInContext2(v->m->llvm_ctx, &md, 1));
}

/* Non-null operands are constants or, as values, other metadata. */
static void visit_node(ir_valuemap *v, LLVMMetadataRef md) {
    LLVMValueRef node = LLVMMetadataAsValue(v->m->llvm_ctx, md);
    if (!LLVMIsAMDNode(node))
        return;
    if (is_single(node)) {
        visit_single(v, NULL, 0, node);
        return;
    }
    unsigned count = LLVMGetMDNodeNumOperands(node);
    VEC(LLVMValueRef) ops = {0};
    if (!vec_reserve(v->ctx, &ops, (size_t)count + 1))
        return;
    LLVMGetMDNodeOperands(node, ops.at);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef op = ops.at[i];
        if (op && LLVMIsConstant(op)) {
            LLVMValueRef to = map_held(v, op);
            if (to != op)
                LLVMReplaceMDNodeOperandWith(node, i, LLVMValueAsMetadata(to));
        } else if (op && is_single(op)) {
            visit_single(v, node, i, op);
        } else if (op && LLVMIsAMDNode(op)) {
            vec_push(v->ctx, &v->nodes, LLVMValueAsMetadata(op));
        }
    }
    vec_free(v->ctx, &ops);
}

void map_metadata_node(ir_valuemap *v, LLVMMetadataRef node) {
    vec_push(v->ctx, &v->nodes, node);
    while (v->nodes.len && ctx_tick(v->ctx, 1)) {
        LLVMMetadataRef md = vec_pop(&v->nodes);
        if (map_find(&v->metadata, md) || !map_put(&v->metadata, md))
            continue;
        visit_node(v, md);
    }
    vec_clear(&v->nodes);
}

/* A location is its scope and the place it was inlined at. There is about one per instruction, so
 * it is not read as a node. */
static void visit_location(ir_valuemap *v, LLVMMetadataRef loc) {
    if (loc == v->last_location)
        return;
    v->last_location = loc;
    LLVMMetadataRef scope = LLVMDILocationGetScope(loc), at = LLVMDILocationGetInlinedAt(loc);
    if (!map_find(&v->metadata, scope))
        map_metadata_node(v, scope);
    if (at)
        map_metadata_node(v, at);
}

/* LLVM-C lists the location of an instruction, too, although it says that it does not. */
static void visit_entries(ir_valuemap *v, LLVMValueMetadataEntry *entries, size_t count) {
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(md) == LLVMDILocationMetadataKind)
            visit_location(v, md);
        else if (!map_find(&v->metadata, md))
            map_metadata_node(v, md);
    }
    LLVMDisposeValueMetadataEntries(entries);
}

void map_metadata_of_global(ir_valuemap *v, LLVMValueRef global) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    visit_entries(v, entries, count);
}

void map_metadata_of_inst(ir_valuemap *v, LLVMValueRef inst) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    if (loc)
        visit_location(v, loc);
    if (!LLVMHasMetadata(inst))
        return;
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &count);
    visit_entries(v, entries, count);
}

void map_named_metadata(ir_valuemap *v) {
    for (LLVMNamedMDNodeRef named = LLVMGetFirstNamedMetadata(v->m->llvm); named;
         named = LLVMGetNextNamedMetadata(named)) {
        size_t length;
        const char *name = LLVMGetNamedMetadataName(named, &length);
        unsigned count = LLVMGetNamedMetadataNumOperands(v->m->llvm, name);
        VEC(LLVMValueRef) ops = {0};
        if (!vec_reserve(v->ctx, &ops, (size_t)count + 1))
            return;
        LLVMGetNamedMetadataOperands(v->m->llvm, name, ops.at);
        for (unsigned i = 0; i < count; i++)
            map_metadata_node(v, LLVMValueAsMetadata(ops.at[i]));
        vec_free(v->ctx, &ops);
    }
}

/* LLVM-C cannot look into every debug record (an empty argument list makes it read wild), so the
 * constants that records may hold are found from the other side, as users of the globals. */
static void visit_users(ir_valuemap *v, LLVMValueRef global) {
    VEC(LLVMValueRef) stack = {0};
    vec_push(v->ctx, &stack, global);
    while (stack.len && ctx_tick(v->ctx, 1)) {
        LLVMValueRef used = vec_pop(&stack);
        for (LLVMUseRef u = LLVMGetFirstUse(used); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (!LLVMIsAConstantExpr(user))
                continue;
            map_held(v, user);
            vec_push(v->ctx, &stack, user);
        }
    }
    vec_free(v->ctx, &stack);
}

void map_record_constants(ir_valuemap *v) {
    LLVMModuleRef m = v->m->llvm;
    static const char units[] = "llvm.dbg.cu";
    if (!LLVMGetNamedMetadata(m, units, sizeof units - 1))
        return;
    ir_each_global (g, m)
        visit_users(v, g);
    ir_each_function (fn, m)
        visit_users(v, fn);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        visit_users(v, a);
}

/* By now nothing but metadata and records uses these constants. The map holds parts before what
 * contains them; going backwards, a constant is replaced before the replacement of its parts could
 * free it. */
void map_held_constants(ir_valuemap *v) {
    for (size_t i = v->in_metadata.len ? v->values.len : 0; i-- > 0;) {
        map_entry e = v->values.at[i];
        if (map_find(&v->in_metadata, e.key.p))
            LLVMReplaceAllUsesWith(e.key.p, e.value.p);
    }
}
