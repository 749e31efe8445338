/* ir-test-ptr-trace: the program tells at run time which memory each access touches, and with
 * which class of address, so that ir-test-ptr-check can hold the graph against it.
 *
 * Needs: a whole program, to be linked with the run-time of the tests, which defines the hooks.
 * Keeps: behaviour of a program of one thread; the graph is that of the module before the pass.
 * Breaks: nothing.
 * Declines when: the module uses the hooks' names.
 */
#include "ir/attr.h"
#include "passes/passes.h"
#include "passes/ptr_touch.h"

#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

/* __lathe_touch(addr, size, site), __lathe_new(addr, size), __lathe_enter(frame), and the table
 * from site to class. */
typedef struct tracer {
    lathe_module *m;
    LLVMBuilderRef build;
    LLVMTargetDataRef layout;
    LLVMTypeRef pointer, i64, i32;
    LLVMTypeRef touch_type, new_type, enter_type, frame_type;
    LLVMValueRef touch, new, enter, frame;
} tracer;

static LLVMValueRef declare(tracer *t, const char *name, LLVMTypeRef type) {
    if (LLVMGetNamedFunction(t->m->llvm, name) || LLVMGetNamedGlobal(t->m->llvm, name)) {
        ctx_fail(t->m->ctx, LATHE_BAD_INPUT, "the module already names %s", name);
        return NULL;
    }
    return LLVMAddFunction(t->m->llvm, name, type);
}

static bool begin(tracer *t, lathe_module *m) {
    *t = (tracer){.m = m, .layout = ir_layout(m)};
    t->build = LLVMCreateBuilderInContext(m->llvm_ctx);
    t->pointer = LLVMPointerTypeInContext(m->llvm_ctx, 0);
    t->i64 = LLVMInt64TypeInContext(m->llvm_ctx);
    t->i32 = LLVMInt32TypeInContext(m->llvm_ctx);
    LLVMTypeRef none = LLVMVoidTypeInContext(m->llvm_ctx);
    LLVMTypeRef params[] = {t->pointer, t->i64, t->i32};
    t->touch_type = LLVMFunctionType(none, params, 3, false);
    t->new_type = LLVMFunctionType(none, params, 2, false);
    t->enter_type = LLVMFunctionType(none, params, 1, false);
    t->touch = declare(t, "__lathe_touch", t->touch_type);
    t->new = declare(t, "__lathe_new", t->new_type);
    t->enter = declare(t, "__lathe_enter", t->enter_type);
    unsigned frame = ir_intrinsic_id("llvm.frameaddress");
    t->frame = LLVMGetIntrinsicDeclaration(m->llvm, frame, &t->pointer, 1);
    t->frame_type = LLVMGlobalGetValueType(t->frame);
    return ctx_ok(m->ctx);
}

static LLVMValueRef widened(tracer *t, LLVMValueRef integer) {
    return LLVMBuildIntCast2(t->build, integer, t->i64, false, "");
}

static void insert_touch(tracer *t, const ptr_touch *touch, uint32_t site) {
    LLVMTypeRef type = LLVMTypeOf(touch->address);
    if (LLVMGetPointerAddressSpace(type) != 0)
        return;
    LLVMPositionBuilderBefore(t->build, touch->inst);
    LLVMValueRef size =
        touch->length ? widened(t, touch->length) : LLVMConstInt(t->i64, touch->size, false);
    LLVMValueRef args[] = {touch->address, size, LLVMConstInt(t->i32, site, false)};
    LLVMBuildCall2(t->build, t->touch_type, t->touch, args, 3, "");
}

/* Memory of a loop's variable-length arrays is used again within one frame. */
static void insert_new(tracer *t, LLVMValueRef alloca) {
    LLVMPositionBuilderBefore(t->build, LLVMGetNextInstruction(alloca));
    uint64_t element = ir_abi_size(t->layout, LLVMGetAllocatedType(alloca));
    LLVMValueRef count = widened(t, LLVMGetOperand(alloca, 0));
    LLVMValueRef size = LLVMBuildMul(t->build, count, LLVMConstInt(t->i64, element, false), "");
    LLVMValueRef args[] = {alloca, size};
    LLVMBuildCall2(t->build, t->new_type, t->new, args, 2, "");
}

