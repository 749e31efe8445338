/* lathe/dtrans.h: types, uses, fields, pointers and calls by their LLVM handles. */
#include "api/arguments.h"
#include "report/dtrans.h"

#include <string.h>

static const dtrans_type *type_at(const lathe_dtrans *d, size_t type) {
    return type < d->info.types.len ? &d->info.types.at[type] : NULL;
}

static bool is_field(const lathe_dtrans *d, size_t type, size_t field) {
    return type_at(d, type) && field < type_at(d, type)->field_count;
}

static size_t number_of(uint32_t number) {
    return number == IR_NONE ? LATHE_DTRANS_NONE : number;
}

LLVMValueRef lathe_dtrans_use_value(const lathe_dtrans *d, size_t type, size_t index) {
    return index < lathe_dtrans_use_count(d, type)
               ? d->info.uses.at[d->uses[d->first_use[type] + index]].where
               : NULL;
}

size_t lathe_dtrans_condition_count(void) {
    return DTRANS_CONDITIONS;
}

const char *lathe_dtrans_condition_name(size_t condition) {
    return condition < DTRANS_CONDITIONS ? dtrans_condition_name((dtrans_condition)condition)
                                         : NULL;
}

bool lathe_dtrans_has_condition(const lathe_dtrans *d, size_t type, const char *condition) {
    for (dtrans_condition c = 0; condition && type_at(d, type) && c < DTRANS_CONDITIONS; c++)
        if (strcmp(dtrans_condition_name(c), condition) == 0)
            return type_at(d, type)->safety & dtrans_bit(c);
    return false;
}

size_t lathe_dtrans_type_of(const lathe_dtrans *d, LLVMTypeRef type) {
    return type ? number_of(dtrans_type_of(&d->info, type)) : LATHE_DTRANS_NONE;
}

LLVMTypeRef lathe_dtrans_type_llvm(const lathe_dtrans *d, size_t type) {
    return type_at(d, type) ? type_at(d, type)->llvm : NULL;
}

size_t lathe_dtrans_site_count(const lathe_dtrans *d, size_t type) {
    return type_at(d, type) ? type_at(d, type)->sites.len : 0;
}

bool lathe_dtrans_site_get(const lathe_dtrans *d, size_t type, size_t index,
                           lathe_dtrans_site *site) {
    if (index >= lathe_dtrans_site_count(d, type))
        return false;
    const dtrans_site *s = &type_at(d, type)->sites.at[index];
    lathe_dtrans_site own = {.call = s->call, .function = s->function, .count = s->count};
    return api_fill(d->info.ctx, site, &own, "site");
}

double lathe_dtrans_affinity(const lathe_dtrans *d, size_t type, size_t field, size_t other) {
    const dtrans_type *t = type_at(d, type);
    if (!is_field(d, type, field) || !is_field(d, type, other) || !t->affinity)
        return 0;
    return t->affinity[field * t->field_count + other];
}

/* NULL if there is no such field. */
static const dtrans_field_use *use_of(lathe_dtrans *d, size_t type, size_t field) {
    if (!is_field(d, type, field))
        return NULL;
    return dtrans_field_use_of(dtrans_facts_of(d), (uint32_t)type, (uint32_t)field);
}

const char *lathe_dtrans_field_obstacle(lathe_dtrans *d, size_t type, size_t field,
                                        LLVMValueRef *where) {
    const dtrans_field_use *use = use_of(d, type, field);
    bool filled = use && !use->obstacle && use->filled;
    if (where)
        *where = use ? use->where : NULL;
    if (!use)
        return "there is no such field";
    return filled ? "all bytes of the object are set to something else than zero" : use->obstacle;
}

size_t lathe_dtrans_access_count(lathe_dtrans *d, size_t type, size_t field) {
    const dtrans_field_use *use = use_of(d, type, field);
    return use ? use->list.len : 0;
}

LLVMValueRef lathe_dtrans_access_at(lathe_dtrans *d, size_t type, size_t field, size_t index) {
    const dtrans_field_use *use = use_of(d, type, field);
    return use && index < use->list.len ? use->list.at[index] : NULL;
}

size_t lathe_dtrans_field_values(lathe_dtrans *d, size_t type, size_t field, LLVMValueRef *values,
                                 size_t room) {
    if (!is_field(d, type, field) || (room && !values))
        return SIZE_MAX;
    return dtrans_field_constants(dtrans_facts_of(d), (uint32_t)type, (uint32_t)field, values,
                                  room);
}

