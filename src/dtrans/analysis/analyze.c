/* The analysis as a whole.
 *
 *   types ─► always-inline, mem2reg, known callees, calls that fit ─► pointer classes ─► hints
 *         ─► classes, globals, functions
 *
 * The types are taken from the module as it was given: what it names is listed even if nothing uses
 * it any more once local variables have become values.
 */
#include "dtrans/analysis/visit.h"
#include "dtrans/annotate/annotate.h"
#include "ir/edit/fit_calls.h"
#include "ir/edit/known_callees.h"
#include "ir/llvmpasses.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_shape.h"

#include <string.h>

/* Weak definitions may be replaced when the program is linked or loaded. */
bool dtrans_is_replaceable(LLVMValueRef global) {
    LLVMLinkage l = LLVMGetLinkage(global);
    return !LLVMIsDeclaration(global) &&
           (l == LLVMWeakAnyLinkage || l == LLVMLinkOnceAnyLinkage || l == LLVMExternalWeakLinkage);
}

bool dtrans_is_seen_outside(const DTransInfo *info, LLVMValueRef fn) {
    LLVMLinkage l = LLVMGetLinkage(fn);
    if (l == LLVMInternalLinkage || l == LLVMPrivateLinkage)
        return false;
    if (!info->whole)
        return true;
    return info->open && (info->main_called || strcmp(LLVMGetValueName(fn), "main") != 0);
}

/* A linker that was asked has reported who names main; a host that was not asked, nothing. */
static void judge_visibility(DTransInfo *info) {
    const ir_settings *s = &info->m->settings;
    info->linked = s->linked != IR_NOT_LINKED;
    info->open = info->linked || s->visible_used;
    info->main_called = info->linked ? s->linked == IR_LINKED_MAIN_USED : s->visible_used;
}

static void judge_program(DTransInfo *info) {
    LLVMValueRef entry = LLVMGetNamedFunction(info->m->llvm, "main");
    info->whole = true;
    judge_visibility(info);
    if (info->linked)
        return;
    if ((!entry || LLVMIsDeclaration(entry)) && !info->m->settings.exports.text) {
        info->whole = false;
        info->not_whole = "the program has no main, and no list of exported functions is given";
    }
    ir_each_function (fn, info->m->llvm)
        if (info->whole && dtrans_is_replaceable(fn)) {
            info->whole = false;
            info->not_whole = "a weak function may be replaced from outside";
            info->not_whole_at = fn;
        }
    ir_each_global (g, info->m->llvm)
        if (info->whole && dtrans_is_replaceable(g)) {
            info->whole = false;
            info->not_whole = "a weak variable may be replaced from outside";
            info->not_whole_at = g;
        }
}

/* What begins a handler is only found in functions with a personality. */
static bool leads_to_handlers(LLVMBasicBlockRef bb) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    switch (last ? LLVMGetInstructionOpcode(last) : LLVMUnreachable) {
    case LLVMInvoke:
    case LLVMResume:
    case LLVMCatchSwitch:
        return true;
    default:
        return false;
    }
}

static LLVMValueRef find_exception(LLVMModuleRef llvm) {
    ir_each_function (fn, llvm) {
        if (LLVMHasPersonalityFn(fn))
            return fn;
        ir_each_block (bb, fn)
            if (leads_to_handlers(bb))
                return LLVMGetBasicBlockTerminator(bb);
    }
    return NULL;
}

/* A hint adds a type; everything else is judged as ever. */
static void apply_hint(DTransInfo *info, LLVMValueRef inst) {
    LLVMTypeRef type;
    unsigned level;
    if (!dtrans_annotated_type(inst, &type, &level))
        return;
    ptr_graph *g = &info->graph;
    uint32_t shape = ptr_shape_of(g, ir_layout(info->m), type);
    ptr_class c = ptr_class_of(g, inst);
    while (--level)
        c = ptr_pointee(g, c);
    if (shape && c)
        ptr_see_shape(g, c, shape, ptr_witness_new(g, inst, NULL));
}

/* A mark on the address of a field, which is an index then; so is every field that the same
 * location may be, for they are accessed alike. */
static void read_mark(dtrans_visitor *v, LLVMValueRef call) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, LLVMGetOperand(call, 0));
    if (p->objects || !p->count)
        return;
    dtrans_each_view (view, p) {
        uint32_t field = view->outer ? IR_NONE : dtrans_field_at(v->info, view->type, view->offset);
        if (field != IR_NONE)
            v->info->types.at[view->type].fields[field].index = true;
    }
}