static void trace_allocas(tracer *t, LLVMValueRef fn) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    ir_each_block (bb, fn)
        for (LLVMValueRef next, inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            bool fixed = bb == entry && LLVMIsAAllocaInst(inst) &&
                         LLVMIsAConstantInt(LLVMGetOperand(inst, 0));
            if (LLVMIsAAllocaInst(inst) && !fixed && ctx_tick(t->m->ctx, 1))
                insert_new(t, inst);
        }
}

/* Bytes of the type of a by-value parameter, 0 if it is none. */
static uint64_t byval_size(tracer *t, LLVMValueRef fn, unsigned param) {
    LLVMAttributeRef a = ir_attr_get(fn, param + 1, "byval");
    return a ? ir_abi_size(t->layout, LLVMGetTypeAttributeValue(a)) : 0;
}

/* What the caller passes on the stack lies above the frame, where other calls passed theirs. */
static void trace_arguments(tracer *t, LLVMValueRef fn, LLVMValueRef frame) {
    enum { ARGUMENT_AREA = 512 };
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        uint64_t size = byval_size(t, fn, i);
        LLVMValueRef args[] = {LLVMGetParam(fn, i), LLVMConstInt(t->i64, size, false)};
        if (size)
            LLVMBuildCall2(t->build, t->new_type, t->new, args, 2, "");
    }
    LLVMValueRef area[] = {frame, LLVMConstInt(t->i64, ARGUMENT_AREA, false)};
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)))
        LLVMBuildCall2(t->build, t->new_type, t->new, area, 2, "");
}

/* What lies below a new frame is no object any more: its own variables and the saved registers of
 * `...` included. */
static void trace_entry(tracer *t, LLVMValueRef fn) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(t->build, first);
    LLVMValueRef zero = LLVMConstInt(t->i32, 0, false);
    LLVMValueRef frame = LLVMBuildCall2(t->build, t->frame_type, t->frame, &zero, 1, "");
    LLVMBuildCall2(t->build, t->enter_type, t->enter, &frame, 1, "");
    trace_arguments(t, fn, frame);
}

static void add_table(tracer *t, const ptr_touches *touches) {
    VEC(LLVMValueRef) classes = {0};
    for (size_t i = 0; i < touches->at.len; i++)
        vec_push(t->m->ctx, &classes, LLVMConstInt(t->i32, touches->at.at[i].class, false));
    LLVMTypeRef type = LLVMArrayType2(t->i32, classes.len);
    LLVMValueRef table = LLVMAddGlobal(t->m->llvm, type, "__lathe_classes");
    LLVMSetInitializer(table, LLVMConstArray2(t->i32, classes.at, classes.len));
    LLVMSetGlobalConstant(table, true);
    vec_free(t->m->ctx, &classes);
}

/* Equal constants stay apart: the linker would make one of them, as the program allows it to. */
static void keep_constants_apart(lathe_module *m) {
    ir_each_global (g, m->llvm)
        LLVMSetUnnamedAddress(g, LLVMNoUnnamedAddr);
}

static void instrument(tracer *t, const ptr_touches *touches) {
    for (size_t i = 0; i < touches->at.len && ctx_tick(t->m->ctx, 1); i++)
        insert_touch(t, &touches->at.at[i], (uint32_t)i);
    ir_each_function (fn, t->m->llvm)
        if (!LLVMIsDeclaration(fn) && LLVMGetLinkage(fn) != LLVMAvailableExternallyLinkage) {
            trace_allocas(t, fn);
            trace_entry(t, fn);
        }
    add_table(t, touches);
    keep_constants_apart(t->m);
}

lathe_status ptr_trace_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    ptr_graph g;
    ptr_touches touches = {0};
    ptr_build(&g, m);
    if (ctx_ok(m->ctx))
        ptr_touches_find(&touches, &g, m);
    tracer t;
    if (ctx_ok(m->ctx)) {
        if (begin(&t, m))
            instrument(&t, &touches);
        LLVMDisposeBuilder(t.build);
    }
    vec_free(m->ctx, &touches.at);
    ptr_graph_free(&g);
    return m->ctx->status;
}
