#include "dtrans/analysis/few.h"

#include "dtrans/analysis/local.h"
#include "ir/machine.h"
#include "ir/size.h"

/* Bytes of all variables that a type has objects in. */
typedef struct counter {
    DTransInfo *info;
    dtrans_local local;
    uint64_t *bytes;
    bool *many; /* there are others, or nobody knows how many */
} counter;

enum { MOST = IR_CACHE_FIRST / 2 };

/* Of the variable, UINT64_MAX if it is none, or of no fixed size. */
static uint64_t size_of(const DTransInfo *info, const ptr_fact *f) {
    LLVMValueRef variable = info->graph.witnesses.at[f->witness].value;
    LLVMTypeRef type = NULL;
    if (f->kind == PTR_LOCAL && variable && LLVMIsAAllocaInst(variable) &&
        LLVMIsConstant(LLVMGetOperand(variable, 0)) && !LLVMIsNull(LLVMGetOperand(variable, 0)))
        type = LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0)) == 1
                   ? LLVMGetAllocatedType(variable)
                   : NULL;
    else if (f->kind == PTR_GLOBAL && variable && LLVMIsAGlobalVariable(variable) &&
             !LLVMIsDeclaration(variable))
        type = LLVMGlobalGetValueType(variable);
    return type && LLVMTypeIsSized(type) ? ir_abi_size(ir_layout(info->m), type) : UINT64_MAX;
}

static void count_object(counter *c, const LocalPointerInfo *p, const ptr_fact *f) {
    uint64_t size = size_of(c->info, f);
    dtrans_each_view (view, p) {
        bool fits = size <= MOST && c->bytes[view->type] <= MOST - size;
        c->many[view->type] |= !fits;
        c->bytes[view->type] += fits ? size : 0;
    }
}

static void count_objects(counter *c) {
    ptr_graph *g = &c->info->graph;
    for (ptr_class k = 1; k < g->nodes.len && ctx_tick(c->info->ctx, 1); k++) {
        if (g->nodes.at[k].up != k)
            continue;
        const LocalPointerInfo *p = dtrans_local_class(&c->local, k);
        for (uint32_t i = p->count ? g->nodes.at[k].objects.first : 0; i; i = g->facts.at[i].next)
            count_object(c, p, &g->facts.at[i]);
    }
}

/* Structs inside others are as many as those. Each type comes into the work once for each step that
 * makes it worse, of which there are two. */
static void spread(counter *c) {
    DTransInfo *info = c->info;
    VEC(uint32_t) work = {0};
    for (uint32_t i = 0; i < info->types.len; i++)
        vec_push(info->ctx, &work, i);
    while (work.len && ctx_tick(info->ctx, 1)) {
        uint32_t outer = vec_pop(&work);
        for (uint32_t i = 0; i < info->types.at[outer].field_count; i++) {
            uint32_t inner = dtrans_field_type(info, outer, i);
            if (inner == IR_NONE || c->many[inner])
                continue;
            bool many = c->many[outer], known = c->bytes[outer] && !c->bytes[inner];
            c->many[inner] = many;
            c->bytes[inner] = known ? c->bytes[outer] : c->bytes[inner];
            if (many || known)
                vec_push(info->ctx, &work, inner);
        }
    }
    vec_free(info->ctx, &work);
}

const bool *dtrans_few_objects(DTransInfo *info, arena *mem) {
    counter c = {.info = info};
    c.bytes = arena_array(mem, info->types.len + 1, uint64_t);
    c.many = arena_array(mem, info->types.len + 1, bool);
    bool *few = arena_array(mem, info->types.len + 1, bool);
    if (!c.bytes || !c.many || !few)
        return NULL;
    dtrans_local_init(&c.local, info);
    count_objects(&c);
    dtrans_local_free(&c.local);
    spread(&c);
    for (uint32_t i = 0; i < info->types.len; i++)
        few[i] = c.bytes[i] && !c.many[i];
    return few;
}