static void read_marks(dtrans_visitor *v) {
    ir_each_function (fn, v->info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (LLVMIsACallInst(inst) && ctx_tick(v->info->ctx, 1) &&
                    dtrans_is_annotation_of_kind(inst, DPA_AOSToSOAIndexField))
                    read_mark(v, inst);
}

static void apply_hints(DTransInfo *info) {
    unsigned kind = dtrans_annotated_type_kind(info->m->llvm_ctx);
    ir_each_function (fn, info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (LLVMHasMetadata(inst) && LLVMGetMetadata(inst, kind))
                    apply_hint(info, inst);
}

/* One helper through which all memcpys go, or a local variable per pointer, would make one class
 * of everything. */
static lathe_status prepare(lathe_module *m) {
    ir_forget_origin(m);
    if (ir_run_llvm(m, &(ir_llvm_run){.passes = "always-inline,function(mem2reg)",
                                      .doing = "preparing the module"})) {
        ir_know_callees(m);
        ir_fit_calls(m);
    }
    return m->ctx->status;
}

static void expose(DTransInfo *info, LLVMValueRef global) {
    ptr_graph *g = &info->graph;
    ptr_class c = ptr_class_of_operand(g, info->m, global);
    if (!c)
        return;
    uint32_t witness = ptr_witness_new(g, global, NULL);
    ptr_add_mark(g, c, PTR_ESCAPES, PTR_REASON_EXTERNAL_SYMBOL, witness);
    ptr_add_mark(g, c, PTR_UNKNOWN, PTR_REASON_EXTERNAL_SYMBOL, witness);
}

/* Symbols of the graph are functions and variables; these are other names for them. */
static void expose_names(DTransInfo *info) {
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(info->m->llvm); a; a = LLVMGetNextGlobalAlias(a))
        if (dtrans_is_seen_outside(info, a))
            expose(info, LLVMAliasGetAliasee(a));
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(info->m->llvm); i; i = LLVMGetNextGlobalIFunc(i))
        expose(info, LLVMGetGlobalIFuncResolver(i));
}

/* Types are read before the module is prepared, so that none is missed. */
static bool begin(DTransInfo *info, lathe_module *m) {
    *info = (DTransInfo){.m = m, .ctx = m->ctx};
    arena_init(&info->mem, m->ctx);
    map_init(&info->by_llvm, m->ctx);
    vec_push(m->ctx, &info->uses, (dtrans_use){0});
    return ir_di_types_init(&info->di, m) && ir_structs_init(&info->structs, m, &info->di);
}

enum { VISITOR_MAPS = 10 };

static void list_maps(dtrans_visitor *v, map *maps[VISITOR_MAPS]) {
    map *all[VISITOR_MAPS] = {&v->judged,    &v->constants, &v->accesses,  &v->sites,
                              &v->declared,  &v->alike,     &v->by_member, &v->unmeasured,
                              &v->size_uses, &v->readers};
    memcpy(maps, all, sizeof all);
}

void dtrans_visitor_init(dtrans_visitor *v, DTransInfo *info) {
    map *maps[VISITOR_MAPS];
    *v = (dtrans_visitor){.info = info, .target = ir_layout(info->m)};
    dtrans_local_init(&v->local, info);
    list_maps(v, maps);
    for (size_t i = 0; i < VISITOR_MAPS; i++)
        map_init(maps[i], info->ctx);
}

void dtrans_visitor_free(dtrans_visitor *v) {
    map *maps[VISITOR_MAPS];
    lathe_ctx *ctx = v->judged.ctx;
    list_maps(v, maps);
    for (size_t i = 0; i < VISITOR_MAPS; i++)
        map_free(maps[i]);
    dtrans_local_free(&v->local);
    vec_free(ctx, &v->sums);
    vec_free(ctx, &v->counted);
    vec_free(ctx, &v->reads);
}

static void examine(DTransInfo *info, bool ready) {
    lathe_module *m = info->m;
    ctx_timer timer = ctx_phase_begin(m->ctx, "dtrans");
    judge_program(info);
    info->exception_at = find_exception(m->llvm);
    ptr_build(&info->graph, m);
    info->graph.open = info->linked;
    apply_hints(info);
    if (info->linked)
        expose_names(info);
    if (ctx_ok(m->ctx))
        ptr_close(&info->graph);
    dtrans_visitor v;
    dtrans_visitor_init(&v, info);
    if (ready && dtrans_collect_types(info)) {
        dtrans_visit_globals(&v);
        dtrans_visit_functions(&v);
        dtrans_visit_classes(&v);
        dtrans_finish_accesses(&v);
        dtrans_finish_geps(&v);
        dtrans_note_seen_alignments(info);
        read_marks(&v);
        dtrans_fix_members(info);
        dtrans_keep_types(info);
        dtrans_force_types(info);
        info->complete = true;
    }
    dtrans_visitor_free(&v);
    ctx_phase_end(m->ctx, timer);
}

void dtrans_analyze(DTransInfo *info, lathe_module *m) {
    bool ready = begin(info, m);
    prepare(m);
    examine(info, ready);
}

void dtrans_examine(DTransInfo *info, lathe_module *m) {
    bool ready = begin(info, m);
    examine(info, ready);
}
