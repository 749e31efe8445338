/* The bases of arrays that are bound to an activation move into its frame.
 *
 * While the program is rewritten, each base (and what else is kept of such an array) is a global
 * variable that nothing but loads and stores names: a *cell*. In the end every function that uses a
 * cell, and every function on the way from the owner to it, gets a local variable instead. The
 * owner fills its own; the others are filled at their start from parameters that their callers
 * pass. LLVM makes registers of them, and takes back parameters that are not needed.
 */
#include "dtrans/soa/soa.h"

#include "ir/edit/call.h"
#include "ir/edit/signature.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { DW_OP_LLVM_FRAGMENT = 0x1000 };

/* A function that knows some of the cells. */
typedef struct frame {
    LLVMValueRef fn, old; /* its body is in fn; calls still name the old one, NULL if it stays */
    LLVMValueRef *locals; /* by cell, NULL if it does not need it */
} frame;

typedef struct framing {
    soa *s;
    lathe_ctx *ctx;
    lathe_module *m;
    const soa_array *array;
    VEC(LLVMValueRef) cells;
    VEC(frame) frames;
    map by_function; /* index into frames, plus 1 */
    LLVMBuilderRef b;
} framing;

static frame *frame_of(framing *f, LLVMValueRef fn) {
    uint64_t number = map_number(&f->by_function, fn);
    return number ? &f->frames.at[number - 1] : NULL;
}

static frame *add_frame(framing *f, LLVMValueRef fn) {
    frame *known = frame_of(f, fn);
    if (known)
        return known;
    frame new = {.fn = fn, .locals = arena_array(&f->s->mem, f->cells.len + 1, LLVMValueRef)};
    if (!new.locals || !vec_push(f->ctx, &f->frames, new))
        return NULL;
    return map_set_number(&f->by_function, fn, f->frames.len) ? &vec_last(&f->frames) : NULL;
}

/* At the start, so that it is one of the frame's own. */
static LLVMValueRef add_local(framing *f, LLVMValueRef fn, size_t cell) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f->cells.at[cell]);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    LLVMPositionBuilderBeforeInstrAndDbgRecords(f->b, first);
    LLVMSetCurrentDebugLocation2(f->b, NULL);
    LLVMValueRef local = LLVMBuildAlloca(f->b, type, "");
    LLVMBuildStore(f->b, LLVMConstNull(type), local);
    return local;
}

/* Gives a function the cell, and in turn all that call it, up to the owner. */
static void need(framing *f, LLVMValueRef fn, size_t cell) {
    VEC(LLVMValueRef) work = {0};
    vec_push(f->ctx, &work, fn);
    while (work.len && ctx_tick(f->ctx, 1)) {
        LLVMValueRef at = vec_pop(&work);
        frame *known = add_frame(f, at);
        if (!known || known->locals[cell])
            continue;
        known->locals[cell] = add_local(f, at, cell);
        if (at == f->array->owner)
            continue;
        if (!ir_calls_all_direct(at))
            ctx_fail(f->ctx, LATHE_INTERNAL, "'%s' cannot be passed where an array is",
                     LLVMGetValueName(at));
        ir_each_user (user, at)
            if (LLVMIsAInstruction(user))
                vec_push(f->ctx, &work, ir_function_of(user));
    }
    vec_free(f->ctx, &work);
}

/* All uses of a cell become those of local variables. */
static void spread(framing *f, size_t cell) {
    LLVMValueRef global = f->cells.at[cell];
    VEC(LLVMValueRef) users = {0};
    ir_each_user (user, global)
        vec_push(f->ctx, &users, user);
    for (size_t i = 0; i < users.len && ctx_ok(f->ctx); i++) {
        LLVMValueRef inst = users.at[i];
        bool load = LLVMIsALoadInst(inst) != NULL;
        bool fills = LLVMIsAStoreInst(inst) && LLVMGetOperand(inst, 0) != global &&
                     ir_function_of(inst) == f->array->owner;
        if (!load && !fills) {
            ctx_fail(f->ctx, LATHE_INTERNAL, "the base of an array has an unexpected use");
            break;
        }
        need(f, ir_function_of(inst), cell);
        const frame *known = frame_of(f, ir_function_of(inst));
        if (known && known->locals[cell])
            LLVMSetOperand(inst, load ? 0 : 1, known->locals[cell]);
    }
    vec_free(f->ctx, &users);
}

static unsigned count_locals(const framing *f, const frame *at) {
    unsigned count = 0;
    for (size_t i = 0; i < f->cells.len; i++)
        count += at->locals[i] != NULL;
    return count;
}

/* Parameters after the old ones, put into the local variables where those have been made null. */
static void fill_locals(framing *f, const frame *at, unsigned first) {
    for (size_t i = 0; i < f->cells.len; i++) {
        LLVMValueRef null = at->locals[i] ? LLVMGetNextInstruction(at->locals[i]) : NULL;
        if (null)
            LLVMSetOperand(null, 0, LLVMGetParam(at->fn, first++));
    }
}

static void resign(framing *f, frame *at) {
    LLVMTypeRef type = LLVMGlobalGetValueType(at->fn);
    unsigned old = LLVMCountParamTypes(type), count = old + count_locals(f, at);
    LLVMTypeRef *params = arena_array(&f->s->mem, count + 1, LLVMTypeRef);
    ir_param_source *sources = arena_array(&f->s->mem, old + 1, ir_param_source);
    if (!params || !sources)
        return;
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i < old; i++)
        sources[i] = (ir_param_source){.number = i};
    unsigned next = old;
    for (size_t i = 0; i < f->cells.len; i++)
        if (at->locals[i])
            params[next++] = LLVMGlobalGetValueType(f->cells.at[i]);
    ir_signature to = {.type = LLVMFunctionType(LLVMGetReturnType(type), params, count, false),
                       .params = sources};
    LLVMValueRef new = ir_function_resign(f->m, at->fn, &to);
    if (!new) {
        ctx_fail(f->ctx, LATHE_INTERNAL, "'%s' cannot get parameters", LLVMGetValueName(at->fn));
        return;
    }
    at->old = at->fn;
    at->fn = new;
    map_set_number(&f->by_function, new, (uint64_t)(at - f->frames.at) + 1);
    soa_follow_owner(f->s, at->old, new);
    fill_locals(f, at, old);
}

