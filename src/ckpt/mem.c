/* ckpt_mem mode: find the functions, judge them, lay out what they save, and wire it.
 *
 * Pointers cannot be saved as they are, since the memory may be read by another process: those into
 * locals, globals and the memory behind arguments are saved as a distance, arguments of pointer
 * type are what the caller passes this time, and what points elsewhere is refused.
 */
#include "ckpt/mem.h"

#include "ckpt/check.h"
#include "ckpt/memcode.h"
#include "ckpt/objects.h"
#include "ckpt/select.h"
#include "ckpt/valnames.h"
#include "ir/liveness.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { HEADER = 64, MAX_POINTS = 0xffffff };

typedef VEC(LLVMValueRef) value_list;

typedef struct mem_fn {
    ckpt_fn f;
    LLVMValueRef memory; /* the parameter */
    uint64_t capacity;   /* 0: not known */
    uint64_t before;     /* instructions */
    ckpt_objects objects;
    bitset *saved;      /* per point: the objects whose bytes are saved */
    value_list globals; /* saved at every point */
    map bases;          /* pointer -> what it is a distance from */
    uint64_t half;      /* bytes of a half */
    uint64_t layout;    /* hash of all that is saved, in order */
} mem_fn;

/* ---- which parameter ---- */

static bool says(const char *mem, LLVMValueRef fn, unsigned index, LLVMValueRef param,
                 uint64_t *bytes) {
    const char *colon = mem ? strchr(mem, ':') : NULL, *name = LLVMGetValueName(fn);
    if (!colon || strlen(name) != (size_t)(colon - mem) || strncmp(mem, name, strlen(name)) != 0)
        return false;
    const char *arg = colon + 1, *end = strchr(arg, ':');
    size_t length = end ? (size_t)(end - arg) : strlen(arg);
    const char *given = LLVMGetValueName(param);
    char *after;
    unsigned long number = strtoul(arg, &after, 10);
    bool by_number = after == arg + length && number == index;
    if (!by_number && (strlen(given) != length || strncmp(given, arg, length) != 0))
        return false;
    *bytes = end ? strtoull(end + 1, NULL, 10) : 0;
    return true;
}

static LLVMValueRef find_parameter(lathe_module *m, LLVMValueRef fn, const ckpt_options *options,
                                   uint64_t *bytes) {
    map names;
    arena mem;
    LLVMValueRef found = NULL;
    *bytes = 0;
    map_init(&names, m->ctx);
    arena_init(&mem, m->ctx);
    if (!LLVMIsDeclaration(fn))
        ckpt_source_names(&names, &mem, m, fn);
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        const char *source = map_get(&names, param);
        if (LLVMGetTypeKind(LLVMTypeOf(param)) != LLVMPointerTypeKind)
            continue;
        if (says(options->mem, fn, i, param, bytes) ||
            strcmp(LLVMGetValueName(param), "ckpt_mem") == 0 ||
            (source && strcmp(source, "ckpt_mem") == 0)) {
            found = param;
            break;
        }
    }
    map_free(&names);
    arena_free(&mem);
    return found;
}

LLVMValueRef ckpt_mem_parameter(lathe_module *m, LLVMValueRef fn, const ckpt_options *options) {
    uint64_t bytes;
    return find_parameter(m, fn, options, &bytes);
}

/* ---- judging ---- */

