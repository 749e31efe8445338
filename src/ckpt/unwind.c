#include "ckpt/unwind.h"

#include "base/num.h"
#include "ckpt/ckpt_path.h"
#include "ckpt/ckpt_reasons.h"
#include "ckpt/ckpt_runtime.h"
#include "ckpt/ckpt_strip.h"
#include "ckpt/derive.h"
#include "ckpt/frame.h"
#include "ckpt/program.h"
#include "ckpt/select.h"
#include "ckpt/setjmps.h"
#include "ckpt/threadlocal.h"
#include "ckpt/twin.h"
#include "ckpt/varargs.h"
#include "ir/attr.h"
#include "ir/size.h"

#include <string.h>

/* A recursive function has a twin: it saves and is called by all, the twin also restores and is
 * only called to do so. Their records are the same: both have the same points and slots. */
typedef struct unwinder {
    ckpt_fn f;
    struct unwinder *original; /* of a twin; NULL otherwise */
    bool has_twin;
    const map *twins; /* function -> twin */
    ckpt_frame_plan frame;
    uint64_t before;
    LLVMValueRef name;   /* the function's, for the runtime */
    LLVMValueRef *sites; /* per point */
    LLVMBasicBlockRef
        leave;           /* where the function returns to be interrupted; NULL before it is made */
    LLVMValueRef record; /* a slot for the one to fill, which crosses blocks like any other value */
} unwinder;

/* ---- records ---- */

static uint64_t slot_align(const ckpt_fn *f, const ckpt_slot *s) {
    uint64_t align = ir_abi_align(ir_layout(f->m), s->type);
    return align > LATHE_CKPT_ALIGN ? LATHE_CKPT_ALIGN : align;
}

/* The call gives its result itself, and needs to know what to call. */
static void adjust_live(ckpt_point *p) {
    if (p->result_slot != IR_NONE)
        bitset_remove(&p->live, p->result_slot);
    if (p->callee_slot != IR_NONE)
        bitset_add(&p->live, p->callee_slot);
}

static LLVMValueRef describe_slot(unwinder *w, const ckpt_slot *s, uint64_t offset,
                                  ckpt_sites *sites) {
    const ckpt_fn *f = &w->f;
    char *type = LLVMPrintTypeToString(s->type);
    ckpt_sites_add_field(sites, &(ckpt_field){.name = s->name,
                                              .type = type,
                                              .why = s->why,
                                              .offset = offset,
                                              .bytes = s->bytes,
                                              .kind = s->argument ? CKPT_ARGUMENT : CKPT_VALUE});
    ckpt_member members[] = {
        {offsetof(lathe_ckpt_value, name), ckpt_text(f->m, s->name)},
        {offsetof(lathe_ckpt_value, type), ckpt_text(f->m, type)},
        {offsetof(lathe_ckpt_value, offset), ckpt_int32(f, offset)},
        {offsetof(lathe_ckpt_value, bytes), ckpt_int32(f, s->bytes)},
    };
    LLVMDisposeMessage(type);
    return ckpt_struct(f->m, members, 4);
}

static void make_site(unwinder *w, size_t at, ckpt_sites *sites) {
    ckpt_fn *f = &w->f;
    ckpt_point *p = &f->points.at[at];
    VEC(LLVMValueRef) values = {0};
    uint64_t offset = 0;
    ckpt_sites_add(sites, f, p);
    for (int64_t i = 0; (i = bitset_next(&p->live, (size_t)i)) != BITSET_END; i++) {
        const ckpt_slot *s = &f->slots.at[i];
        if (ckpt_is_derived(f, p, (size_t)i))
            continue;
        offset = num_round_up(offset, slot_align(f, s));
        vec_push(f->m->ctx, &values, describe_slot(w, s, offset, sites));
        offset += s->bytes;
    }
    p->bytes = offset;
    LLVMValueRef list = ckpt_table(f->m, "ckpt.values", values.at, values.len);
    ckpt_member members[] = {
        {offsetof(lathe_ckpt_site, function), w->name},
        {offsetof(lathe_ckpt_site, place), ckpt_place(f->m, p->place)},
        {offsetof(lathe_ckpt_site, point), ckpt_int32(f, p->number)},
        {offsetof(lathe_ckpt_site, bytes), ckpt_int32(f, offset)},
        {offsetof(lathe_ckpt_site, directive), ckpt_int32(f, p->directive)},
        {offsetof(lathe_ckpt_site, value_count), ckpt_int32(f, values.len)},
        {offsetof(lathe_ckpt_site, values), list},
    };
    w->sites[at] = ckpt_constant(f->m, "ckpt.site", ckpt_struct(f->m, members, 7));
    vec_free(f->m->ctx, &values);
}

