/* lathe/transform.h: what hooks ask of the base. */
#include "api/arguments.h"
#include "api/transform_run.h"

#include "dtrans/transform/layout_body.h"

#include <string.h>

static bool refuse(const lathe_transform *t, const char *function, const char *wrong) {
    ctx_fail(t->m->ctx, LATHE_USAGE, "lathe_transform_%s: %s", function, wrong);
    return false;
}

/* False, with LATHE_USAGE, in another hook than this. */
static bool is_stage(const lathe_transform *t, transform_stage stage, const char *function) {
    static const char *const hooks[] = {
        [STAGE_PLAN] = "only `plan` may call it",
        [STAGE_PREPARE] = "only `prepare_types` may call it",
        [STAGE_POPULATE] = "only `populate_types` may call it",
    };
    return t->stage == stage ? ctx_ok(t->m->ctx) : refuse(t, function, hooks[stage]);
}

static const dtrans_type *type_at(const lathe_transform *t, size_t type) {
    const DTransInfo *info = &t->analysis->info;
    return type < info->types.len ? &info->types.at[type] : NULL;
}

static bool refuse_type(const lathe_transform *t, size_t type, const char *function,
                        const char *wrong) {
    ctx_fail(t->m->ctx, LATHE_USAGE, "lathe_transform_%s: '%s': %s", function,
             type_at(t, type)->name, wrong);
    return false;
}

/* The same with LATHE_USAGE if there is none. */
static const dtrans_type *require_type(const lathe_transform *t, size_t type) {
    const dtrans_type *of = type_at(t, type);
    if (!of)
        ctx_fail(t->m->ctx, LATHE_USAGE, "type: there is no type %zu", type);
    return of;
}

lathe_transform_step lathe_transform_step_of(const lathe_transform *t) {
    static const lathe_transform_step steps[] = {
        [DTRANS_MAKES_TYPES] = LATHE_TRANSFORM_TYPES,
        [DTRANS_EDITS] = LATHE_TRANSFORM_EDITS,
        [DTRANS_REPLACES] = LATHE_TRANSFORM_REPLACES,
    };
    return t->base ? steps[t->base->phase] : LATHE_TRANSFORM_BEGINS;
}

bool lathe_transform_is_rehearsal(const lathe_transform *t) {
    return t->base && t->base->rehearsal;
}

lathe_module *lathe_transform_module(const lathe_transform *t) {
    return t->m;
}

lathe_dtrans *lathe_transform_analysis(lathe_transform *t) {
    return t->analysis;
}

void lathe_transform_fail(lathe_transform *t, const char *message) {
    ctx_fail(t->m->ctx, LATHE_GATE_FAILED, "%s: %s", t->hooks->name, message ? message : "");
}

bool lathe_transform_may_change(const lathe_transform *t, size_t type) {
    const dtrans_type *of = type_at(t, type);
    return of && !of->kept && of->size &&
           dtrans_is_legal(&t->analysis->info, (uint32_t)type, t->like);
}

static const dtrans_field *field_at(const lathe_transform *t, size_t type, size_t field) {
    const dtrans_type *of = type_at(t, type);
    return of && field < of->field_count ? &of->fields[field] : NULL;
}

bool lathe_transform_is_field_needed(const lathe_transform *t, size_t type, size_t field) {
    const dtrans_field *f = field_at(t, type, field);
    return f && (f->needed || f->pinned);
}

/* Whether nobody would miss the field. */
static bool may_go(const lathe_transform *t, uint32_t type, uint32_t field) {
    const dtrans_type *of = type_at(t, type);
    const dtrans_field *f = &of->fields[field];
    return f->padding || (!f->pinned && !f->address_taken && !f->needed && f->size && !f->reads &&
                          field < dtrans_end_movable(of) &&
                          dtrans_is_legal(&t->analysis->info, type, DTRANS_DELETE_FIELDS));
}

/* What is wrong with an order; NULL if it is sound. */
static const char *wrong_order(const lathe_transform *t, uint32_t type, const uint32_t *order) {
    uint32_t count = type_at(t, type)->field_count, data = 0;
    if (!dtrans_is_sound_order(t->base, type, order))
        return "it has a field twice, or moves one that must stay first or last";
    for (uint32_t f = 0; f < count; f++) {
        bool there = false;
        for (uint32_t i = 0; i < count; i++)
            there |= order[i] == f;
        data += there && type_at(t, type)->fields[f].size;
        if (!there && !may_go(t, type, f))
            return "it lacks a field that is needed";
    }
    return data ? NULL : "it has no fields";
}

static bool is_list(lathe_transform_list list) {
    return list == LATHE_TRANSFORM_ORDER || list == LATHE_TRANSFORM_GROUP ||
           list == LATHE_TRANSFORM_NARROW;
}

