/* Hooks of transforms from outside the tree, behind the base's. What they return is looked at
 * before the base relies on it. */
#include "api/transform_run.h"

#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/retyped.h"
#include "ir/size.h"

static lathe_transform *enter(DTransOptBase *b, void *data) {
    lathe_transform *t = data;
    t->base = b;
    return t;
}

static void plan(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    t->stage = STAGE_PLAN;
    t->hooks->plan(t, t->data);
    t->stage = STAGE_OTHER;
}

static bool prepare_types(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    t->stage = STAGE_PREPARE;
    bool work = t->hooks->prepare_types(t, t->data);
    t->stage = STAGE_OTHER;
    return work && ctx_ok(b->ctx);
}

/* The element of the new struct that the base expects for a field. */
static LLVMTypeRef expected(DTransOptBase *b, const dtrans_change *change, uint32_t field) {
    LLVMTypeRef own = b->hooks->field_type ? b->hooks->field_type(b, change->type, field, b->data)
                                           : dtrans_pointer_field(b, change->type, field);
    return own ? own : dtrans_new_type(&b->layouts, LLVMStructGetTypeAtIndex(change->from, field));
}

/* A body that did not come from lathe_transform_set_body has the old fields first, in their order.
 */
static const char *wrong_body(DTransOptBase *b, const dtrans_change *change) {
    if (LLVMIsOpaqueStruct(change->to))
        return "a new struct has no body";
    unsigned count = LLVMCountStructElementTypes(change->to);
    for (uint32_t i = 0; i < b->info->types.at[change->type].field_count; i++) {
        uint32_t at = change->element[i];
        if (at == IR_NONE)
            continue;
        if (at >= count || LLVMStructGetTypeAtIndex(change->to, at) != expected(b, change, i))
            return "a new struct does not have the fields of the old one";
    }
    return NULL;
}

static void check_bodies(DTransOptBase *b) {
    for (size_t i = 0; i < b->layouts.changes.len && ctx_ok(b->ctx); i++) {
        const dtrans_change *change = &b->layouts.changes.at[i];
        const char *wrong = change->dependent ? NULL : wrong_body(b, change);
        if (wrong)
            ctx_fail(b->ctx, LATHE_USAGE, "populate_types: %s, for '%s'", wrong,
                     b->info->types.at[change->type].name);
    }
}

static void populate_types(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    t->stage = STAGE_POPULATE;
    if (t->hooks->populate_types)
        t->hooks->populate_types(t, t->data);
    else
        dtrans_set_bodies(b);
    t->stage = STAGE_OTHER;
    if (ctx_ok(b->ctx))
        check_bodies(b);
}

/* A field whose accesses are not all known cannot be another one. */
static LLVMTypeRef field_type(DTransOptBase *b, uint32_t type, uint32_t field, void *data) {
    lathe_transform *t = enter(b, data);
    LLVMTypeRef to = t->hooks->field_type(t, type, field, t->data);
    const dtrans_type *of = &b->info->types.at[type];
    if (!dtrans_change_of(&b->layouts, of->llvm))
        return NULL;
    if (!to || to == LLVMStructGetTypeAtIndex(of->llvm, field))
        return NULL;
    const dtrans_field_use *use = dtrans_field_use_of(dtrans_facts_of(t->analysis), type, field);
    const char *wrong = use->obstacle;
    if (!wrong && !LLVMTypeIsSized(to))
        wrong = "the new type has no size";
    if (!wrong)
        return to;
    ctx_fail(b->ctx, LATHE_USAGE, "field_type: field %u of '%s' cannot become another type: %s",
             field, of->name, wrong);
    return NULL;
}

static bool is_signed(DTransOptBase *b, uint32_t type, uint32_t field, void *data) {
    lathe_transform *t = enter(b, data);
    return t->hooks->field_is_signed && t->hooks->field_is_signed(t, type, field, t->data);
}

static void before_edits(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    if (b->hooks->field_type)
        dtrans_mark_retyped(b, dtrans_facts_of(t->analysis));
    if (t->hooks->before_edits)
        t->hooks->before_edits(t, t->data);
}

static void after_edits(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    if (t->hooks->after_edits)
        t->hooks->after_edits(t, t->data);
    if (b->hooks->field_type && ctx_ok(b->ctx))
        dtrans_check_retyped(b);
}

static void prepare_module(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    t->hooks->prepare_module(t, t->data);
}

static LLVMValueRef create_global(DTransOptBase *b, LLVMValueRef old, void *data) {
    lathe_transform *t = enter(b, data);
    LLVMValueRef new = t->hooks->create_global_replacement(t, old, t->data);
    if (!new)
        return NULL;
    LLVMTypeRef type = dtrans_new_type(&b->layouts, LLVMGlobalGetValueType(old));
    if (LLVMIsAGlobalVariable(new) && new != old && LLVMTypeOf(new) == LLVMTypeOf(old) &&
        LLVMGlobalGetValueType(new) == type)
        return new;
    ctx_fail(b->ctx, LATHE_USAGE,
             "create_global_replacement: not a new variable of the type that '%s' gets",
             LLVMGetValueName(old));
    return NULL;
}

