#include "ckpt/frame.h"

#include "base/num.h"
#include "ckpt/ckpt_runtime.h"
#include "ckpt/objects.h"
#include "ir/attr.h"
#include "ir/size.h"
#include "ir/value.h"

enum { FRAME_ALIGN = LATHE_CKPT_ALIGN };

static bool is_local(const ckpt_fn *f, LLVMValueRef alloca) {
    return LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) &&
           LLVMGetInstructionParent(alloca) == LLVMGetEntryBasicBlock(f->fn);
}

static bool live_at_a_point(const ckpt_fn *f, const ckpt_object *o, const ir_live *live) {
    for (size_t i = 0; i < f->points.len; i++)
        if (ckpt_object_live_out(o, live, ir_cfg_number(live->cfg, f->points.at[i].x)))
            return true;
    return false;
}

static void sort_objects(ckpt_frame_plan *plan, ckpt_fn *f, const ckpt_objects *objects,
                         const ir_live *live) {
    for (size_t i = 0; i < objects->all.len; i++) {
        const ckpt_object *o = &objects->all.at[i];
        if (LLVMIsAAllocaInst(o->root) && !is_local(f, o->root))
            vec_push(f->m->ctx, &plan->dynamic, o->root);
        else if (LLVMIsAAllocaInst(o->root) && live_at_a_point(f, o, live))
            vec_push(f->m->ctx, &plan->locals, o->root);
    }
    for (unsigned i = 0, n = LLVMCountParams(f->fn); i < n; i++)
        if (ir_attr_get(f->fn, i + 1, "byval"))
            vec_push(f->m->ctx, &plan->by_value, LLVMGetParam(f->fn, i));
}

bool ckpt_frame_find(ckpt_frame_plan *plan, ckpt_fn *f) {
    const ir_live *live = ckpt_live_now(f);
    ckpt_objects objects = {0};
    *plan = (ckpt_frame_plan){0};
    if (live && ckpt_objects_find(&objects, f->m, f->fn))
        sort_objects(plan, f, &objects, live);
    if (objects.ctx)
        ckpt_objects_free(&objects);
    return ctx_ok(f->m->ctx);
}

void ckpt_frame_free(ckpt_frame_plan *plan, ckpt_fn *f) {
    vec_free(f->m->ctx, &plan->locals);
    vec_free(f->m->ctx, &plan->dynamic);
    vec_free(f->m->ctx, &plan->by_value);
}

static LLVMTypeRef pointer_type(const ckpt_fn *f) {
    return LLVMPointerTypeInContext(f->m->llvm_ctx, 0);
}

static LLVMValueRef at_offset(ckpt_fn *f, LLVMValueRef base, LLVMValueRef offset) {
    return LLVMBuildInBoundsGEP2(f->b, LLVMInt8TypeInContext(f->m->llvm_ctx), base, &offset, 1, "");
}

/* p rounded up to a multiple of align. */
static LLVMValueRef aligned(ckpt_fn *f, LLVMValueRef p, uint64_t align) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(f->m->llvm_ctx);
    LLVMValueRef address = LLVMBuildPtrToInt(f->b, p, i64, "");
    LLVMValueRef missing =
        LLVMBuildAnd(f->b, LLVMBuildNeg(f->b, address, ""), ckpt_int64(f, align - 1), "");
    return at_offset(f, p, missing);
}

static void drop_lifetimes(LLVMValueRef alloca) {
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = next) {
        next = LLVMGetNextUse(u);
        if (ir_calls_named(LLVMGetUser(u), "llvm.lifetime."))
            LLVMInstructionEraseFromParent(LLVMGetUser(u));
    }
}

static void replace(ckpt_fn *f, LLVMValueRef old, LLVMValueRef new) {
    const char *name = map_get(&f->names, old);
    map_word *place = name ? map_put(&f->names, new) : NULL;
    if (place)
        place->s = name;
    LLVMReplaceAllUsesWith(old, new);
}

/* Where each local begins, and the alignment of all. */
typedef struct layout {
    uint64_t bytes, align;
} layout;