static const char *wrong_decision(lathe_transform *t, size_t type, lathe_transform_list list,
                                  const uint32_t *numbers, size_t count) {
    if (!lathe_transform_may_change(t, type))
        return "the type may not change";
    if (!is_list(list))
        return "there is no such list";
    if (numbers && count != type_at(t, type)->field_count)
        return "there is not a number for each field";
    return numbers && list == LATHE_TRANSFORM_ORDER ? wrong_order(t, (uint32_t)type, numbers)
                                                    : NULL;
}

bool lathe_transform_decide(lathe_transform *t, size_t type, lathe_transform_list list,
                            const uint32_t *numbers, size_t count) {
    const char *function = "decide";
    if (!is_stage(t, STAGE_PLAN, function) || !require_type(t, type))
        return false;
    const char *wrong = wrong_decision(t, type, list, numbers, count);
    if (wrong)
        return refuse_type(t, type, function, wrong);
    uint32_t *kept =
        dtrans_decide(t->base, (uint32_t)type, numbers ? (dtrans_list)list : DTRANS_NO_LIST);
    if (kept)
        memcpy(kept, numbers, count * sizeof *kept);
    t->base->decisions.at[type].chosen = true;
    return ctx_ok(t->m->ctx);
}

static const dtrans_decision *decision_of(const lathe_transform *t, size_t type) {
    return t->base && type_at(t, type) && t->base->decisions.at ? &t->base->decisions.at[type]
                                                                : NULL;
}

uint32_t lathe_transform_decided(const lathe_transform *t, size_t type, lathe_transform_list list,
                                 size_t field) {
    const dtrans_decision *d = decision_of(t, type);
    bool there = d && is_list(list) && d->list[list] && field_at(t, type, field);
    return there ? d->list[list][field] : LATHE_TRANSFORM_NONE;
}

bool lathe_transform_is_decided(const lathe_transform *t, size_t type) {
    const dtrans_decision *d = decision_of(t, type);
    return d && d->changes;
}

/* Whether the type may be given a new struct now. */
static bool may_replace(lathe_transform *t, size_t type, const char *function) {
    if (!is_stage(t, STAGE_PREPARE, function) || !require_type(t, type))
        return false;
    if (!lathe_transform_may_change(t, type))
        return refuse_type(t, type, function, "the type may not change");
    if (dtrans_change_of(&t->base->layouts, type_at(t, type)->llvm))
        return refuse_type(t, type, function, "the type has a new struct already");
    return true;
}

LLVMTypeRef lathe_transform_replace(lathe_transform *t, size_t type, const char *prefix) {
    if (!may_replace(t, type, "replace"))
        return NULL;
    const dtrans_change *change =
        dtrans_base_replace(t->base, (uint32_t)type, prefix ? prefix : t->base->hooks->prefix);
    return change ? change->to : NULL;
}

bool lathe_transform_add_type_mapping(lathe_transform *t, LLVMTypeRef from, LLVMTypeRef to) {
    uint32_t type = from ? dtrans_type_of(&t->analysis->info, from) : IR_NONE;
    if (!may_replace(t, type == IR_NONE ? SIZE_MAX : type, "add_type_mapping"))
        return false;
    bool opaque = to && LLVMGetTypeKind(to) == LLVMStructTypeKind && LLVMIsOpaqueStruct(to) &&
                  LLVMGetTypeContext(to) == t->m->llvm_ctx && to != from;
    if (!opaque)
        return refuse(t, "add_type_mapping", "`to` is not a new opaque struct of the module's");
    return dtrans_base_map(t->base, type, to) != NULL;
}

const char *lathe_transform_type_name(lathe_transform *t, const char *prefix, size_t type) {
    const dtrans_type *of = type_at(t, type);
    if (!t->base || !of)
        return "";
    return dtrans_base_name(t->base, prefix ? prefix : t->base->hooks->prefix, of->name);
}

/* Whether there are new types to look at. */
static bool has_layouts(const lathe_transform *t, const char *function) {
    if (t->base && t->stage != STAGE_PLAN && t->stage != STAGE_PREPARE)
        return true;
    return refuse(t, function, "there are no new types yet");
}

LLVMTypeRef lathe_transform_remap_type(lathe_transform *t, LLVMTypeRef type) {
    return type && has_layouts(t, "remap_type") ? dtrans_new_type(&t->base->layouts, type) : type;
}

bool lathe_transform_map_pointer(lathe_transform *t, size_t type, LLVMTypeRef integer) {
    if (!is_stage(t, STAGE_PREPARE, "map_pointer") || !require_type(t, type))
        return false;
    if (!integer || LLVMGetTypeKind(integer) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(integer) != LLVMPointerSize(t->base->layouts.target) * 8)
        return refuse(t, "map_pointer", "`integer` is not one of the size of a pointer");
    return dtrans_map_pointer(t->base, (uint32_t)type, integer);
}

const char *lathe_transform_pointer_refusal(lathe_transform *t, size_t type) {
    LLVMValueRef where;
    if (!is_stage(t, STAGE_PREPARE, "pointer_refusal") || !require_type(t, type))
        return "pointers can be asked about in prepare_types";
    return dtrans_pointer_refusal(t->base, (uint32_t)type, &where);
}