static LLVMValueRef in_record(ckpt_fn *f, LLVMValueRef record, uint64_t offset) {
    LLVMValueRef index = ckpt_int64(f, offset);
    return LLVMBuildInBoundsGEP2(f->b, LLVMInt8TypeInContext(f->m->llvm_ctx), record, &index, 1,
                                 "");
}

static void copy_values(ckpt_fn *f, const ckpt_point *p, LLVMValueRef record, bool save) {
    uint64_t offset = 0;
    for (int64_t i = 0; (i = bitset_next(&p->live, (size_t)i)) != BITSET_END; i++) {
        const ckpt_slot *s = &f->slots.at[i];
        if (ckpt_is_derived(f, p, (size_t)i))
            continue;
        offset = num_round_up(offset, slot_align(f, s));
        LLVMValueRef place = in_record(f, record, offsetof(lathe_ckpt_frame, values) + offset);
        LLVMValueRef value = LLVMBuildLoad2(f->b, s->type, save ? s->slot : place, s->name);
        LLVMValueRef store = LLVMBuildStore(f->b, value, save ? place : s->slot);
        LLVMSetAlignment(save ? store : value, (unsigned)slot_align(f, s));
        offset += s->bytes;
    }
}

/* ---- saving ---- */

/* All points leave through one block: what a return takes is there once. */
static void leave(unwinder *w) {
    ckpt_fn *f = &w->f;
    if (w->leave) {
        LLVMBuildBr(f->b, w->leave);
        return;
    }
    w->leave = ckpt_add_block(f, f->name, ".leave", NULL);
    LLVMBuildBr(f->b, w->leave);
    LLVMPositionBuilderAtEnd(f->b, w->leave);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f->fn));
    if (f->frame)
        LLVMBuildStore(f->b, f->frame, ckpt_runtime(f->m, CKPT_RT_SP));
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(f->b);
    else
        LLVMBuildRet(f->b, LLVMConstNull(result));
}

static void fill_record(unwinder *w, size_t i, LLVMValueRef record) {
    copy_values(&w->f, &w->f.points.at[i], record, true);
    leave(w);
}

static LLVMValueRef is_set(ckpt_fn *f, ckpt_symbol symbol, bool is_volatile) {
    LLVMValueRef now = LLVMBuildLoad2(f->b, LLVMInt32TypeInContext(f->m->llvm_ctx),
                                      ckpt_runtime(f->m, symbol), "");
    LLVMSetVolatile(now, is_volatile);
    return LLVMBuildICmp(f->b, LLVMIntNE, now, ckpt_int32(f, 0), "");
}

static void wire_directive(unwinder *w, size_t i) {
    ckpt_fn *f = &w->f;
    ckpt_point *p = &f->points.at[i];
    p->save = ckpt_add_block(f, p->name, ".save", NULL);
    LLVMBasicBlockRef record = ckpt_add_block(f, p->name, ".record", NULL);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(p->x));
    LLVMPositionBuilderAtEnd(f->b, p->x);
    ckpt_build_cold_branch(f, is_set(f, CKPT_RT_DUE, true), p->save, p->junction);
    LLVMPositionBuilderAtEnd(f->b, p->save);
    LLVMValueRef given = ckpt_begin_call(f->m, f->b, w->sites[i]);
    LLVMBuildStore(f->b, given, w->record);
    LLVMBuildCondBr(f->b, LLVMBuildIsNotNull(f->b, given, ""), record, p->junction);
    LLVMPositionBuilderAtEnd(f->b, record);
    fill_record(w, i, LLVMBuildLoad2(f->b, LLVMTypeOf(given), w->record, ""));
}

