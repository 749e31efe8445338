#include "dtrans/transform/layout_init.h"

#include "base/limits.h"
#include "ir/value.h"

/* Constants under way, parts before wholes, with an explicit stack. */
typedef struct remapping {
    const dtrans_layouts *l;
    lathe_ctx *ctx;
    map done; /* old constant → new one */
    VEC(LLVMValueRef) work;
    VEC(LLVMValueRef) parts; /* of the constant on top */
    VEC(LLVMValueRef) slots; /* of the new struct */
} remapping;

static uint64_t part_count(LLVMTypeRef type) {
    return ir_is_struct(type) ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
}

/* Whether zeroes must be written out because padding of the new layout is not zero. */
static bool is_spelled_out(const remapping *r, LLVMTypeRef type) {
    return r->l->fill && (ir_is_struct(type) || LLVMGetArrayLength2(type) <= DTRANS_MAX_SPELLED);
}

/* The new constant if it is known or needs no work, else NULL. */
static LLVMValueRef known(const remapping *r, LLVMValueRef c) {
    LLVMTypeRef old = LLVMTypeOf(c), new = dtrans_new_type(r->l, old);
    if (new == old)
        return c;
    if (LLVMIsPoison(c))
        return LLVMGetPoison(new);
    if (LLVMIsUndef(c))
        return LLVMGetUndef(new);
    if (LLVMIsNull(c) && !is_spelled_out(r, old))
        return LLVMConstNull(new);
    return map_get(&r->done, c);
}

static LLVMValueRef fit_at(lathe_ctx *ctx, LLVMValueRef c, LLVMTypeRef type, unsigned depth);

static LLVMValueRef fit_array(lathe_ctx *ctx, LLVMValueRef c, LLVMTypeRef type, unsigned depth) {
    VEC(LLVMValueRef) parts = {0};
    uint64_t count = LLVMGetArrayLength2(type);
    LLVMValueRef part = c;
    for (uint64_t i = 0; part && i < count && ctx_tick(ctx, 1); i++) {
        part =
            fit_at(ctx, LLVMGetAggregateElement(c, (unsigned)i), LLVMGetElementType(type), depth);
        vec_push(ctx, &parts, part);
    }
    LLVMValueRef result = part && parts.len == count
                              ? LLVMConstArray2(LLVMGetElementType(type), parts.at, count)
                              : NULL;
    vec_free(ctx, &parts);
    return result;
}

static LLVMValueRef fit_at(lathe_ctx *ctx, LLVMValueRef c, LLVMTypeRef type, unsigned depth) {
    LLVMTypeRef old = LLVMTypeOf(c);
    LLVMTypeKind from = LLVMGetTypeKind(old), to = LLVMGetTypeKind(type);
    if (old == type)
        return c;
    if (from == LLVMPointerTypeKind && to == LLVMIntegerTypeKind)
        return LLVMConstPtrToInt(c, type);
    if (from != LLVMArrayTypeKind || to != LLVMArrayTypeKind || depth == DTRANS_MAX_DIMENSIONS ||
        LLVMGetArrayLength2(old) != LLVMGetArrayLength2(type))
        return NULL;
    if (LLVMIsUndef(c))
        return LLVMIsPoison(c) ? LLVMGetPoison(type) : LLVMGetUndef(type);
    return LLVMIsNull(c) ? LLVMConstNull(type) : fit_array(ctx, c, type, depth + 1);
}

LLVMValueRef dtrans_fit_constant(lathe_ctx *ctx, LLVMValueRef c, LLVMTypeRef type) {
    return fit_at(ctx, c, type, 0);
}

static LLVMValueRef fit(remapping *r, LLVMValueRef c, LLVMTypeRef type) {
    LLVMValueRef fitting = dtrans_fit_constant(r->ctx, c, type);
    if (fitting)
        return fitting;
    ctx_fail(r->ctx, LATHE_INTERNAL, "an initializer does not fit the new struct's element");
    return LLVMConstNull(type);
}

