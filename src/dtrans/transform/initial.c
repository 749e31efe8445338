#include "dtrans/transform/initial.h"

#include <string.h>

static void mark(dtrans_initial *s, const LocalPointerInfo *p, bool zero) {
    dtrans_each_view (view, p)
        (zero ? s->zeroed : s->unclear)[view->type] = true;
}

static void mark_object(dtrans_initial *s, const LocalPointerInfo *p, const ptr_fact *f) {
    const ptr_graph *g = &s->info->graph;
    if (f->kind == PTR_LOCAL)
        return;
    if (f->kind == PTR_HEAP) {
        const ptr_site *site = &g->sites.at[f->detail];
        if (site->zeroed)
            mark(s, p, true);
        return;
    }
    LLVMValueRef where = g->witnesses.at[f->witness].value;
    LLVMValueRef init = LLVMIsAGlobalVariable(where) ? LLVMGetInitializer(where) : NULL;
    mark(s, p, init && LLVMIsNull(init));
}

static void visit_classes(dtrans_initial *s) {
    ptr_graph *g = &s->info->graph;
    for (ptr_class c = 1; c < g->nodes.len && ctx_tick(s->info->ctx, 1); c++) {
        if (g->nodes.at[c].up != c)
            continue;
        const LocalPointerInfo *p = dtrans_local_class(&s->local, c);
        for (uint32_t i = p->count ? g->nodes.at[c].objects.first : 0; i; i = g->facts.at[i].next)
            mark_object(s, p, &g->facts.at[i]);
    }
}

/* memset by any name: the second argument is the byte. */
static void visit_call(dtrans_initial *s, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    const char *name = fn ? LLVMGetValueName(fn) : "";
    if (!strstr(name, "memset") && !strstr(name, "bzero"))
        return;
    LLVMValueRef byte = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
    bool zero = strstr(name, "bzero") || (byte && LLVMIsAConstantInt(byte) && LLVMIsNull(byte));
    mark(s, dtrans_local_value(&s->local, LLVMGetOperand(call, 0)), zero);
}

/* Structs inside others start as those do. */
static void spread(dtrans_initial *s, bool *marked) {
    DTransInfo *info = s->info;
    VEC(uint32_t) work = {0};
    for (uint32_t i = 0; i < info->types.len; i++)
        if (marked[i])
            vec_push(info->ctx, &work, i);
    while (work.len && ctx_tick(info->ctx, 1)) {
        uint32_t outer = vec_pop(&work);
        for (uint32_t i = 0; i < info->types.at[outer].field_count; i++) {
            uint32_t inner = dtrans_field_type(info, outer, i);
            if (inner == IR_NONE || marked[inner])
                continue;
            marked[inner] = true;
            vec_push(info->ctx, &work, inner);
        }
    }
    vec_free(info->ctx, &work);
}

void dtrans_initial_init(dtrans_initial *s, DTransInfo *info) {
    *s = (dtrans_initial){.info = info};
    dtrans_local_init(&s->local, info);
    s->zeroed = arena_array(&info->mem, info->types.len + 1, bool);
    s->unclear = arena_array(&info->mem, info->types.len + 1, bool);
    if (!s->zeroed || !s->unclear)
        return;
    visit_classes(s);
    ir_each_function (fn, info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_ok(info->ctx) && LLVMIsACallInst(inst))
                    visit_call(s, inst);
    spread(s, s->zeroed);
    spread(s, s->unclear);
    dtrans_local_free(&s->local);
}

bool dtrans_starts_as(const dtrans_initial *s, uint32_t type, LLVMValueRef value) {
    return !s->unclear[type] && (!s->zeroed[type] || LLVMIsNull(value));
}