static uint64_t place_object(layout *l, uint64_t bytes, uint64_t align) {
    uint64_t at = num_round_up(l->bytes, align);
    l->bytes = at + bytes;
    l->align = align > l->align ? align : l->align;
    return at;
}

static uint64_t alloca_bytes(const ckpt_fn *f, LLVMValueRef a) {
    return ckpt_type_bytes(f->m, LLVMGetAllocatedType(a)) *
           LLVMConstIntGetZExtValue(LLVMGetOperand(a, 0));
}

static LLVMTypeRef by_value_type(LLVMValueRef argument) {
    return LLVMGetTypeAttributeValue(ir_attr_of_param(argument, "byval"));
}

/* The copy is made on the way to the body only: a restored frame already has it. */
static void copy_by_value(ckpt_fn *f, LLVMValueRef argument, LLVMValueRef to) {
    LLVMTypeRef type = by_value_type(argument);
    unsigned align = ir_abi_align(ir_layout(f->m), type);
    replace(f, argument, to);
    LLVMBasicBlockRef entry = ckpt_add_block(f, f->name, ".arguments", f->body);
    LLVMPositionBuilderAtEnd(f->b, entry);
    LLVMBuildMemCpy(f->b, to, align < FRAME_ALIGN ? align : FRAME_ALIGN, argument, 1,
                    ckpt_int64(f, ckpt_type_bytes(f->m, type)));
    LLVMBuildBr(f->b, f->body);
    f->body = entry;
}

static void move_locals(ckpt_fn *f, const ckpt_frame_plan *plan, LLVMValueRef base) {
    layout l = {.align = 1};
    for (size_t i = 0; i < plan->locals.len; i++) {
        LLVMValueRef a = plan->locals.at[i];
        uint64_t at = place_object(&l, alloca_bytes(f, a), LLVMGetAlignment(a));
        drop_lifetimes(a);
        LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(f->prologue));
        replace(f, a, at_offset(f, base, ckpt_int64(f, at)));
        LLVMInstructionEraseFromParent(a);
    }
    for (size_t i = 0; i < plan->by_value.len; i++) {
        LLVMTypeRef type = by_value_type(plan->by_value.at[i]);
        uint64_t at = place_object(&l, ckpt_type_bytes(f->m, type), FRAME_ALIGN);
        LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(f->prologue));
        copy_by_value(f, plan->by_value.at[i], at_offset(f, base, ckpt_int64(f, at)));
    }
}

static layout measure(const ckpt_fn *f, const ckpt_frame_plan *plan) {
    layout l = {.align = 1};
    for (size_t i = 0; i < plan->locals.len; i++)
        place_object(&l, alloca_bytes(f, plan->locals.at[i]), LLVMGetAlignment(plan->locals.at[i]));
    for (size_t i = 0; i < plan->by_value.len; i++)
        place_object(&l, ckpt_type_bytes(f->m, by_value_type(plan->by_value.at[i])), FRAME_ALIGN);
    return l;
}

/* An alloca of any size becomes a step of the frames' top. */
static void move_dynamic(ckpt_fn *f, LLVMValueRef a) {
    LLVMValueRef sp = ckpt_runtime(f->m, CKPT_RT_SP);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(f->m->llvm_ctx);
    uint64_t align = LLVMGetAlignment(a), one = ckpt_type_bytes(f->m, LLVMGetAllocatedType(a));
    drop_lifetimes(a);
    LLVMPositionBuilderBefore(f->b, a);
    LLVMValueRef top = LLVMBuildLoad2(f->b, pointer_type(f), sp, "");
    LLVMValueRef at = align > FRAME_ALIGN ? aligned(f, top, align) : top;
    LLVMValueRef count = LLVMBuildIntCast2(f->b, LLVMGetOperand(a, 0), i64, false, "");
    LLVMValueRef bytes = LLVMBuildMul(f->b, count, ckpt_int64(f, one), "");
    LLVMValueRef rounded =
        LLVMBuildAnd(f->b, LLVMBuildAdd(f->b, bytes, ckpt_int64(f, FRAME_ALIGN - 1), ""),
                     ckpt_int64(f, ~(uint64_t)(FRAME_ALIGN - 1)), "");
    LLVMBuildStore(f->b, at_offset(f, at, rounded), sp);
    replace(f, a, at);
    LLVMInstructionEraseFromParent(a);
}

