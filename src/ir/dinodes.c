#include "ir/dinodes.h"

#include <llvm-c/DebugInfo.h>

static const bool types[256] = {
    [LLVMDIBasicTypeMetadataKind] = true,
    [LLVMDIDerivedTypeMetadataKind] = true,
    [LLVMDICompositeTypeMetadataKind] = true,
    [LLVMDISubroutineTypeMetadataKind] = true,
};

/* Nodes other than types from which types are reached. Locations are left out: there is about one
 * per instruction, and their scopes are taken without reading them as nodes. */
static const bool leads_to_types[256] = {
    [LLVMMDTupleMetadataKind] = true,
    [LLVMDIGlobalVariableExpressionMetadataKind] = true,
    [LLVMDICompileUnitMetadataKind] = true,
    [LLVMDISubprogramMetadataKind] = true,
    [LLVMDILexicalBlockMetadataKind] = true,
    [LLVMDILexicalBlockFileMetadataKind] = true,
    [LLVMDINamespaceMetadataKind] = true,
    [LLVMDIModuleMetadataKind] = true,
    [LLVMDITemplateTypeParameterMetadataKind] = true,
    [LLVMDIGlobalVariableMetadataKind] = true,
    [LLVMDILocalVariableMetadataKind] = true,
    [LLVMDIImportedEntityMetadataKind] = true,
};

static void reach(ir_di_graph *g, LLVMMetadataRef node) {
    LLVMMetadataKind kind = node ? LLVMGetMetadataKind(node) : LLVMMDStringMetadataKind;
    if (!types[kind] && !leads_to_types[kind])
        return;
    map_word *place = map_put(&g->seen, node);
    if (!place || place->u)
        return;
    place->u = 1;
    vec_push(g->m->ctx, &g->work, node);
}

static void reach_operands(ir_di_graph *g, const ir_md_ops *ops) {
    for (size_t i = 0; i < ops->len; i++)
        reach(g, ir_md_node_at(ops, i));
}

static bool operands_are_as_expected(ir_di_graph *g, const ir_di_node *n) {
    uint64_t size = 0;
    ir_md_uint_at(&g->ops, IR_DI_OP_SIZE, &size);
    if (size == n->size && g->ops.len > IR_DI_OP_ELEMENTS)
        return true;
    ctx_fail(g->m->ctx, LATHE_INTERNAL,
             "this LLVM orders the operands of debug-info types in a way lathe does not know");
    return false;
}

/* The element list itself needs no second visit: its members are reached from here. */
static LLVMMetadataRef take_elements(ir_di_graph *g) {
    LLVMMetadataRef list = ir_md_node_at(&g->ops, IR_DI_OP_ELEMENTS);
    ir_md_operands(g->m, list, &g->inner_ops);
    if (list)
        map_set(&g->seen, list, (map_word){.u = 1});
    return list;
}

static void read_members(ir_di_graph *g, ir_di_node *n) {
    take_elements(g);
    n->members = arena_array(&g->mem, g->inner_ops.len, LLVMMetadataRef);
    for (size_t i = 0; n->members && i < g->inner_ops.len; i++) {
        LLVMMetadataRef member = ir_md_node_at(&g->inner_ops, i);
        if (member)
            n->members[n->member_count++] = member;
    }
    reach_operands(g, &g->inner_ops);
}

static void read_dimensions(ir_di_graph *g, ir_di_node *n) {
    take_elements(g);
    size_t count = g->inner_ops.len;
    ir_md_ops subrange = {0};
    n->counts = arena_array(&g->mem, count, uint64_t);
    for (size_t i = 0; n->counts && i < count; i++) {
        LLVMMetadataRef node = ir_md_node_at(&g->inner_ops, i);
        uint64_t *value = &n->counts[n->count_count++];
        *value = IR_DI_NO_COUNT;
        if (node && LLVMGetMetadataKind(node) == LLVMDISubrangeMetadataKind) {
            ir_md_operands(g->m, node, &subrange);
            ir_md_uint_at(&subrange, IR_DI_OP_COUNT, value);
        }
    }
    vec_free(g->m->ctx, &subrange);
}

/* A typedef of an unnamed struct gives it the name front ends use for its IR type. */
static void name_base(ir_di_graph *g, const ir_di_node *n) {
    if (n->tag != IR_DI_TAG_TYPEDEF || !n->base || !*n->name)
        return;
    ir_di_node *base = ir_di_node_of(g, n->base);
    if (base && ir_di_is_record(base) && !*base->name && !base->typedef_name)
        base->typedef_name = n->name;
}

static void read_compound(ir_di_graph *g, ir_di_node *n, LLVMMetadataKind kind) {
    ir_md_operands(g->m, n->node, &g->ops);
    if (!operands_are_as_expected(g, n))
        return;
    const char *name = ir_md_string_at(&g->ops, IR_DI_OP_NAME);
    n->name = name ? name : "";
    n->file = ir_md_node_at(&g->ops, IR_DI_OP_FILE);
    n->base = ir_md_node_at(&g->ops, IR_DI_OP_BASE);
    if (kind == LLVMDIDerivedTypeMetadataKind)
        ir_md_uint_at(&g->ops, IR_DI_OP_EXTRA, &n->storage);
    else if (n->tag == IR_DI_TAG_ARRAY)
        read_dimensions(g, n);
    else if (ir_di_is_record(n)) {
        n->annotations = ir_md_node_at(&g->ops, IR_DI_OP_ANNOTATIONS);
        read_members(g, n);
    }
    reach_operands(g, &g->ops);
}

