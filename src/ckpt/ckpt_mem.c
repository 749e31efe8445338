/* ckpt_mem mode: find the functions, judge them, lay out what they save, and wire it.
 *
 * Pointers cannot be saved as they are, since the memory may be read by another process: those into
 * locals, globals and the memory that arguments point to are saved as a distance, arguments of
 * pointer type are what the caller passes this time, and what points elsewhere is refused.
 */
#include "ckpt/ckpt_mem.h"

#include "ckpt/ckpt_check.h"
#include "ckpt/ckpt_reasons.h"
#include "ckpt/exceptions.h"
#include "ckpt/mem_fn.h"
#include "ckpt/select.h"
#include "generated/mem_code.h"
#include "ir/llvmx.h"
#include "ir/value.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

/* ---- judging ---- */

/* Before the checkpoints are in, nobody uses the parameter, and optimisers stop passing it. */
static void judge_callers(mem_fn *w, ckpt_refusals *r) {
    unsigned index = 0;
    while (LLVMGetParam(w->f.fn, index) != w->memory)
        index++;
    for (LLVMUseRef u = LLVMGetFirstUse(w->f.fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!ckpt_is_call_of(call, w->f.fn) || !LLVMIsUndef(LLVMGetOperand(call, index)))
            continue;
        ckpt_refuse(r, w->f.fn, call, CKPT_WHY_MEM_GONE);
        return;
    }
}

/* All pointers start from one object, or none is known. */
static LLVMValueRef base_of(mem_fn *w, LLVMValueRef pointer) {
    ckpt_value_list work = {0};
    map seen;
    LLVMValueRef base = NULL;
    bool one = true;
    map_init(&seen, w->f.m->ctx);
    vec_push(w->f.m->ctx, &work, pointer);
    for (size_t i = 0; i < work.len && one && ctx_tick(w->f.m->ctx, 1); i++) {
        LLVMValueRef v = work.at[i];
        if (!map_add(&seen, v))
            continue;
        if (LLVMIsAGetElementPtrInst(v) || LLVMIsAFreezeInst(v))
            vec_push(w->f.m->ctx, &work, LLVMGetOperand(v, 0));
        else if (LLVMIsAPHINode(v) || LLVMIsASelectInst(v))
            for (unsigned o = LLVMIsASelectInst(v) ? 1 : 0; o < (unsigned)LLVMGetNumOperands(v);
                 o++)
                vec_push(w->f.m->ctx, &work, LLVMGetOperand(v, o));
        else if (LLVMIsAAllocaInst(v) || LLVMIsAArgument(v) || LLVMIsAGlobalVariable(v)) {
            one = !base || base == v;
            base = v;
        } else
            one = false;
    }
    vec_free(w->f.m->ctx, &work);
    map_free(&seen);
    return one ? base : NULL;
}

static void judge_values(mem_fn *w, const ir_live *live, uint32_t block, ckpt_refusals *r) {
    for (int64_t i = 0; (i = bitset_next(&live->out[block], (size_t)i)) != BITSET_END; i++) {
        LLVMValueRef v = ir_live_value(live, (uint32_t)i);
        if (!ir_is_pointer(v) || LLVMIsAArgument(v) || LLVMIsAAllocaInst(v))
            continue;
        LLVMValueRef base = base_of(w, v);
        map_set(&w->bases, v, (map_word){.p = base});
        if (!base)
            ckpt_refuse(r, w->f.fn, v, CKPT_WHY_MEM_POINTER, (const char *)map_get(&w->f.names, v));
    }
}

const char *ckpt_mem_object_name(const mem_fn *w, LLVMValueRef root) {
    const char *name = LLVMIsAGlobalVariable(root) ? LLVMGetValueName(root)
                                                   : (const char *)map_get(&w->f.names, root);
    return name ? name : "?";
}

static bool holds_pointers(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMPointerTypeKind)
        return true;
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
        return holds_pointers(LLVMGetElementType(type));
    for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(type); i++)
        if (holds_pointers(LLVMStructGetTypeAtIndex(type, i)))
            return true;
    return false;
}

/* A local of the kind that has pointers in it, whose address others have. */
static bool may_get_pointers(const ckpt_object *o) {
    return o->escapes && LLVMIsAAllocaInst(o->root) &&
           holds_pointers(LLVMGetAllocatedType(o->root));
}

/* The same for all points: taken away only if it is from all, added if it is to one. */
static bool is_wanted(const mem_fn *w, const ckpt_object *o, bool tracked) {
    const char *name = ckpt_mem_object_name(w, o->root);
    size_t removed = 0, added = 0;
    for (size_t i = 0; i < w->edits.len; i++) {
        bool same = ckpt_live_edit_is(&w->edits.at[i], name);
        removed += same && !w->edits.at[i].added;
        added += same && w->edits.at[i].added;
    }
    return added || (tracked && (!removed || removed < w->f.points.len));
}