static void initialize_global(DTransOptBase *b, LLVMValueRef old, LLVMValueRef new, void *data) {
    lathe_transform *t = enter(b, data);
    if (t->hooks->initialize_global_replacement)
        t->hooks->initialize_global_replacement(t, old, new, t->data);
    if (ctx_ok(b->ctx) && LLVMGetInitializer(old) && !LLVMGetInitializer(new))
        ctx_fail(b->ctx, LATHE_USAGE,
                 "initialize_global_replacement: the replacement of '%s' has no contents",
                 LLVMGetValueName(old));
}

static void post_process_global(DTransOptBase *b, LLVMValueRef old, LLVMValueRef new, void *data) {
    lathe_transform *t = enter(b, data);
    t->hooks->post_process_global(t, old, new, t->data);
}

static void process_function(DTransOptBase *b, LLVMValueRef fn, void *data) {
    lathe_transform *t = enter(b, data);
    t->hooks->process_function(t, fn, t->data);
}

static void post_process_function(DTransOptBase *b, LLVMValueRef original, void *data) {
    lathe_transform *t = enter(b, data);
    t->hooks->post_process_function(t, original, t->data);
}

static void finish(DTransOptBase *b, void *data) {
    lathe_transform *t = enter(b, data);
    t->hooks->finish(t, t->data);
}

/* Whether objects of both types are cut at the same bytes; members are compared by their sizes. */
static bool is_laid_out_alike(DTransOptBase *b, LLVMTypeRef from, LLVMTypeRef to) {
    LLVMTargetDataRef target = b->layouts.target;
    LLVMTypeKind kind = LLVMGetTypeKind(from);
    if (kind != LLVMGetTypeKind(to) || (kind != LLVMFunctionTypeKind && !LLVMTypeIsSized(to)))
        return false;
    if (kind == LLVMFunctionTypeKind)
        return LLVMCountParamTypes(from) == LLVMCountParamTypes(to);
    if (ir_abi_size(target, from) != ir_abi_size(target, to) ||
        ir_abi_align(target, from) != ir_abi_align(target, to))
        return false;
    if (kind != LLVMStructTypeKind)
        return true;
    unsigned count = LLVMCountStructElementTypes(from);
    if (count != LLVMCountStructElementTypes(to))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (ir_offset_of(target, from, i) != ir_offset_of(target, to, i))
            return false;
    return true;
}

static LLVMTypeRef remap_type(DTransOptBase *b, LLVMTypeRef type, void *data) {
    lathe_transform *t = enter(b, data);
    LLVMTypeRef to = t->hooks->remap_type(t, type, t->data);
    if (!to || to == type)
        return NULL;
    if (LLVMTypeIsSized(type) == LLVMTypeIsSized(to) && is_laid_out_alike(b, type, to))
        return to;
    ctx_fail(b->ctx, LATHE_USAGE, "remap_type: what it returns is not laid out as the old type");
    return NULL;
}

static LLVMValueRef materialize(DTransOptBase *b, LLVMValueRef value, void *data) {
    lathe_transform *t = enter(b, data);
    LLVMValueRef new = t->hooks->materialize(t, value, t->data);
    if (!new || LLVMTypeOf(new) == dtrans_new_type(&b->layouts, LLVMTypeOf(value)))
        return new;
    ctx_fail(b->ctx, LATHE_USAGE, "materialize: what it returns is of another type");
    return NULL;
}

void api_transform_hooks(const lathe_transform *t, dtrans_hooks *out) {
    const lathe_transform_hooks *h = t->hooks;
    *out = (dtrans_hooks){
        .name = h->name,
        .transform = t->like,
        .prefix = h->prefix ? h->prefix : "__",
        .dependent_prefix = h->dependent_prefix ? h->dependent_prefix : "__dep_",
        .plan = h->plan ? plan : NULL,
        .prepare_types = h->prepare_types ? prepare_types : NULL,
        .populate_types = populate_types,
        .field_type = h->field_type ? field_type : NULL,
        .is_signed = h->field_type ? is_signed : NULL,
        .before_edits = before_edits,
        .after_edits = after_edits,
        .prepare_module = h->prepare_module ? prepare_module : NULL,
        .create_global = h->create_global_replacement ? create_global : NULL,
        .initialize_global = initialize_global,
        .post_process_global = h->post_process_global ? post_process_global : NULL,
        .process_function = h->process_function ? process_function : NULL,
        .post_process_function = h->post_process_function ? post_process_function : NULL,
        .finish = h->finish ? finish : NULL,
        .remap_type = h->remap_type ? remap_type : NULL,
        .materialize = h->materialize ? materialize : NULL,
    };
}
