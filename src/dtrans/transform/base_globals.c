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

/* Old constants are told apart from new ones by the variable they are built over. */
static void replace_addresses(DTransOptBase *b) {
    for (size_t i = 0; i < b->plan.edits.len; i++) {
        const dtrans_edit *edit = &b->plan.edits.at[i];
        if (!LLVMIsAConstantExpr(edit->at))
            continue;
        LLVMValueRef base = map_get(&b->values.values, LLVMGetOperand(edit->at, 0));
        if (base)
            LLVMReplaceAllUsesWith(edit->at, dtrans_new_address(&b->plan, edit, base));
    }
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