static dtrans_change *change_at(const lathe_transform *t, size_t type) {
    const dtrans_type *of = t->base ? type_at(t, type) : NULL;
    return of ? (dtrans_change *)dtrans_change_of(&t->base->layouts, of->llvm) : NULL;
}

static const char *wrong_body(const lathe_transform *t, size_t type, const uint32_t *order,
                              size_t count) {
    const dtrans_change *change = change_at(t, type);
    if (!change || change->dependent || !LLVMIsOpaqueStruct(change->to))
        return "the type has no new struct without a body";
    if (count != type_at(t, type)->field_count)
        return "there is not one for each field";
    return order ? wrong_order(t, (uint32_t)type, order) : NULL;
}

bool lathe_transform_set_body(lathe_transform *t, size_t type, const uint32_t *order,
                              const uint64_t *padding, size_t count) {
    dtrans_body body;
    if (!is_stage(t, STAGE_POPULATE, "set_body") || !require_type(t, type))
        return false;
    const char *wrong = wrong_body(t, type, order, count);
    if (wrong)
        return refuse_type(t, type, "set_body", wrong);
    if (!dtrans_body_init(&body, t->base, change_at(t, type)))
        return false;
    if (order)
        memcpy(body.order, order, count * sizeof *order);
    if (padding)
        memcpy(body.padding, padding, (count + 1) * sizeof *padding);
    dtrans_body_set(&body, t->base, change_at(t, type));
    return ctx_ok(t->m->ctx);
}

size_t lathe_transform_change_count(const lathe_transform *t) {
    return t->base && t->stage != STAGE_PLAN ? t->base->layouts.changes.len : 0;
}

bool lathe_transform_change_get(const lathe_transform *t, size_t index,
                                lathe_transform_change *change) {
    if (index >= lathe_transform_change_count(t))
        return false;
    const dtrans_change *c = &t->base->layouts.changes.at[index];
    lathe_transform_change own = {
        .type = c->type, .from = c->from, .to = c->to, .dependent = c->dependent};
    return api_fill(t->m->ctx, change, &own, "change");
}

uint32_t lathe_transform_new_element(const lathe_transform *t, size_t type, size_t field) {
    const dtrans_change *change = t->stage == STAGE_PLAN ? NULL : change_at(t, type);
    if (!field_at(t, type, field))
        return LATHE_TRANSFORM_NONE;
    return change ? change->element[field] : (uint32_t)field;
}

/* Whether the type has a size, also under new layouts. */
static bool is_measured(lathe_transform *t, LLVMTypeRef type, const char *function) {
    return type && LLVMTypeIsSized(type) && has_layouts(t, function) &&
           LLVMTypeIsSized(dtrans_new_type(&t->base->layouts, type));
}

uint64_t lathe_transform_new_size(lathe_transform *t, LLVMTypeRef type) {
    return is_measured(t, type, "new_size") ? dtrans_new_size(&t->base->layouts, type) : 0;
}

lathe_transform_fate lathe_transform_new_offset(lathe_transform *t, LLVMTypeRef type,
                                                uint64_t offset, uint64_t *to) {
    static const lathe_transform_fate fates[] = {
        [DTRANS_KEPT] = LATHE_TRANSFORM_KEPT,
        [DTRANS_DELETED] = LATHE_TRANSFORM_DELETED,
        [DTRANS_PADDING] = LATHE_TRANSFORM_PADDING,
        [DTRANS_BROKEN] = LATHE_TRANSFORM_BROKEN,
    };
    uint64_t place = 0;
    if (!is_measured(t, type, "new_offset"))
        return LATHE_TRANSFORM_BROKEN;
    lathe_transform_fate fate = fates[dtrans_new_offset(&t->base->layouts, type, offset, &place)];
    if (fate == LATHE_TRANSFORM_KEPT && to)
        *to = place;
    return fate;
}

LLVMValueRef lathe_transform_value(const lathe_transform *t, LLVMValueRef old) {
    bool made = t->base && t->base->phase != DTRANS_MAKES_TYPES;
    return made && old ? map_get(&t->base->values.values, old) : NULL;
}

bool lathe_transform_set_value(lathe_transform *t, LLVMValueRef old, LLVMValueRef replacement) {
    bool data =
        old && LLVMIsAConstant(old) && !LLVMIsAGlobalValue(old) && !LLVMIsAConstantExpr(old);
    if (lathe_transform_step_of(t) != LATHE_TRANSFORM_REPLACES)
        return refuse(t, "set_value", "values are replaced from step 5 on");
    if (!old || !replacement || data)
        return refuse(t, "set_value", "`old` or `replacement` is NULL, or `old` is plain data");
    ir_valuemap_set(&t->base->values, old, replacement);
    return ctx_ok(t->m->ctx);
}
