/* Step 7: variables of changed types, and constants that point into them. */
#include "dtrans/transform/apply.h"
#include "dtrans/transform/base.h"
#include "dtrans/transform/layout_init.h"
#include "ir/llvmx.h"

typedef struct replacement {
    LLVMValueRef old, new;
    const dtrans_variable *variable;
    bool taken; /* by the transform */
} replacement;

typedef VEC(replacement) replacement_list;

static LLVMValueRef make_variable(DTransOptBase *b, const dtrans_variable *v) {
    dtrans_image image = {v->to, NULL};
    if (!v->to && !dtrans_remap_initializer(&b->layouts, LLVMGlobalGetValueType(v->old),
                                            LLVMGetInitializer(v->old), v->type, &image)) {
        ctx_fail(b->ctx, LATHE_INTERNAL, "%s: the initializer of '%s' does not fit any more",
                 b->hooks->name, LLVMGetValueName(v->old));
        return NULL;
    }
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(v->old));
    return LLVMAddGlobalInAddressSpace(b->m->llvm, image.type, "", space);
}

/* What a remapper of types alone would not see. */
static bool is_overlooked(const DTransOptBase *b, const dtrans_variable *v) {
    return dtrans_has_rule(b->plan.without, RULE_INITIALIZERS) &&
           !dtrans_is_remapped(&b->layouts, LLVMGlobalGetValueType(v->old));
}

static void create(DTransOptBase *b, const dtrans_variable *v, replacement_list *all) {
    replacement r = {.old = v->old, .variable = v};
    if (b->hooks->create_global)
        r.new = b->hooks->create_global(b, v->old, b->data);
    r.taken = r.new != NULL;
    if (!r.taken)
        r.new = make_variable(b, v);
    if (!r.new)
        return;
    ir_carry_global(r.old, r.new);
    ir_carry_name(r.old, r.new);
    ir_valuemap_set(&b->values, r.old, r.new);
    vec_push(b->ctx, all, r);
}

/* An address constant that is about to be replaced. */
typedef struct address {
    LLVMValueRef old, new;
    unsigned depth; /* steps from the variable */
} address;

typedef struct addresses {
    const DTransOptBase *b;
    map edits; /* constant → its edit */
    VEC(address) all;
} addresses;

/* One step over a new base. */
static LLVMValueRef new_step(const addresses *a, LLVMValueRef old, LLVMValueRef base) {
    dtrans_edit same = {.kind = EDIT_PATH, .at = old};
    const dtrans_edit *edit = map_get(&a->edits, old);
    return dtrans_new_address(&a->b->plan, edit ? edit : &same, base);
}

static void build_address(addresses *a, LLVMValueRef old) {
    LLVMValueRef steps[DTRANS_MAX_NESTED], at = old;
    unsigned depth = 0;
    for (; LLVMIsAConstantExpr(at) && depth < DTRANS_MAX_NESTED; at = LLVMGetOperand(at, 0))
        steps[depth++] = at;
    LLVMValueRef new = map_get(&a->b->values.values, at);
    for (unsigned i = depth; new && i > 0; i--)
        new = new_step(a, steps[i - 1], new);
    if (new)
        vec_push(a->b->ctx, &a->all, (address){old, new, depth});
}

/* The old constant stays, without uses, and moves to the new variable when that replaces the old
 * one: there the value map must not build it anew, with members that may not exist. Those in
 * bytes could then be taken for new constants, and need no work. */
static void replace_address(DTransOptBase *b, const address *a) {
    LLVMReplaceAllUsesWith(a->old, a->new);
    if (dtrans_is_remapped(&b->layouts, LLVMGetGEPSourceElementType(a->old)))
        ir_valuemap_set(&b->values, a->old, a->new);
}

/* All are built before the first is replaced, and the longest are replaced first: replacing one
 * changes those that are computed from it. */
static void replace_addresses(DTransOptBase *b) {
    addresses a = {.b = b};
    unsigned deepest = 0;
    map_init(&a.edits, b->ctx);
    for (size_t i = 0; i < b->plan.edits.len; i++) {
        dtrans_edit *edit = &b->plan.edits.at[i];
        map_word *place = edit->constant ? map_put(&a.edits, edit->at) : NULL;
        if (place)
            place->p = edit;
    }
    for (size_t i = 0; i < b->plan.edits.len && ctx_ok(b->ctx); i++)
        if (b->plan.edits.at[i].constant)
            build_address(&a, b->plan.edits.at[i].at);
    for (size_t i = 0; i < a.all.len; i++)
        deepest = a.all.at[i].depth > deepest ? a.all.at[i].depth : deepest;
    for (; deepest > 0 && ctx_ok(b->ctx); deepest--)
        for (size_t i = 0; i < a.all.len; i++)
            if (a.all.at[i].depth == deepest)
                replace_address(b, &a.all.at[i]);
    vec_free(b->ctx, &a.all);
    map_free(&a.edits);
}

static void initialize(DTransOptBase *b, const replacement *r) {
    if (r->taken) {
        if (b->hooks->initialize_global)
            b->hooks->initialize_global(b, r->old, r->new, b->data);
        return;
    }
    dtrans_image image = {NULL, NULL};
    LLVMValueRef init = LLVMGetInitializer(r->old);
    if (init && r->variable->to)
        image.init = dtrans_fit_constant(b->ctx, init, r->variable->to);
    else if (init)
        dtrans_remap_initializer(&b->layouts, LLVMGlobalGetValueType(r->old), init,
                                 r->variable->type, &image);
    if (image.init)
        LLVMSetInitializer(r->new, image.init);
    /* Padding may be filled, which a tentative definition cannot be; no other one is around. */
    if (image.init && !LLVMIsNull(image.init) && LLVMGetLinkage(r->new) == LLVMCommonLinkage)
        LLVMSetLinkage(r->new, LLVMExternalLinkage);
}

void dtrans_base_globals(DTransOptBase *b) {
    lathe_assert(b->phase == DTRANS_REPLACES);
    replacement_list all = {0};
    for (size_t i = 0; i < b->plan.variables.len && ctx_ok(b->ctx); i++)
        if (!is_overlooked(b, &b->plan.variables.at[i]))
            create(b, &b->plan.variables.at[i], &all);
    if (!dtrans_has_rule(b->plan.without, RULE_CONSTANTS))
        replace_addresses(b);
    for (size_t i = 0; i < all.len; i++)
        LLVMReplaceAllUsesWith(all.at[i].old, all.at[i].new);
    for (size_t i = 0; i < all.len && ctx_ok(b->ctx); i++)
        initialize(b, &all.at[i]);
    if (b->hooks->post_process_global)
        for (size_t i = 0; i < all.len && ctx_ok(b->ctx); i++)
            b->hooks->post_process_global(b, all.at[i].old, all.at[i].new, b->data);
    for (size_t i = 0; i < all.len; i++)
        ir_valuemap_retire(&b->values, all.at[i].old);
    vec_free(b->ctx, &all);
}