static void wire_call(unwinder *w, size_t i) {
    ckpt_fn *f = &w->f;
    ckpt_point *p = &f->points.at[i];
    p->save = ckpt_add_block(f, p->name, ".save", NULL);
    LLVMPositionBuilderAtEnd(f->b, p->junction);
    ckpt_build_cold_branch(f, is_set(f, CKPT_RT_MODE, false), p->save, p->after);
    LLVMPositionBuilderAtEnd(f->b, p->save);
    fill_record(w, i, ckpt_runtime_call(f->m, f->b, CKPT_RT_SAVE, &w->sites[i], 1));
}

/* ---- restoring ---- */

/* An argument for a call whose callee takes its own values from its record. */
static LLVMValueRef idle_argument(ckpt_fn *f, LLVMValueRef call, unsigned i) {
    LLVMValueRef old = LLVMGetOperand(call, i);
    LLVMAttributeRef by_value = ir_attr_get(call, i + 1, "byval");
    if (by_value) /* the call copies from there */
        return ckpt_constant(f->m, "ckpt.idle", LLVMConstNull(LLVMGetTypeAttributeValue(by_value)));
    return LLVMIsAConstant(old) && !LLVMIsUndef(old) ? old : LLVMConstNull(LLVMTypeOf(old));
}

static void call_again(unwinder *w, ckpt_point *p) {
    ckpt_fn *f = &w->f;
    LLVMValueRef call = LLVMInstructionClone(p->call), twin = map_get(w->twins, p->callee);
    if (twin)
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, twin);
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
        LLVMSetOperand(call, i, idle_argument(f, p->call, i));
    if (p->callee_slot != IR_NONE) {
        const ckpt_slot *s = &f->slots.at[p->callee_slot];
        LLVMValueRef callee = LLVMBuildLoad2(f->b, s->type, s->slot, s->name);
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, callee);
    }
    LLVMInsertIntoBuilder(f->b, call);
    ir_attr_add(call, IR_AT_FUNCTION, "noinline", 0);
    ir_attr_add(call, IR_AT_FUNCTION, "cold", 0);
    if (LLVMIsAInvokeInst(call)) {
        LLVMBasicBlockRef returned = ckpt_add_block(f, p->name, ".returned", NULL);
        LLVMSetSuccessor(call, 0, returned);
        LLVMPositionBuilderAtEnd(f->b, returned);
    }
    if (p->result_slot != IR_NONE)
        LLVMBuildStore(f->b, call, f->slots.at[p->result_slot].slot);
}

static void wire_restore(unwinder *w, size_t i, LLVMValueRef record) {
    ckpt_fn *f = &w->f;
    ckpt_point *p = &f->points.at[i];
    LLVMPositionBuilderAtEnd(f->b, p->restore);
    copy_values(f, p, record, false);
    ckpt_build_derived(f, p);
    if (f->moves_top) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext(f->m->llvm_ctx, 0);
        LLVMValueRef top =
            LLVMBuildLoad2(f->b, pointer, in_record(f, record, offsetof(lathe_ckpt_frame, sp)), "");
        LLVMBuildStore(f->b, top, ckpt_runtime(f->m, CKPT_RT_SP));
    }
    ckpt_build_jumps(f, p);
    if (!p->directive)
        call_again(w, p);
    LLVMBuildBr(f->b, p->junction_clone ? p->junction_clone : p->junction);
}

/* The point is one that the function has, so the last one needs no test. */
static void choose_point(ckpt_fn *f, LLVMValueRef record) {
    LLVMBasicBlockRef last = vec_last(&f->points).restore;
    if (f->points.len == 1) {
        LLVMBuildBr(f->b, last);
        return;
    }
    LLVMValueRef point =
        LLVMBuildLoad2(f->b, LLVMInt32TypeInContext(f->m->llvm_ctx),
                       in_record(f, record, offsetof(lathe_ckpt_frame, point)), "");
    LLVMValueRef choice = LLVMBuildSwitch(f->b, point, last, (unsigned)f->points.len - 1);
    for (size_t i = 0; i + 1 < f->points.len; i++)
        LLVMAddCase(choice, ckpt_int32(f, f->points.at[i].number), f->points.at[i].restore);
}