static void read_type(ir_di_graph *g, LLVMMetadataRef node, LLVMMetadataKind kind) {
    ir_di_node *n = arena_new(&g->mem, ir_di_node);
    map_word *place = n ? map_put(&g->types, node) : NULL;
    if (!place)
        return;
    place->p = n;
    *n = (ir_di_node){
        .node = node,
        .tag = LLVMGetDINodeTag(node),
        .flags = LLVMDITypeGetFlags(node),
        .name = "",
        .size = LLVMDITypeGetSizeInBits(node),
        .offset = LLVMDITypeGetOffsetInBits(node),
        .align = LLVMDITypeGetAlignInBits(node),
        .line = LLVMDITypeGetLine(node),
    };
    if (kind == LLVMDIDerivedTypeMetadataKind || kind == LLVMDICompositeTypeMetadataKind) {
        read_compound(g, n, kind);
        return;
    }
    ir_md_operands(g->m, node, &g->ops);
    const char *name = ir_md_string_at(&g->ops, IR_DI_OP_NAME);
    n->name = name ? name : "";
    reach_operands(g, &g->ops);
}

static void read_reached(ir_di_graph *g) {
    while (g->done < g->work.len && ctx_tick(g->m->ctx, 1)) {
        LLVMMetadataRef node = g->work.at[g->done++];
        LLVMMetadataKind kind = LLVMGetMetadataKind(node);
        if (types[kind]) {
            read_type(g, node, kind);
        } else {
            ir_md_operands(g->m, node, &g->ops);
            reach_operands(g, &g->ops);
        }
    }
    for (size_t i = 0; i < g->types.len; i++)
        name_base(g, g->types.at[i].value.p);
}

static void reach_location(ir_di_graph *g, LLVMMetadataRef location) {
    for (; location && ctx_tick(g->m->ctx, 1); location = LLVMDILocationGetInlinedAt(location))
        reach(g, LLVMDILocationGetScope(location));
}

static void reach_record(void *g, LLVMDbgRecordRef r) {
    reach(g, LLVMDbgVariableRecordGetVariable(r));
}

/* Neighbouring instructions mostly share their scope and what it was inlined into. */
static void reach_function(ir_di_graph *g, LLVMValueRef fn) {
    LLVMMetadataRef scope = NULL, inlined_at = NULL;
    reach(g, LLVMGetSubprogram(fn));
    ir_each_block (bb, fn) {
        if (!ctx_tick(g->m->ctx, 1))
            return;
        llvmx_each_variable(bb, reach_record, g);
        ir_each_inst (inst, bb) {
            LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);
            if (!location)
                continue;
            LLVMMetadataRef new_scope = LLVMDILocationGetScope(location);
            LLVMMetadataRef new_inlined = LLVMDILocationGetInlinedAt(location);
            if (new_scope == scope && new_inlined == inlined_at)
                continue;
            scope = new_scope;
            inlined_at = new_inlined;
            reach_location(g, location);
        }
    }
}

static void reach_units(ir_di_graph *g) {
    unsigned count = LLVMGetNamedMetadataNumOperands(g->m->llvm, "llvm.dbg.cu");
    if (count == 0 || !vec_reserve(g->m->ctx, &g->ops, count))
        return;
    LLVMGetNamedMetadataOperands(g->m->llvm, "llvm.dbg.cu", g->ops.at);
    g->ops.len = count;
    reach_operands(g, &g->ops);
}

bool ir_di_graph_init(ir_di_graph *g, lathe_module *m) {
    *g = (ir_di_graph){.m = m};
    arena_init(&g->mem, m->ctx);
    map_init(&g->types, m->ctx);
    map_init(&g->seen, m->ctx);
    reach_units(g);
    ir_each_global (global, m->llvm) {
        if (!ctx_tick(m->ctx, 1))
            break;
        reach(g, ir_md_global_variable(global));
    }
    ir_each_function (fn, m->llvm) {
        if (!ctx_tick(m->ctx, 1))
            break;
        reach_function(g, fn);
    }
    read_reached(g);
    return ctx_ok(m->ctx);
}

void ir_di_graph_free(ir_di_graph *g) {
    vec_free(g->m->ctx, &g->inner_ops);
    vec_free(g->m->ctx, &g->ops);
    vec_free(g->m->ctx, &g->work);
    map_free(&g->seen);
    map_free(&g->types);
    arena_free(&g->mem);
}

ir_di_node *ir_di_node_of(const ir_di_graph *g, LLVMMetadataRef node) {
    return node ? map_get(&g->types, node) : NULL;
}

bool ir_di_is_data(const ir_di_node *n) {
    if (!n || n->flags & LLVMDIFlagStaticMember)
        return false;
    return n->tag == IR_DI_TAG_MEMBER ||
           (n->tag == IR_DI_TAG_INHERITANCE && !(n->flags & LLVMDIFlagVirtual));
}