static void judge_objects(mem_fn *w, const ir_live *live, uint32_t block, ckpt_refusals *r) {
    for (size_t i = 0; i < w->objects.all.len; i++) {
        const ckpt_object *o = &w->objects.all.at[i];
        bool tracked = o->modified && ckpt_object_live_out(o, live, block);
        if (o->root == w->memory || !is_wanted(w, o, tracked))
            continue;
        bitset_add(&w->saved, i);
        if (!o->bytes && !o->size)
            ckpt_refuse(r, w->f.fn, LLVMIsAInstruction(o->root) ? o->root : NULL, CKPT_WHY_MEM_SIZE,
                        ckpt_mem_object_name(w, o->root));
        else if (o->pointer_stored || may_get_pointers(o))
            ckpt_refuse(r, w->f.fn, o->pointer_stored ? o->pointer_stored : o->root,
                        CKPT_WHY_MEM_STORED_POINTER, ckpt_mem_object_name(w, o->root));
    }
}

/* What the function itself writes there would be in the way of what is saved, and what it reads
 * there is not what it wrote. Whether there is any memory may be asked. */
static void judge_memory(mem_fn *w, ckpt_refusals *r) {
    const ckpt_object *o = &w->objects.all.at[0];
    for (size_t i = 0; i < w->objects.all.len; i++)
        if (w->objects.all.at[i].root == w->memory)
            o = &w->objects.all.at[i];
    for (size_t i = 0; i < o->pointers.len; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(o->pointers.at[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (!LLVMIsAInstruction(user) || LLVMIsAICmpInst(user) || ckpt_is_derivation(user) ||
                ir_calls_named(user, "llvm.assume"))
                continue;
            ckpt_refuse(r, w->f.fn, user, CKPT_WHY_MEM_OWN, ckpt_mem_object_name(w, w->memory));
            return;
        }
}

static void judge(mem_fn *w, ckpt_refusals *r) {
    const ir_live *live = ckpt_live_now(&w->f);
    ckpt_check_mem_function(r, w->f.fn);
    judge_callers(w, r);
    if (!live || !ckpt_objects_find(&w->objects, w->f.m, w->f.fn) ||
        !bitset_init(&w->saved, &w->f.mem, w->objects.all.len))
        return;
    judge_memory(w, r);
    ckpt_check_handlers(r, &w->f);
    for (size_t i = 0; i < w->f.points.len && ctx_ok(w->f.m->ctx); i++) {
        uint32_t block = ir_cfg_number(live->cfg, w->f.points.at[i].x);
        if (ckpt_is_refused(r, w->f.fn))
            return;
        judge_values(w, live, block, r);
        judge_objects(w, live, block, r);
    }
}

/* Globals that the function, or what it calls, may write: all that are mentioned and not constant.
 */
static void find_globals(mem_fn *w) {
    ckpt_value_list work = {0};
    map seen;
    map_init(&seen, w->f.m->ctx);
    vec_push(w->f.m->ctx, &work, w->f.fn);
    for (size_t i = 0; i < work.len; i++) {
        if (!map_add(&seen, work.at[i]) || !ctx_tick(w->f.m->ctx, 1))
            continue;
        if (LLVMIsAGlobalVariable(work.at[i])) {
            if (!LLVMIsGlobalConstant(work.at[i]) && !LLVMIsDeclaration(work.at[i]))
                vec_push(w->f.m->ctx, &w->globals, work.at[i]);
            continue;
        }
        if (LLVMIsAFunction(work.at[i])) {
            ir_each_block (bb, work.at[i])
                ir_each_inst (inst, bb)
                    for (int o = 0, n = LLVMGetNumOperands(inst); o < n; o++)
                        if (LLVMIsAConstant(LLVMGetOperand(inst, (unsigned)o)))
                            vec_push(w->f.m->ctx, &work, LLVMGetOperand(inst, (unsigned)o));
        } else if (LLVMIsAConstantExpr(work.at[i])) {
            for (int o = 0, n = LLVMGetNumOperands(work.at[i]); o < n; o++)
                vec_push(w->f.m->ctx, &work, LLVMGetOperand(work.at[i], (unsigned)o));
        }
    }
    vec_free(w->f.m->ctx, &work);
    map_free(&seen);
}

/* ---- all functions ---- */

static mem_fn *at(const ckpt_fn_list *fns, size_t i) {
    return (mem_fn *)fns->at[i];
}

static LLVMValueRef next_to_inline(LLVMValueRef fn, const map *tried) {
    enum { SMALL = 60 };
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            LLVMValueRef callee = ckpt_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
            if (callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) && callee != fn &&
                !map_find(tried, inst) && ckpt_count_instructions(callee) <= SMALL &&
                !ckpt_has_directive(callee) && !ckpt_calls_itself(callee))
                return inst;
        }
    return NULL;
}

/* A constructor that keeps a reference in a local of the function would be a pointer in memory that
 * is saved; inlined, it is a value of which is known what it refers to. */