static void wire_controller(unwinder *w) {
    ckpt_fn *f = &w->f;
    f->dispatch = ckpt_add_block(f, f->name, ".restore", NULL);
    for (size_t i = 0; i < f->points.len; i++)
        f->points.at[i].restore = ckpt_add_block(f, f->points.at[i].name, ".restore", NULL);
    LLVMPositionBuilderAtEnd(f->b, f->controller);
    ckpt_build_cold_branch(f, is_set(f, CKPT_RT_MODE, false), f->dispatch, f->body);
    LLVMPositionBuilderAtEnd(f->b, f->dispatch);
    LLVMValueRef record = ckpt_runtime_call(f->m, f->b, CKPT_RT_LOAD, &w->name, 1);
    choose_point(f, record);
    for (size_t i = 0; i < f->points.len; i++)
        wire_restore(w, i, record);
}

/* ---- one function ---- */

/* What is live at a point, in order: the n-th of one is as the n-th of the other. */
static bool same_record(const ckpt_fn *a, const ckpt_fn *b, size_t point) {
    const bitset *x = &a->points.at[point].live, *y = &b->points.at[point].live;
    int64_t i = bitset_next(x, 0), k = bitset_next(y, 0);
    while (i != BITSET_END && k != BITSET_END) {
        if (a->slots.at[i].type != b->slots.at[k].type ||
            ckpt_is_derived(a, &a->points.at[point], (size_t)i) !=
                ckpt_is_derived(b, &b->points.at[point], (size_t)k))
            return false;
        i = bitset_next(x, (size_t)i + 1);
        k = bitset_next(y, (size_t)k + 1);
    }
    return i == k;
}

/* A twin describes nothing of its own. */
static bool take_sites(unwinder *w) {
    const unwinder *from = w->original;
    bool same = w->f.points.len == from->f.points.len;
    for (size_t i = 0; same && i < w->f.points.len; i++)
        same = same_record(&w->f, &from->f, i);
    if (!same)
        ctx_fail(w->f.m->ctx, LATHE_INTERNAL, "%s: its twin has other records", from->f.name);
    w->name = from->name;
    w->sites = from->sites;
    return same;
}

static bool make_sites(unwinder *w, ckpt_sites *sites) {
    ckpt_fn *f = &w->f;
    for (size_t i = 0; i < f->points.len; i++)
        adjust_live(&f->points.at[i]);
    if (w->original)
        return take_sites(w);
    w->name = ckpt_text(f->m, f->name);
    w->sites = arena_array(&f->mem, f->points.len + 1, LLVMValueRef);
    for (size_t i = 0; w->sites && i < f->points.len; i++)
        make_site(w, i, sites);
    return ctx_ok(f->m->ctx);
}

static void count_growth(unwinder *w, ckpt_sites *sites) {
    if (w->original)
        ckpt_sites_add_clone(sites, w->original->f.name, ckpt_count_instructions(w->f.fn));
    else
        ckpt_sites_add_growth(sites, &w->f, w->before);
}

static void transform(unwinder *w, ckpt_sites *sites) {
    ckpt_fn *f = &w->f;
    ckpt_make_prologue(f);
    ckpt_frame_move(f, &w->frame);
    LLVMPositionBuilderBefore(f->b, LLVMGetFirstInstruction(f->prologue));
    w->record = LLVMBuildAlloca(f->b, LLVMPointerTypeInContext(f->m->llvm_ctx, 0), "record");
    LLVMPositionBuilderAtEnd(f->b, f->controller);
    LLVMValueRef passing = LLVMBuildBr(f->b, f->body);
    if (!ckpt_demote(f) || !ckpt_make_jump_slots(f) || !ckpt_find_live(f) || !make_sites(w, sites))
        return;
    for (size_t i = 0; i < f->points.len; i++) {
        ckpt_point *p = &f->points.at[i];
        if (!p->directive)
            LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(p->junction));
        (p->directive ? wire_directive : wire_call)(w, i);
        if (!p->directive)
            ckpt_drop_call_claims(p->call);
    }
    if (!w->has_twin) {
        if (!ctx_ok(f->m->ctx) || !ckpt_clone_loops(f))
            return;
        LLVMInstructionEraseFromParent(passing);
        wire_controller(w);
    }
    ckpt_drop_claims(f);
    if ((w->has_twin || ckpt_check_restores(f)) && ckpt_promote(f))
        count_growth(w, sites);
}

/* ---- the program ---- */

static unwinder *at(const ckpt_fn_list *fns, size_t i) {
    return (unwinder *)fns->at[i];
}

