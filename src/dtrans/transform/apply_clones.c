/* Copies of allocation wrappers. A wrapper that keeps count of the sizes it is asked for, or
 * reports them to others, must go on doing so with the old ones; only the block it returns, and how
 * much of that it clears, is of the new size. */
#include "dtrans/transform/apply.h"

#include "ir/attr.h"
#include "ir/edit/signature.h"
#include "ir/value.h"

typedef struct copied {
    const dtrans_clone *plan;
    LLVMValueRef from, to;
} copied;

typedef VEC(copied) copied_list;

LLVMValueRef dtrans_copy_function(lathe_module *m, LLVMValueRef fn, const char *suffix) {
    unsigned count = LLVMCountParams(fn);
    VEC(ir_param_source) params = {0};
    for (unsigned i = 0; i < count; i++)
        vec_push(m->ctx, &params, (ir_param_source){i, NULL});
    str name;
    str_init(&name, m->ctx);
    str_printf(&name, "%s%s", LLVMGetValueName(fn), suffix);
    ir_signature to = {.type = LLVMGlobalGetValueType(fn),
                       .name = str_text(&name),
                       .params = params.at,
                       .copy = true};
    LLVMValueRef copy = ctx_ok(m->ctx) ? ir_function_resign(m, fn, &to) : NULL;
    str_free(&name);
    vec_free(m->ctx, &params);
    return copy;
}

LLVMValueRef dtrans_counterpart(LLVMValueRef inst, LLVMValueRef copy) {
    LLVMValueRef fn = ir_function_of(inst);
    LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn), other = LLVMGetFirstBasicBlock(copy);
    while (bb != LLVMGetInstructionParent(inst)) {
        bb = LLVMGetNextBasicBlock(bb);
        other = LLVMGetNextBasicBlock(other);
    }
    LLVMValueRef at = LLVMGetFirstInstruction(other);
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != inst; i = LLVMGetNextInstruction(i))
        at = LLVMGetNextInstruction(at);
    return at;
}

/* The operand as it is computed from the parameter scaled; what it is computed by is copied. */
static LLVMValueRef from_scaled(LLVMBuilderRef b, LLVMValueRef value, LLVMValueRef param,
                                LLVMValueRef scaled) {
    if (value == param)
        return scaled;
    if (!LLVMIsAInstruction(value))
        return value;
    LLVMValueRef copy = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(copy, (unsigned)i,
                       from_scaled(b, LLVMGetOperand(value, (unsigned)i), param, scaled));
    LLVMInsertIntoBuilder(b, copy);
    return copy;
}

static void scale_uses(const dtrans_plan *p, LLVMBuilderRef b, const copied *c) {
    for (size_t i = c->plan->first; i < c->plan->first + c->plan->count; i++) {
        const dtrans_size_use *use = &p->scaled.at[i];
        LLVMValueRef inst = dtrans_counterpart(use->inst, c->to);
        LLVMPositionBuilderBefore(b, inst);
        unsigned number = 0;
        while (LLVMGetParam(ir_function_of(use->inst), number) != use->param)
            number++;
        LLVMValueRef param = LLVMGetParam(c->to, number);
        LLVMValueRef scaled = dtrans_scaled(b, param, c->plan->from, c->plan->to);
        LLVMSetOperand(inst, use->operand,
                       from_scaled(b, LLVMGetOperand(inst, use->operand), param, scaled));
    }
}

static LLVMValueRef copy_for(const dtrans_plan *p, LLVMBuilderRef b, copied_list *all,
                             const dtrans_clone *clone) {
    LLVMValueRef fn = LLVMGetCalledValue(clone->call);
    for (size_t i = 0; i < all->len; i++) {
        const dtrans_clone *other = all->at[i].plan;
        if (all->at[i].from == fn && other->arg == clone->arg && other->from == clone->from &&
            other->to == clone->to)
            return all->at[i].to;
    }
    copied c = {clone, fn, dtrans_copy_function(p->info->m, fn, ".resized")};
    if (!c.to) {
        ctx_fail(p->info->ctx, LATHE_INTERNAL, "%s: '%s' cannot be copied", p->name,
                 LLVMGetValueName(fn));
        return NULL;
    }
    scale_uses(p, b, &c);
    vec_push(p->info->ctx, all, c);
    return c.to;
}

void dtrans_apply_clones(const dtrans_plan *p) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->info->m->llvm_ctx);
    copied_list all = {0};
    for (size_t i = 0; i < p->clones.len && ctx_tick(p->info->ctx, 1); i++) {
        LLVMValueRef call = p->clones.at[i].call;
        LLVMValueRef to = copy_for(p, b, &all, &p->clones.at[i]);
        if (!to)
            break;
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, to);
        ir_attr_remove(call, IR_AT_FUNCTION, "allocsize");
    }
    vec_free(p->info->ctx, &all);
    LLVMDisposeBuilder(b);
}