/* "__soa_node.key[n]" in each of the functions: one variable, in as many pieces as it has bases. */
static void describe(framing *f, const frame *at) {
    const soa_description *d = &f->array->debug;
    LLVMMetadataRef scope = LLVMGetSubprogram(at->fn);
    uint32_t parts = soa_shape_of(f->s, f->array->type)->count;
    uint64_t bits = 8 * (uint64_t)LLVMPointerSize(f->s->visitor.target);
    if (!d->type || !scope)
        return;
    LLVMDIBuilderRef di = LLVMCreateDIBuilderDisallowUnresolved(f->m->llvm);
    LLVMMetadataRef variable =
        LLVMDIBuilderCreateAutoVariable(di, scope, d->name, strlen(d->name), d->file, d->line,
                                        d->type, false, LLVMDIFlagArtificial, 0);
    LLVMMetadataRef line =
        LLVMDIBuilderCreateDebugLocation(f->m->llvm_ctx, d->line, 0, scope, NULL);
    for (uint32_t i = 0; i < parts; i++) {
        uint64_t piece[] = {DW_OP_LLVM_FRAGMENT, i * bits, bits};
        LLVMMetadataRef where = LLVMDIBuilderCreateExpression(di, piece, parts > 1 ? 3 : 0);
        LLVMValueRef filled = at->locals[i] ? LLVMGetNextInstruction(at->locals[i]) : NULL;
        if (filled)
            LLVMDIBuilderInsertDeclareRecordBefore(di, at->locals[i], variable, where, line,
                                                   LLVMGetNextInstruction(filled));
    }
    LLVMDisposeDIBuilder(di);
}

typedef struct passing {
    framing *f;
    const frame *to;
} passing;

static bool pass_bases(void *data, LLVMValueRef call, LLVMBuilderRef b, LLVMValueRef *args,
                       uint32_t *attrs_from) {
    passing *p = data;
    const frame *from = frame_of(p->f, ir_function_of(call));
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n; i++) {
        args[i] = LLVMGetOperand(call, i);
        attrs_from[i] = i;
    }
    LLVMSetTailCallKind(call, LLVMTailCallKindNone); /* some bases are of the caller's variables */
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    for (size_t i = 0; from && i < p->f->cells.len; i++) {
        if (!p->to->locals[i])
            continue;
        if (!from->locals[i])
            return false;
        args[n++] =
            LLVMBuildLoad2(b, LLVMGlobalGetValueType(p->f->cells.at[i]), from->locals[i], "");
    }
    return from != NULL;
}

static void pass_to(framing *f, const frame *at) {
    passing p = {f, at};
    if (!ir_calls_rewrite(f->ctx, at->old, at->fn, pass_bases, &p))
        ctx_fail(f->ctx, LATHE_INTERNAL, "a call of '%s' cannot pass where an array is",
                 LLVMGetValueName(at->fn));
    else
        ir_function_retire(at->old, at->fn);
}

static void list_cells(framing *f) {
    const soa_array *a = f->array;
    for (uint32_t i = 0; i < soa_shape_of(f->s, a->type)->count; i++)
        vec_push(f->ctx, &f->cells, a->slots[i]);
    LLVMValueRef others[] = {a->whole, a->count, a->failed};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i])
            vec_push(f->ctx, &f->cells, others[i]);
}

static void move_to_frames(framing *f) {
    list_cells(f);
    for (size_t i = 0; i < f->cells.len && ctx_ok(f->ctx); i++)
        spread(f, i);
    for (size_t i = 0; i < f->frames.len && ctx_ok(f->ctx); i++)
        if (f->frames.at[i].fn != f->array->owner)
            resign(f, &f->frames.at[i]);
    for (size_t i = 0; i < f->frames.len && ctx_ok(f->ctx); i++)
        describe(f, &f->frames.at[i]);
    for (size_t i = 0; i < f->frames.len && ctx_ok(f->ctx); i++)
        if (f->frames.at[i].old)
            pass_to(f, &f->frames.at[i]);
    for (size_t i = 0; i < f->cells.len && ctx_ok(f->ctx); i++)
        LLVMDeleteGlobal(f->cells.at[i]);
}

void soa_move_to_frames(DTransOptBase *b, void *data) {
    soa *s = data;
    (void)b;
    for (size_t i = 0; i < s->arrays.len && ctx_ok(s->info->ctx); i++) {
        const soa_array *a = &s->arrays.at[i];
        if (!a->slots)
            continue;
        framing f = {.s = s, .ctx = s->info->ctx, .m = s->info->m, .array = a};
        map_init(&f.by_function, f.ctx);
        f.b = LLVMCreateBuilderInContext(f.m->llvm_ctx);
        move_to_frames(&f);
        LLVMDisposeBuilder(f.b);
        map_free(&f.by_function);
        vec_free(f.ctx, &f.frames);
        vec_free(f.ctx, &f.cells);
    }
}

void soa_follow_owner(soa *s, LLVMValueRef before, LLVMValueRef now) {
    for (size_t i = 0; now && i < s->arrays.len; i++)
        if (s->arrays.at[i].owner == before)
            s->arrays.at[i].owner = now;
}