static void inline_small(lathe_module *m, LLVMValueRef fn) {
    enum { MOST = 200 };
    map tried;
    LLVMValueRef call;
    map_init(&tried, m->ctx);
    for (int i = 0; i < MOST && ctx_ok(m->ctx) && (call = next_to_inline(fn, &tried)); i++)
        if (!llvmx_inline(call))
            map_add(&tried, call);
    map_free(&tried);
}

static mem_fn *begin(lathe_module *m, LLVMValueRef fn, const ckpt_options *options) {
    uint64_t bytes;
    LLVMValueRef memory = ckpt_mem_find(m, fn, options, &bytes);
    mem_fn *w = memory ? ctx_realloc(m->ctx, NULL, 0, sizeof *w) : NULL;
    if (!w)
        return NULL;
    *w = (mem_fn){.memory = memory, .before = ckpt_count_instructions(fn)};
    arena_init(&w->mem, m->ctx);
    ckpt_live_edits_read(&w->edits, &w->mem, m, fn, options);
    inline_small(m, fn);
    ckpt_prepare(m, fn);
    map_init(&w->bases, m->ctx);
    ckpt_fn_init(&w->f, m, fn);
    ckpt_said_size said = ckpt_argument_bytes(m, &w->f.mem, memory);
    w->capacity = bytes ? bytes : said.bytes;
    w->room = said.expression;
    ckpt_find_directives(&w->f);
    return w;
}

static void end(mem_fn *w) {
    lathe_ctx *ctx = w->f.m->ctx;
    if (w->objects.ctx)
        ckpt_objects_free(&w->objects);
    vec_free(ctx, &w->globals);
    vec_free(ctx, &w->edits);
    arena_free(&w->mem);
    vec_free(ctx, &w->regions);
    map_free(&w->bases);
    ckpt_fn_free(&w->f);
    ctx_free(ctx, w, sizeof *w);
}

static bool link_helpers(lathe_module *m) {
    if (LLVMGetNamedFunction(m->llvm, "ckpt.mem.enter"))
        return true;
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRange(
        ckpt_mem_code, sizeof ckpt_mem_code - 1, "ckpt_mem", true);
    LLVMModuleRef code;
    char *message = NULL;
    if (LLVMParseIRInContext(m->llvm_ctx, text, &code, &message)) {
        ctx_fail(m->ctx, LATHE_INTERNAL, "the code of ckpt_mem: %s", message);
        LLVMDisposeMessage(message);
        return false;
    }
    LLVMSetTarget(code, LLVMGetTarget(m->llvm));
    LLVMSetDataLayout(code, LLVMGetDataLayoutStr(m->llvm));
    if (LLVMLinkModules2(m->llvm, code)) {
        ctx_fail(m->ctx, LATHE_INTERNAL, "the code of ckpt_mem cannot be linked");
        return false;
    }
    ir_each_function (fn, m->llvm)
        if (str_starts_with(LLVMGetValueName(fn), "ckpt.mem."))
            LLVMSetLinkage(fn, LLVMInternalLinkage);
    return true;
}

/* An attribute, so that it is known after other passes and in a file. */
static const char injected[] = "lathe-ckpt-mem";

bool ckpt_mem_is_injected(LLVMValueRef fn) {
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         injected, sizeof injected - 1) != NULL;
}

static void mark_injected(LLVMValueRef fn) {
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(LLVMGetValueContext(fn), injected, sizeof injected - 1, "", 0));
}

static void inject_all(lathe_module *m, const ckpt_fn_list *fns, const ckpt_options *options,
                       ckpt_refusals *refused, ckpt_sites *sites) {
    size_t known = refused->all.len;
    ckpt_split_points(m, fns);
    for (size_t i = 0; i < fns->len && ctx_ok(m->ctx); i++) {
        judge(at(fns, i), refused);
        find_globals(at(fns, i));
    }
    if (!ctx_ok(m->ctx) || refused->all.len > known || !fns->len || !link_helpers(m))
        return;
    for (size_t i = 0; i < fns->len && ctx_ok(m->ctx); i++) {
        ckpt_mem_transform(at(fns, i), options, sites);
        mark_injected(at(fns, i)->f.fn);
    }
}

bool ckpt_mem_inject(lathe_module *m, const ckpt_options *options, ckpt_refusals *refused,
                     ckpt_sites *sites) {
    ckpt_fn_list fns = {0};
    ir_each_function (fn, m->llvm) {
        if (LLVMIsDeclaration(fn) || ckpt_is_refused(refused, fn) || ckpt_mem_is_injected(fn) ||
            !ctx_ok(m->ctx) || !ckpt_mem_parameter(m, fn, options))
            continue;
        mem_fn *w = begin(m, fn, options);
        if (w && (!w->f.points.len || !vec_push(m->ctx, &fns, &w->f)))
            end(w);
    }
    inject_all(m, &fns, options, refused, sites);
    for (size_t i = 0; i < fns.len; i++)
        end(at(&fns, i));
    vec_free(m->ctx, &fns);
    return ctx_ok(m->ctx);
}
