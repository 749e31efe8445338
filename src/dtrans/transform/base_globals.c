/* Step 7: variables of changed types, and constants that point into them. */
#include "dtrans/transform/apply.h"
#include "dtrans/transform/base.h"
#include "dtrans/transform/init.h"
#include "ir/edit/carry.h"

typedef struct replacement {
    LLVMValueRef old, new;
    uint32_t type;
    bool taken; /* by the transform */
} replacement;

typedef VEC(replacement) replacement_list;

static LLVMValueRef make_variable(DTransOptBase *b, const dtrans_variable *v) {
    dtrans_image image;
    if (!dtrans_remap_initializer(&b->layouts, LLVMGlobalGetValueType(v->old),
                                  LLVMGetInitializer(v->old), v->type, &image)) {
        ctx_fail(b->ctx, LATHE_INTERNAL, "%s: the initializer of '%s' does not fit any more",
                 b->hooks->name, LLVMGetValueName(v->old));
        return NULL;
    }
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(v->old));
    return LLVMAddGlobalInAddressSpace(b->m->llvm, image.type, "", space);
}

static void create(DTransOptBase *b, const dtrans_variable *v, replacement_list *all) {
    replacement r = {.old = v->old, .type = v->type};
    if (b->hooks->create_global)
        r.new = b->hooks->create_global(b, v->old, b->data);
    r.taken = r.new != NULL;
    if (!r.taken)
        r.new = make_variable(b, v);
    if (!r.new)
        return;
    ir_carry_variable(r.old, r.new);
    ir_carry_name(r.old, r.new);
    ir_valuemap_set(&b->values, r.old, r.new);
    vec_push(b->ctx, all, r);
}

typedef struct address {
    LLVMValueRef old, new;
    unsigned depth; /* computations between the variable and it, itself included */
} address;

typedef VEC(address) address_list;

/* From the variable outwards: what an address is computed from may have moved, too. */
static address new_address(DTransOptBase *b, const map *edits, LLVMValueRef old) {
    LLVMValueRef chain[DTRANS_MAX_NESTING], at = old;
    address a = {.old = old};
    while (LLVMIsAConstantExpr(at) && a.depth < DTRANS_MAX_NESTING) {
        chain[a.depth++] = at;
        at = LLVMGetOperand(at, 0);
    }
    a.new = map_get(&b->values.values, at);
    for (unsigned i = a.depth; a.new && i > 0; i--) {
        const dtrans_edit same = {.kind = EDIT_PATH, .at = chain[i - 1]};
        const dtrans_edit *edit = map_get(edits, chain[i - 1]);
        a.new = dtrans_new_address(&b->plan, edit ? edit : &same, a.new);
    }
    return a;
}

/* The old constant stays, without uses, and moves to the new variable when that takes the old one's
 * place: there the value map must not build it anew, with members that may not exist. Others, of
 * bytes, could then be taken for new constants, and need no work. */
static void replace_address(DTransOptBase *b, const address *a) {
    LLVMReplaceAllUsesWith(a->old, a->new);
    if (dtrans_is_remapped(&b->layouts, LLVMGetGEPSourceElementType(a->old)))
        ir_valuemap_set(&b->values, a->old, a->new);
}

/* All new ones first, then the outermost, since replacing a constant rewrites those around it. Old
 * constants are told apart from new ones by the variable they are built over. */
static void replace_addresses(DTransOptBase *b) {
    address_list all = {0};
    map edits;
    unsigned deepest = 0;
    map_init(&edits, b->ctx);
    for (size_t i = 0; i < b->plan.edits.len; i++) {
        dtrans_edit *edit = &b->plan.edits.at[i];
        map_word *known = edit->constant ? map_put(&edits, edit->at) : NULL;
        if (known)
            known->p = edit;
    }
    for (size_t i = 0; i < edits.len; i++) {
        address a = new_address(b, &edits, edits.at[i].key.p);
        deepest = a.depth > deepest ? a.depth : deepest;
        if (a.new)
            vec_push(b->ctx, &all, a);
    }
    for (unsigned depth = deepest; depth > 0; depth--)
        for (size_t i = 0; i < all.len; i++)
            if (all.at[i].depth == depth)
                replace_address(b, &all.at[i]);
    map_free(&edits);
    vec_free(b->ctx, &all);
}

static void initialize(DTransOptBase *b, const replacement *r) {
    if (r->taken) {
        if (b->hooks->initialize_global)
            b->hooks->initialize_global(b, r->old, r->new, b->data);
        return;
    }
    dtrans_image image;
    LLVMValueRef init = LLVMGetInitializer(r->old);
    if (init && dtrans_remap_initializer(&b->layouts, LLVMGlobalGetValueType(r->old), init, r->type,
                                         &image))
        LLVMSetInitializer(r->new, image.init);
}

/* The value map deletes them when it is done: until then their addresses must not be reused. */
static void retire(DTransOptBase *b, const replacement_list *all) {
    for (size_t i = 0; i < all->len; i++) {
        LLVMSetInitializer(all->at[i].old, NULL);
        vec_push(b->ctx, &b->values.dead_globals, all->at[i].old);
    }
}

void dtrans_base_globals(DTransOptBase *b) {
    replacement_list all = {0};
    for (size_t i = 0; i < b->plan.variables.len && ctx_ok(b->ctx); i++)
        create(b, &b->plan.variables.at[i], &all);
    replace_addresses(b);
    for (size_t i = 0; i < all.len; i++)
        LLVMReplaceAllUsesWith(all.at[i].old, all.at[i].new);
    for (size_t i = 0; i < all.len && ctx_ok(b->ctx); i++)
        initialize(b, &all.at[i]);
    if (b->hooks->post_process_global)
        for (size_t i = 0; i < all.len && ctx_ok(b->ctx); i++)
            b->hooks->post_process_global(b, all.at[i].old, all.at[i].new, b->data);
    retire(b, &all);
    vec_free(b->ctx, &all);
}
