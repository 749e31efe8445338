/* Pointers outside structs that share their class with a narrow field: the variable a walk with a
 * pointer to a pointer begins at, the row of buckets that chains hang from. They become narrow with
 * the field, or the field stays wide. */
#include "dtrans/pool/pool.h"
#include "ir/value.h"

static LLVMTypeRef narrow_type(pool *p, LLVMTypeRef type) {
    return dtrans_pointer_array(type, LLVMInt32TypeInContext(p->b->m->llvm_ctx));
}

/* Of an array, all elements are locations of the class. */
static bool is_uniform(pool *p, ptr_class c, LLVMTypeRef type) {
    bool array = ir_is_array(type);
    return !array || p->b->info->graph.nodes.at[c].stride == LLVMPointerSize(p->b->layouts.target);
}

static bool can_narrow_local(pool *p, ptr_class c, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMValueRef count = LLVMGetOperand(variable, 0);
    return narrow_type(p, type) && is_uniform(p, c, type) && ir_is_number(count, 1);
}

static bool can_narrow_global(pool *p, ptr_class c, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    LLVMValueRef init = LLVMGetInitializer(variable);
    const char *section = LLVMGetSection(variable);
    return narrow_type(p, type) && is_uniform(p, c, type) && init && LLVMIsNull(init) &&
           !(section && *section);
}

/* The argument that counts in pointers, -1 if there is none. */
static int scaled_argument(pool *p, const ptr_site *site) {
    return dtrans_multiple_argument(&p->visitor, site, LLVMPointerSize(p->b->layouts.target));
}

static bool can_narrow_block(pool *p, ptr_class c, const ptr_site *site) {
    const ptr_graph *g = &p->b->info->graph;
    uint64_t word = LLVMPointerSize(p->b->layouts.target);
    int arg = site->call ? scaled_argument(p, site) : -1;
    return arg >= 0 && (g->nodes.at[c].stride == word || dtrans_site_bytes(site) == word) &&
           !dtrans_other_size_use(&p->visitor, site->call, (unsigned)arg);
}

bool pool_can_narrow_loose(pool *p, ptr_class c, LLVMValueRef *where) {
    ptr_graph *g = &p->b->info->graph;
    if (ptr_marked(g, c, PTR_ESCAPES) || ptr_marked(g, c, PTR_UNKNOWN))
        return false;
    for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next) {
        const ptr_fact *fact = &g->facts.at[f];
        LLVMValueRef object = g->witnesses.at[fact->witness].value;
        bool good = fact->kind == PTR_HEAP     ? can_narrow_block(p, c, &g->sites.at[fact->detail])
                    : fact->kind == PTR_LOCAL  ? can_narrow_local(p, c, object)
                    : fact->kind == PTR_GLOBAL ? can_narrow_global(p, c, object)
                                               : false;
        *where = object;
        if (!good)
            return false;
    }
    return true;
}

static void collect_object(pool *p, const ptr_fact *fact) {
    const ptr_graph *g = &p->b->info->graph;
    LLVMValueRef object = g->witnesses.at[fact->witness].value;
    if (fact->kind == PTR_HEAP) {
        const ptr_site *site = &g->sites.at[fact->detail];
        vec_push(p->b->ctx, &p->edits,
                 (pool_edit){.kind = POOL_SIZE,
                             .at = site->call,
                             .operand = (unsigned)scaled_argument(p, site)});
    } else if (fact->kind == PTR_LOCAL) {
        vec_push(p->b->ctx, &p->edits,
                 (pool_edit){.kind = POOL_VARIABLE,
                             .at = object,
                             .elements = narrow_type(p, LLVMGetAllocatedType(object))});
    } else {
        vec_push(
            p->b->ctx, &p->b->plan.variables,
            (dtrans_variable){object, IR_NONE, narrow_type(p, LLVMGlobalGetValueType(object))});
    }
}

void pool_collect_loose(pool *p) {
    ptr_graph *g = &p->b->info->graph;
    for (ptr_class c = 1; c < p->class_count && ctx_tick(p->b->ctx, 1); c++) {
        if (g->nodes.at[c].up != c || pool_local(p, c)->objects || pool_narrow_at(p, c) == IR_NONE)
            continue;
        for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next)
            collect_object(p, &g->facts.at[f]);
    }
}