static bool is_point(const void *path, LLVMValueRef inst) {
    return ckpt_is_directive(inst) || ckpt_path_is_call(path, inst);
}

static unwinder *begin(lathe_module *m, LLVMValueRef fn, const ckpt_path *path) {
    unwinder *w = ctx_realloc(m->ctx, NULL, 0, sizeof *w);
    if (!w)
        return NULL;
    *w = (unwinder){0};
    ckpt_fn_init(&w->f, m, fn);
    ckpt_find_points(&w->f, is_point, path);
    ckpt_find_jumps(&w->f);
    ckpt_keep_varargs(&w->f);
    return w;
}

static void end(unwinder *w) {
    lathe_ctx *ctx = w->f.m->ctx;
    ckpt_frame_free(&w->frame, &w->f);
    ckpt_fn_free(&w->f);
    ctx_free(ctx, w, sizeof *w);
}

/* NULL also for a function that has no point after all. */
static unwinder *add(lathe_module *m, LLVMValueRef fn, const ckpt_path *path, ckpt_fn_list *fns,
                     const map *twins) {
    unwinder *w = begin(m, fn, path);
    if (!w)
        return NULL;
    w->twins = twins;
    if (w->f.points.len && vec_push(m->ctx, fns, &w->f))
        return w;
    end(w);
    return NULL;
}

/* The runtime calls main by its one address, also to rewind. */
static void add_twin(unwinder *w, const ckpt_path *path, ckpt_fn_list *fns, map *twins) {
    lathe_module *m = w->f.m;
    if (strcmp(LLVMGetValueName(w->f.fn), "main") == 0)
        return;
    LLVMValueRef copy = ckpt_make_twin(m, w->f.fn);
    map_word *place = copy ? map_put(twins, w->f.fn) : NULL;
    unwinder *twin = place ? add(m, copy, path, fns, twins) : NULL;
    if (!twin)
        return;
    place->p = copy;
    twin->original = w;
    w->has_twin = true;
}

/* What is to be changed: the functions on the path, each followed by its twin if it has one. */
static void begin_all(lathe_module *m, const ckpt_path *path, ckpt_fn_list *fns, map *twins) {
    for (size_t i = 0; i < path->functions.len && ctx_ok(m->ctx); i++) {
        LLVMValueRef fn = path->functions.at[i].key.p;
        if (!ckpt_prepare(m, fn))
            return;
        uint64_t before = ckpt_count_instructions(fn);
        if (!ckpt_strip_loops(m, fn))
            return;
        unwinder *w = add(m, fn, path, fns, twins);
        if (!w)
            continue;
        w->before = before;
        add_twin(w, path, fns, twins);
    }
}

static void inject(lathe_module *m, const ckpt_path *path, const ckpt_options *options,
                   uint64_t build, ckpt_sites *sites) {
    ckpt_fn_list fns = {0};
    map twins;
    map_init(&twins, m->ctx);
    ckpt_join_threads(m);
    begin_all(m, path, &fns, &twins);
    ckpt_redirect_externals(m);
    ckpt_split_points(m, &fns);
    for (size_t i = 0; i < fns.len && ctx_ok(m->ctx); i++)
        ckpt_frame_find(&at(&fns, i)->frame, fns.at[i]);
    for (size_t i = 0; i < fns.len && ctx_ok(m->ctx); i++)
        transform(at(&fns, i), sites);
    if (ctx_ok(m->ctx))
        ckpt_wrap_main(m, options, build);
    for (size_t i = 0; i < fns.len; i++)
        end(at(&fns, i));
    vec_free(m->ctx, &fns);
    map_free(&twins);
}

bool ckpt_program_inject(lathe_module *m, const ckpt_options *options, uint64_t build,
                         ckpt_refusals *refused, ckpt_sites *sites) {
    ckpt_path path;
    size_t known = refused->all.len;
    ckpt_drop_copies(m);
    if (ckpt_path_find(&path, m) && path.functions.len) {
        ckpt_check_program(&path, refused);
        if (options->inject != CKPT_SAVE_RESTORE)
            ckpt_refuse(refused, NULL, NULL, CKPT_WHY_HALF);
        if (ctx_ok(m->ctx) && refused->all.len == known)
            inject(m, &path, options, build, sites);
    }
    ckpt_path_free(&path);
    return ctx_ok(m->ctx);
}