static const char *intrinsic_name(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || !LLVMIsAFunction(LLVMGetCalledValue(inst)))
        return "";
    return LLVMGetValueName(LLVMGetCalledValue(inst));
}

/* The end of a scope takes its run-time-sized arrays with it. */
static void move_stack_marks(ckpt_fn *f) {
    LLVMValueRef sp = ckpt_runtime(f->m, CKPT_RT_SP);
    ir_each_block (bb, f->fn)
        for (LLVMValueRef next, inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            const char *name = intrinsic_name(inst);
            LLVMPositionBuilderBefore(f->b, inst);
            if (str_starts_with(name, "llvm.stacksave"))
                replace(f, inst, LLVMBuildLoad2(f->b, pointer_type(f), sp, ""));
            else if (str_starts_with(name, "llvm.stackrestore"))
                LLVMBuildStore(f->b, LLVMGetOperand(inst, 0), sp);
            else
                continue;
            LLVMInstructionEraseFromParent(inst);
        }
}

static void pop_before_returns(ckpt_fn *f) {
    ir_each_block (bb, f->fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        LLVMPositionBuilderBefore(f->b, last);
        LLVMBuildStore(f->b, f->frame, ckpt_runtime(f->m, CKPT_RT_SP));
    }
}

/* After setjmp or in a handler of exceptions, the builder's position; NULL if the block is neither.
 */
static LLVMValueRef landing(const ckpt_fn *f, LLVMBasicBlockRef bb) {
    LLVMValueRef first = LLVMGetFirstInstruction(bb);
    while (first && LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    if (first && LLVMIsALandingPadInst(first))
        return LLVMGetNextInstruction(first);
    for (size_t i = 0; i < f->jumps.len; i++)
        if (f->jumps.at[i].after == bb)
            return first;
    return NULL;
}

/* A jump or an exception leaves functions without taking their locals with it: where it ends does.
 * With run-time-sized arrays it is not known how far; these locals go when the function returns. */
static void pop_in_handlers(ckpt_fn *f) {
    LLVMValueRef top = NULL;
    LLVMValueRef sp = ckpt_runtime(f->m, CKPT_RT_SP);
    ir_each_block (bb, f->fn) {
        LLVMValueRef at = landing(f, bb);
        if (!at)
            continue;
        if (!top) {
            LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(f->prologue));
            top = LLVMBuildLoad2(f->b, pointer_type(f), sp, "top");
        }
        LLVMPositionBuilderBefore(f->b, at);
        LLVMBuildStore(f->b, top, sp);
    }
}

void ckpt_frame_move(ckpt_fn *f, const ckpt_frame_plan *plan) {
    layout l = measure(f, plan);
    if (!plan->locals.len && !plan->by_value.len && !plan->dynamic.len) {
        pop_in_handlers(f);
        return;
    }
    uint64_t room = l.align > FRAME_ALIGN ? l.bytes + l.align : l.bytes;
    LLVMValueRef bytes = ckpt_int64(f, num_round_up(room, FRAME_ALIGN));
    LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(f->prologue));
    LLVMValueRef sp = ckpt_runtime(f->m, CKPT_RT_SP);
    f->frame = LLVMBuildLoad2(f->b, pointer_type(f), sp, "frame");
    LLVMBuildStore(f->b, at_offset(f, f->frame, bytes), sp);
    f->moves_top = plan->dynamic.len > 0;
    if (!f->moves_top)
        pop_in_handlers(f);
    LLVMValueRef base = l.align > FRAME_ALIGN ? aligned(f, f->frame, l.align) : f->frame;
    move_locals(f, plan, base);
    for (size_t i = 0; i < plan->dynamic.len; i++)
        move_dynamic(f, plan->dynamic.at[i]);
    if (f->moves_top)
        move_stack_marks(f);
    pop_before_returns(f);
}