static LLVMValueRef build_struct(remapping *r, LLVMTypeRef old, LLVMTypeRef new) {
    const dtrans_change *change = dtrans_change_of(r->l, old);
    unsigned count = LLVMCountStructElementTypes(new);
    vec_clear(&r->slots);
    for (unsigned i = 0; i < count; i++)
        vec_push(r->ctx, &r->slots, NULL);
    if (r->slots.len < count)
        return LLVMConstNull(new);
    for (unsigned i = 0; i < r->parts.len; i++) {
        uint32_t to = change ? change->element[i] : i;
        if (to != IR_NONE)
            r->slots.at[to] = fit(r, r->parts.at[i], LLVMStructGetTypeAtIndex(new, to));
    }
    for (unsigned i = 0; i < count; i++)
        if (!r->slots.at[i])
            r->slots.at[i] = dtrans_filler(r->l, LLVMStructGetTypeAtIndex(new, i));
    return LLVMConstNamedStruct(new, r->slots.at, count);
}

/* Finishes the constant on top, or pushes the parts that must be finished before it. */
static void step(remapping *r, LLVMValueRef c) {
    LLVMTypeRef old = LLVMTypeOf(c), new = dtrans_new_type(r->l, old);
    uint64_t count = part_count(old);
    bool waiting = false;
    vec_clear(&r->parts);
    for (uint64_t i = 0; i < count && ctx_tick(r->ctx, 1); i++) {
        LLVMValueRef part = LLVMGetAggregateElement(c, (unsigned)i);
        LLVMValueRef mapped = part ? known(r, part) : LLVMConstNull(new);
        if (!part)
            ctx_fail(r->ctx, LATHE_INTERNAL, "an initializer of an unknown kind");
        if (!mapped) {
            vec_push(r->ctx, &r->work, part);
            waiting = true;
        }
        vec_push(r->ctx, &r->parts, mapped);
    }
    if (waiting || !ctx_ok(r->ctx))
        return;
    r->work.len--;
    map_set(&r->done, c,
            (map_word){.p = ir_is_struct(old)
                                ? build_struct(r, old, new)
                                : LLVMConstArray2(LLVMGetElementType(new), r->parts.at, count)});
}

static LLVMValueRef remap_constant(const dtrans_layouts *l, LLVMValueRef init) {
    remapping r = {.l = l, .ctx = l->info->ctx};
    map_init(&r.done, r.ctx);
    LLVMValueRef result = known(&r, init);
    if (!result)
        vec_push(r.ctx, &r.work, init);
    while (r.work.len && ctx_tick(r.ctx, 1)) {
        if (known(&r, vec_last(&r.work)))
            r.work.len--;
        else
            step(&r, vec_last(&r.work));
    }
    result = known(&r, init);
    map_free(&r.done);
    vec_free(r.ctx, &r.work);
    vec_free(r.ctx, &r.parts);
    vec_free(r.ctx, &r.slots);
    return result;
}

typedef enum likeness { SAME, LOOKALIKE, OTHER } likeness;

/* What the declared type says about an object of the DTrans type. A named struct is never a
 * look-alike of another: an object that holds the struct as its first member is one, too, where
 * their addresses are compared, and must not be taken for an array of it. */
static likeness compare(const DTransInfo *info, LLVMTypeRef declared, uint32_t type) {
    declared = ir_below_arrays(declared);
    if (type == IR_NONE || declared == info->types.at[type].llvm)
        return SAME;
    bool named = ir_is_struct(declared) && !LLVMIsLiteralStruct(declared);
    return named ? OTHER : LOOKALIKE;
}

bool dtrans_can_remap_initializer(const DTransInfo *info, LLVMTypeRef declared, LLVMValueRef init,
                                  uint32_t type) {
    likeness like = compare(info, declared, type);
    return like == SAME || (like == LOOKALIKE && dtrans_can_cut(info, declared, init, type));
}

static bool remap_same(const dtrans_layouts *l, LLVMTypeRef declared, LLVMValueRef init,
                       dtrans_image *out) {
    dtrans_image image = {dtrans_new_type(l, declared), NULL};
    if (init)
        image.init = remap_constant(l, init);
    if (!ctx_ok(l->info->ctx))
        return false;
    *out = image;
    return true;
}

bool dtrans_remap_initializer(const dtrans_layouts *l, LLVMTypeRef declared, LLVMValueRef init,
                              uint32_t type, dtrans_image *out) {
    likeness like = compare(l->info, declared, type);
    if (like == SAME)
        return remap_same(l, declared, init, out);
    if (!dtrans_is_remapped(l, declared) && !dtrans_is_remapped(l, l->info->types.at[type].llvm)) {
        *out = (dtrans_image){declared, init};
        return true;
    }
    return like == LOOKALIKE && dtrans_remap_lookalike(l, declared, init, type, out);
}