/* All pointers start from one object, or none is known. */
static LLVMValueRef base_of(mem_fn *w, LLVMValueRef pointer) {
    value_list work = {0};
    map seen;
    LLVMValueRef base = NULL;
    bool one = true;
    map_init(&seen, w->f.m->ctx);
    vec_push(w->f.m->ctx, &work, pointer);
    for (size_t i = 0; i < work.len && one && ctx_tick(w->f.m->ctx, 1); i++) {
        LLVMValueRef v = work.at[i];
        map_word *place = map_put(&seen, v);
        if (!place || place->u++)
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

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static void judge_values(mem_fn *w, const ir_live *live, uint32_t block, ckpt_refusals *r) {
    for (int64_t i = 0; (i = bitset_next(&live->out[block], (size_t)i)) != BITSET_END; i++) {
        LLVMValueRef v = ir_live_value(live, (uint32_t)i);
        if (!is_pointer(v) || LLVMIsAArgument(v) || LLVMIsAAllocaInst(v))
            continue;
        LLVMValueRef base = base_of(w, v);
        map_word *place = map_put(&w->bases, v);
        if (place)
            place->p = base;
        if (!base)
            ckpt_refuse(r, w->f.fn, v, "ckpt-mem-pointer",
                        "'%s' points neither into one local or global nor behind one argument",
                        (const char *)map_get(&w->f.names, v));
    }
}

static const char *object_name(const mem_fn *w, LLVMValueRef root) {
    const char *name = LLVMIsAGlobalVariable(root) ? LLVMGetValueName(root)
                                                   : (const char *)map_get(&w->f.names, root);
    return name ? name : "?";
}

static void judge_objects(mem_fn *w, const ir_live *live, uint32_t block, bitset *saved,
                          ckpt_refusals *r) {
    for (size_t i = 0; i < w->objects.all.len; i++) {
        const ckpt_object *o = &w->objects.all.at[i];
        if (o->root == w->memory || !o->modified || !ckpt_object_live_out(o, live, block))
            continue;
        bitset_add(saved, i);
        if (!o->bytes)
            ckpt_refuse(r, w->f.fn, LLVMIsAInstruction(o->root) ? o->root : NULL, "ckpt-mem-size",
                        "the size of the memory behind '%s' is not known", object_name(w, o->root));
        else if (o->pointer_stored)
            ckpt_refuse(r, w->f.fn, o->pointer_stored, "ckpt-mem-stored-pointer",
                        "a pointer is stored in '%s', and would not be right after a restart",
                        object_name(w, o->root));
    }
}

static void judge(mem_fn *w, ckpt_refusals *r) {
    ir_cfg cfg;
    ir_live live;
    ckpt_check_function(r, w->f.fn);
    w->saved = arena_array(&w->f.mem, w->f.points.len + 1, bitset);
    if (!w->saved || !ir_cfg_build(&cfg, &w->f.mem, w->f.fn) ||
        !ir_live_build(&live, &w->f.mem, &cfg) || !ckpt_objects_find(&w->objects, w->f.m, w->f.fn))
        return;
    for (size_t i = 0; i < w->f.points.len && ctx_ok(w->f.m->ctx); i++) {
        uint32_t block = ir_cfg_number(&cfg, w->f.points.at[i].x);
        if (!bitset_init(&w->saved[i], &w->f.mem, w->objects.all.len))
            return;
        if (ckpt_is_refused(r, w->f.fn))
            return;
        judge_values(w, &live, block, r);
        judge_objects(w, &live, block, &w->saved[i], r);
    }
}

/* Globals that the function, or what it calls, may write: all that are mentioned and not constant.
 */
static void find_globals(mem_fn *w) {
    value_list work = {0};
    map seen;
    map_init(&seen, w->f.m->ctx);
    vec_push(w->f.m->ctx, &work, w->f.fn);
    for (size_t i = 0; i < work.len; i++) {
        map_word *place = map_put(&seen, work.at[i]);
        if (!place || place->u++ || !ctx_tick(w->f.m->ctx, 1))
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

/* ---- layout ---- */

/* A field as it is walked: a slot, or an object. */
typedef struct field {
    ckpt_slot *slot;     /* NULL for memory */
    LLVMValueRef object; /* NULL for a slot */
    uint64_t offset, bytes;
} field;

typedef VEC(field) field_list;

static void add_field(mem_fn *w, field_list *list, field f) {
    f.offset = list->len ? ckpt_align_to(vec_last(list).offset + vec_last(list).bytes, 8) : 0;
    vec_push(w->f.m->ctx, list, f);
}

static void fields_of(mem_fn *w, size_t point, field_list *list) {
    const bitset *live = &w->f.points.at[point].live;
    vec_clear(list);
    for (int64_t i = 0; (i = bitset_next(live, (size_t)i)) != BITSET_END; i++) {
        ckpt_slot *s = &w->f.slots.at[i];
        if (!s->kept)
            add_field(w, list, (field){.slot = s, .bytes = s->base ? 8 : s->bytes});
    }
    for (int64_t i = 0; (i = bitset_next(&w->saved[point], (size_t)i)) != BITSET_END; i++) {
        const ckpt_object *o = &w->objects.all.at[i];
        add_field(w, list, (field){.object = o->root, .bytes = o->bytes});
    }
    for (size_t i = 0; i < w->globals.len; i++) {
        LLVMTypeRef type = LLVMGlobalGetValueType(w->globals.at[i]);
        add_field(w, list,
                  (field){.object = w->globals.at[i], .bytes = ckpt_type_bytes(w->f.m, type)});
    }
    w->f.points.at[point].bytes =
        list->len ? ckpt_align_to(vec_last(list).offset + vec_last(list).bytes, 8) : 0;
}

static void describe(mem_fn *w, const field *f, ckpt_sites *sites, str *hashed) {
    char *type =
        LLVMPrintTypeToString(f->slot                            ? f->slot->type
                              : LLVMIsAAllocaInst(f->object)     ? LLVMGetAllocatedType(f->object)
                              : LLVMIsAGlobalVariable(f->object) ? LLVMGlobalGetValueType(f->object)
                                                                 : LLVMTypeOf(f->object));
    ckpt_field field = {.name = f->slot ? f->slot->name : object_name(w, f->object),
                        .type = type,
                        .why = f->slot ? f->slot->why : "live and modified here",
                        .offset = f->offset,
                        .bytes = f->bytes,
                        .memory = !f->slot};
    ckpt_sites_add_field(sites, &field);
    str_printf(hashed, "%s %s %" PRIu64 " %" PRIu64 "\n", field.name, type, f->offset, f->bytes);
    LLVMDisposeMessage(type);
}

static void lay_out(mem_fn *w, ckpt_sites *sites) {
    field_list list = {0};
    str hashed;
    str_init(&hashed, w->f.m->ctx);
    str_printf(&hashed, "%s\n", w->f.name);
    for (size_t p = 0; p < w->f.points.len; p++) {
        fields_of(w, p, &list);
        ckpt_sites_add(sites, &w->f, &w->f.points.at[p]);
        for (size_t i = 0; i < list.len; i++)
            describe(w, &list.at[i], sites, &hashed);
        if (w->f.points.at[p].bytes > w->half)
            w->half = w->f.points.at[p].bytes;
    }
    w->layout = XXH64(str_text(&hashed), hashed.len, 0);
    str_free(&hashed);
    vec_free(w->f.m->ctx, &list);
}

static void check_room(mem_fn *w) {
    uint64_t need = HEADER + 2 * w->half;
    if (w->half > UINT32_MAX || w->f.points.len > MAX_POINTS)
        ctx_fail(w->f.m->ctx, LATHE_GATE_FAILED, "%s: its state of %" PRIu64 " bytes is too large",
                 w->f.name, w->half);
    else if (w->capacity && w->capacity < need)
        ctx_fail(w->f.m->ctx, LATHE_GATE_FAILED,
                 "%s: ckpt_mem has %" PRIu64 " bytes, but %" PRIu64 " are needed", w->f.name,
                 w->capacity, need);
}

/* ---- wiring ---- */

static LLVMValueRef helper(const mem_fn *w, const char *name) {
    return LLVMGetNamedFunction(w->f.m->llvm, name);
}

static LLVMValueRef call(mem_fn *w, const char *name, LLVMValueRef *args, unsigned count) {
    LLVMValueRef fn = helper(w, name);
    return LLVMBuildCall2(w->f.b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

static LLVMValueRef int32(const mem_fn *w, uint64_t n) {
    return LLVMConstInt(LLVMInt32TypeInContext(w->f.m->llvm_ctx), n, false);
}

static LLVMValueRef int64(const mem_fn *w, uint64_t n) {
    return LLVMConstInt(LLVMInt64TypeInContext(w->f.m->llvm_ctx), n, false);
}

static LLVMValueRef at_offset(mem_fn *w, LLVMValueRef p, uint64_t offset) {
    LLVMValueRef index = int64(w, offset);
    return LLVMBuildGEP2(w->f.b, LLVMInt8TypeInContext(w->f.m->llvm_ctx), p, &index, 1, "");
}

static void save_slot(mem_fn *w, const ckpt_slot *s, LLVMValueRef to) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(w->f.m->llvm_ctx);
    LLVMValueRef value = LLVMBuildLoad2(w->f.b, s->type, s->slot, s->name);
    if (s->base)
        value = LLVMBuildSub(w->f.b, LLVMBuildPtrToInt(w->f.b, value, i64, ""),
                             LLVMBuildPtrToInt(w->f.b, s->base, i64, ""), "");
    LLVMSetAlignment(LLVMBuildStore(w->f.b, value, to), 1);
}

static void load_slot(mem_fn *w, const ckpt_slot *s, LLVMValueRef from) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(w->f.m->llvm_ctx);
    LLVMValueRef value = LLVMBuildLoad2(w->f.b, s->base ? i64 : s->type, from, s->name);
    LLVMSetAlignment(value, 1);
    if (s->base)
        value = LLVMBuildGEP2(w->f.b, LLVMInt8TypeInContext(w->f.m->llvm_ctx), s->base, &value, 1,
                              s->name);
    LLVMBuildStore(w->f.b, value, s->slot);
}

static void copy_fields(mem_fn *w, size_t point, LLVMValueRef record, bool save) {
    field_list list = {0};
    fields_of(w, point, &list);
    for (size_t i = 0; i < list.len; i++) {
        const field *f = &list.at[i];
        LLVMValueRef place = at_offset(w, record, f->offset);
        if (f->slot && save)
            save_slot(w, f->slot, place);
        else if (f->slot)
            load_slot(w, f->slot, place);
        else
            LLVMBuildMemCpy(w->f.b, save ? place : f->object, 1, save ? f->object : place, 1,
                            int64(w, f->bytes));
    }
    vec_free(w->f.m->ctx, &list);
}

static void wire_save(mem_fn *w, size_t i) {
    ckpt_point *p = &w->f.points.at[i];
    p->save = ckpt_add_block(&w->f, p->name, ".save", p->junction);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(p->x), 0, p->save);
    LLVMPositionBuilderAtEnd(w->f.b, p->save);
    LLVMValueRef record = call(w, "ckpt.mem.begin", &w->memory, 1);
    copy_fields(w, i, record, true);
    LLVMValueRef args[] = {w->memory, int32(w, p->number), int32(w, p->bytes)};
    call(w, "ckpt.mem.commit", args, 3);
    LLVMBuildBr(w->f.b, p->junction);
}

static void wire_restore(mem_fn *w, size_t i, LLVMValueRef record, LLVMValueRef choice) {
    ckpt_point *p = &w->f.points.at[i];
    p->restore = ckpt_add_block(&w->f, p->name, ".restore", NULL);
    LLVMAddCase(choice, int32(w, p->number), p->restore);
    LLVMPositionBuilderAtEnd(w->f.b, p->restore);
    copy_fields(w, i, record, false);
    LLVMBuildBr(w->f.b, p->junction_clone ? p->junction_clone : p->junction);
}

static void wire_controller(mem_fn *w, bool restores) {
    LLVMValueRef args[] = {w->memory, int64(w, w->layout), int32(w, w->half)};
    LLVMPositionBuilderAtEnd(w->f.b, w->f.controller);
    LLVMValueRef id = call(w, "ckpt.mem.enter", args, 3);
    if (!restores) {
        LLVMBuildBr(w->f.b, w->f.body);
        return;
    }
    w->f.dispatch = ckpt_add_block(&w->f, w->f.name, ".restore", NULL);
    LLVMValueRef some = LLVMBuildICmp(w->f.b, LLVMIntNE, id, int32(w, 0), "");
    ckpt_build_cold_branch(&w->f, some, w->f.dispatch, w->f.body);
    LLVMPositionBuilderAtEnd(w->f.b, w->f.dispatch);
    LLVMValueRef record = call(w, "ckpt.mem.saved", &w->memory, 1);
    LLVMValueRef choice = LLVMBuildSwitch(w->f.b, id, w->f.body, (unsigned)w->f.points.len);
    for (size_t i = 0; i < w->f.points.len; i++)
        wire_restore(w, i, record, choice);
}

/* A run that ends well leaves nothing to go on from. */
static void wire_returns(mem_fn *w) {
    ir_each_block (bb, w->f.fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!LLVMIsAReturnInst(last))
            continue;
        LLVMPositionBuilderBefore(w->f.b, last);
        call(w, "ckpt.mem.finish", &w->memory, 1);
    }
}

/* What the caller passes is not saved. */
static void mark_slots(mem_fn *w) {
    for (size_t i = 0; i < w->f.slots.len; i++) {
        ckpt_slot *s = &w->f.slots.at[i];
        s->kept = s->argument && LLVMGetTypeKind(s->type) == LLVMPointerTypeKind;
    }
}

static void transform(mem_fn *w, const ckpt_options *options, ckpt_sites *sites) {
    ckpt_fn *f = &w->f;
    bool saves = options->inject & CKPT_SAVE, restores = options->inject & CKPT_RESTORE;
    f->bases = &w->bases;
    ckpt_make_prologue(f);
    wire_returns(w);
    if (!ckpt_demote(f))
        return;
    LLVMPositionBuilderAtEnd(f->b, f->controller);
    LLVMValueRef passing = LLVMBuildBr(f->b, f->body);
    mark_slots(w);
    if (!ckpt_find_live(f))
        return;
    lay_out(w, sites);
    check_room(w);
    for (size_t i = 0; saves && i < f->points.len; i++)
        wire_save(w, i);
    if (!ctx_ok(f->m->ctx) || (restores && !ckpt_clone_loops(f)))
        return;
    LLVMInstructionEraseFromParent(passing);
    wire_controller(w, restores);
    ckpt_drop_claims(f);
    if ((!restores || ckpt_check_restores(f)) && ckpt_promote(f))
        ckpt_sites_add_growth(sites, f, w->before);
}

/* ---- all functions ---- */

typedef VEC(mem_fn *) fn_list;

static mem_fn *begin(lathe_module *m, LLVMValueRef fn, const ckpt_options *options) {
    uint64_t bytes;
    LLVMValueRef memory = find_parameter(m, fn, options, &bytes);
    if (!memory || !ckpt_prepare(m, fn))
        return NULL;
    mem_fn *w = ctx_realloc(m->ctx, NULL, 0, sizeof *w);
    if (!w)
        return NULL;
    *w = (mem_fn){.memory = memory, .before = ckpt_count_instructions(fn)};
    w->capacity = bytes ? bytes : ckpt_argument_bytes(m, memory);
    map_init(&w->bases, m->ctx);
    ckpt_fn_init(&w->f, m, fn);
    ckpt_find_points(&w->f, options);
    return w;
}

static void end(mem_fn *w) {
    lathe_ctx *ctx = w->f.m->ctx;
    if (w->objects.ctx)
        ckpt_objects_free(&w->objects);
    vec_free(ctx, &w->globals);
    map_free(&w->bases);
    ckpt_fn_free(&w->f);
    ctx_free(ctx, w, sizeof *w);
}

static bool link_helpers(lathe_module *m) {
    static const char *const names[] = {"ckpt.mem.sum",    "ckpt.mem.half",  "ckpt.mem.active",
                                        "ckpt.mem.enter",  "ckpt.mem.saved", "ckpt.mem.begin",
                                        "ckpt.mem.commit", "ckpt.mem.finish"};
    if (helper(&(mem_fn){.f.m = m}, names[0]))
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
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMSetLinkage(LLVMGetNamedFunction(m->llvm, names[i]), LLVMInternalLinkage);
    return true;
}

static void split_all(lathe_module *m, const fn_list *fns) {
    VEC(ckpt_fn *) list = {0};
    for (size_t i = 0; i < fns->len; i++)
        vec_push(m->ctx, &list, &fns->at[i]->f);
    if (ctx_ok(m->ctx))
        ckpt_split_points(m, list.at, list.len);
    vec_free(m->ctx, &list);
}

static void inject_all(lathe_module *m, const fn_list *fns, const ckpt_options *options,
                       ckpt_refusals *refused, ckpt_sites *sites) {
    size_t known = refused->all.len;
    split_all(m, fns);
    for (size_t i = 0; i < fns->len && ctx_ok(m->ctx); i++) {
        judge(fns->at[i], refused);
        find_globals(fns->at[i]);
    }
    if (!ctx_ok(m->ctx) || refused->all.len > known || !fns->len || !link_helpers(m))
        return;
    for (size_t i = 0; i < fns->len && ctx_ok(m->ctx); i++)
        transform(fns->at[i], options, sites);
}

bool ckpt_mem_inject(lathe_module *m, const ckpt_options *options, ckpt_refusals *refused,
                     ckpt_sites *sites) {
    fn_list fns = {0};
    ir_each_function (fn, m->llvm) {
        if (LLVMIsDeclaration(fn) || ckpt_is_refused(refused, fn) || !ctx_ok(m->ctx) ||
            !ckpt_mem_parameter(m, fn, options))
            continue;
        mem_fn *w = begin(m, fn, options);
        if (w && (!w->f.points.len || !vec_push(m->ctx, &fns, w)))
            end(w);
    }
    inject_all(m, &fns, options, refused, sites);
    for (size_t i = 0; i < fns.len; i++)
        end(fns.at[i]);
    vec_free(m->ctx, &fns);
    return ctx_ok(m->ctx);
}
