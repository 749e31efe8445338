/* The instructions to rewrite, found while the program is what the classes are about. */
#include "dtrans/pool/pool.h"
#include "ir/value.h"

#include <string.h>

static void add(pool *p, pool_edit edit) {
    vec_push(p->b->ctx, &p->edits, edit);
}

/* Whether the value may be what callers of a function give it to be freed: classes do not join that
 * with the parameter. */
static bool is_given_to_free(pool *p, LLVMValueRef v) {
    VEC(LLVMValueRef) work = {0};
    map seen;
    bool given = false;
    map_init(&seen, p->ctx);
    vec_push(p->ctx, &work, v);
    while (!given && work.len && ctx_tick(p->ctx, 1)) {
        LLVMValueRef at = vec_pop(&work);
        bool copy = LLVMIsAPHINode(at) || LLVMIsASelectInst(at) || LLVMIsAFreezeInst(at);
        if (!map_add(&seen, at))
            continue;
        given = LLVMIsAArgument(at) && ptr_wrapper_of(&p->wrappers, LLVMGetParamParent(at));
        for (int i = 0; copy && i < LLVMGetNumOperands(at); i++)
            vec_push(p->ctx, &work, LLVMGetOperand(at, (unsigned)i));
    }
    map_free(&seen);
    vec_free(p->ctx, &work);
    return given || !ctx_ok(p->ctx);
}

/* Whether pointers of the class are addresses that the pool gave, and never that of a variable or
 * what a step from one to the next leads to: what is freed may still be freed already. */
static bool is_as_given(pool *p, ptr_class c) {
    ptr_graph *g = &p->b->info->graph;
    return pool_is_closed(p, c) && !g->nodes.at[c].stride && !ptr_marked(g, c, PTR_WALKED);
}

/* An object surely of a pool, surely not of one, or perhaps. */
static void collect_free(pool *p, LLVMValueRef call) {
    ptr_graph *g = &p->b->info->graph;
    ptr_class c = pool_class(p, LLVMGetOperand(call, 0));
    if (!c || c >= p->class_count || p->inside[c] || is_given_to_free(p, LLVMGetOperand(call, 0)))
        return;
    const LocalPointerInfo *info = pool_local(p, c);
    uint32_t type = pool_type_of(p, c);
    bool pooled = type != IR_NONE && p->types[type].pooled;
    bool foreign = g->nodes.at[c].objects.first && !pooled;
    dtrans_each_view (view, info)
        foreign &= !p->types[view->type].pooled;
    if (pooled || foreign)
        add(p, (pool_edit){.kind = POOL_FREE,
                           .at = call,
                           .type = pooled ? type : IR_NONE,
                           .sure = pooled && is_as_given(p, c)});
}

static bool calls_free(LLVMValueRef inst) {
    LLVMValueRef fn = ir_callee(inst);
    return fn && LLVMIsDeclaration(fn) && strcmp(LLVMGetValueName(fn), "free") == 0 &&
           LLVMGetCalledFunctionType(inst) == LLVMGlobalGetValueType(fn);
}

static void collect_address(pool *p, LLVMValueRef gep) {
    uint32_t type = pool_narrow_at(p, pool_class(p, LLVMGetOperand(gep, 0)));
    LLVMTypeRef elements = type == IR_NONE
                               ? NULL
                               : dtrans_pointer_array(LLVMGetGEPSourceElementType(gep),
                                                      LLVMInt32TypeInContext(p->b->m->llvm_ctx));
    if (elements)
        add(p, (pool_edit){.kind = POOL_ADDRESS, .at = gep, .type = type, .elements = elements});
}

static void collect_instruction(pool *p, LLVMValueRef inst) {
    bool loads = LLVMIsALoadInst(inst);
    if (loads || LLVMIsAStoreInst(inst)) {
        uint32_t type = pool_narrow_at(p, pool_class(p, LLVMGetOperand(inst, loads ? 0 : 1)));
        LLVMValueRef value = loads ? inst : LLVMGetOperand(inst, 0);
        if (type != IR_NONE && ir_is_pointer(value))
            add(p, (pool_edit){.kind = loads ? POOL_LOAD : POOL_STORE, .at = inst, .type = type});
    } else if (LLVMIsAGetElementPtrInst(inst)) {
        collect_address(p, inst);
    } else if (calls_free(inst)) {
        collect_free(p, inst);
    }
}

void pool_collect(pool *p) {
    map edited;
    map_init(&edited, p->b->ctx);
    dtrans_plan_list_erased(&p->b->plan, &edited);
    ptr_wrappers_find(&p->wrappers, p->b->m);
    ir_each_function (fn, p->b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(p->b->ctx, 1) && !map_find(&edited, inst))
                    collect_instruction(p, inst);
    map_free(&edited);
    ptr_wrappers_free(&p->wrappers);
    pool_collect_loose(p);
}