static bool give_range(bool known, const dtrans_range *range, int64_t *least, int64_t *most) {
    if (known && least)
        *least = range->least;
    if (known && most)
        *most = range->most;
    return known;
}

bool lathe_dtrans_field_range(lathe_dtrans *d, size_t type, size_t field, int64_t *least,
                              int64_t *most) {
    dtrans_range range;
    bool known = is_field(d, type, field) &&
                 dtrans_range_of_field(dtrans_facts_of(d), (uint32_t)type, (uint32_t)field, &range);
    return give_range(known, &range, least, most);
}

bool lathe_dtrans_value_range(lathe_dtrans *d, LLVMValueRef value, int64_t *least, int64_t *most) {
    dtrans_range range;
    bool known = value && dtrans_range_of_value(dtrans_facts_of(d), value, &range);
    return give_range(known, &range, least, most);
}

bool lathe_dtrans_is_index_field(const lathe_dtrans *d, size_t type, size_t field) {
    return is_field(d, type, field) && type_at(d, type)->fields[field].index;
}

/* NULL if the value cannot carry a pointer. */
static const LocalPointerInfo *local_of(lathe_dtrans *d, LLVMValueRef value) {
    LLVMTypeRef type = value ? LLVMTypeOf(value) : NULL;
    LLVMTypeKind kind = type ? LLVMGetTypeKind(type) : LLVMVoidTypeKind;
    if (kind == LLVMPointerTypeKind)
        return dtrans_local_class(&dtrans_facts_of(d)->visitor.local,
                                  dtrans_class_of(&d->info, value));
    bool word = kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
    return word ? dtrans_local_value(&dtrans_facts_of(d)->visitor.local, value) : NULL;
}

bool lathe_dtrans_pointer_get(lathe_dtrans *d, LLVMValueRef value, lathe_dtrans_pointer *pointer) {
    const LocalPointerInfo *p = local_of(d, value);
    if (!p)
        return false;
    lathe_dtrans_pointer own = {
        .dominant = number_of(p->dominant),
        .aliases = p->count,
        .objects = p->objects,
        .conflicting = p->conflicting,
        .analysed = p->analysed,
        .escapes = p->place && ptr_marked(&d->info.graph, p->place, PTR_ESCAPES),
    };
    return api_fill(d->info.ctx, pointer, &own, "pointer");
}

bool lathe_dtrans_alias_get(lathe_dtrans *d, LLVMValueRef value, size_t index,
                            lathe_dtrans_alias *alias) {
    const LocalPointerInfo *p = local_of(d, value);
    if (!p || index >= p->count)
        return false;
    const dtrans_view *view = &p->views[index];
    uint32_t field = view->element ? dtrans_field_at(&d->info, view->type, view->offset) : IR_NONE;
    lathe_dtrans_alias own = {.type = view->type,
                              .offset = view->offset,
                              .field = number_of(field),
                              .outer = view->outer};
    return api_fill(d->info.ctx, alias, &own, "alias");
}

bool lathe_dtrans_call_get(lathe_dtrans *d, LLVMValueRef inst, lathe_dtrans_call *call) {
    static const lathe_dtrans_call_kind kinds[] = {
        [DTRANS_CALL_ALLOCATES] = LATHE_DTRANS_ALLOCATES,
        [DTRANS_CALL_REALLOCATES] = LATHE_DTRANS_REALLOCATES,
        [DTRANS_CALL_FREES] = LATHE_DTRANS_FREES,
        [DTRANS_CALL_COPIES] = LATHE_DTRANS_COPIES,
        [DTRANS_CALL_MOVES] = LATHE_DTRANS_MOVES,
        [DTRANS_CALL_SETS] = LATHE_DTRANS_SETS,
    };
    dtrans_call found;
    if (!inst || !dtrans_call_of(dtrans_facts_of(d), inst, &found))
        return false;
    lathe_dtrans_call own = {.kind = kinds[found.kind],
                             .type = number_of(found.type),
                             .bytes = found.bytes,
                             .count = found.count,
                             .zeroed = found.zeroed,
                             .size = found.size};
    return api_fill(d->info.ctx, call, &own, "call");
}
