#include "dtrans/analysis/type_info.h"

#include "ir/libfuncs.h"
#include "ir/size.h"
#include "ir/value.h"

#include <stdio.h>
#include <string.h>

enum { MAX_USES = 64 }; /* kept per type and condition */

uint32_t dtrans_type_of(const DTransInfo *info, LLVMTypeRef type) {
    map_word *known = map_find(&info->by_llvm, type);
    return known ? (uint32_t)known->u - 1 : IR_NONE;
}

uint32_t dtrans_type_named(const DTransInfo *info, const char *name) {
    for (uint32_t i = 0; i < info->types.len; i++)
        if (dtrans_is_named(&info->types.at[i], name))
            return i;
    return IR_NONE;
}

/* Whether one of the latest uses of the type says the same of the same location. Not asked of uses
 * that would only be counted: classes of many objects and many types note millions of those. */
static bool is_noted(const DTransInfo *info, const dtrans_type *t, dtrans_condition condition,
                     LLVMValueRef where) {
    if (!t->use_count[condition] || t->use_count[condition] >= MAX_USES)
        return false;
    uint32_t u = t->last_use;
    for (int i = 0; u && i < 16; i++, u = info->uses.at[u].previous)
        if (info->uses.at[u].where == where && info->uses.at[u].condition == condition)
            return true;
    return false;
}

static void add_use(DTransInfo *info, uint32_t type, dtrans_condition condition, LLVMValueRef where,
                    const char *reason, va_list args) {
    dtrans_type *t = &info->types.at[type];
    if (is_noted(info, t, condition, where))
        return;
    if (t->use_count[condition]++ >= MAX_USES)
        return;
    char text[256];
    vsnprintf(text, sizeof text, reason, args);
    dtrans_use use = {condition, where, arena_strdup(&info->mem, text), 0, t->last_use};
    uint32_t index = (uint32_t)info->uses.len;
    if (!use.reason || !vec_push(info->ctx, &info->uses, use))
        return;
    if (t->last_use)
        info->uses.at[t->last_use].next = index;
    else
        t->first_use = index;
    t->last_use = index;
    t->safety |= dtrans_bit(condition);
}

static void remember(DTransInfo *info, uint32_t type, dtrans_condition condition) {
    const dtrans_type *t = &info->types.at[type];
    if (info->complete)
        vec_push(info->ctx, &info->learned,
                 (dtrans_learned){type, condition, t->safety, t->hard, t->use_count[condition],
                                  t->first_use, t->last_use});
}

void dtrans_unlearn(DTransInfo *info) {
    while (info->learned.len) {
        dtrans_learned was = vec_pop(&info->learned);
        dtrans_type *t = &info->types.at[was.type];
        if (t->last_use != was.last_use)
            info->uses.len--; /* the use was added last of all */
        t->safety = was.safety;
        t->hard = was.hard;
        t->use_count[was.condition] = was.use_count;
        t->first_use = was.first_use;
        t->last_use = was.last_use;
        if (was.last_use)
            info->uses.at[was.last_use].next = 0;
    }
}

void dtrans_note(DTransInfo *info, uint32_t type, dtrans_condition condition, LLVMValueRef where,
                 const char *reason, ...) {
    va_list args;
    remember(info, type, condition);
    info->types.at[type].hard |= dtrans_bit(condition);
    va_start(args, reason);
    add_use(info, type, condition, where, reason, args);
    va_end(args);
}

void dtrans_note_by_value(DTransInfo *info, uint32_t type, LLVMValueRef where, const char *reason,
                          ...) {
    va_list args;
    remember(info, type, WholeStructureReference);
    va_start(args, reason);
    add_use(info, type, WholeStructureReference, where, reason, args);
    va_end(args);
}

void dtrans_note_atomic(DTransInfo *info, uint32_t type, LLVMValueRef where, const char *reason,
                        ...) {
    va_list args;
    remember(info, type, VolatileData);
    va_start(args, reason);
    add_use(info, type, VolatileData, where, reason, args);
    va_end(args);
}

SafetyData dtrans_blocking(const dtrans_type *t, dtrans_transform transform) {
    const dtrans_row *row = dtrans_row_of(transform);
    SafetyData soft = (row->moves_pieces ? dtrans_bit(WholeStructureReference) : 0) |
                      (row->moves_atomics ? dtrans_bit(VolatileData) : 0);
    return ((t->safety & ~soft) | (t->hard & soft)) & dtrans_blocked_by(transform);
}

bool dtrans_is_program_legal(const DTransInfo *info) {
    return info->whole && !info->exception_at && ctx_ok(info->ctx);
}

bool dtrans_is_legal(const DTransInfo *info, uint32_t type, dtrans_transform transform) {
    return dtrans_is_program_legal(info) && info->types.at[type].layout->sized &&
           !dtrans_blocking(&info->types.at[type], transform);
}

uint64_t dtrans_tail_of(LLVMTargetDataRef target, LLVMTypeRef type) {
    unsigned count = ir_is_struct(type) ? LLVMCountStructElementTypes(type) : 0;
    LLVMTypeRef last = count > 1 ? LLVMStructGetTypeAtIndex(type, count - 1) : NULL;
    if (!last || !ir_is_array(last) || LLVMGetArrayLength2(last) ||
        !ir_abi_size(target, LLVMGetElementType(last)))
        return DTRANS_NO_TAIL;
    return ir_offset_of(target, type, count - 1);
}

uint64_t dtrans_tail_step(LLVMTargetDataRef target, LLVMTypeRef type) {
    LLVMTypeRef last = LLVMStructGetTypeAtIndex(type, LLVMCountStructElementTypes(type) - 1);
    return ir_abi_size(target, LLVMGetElementType(last));
}

bool dtrans_enter(LLVMTargetDataRef target, LLVMTypeRef *type, uint64_t *offset) {
    LLVMTypeKind kind = LLVMGetTypeKind(*type);
    if (kind == LLVMArrayTypeKind) {
        uint64_t size = ir_abi_size(target, *type);
        *type = LLVMGetElementType(*type);
        uint64_t step = ir_abi_size(target, *type);
        if (!step || (size && *offset >= size))
            return false;
        *offset %= step;
        return true;
    }
    bool in_tail = *offset >= dtrans_tail_of(target, *type);
    if (kind != LLVMStructTypeKind || (!in_tail && *offset >= ir_abi_size(target, *type)))
        return false;
    unsigned element = ir_element_at(target, *type, *offset);
    *offset -= ir_offset_of(target, *type, element);
    *type = LLVMStructGetTypeAtIndex(*type, element);
    return in_tail || *offset < ir_abi_size(target, *type);
}

uint32_t dtrans_field_at(const DTransInfo *info, uint32_t type, uint64_t offset) {
    const dtrans_type *t = &info->types.at[type];
    if (offset >= t->tail)
        return t->field_count - 1;
    for (uint32_t low = 0, high = t->field_count; low < high;) {
        uint32_t middle = (low + high) / 2;
        const dtrans_field *f = &t->fields[middle];
        if (offset < f->offset)
            high = middle;
        else if (offset - f->offset < f->size)
            return middle;
        else
            low = middle + 1;
    }
    return IR_NONE;
}

static bool is_inside(const ir_field *source, const dtrans_field *f) {
    uint64_t start = source->offset_bits / 8;
    return !source->depth && start >= f->offset && start < f->offset + (f->size ? f->size : 1);
}

/* An element that several bit-fields share is called after all of them: a+b+c. */
static const char *unit_name(DTransInfo *info, const ir_struct *layout, const dtrans_field *f) {
    str name;
    str_init(&name, info->ctx);
    for (size_t i = 0; i < layout->field_count; i++) {
        const ir_field *source = &layout->fields[i];
        if (source->size_bits && *source->name && is_inside(source, f))
            str_printf(&name, "%s%s", name.len ? "+" : "", source->name);
    }
    const char *text = arena_strdup(&info->mem, str_text(&name));
    str_free(&name);
    return text ? text : "";
}

/* Whether the member is of the element's kind: both have a size, or both are arrays without one. An
 * empty struct is not an element. */
static bool is_of_kind(const ir_field *source, const dtrans_field *f) {
    bool empty = !source->size_bits && !strchr(source->type, '[');
    return !empty && (source->size_bits != 0) == (f->size != 0);
}

/* The source member of an element: with a size if the element has one, as far as debug info has
 * sizes; of those without, the one that as many others precede at this offset as precede the
 * element. NULL if there is none. */
static const ir_field *source_of(const dtrans_type *t, uint32_t element) {
    const dtrans_field *f = &t->fields[element];
    const ir_field *any = NULL;
    uint32_t before = 0;
    for (uint32_t i = element; !f->size && i > 0 && t->fields[i - 1].offset == f->offset; i--)
        before += t->fields[i - 1].size == 0;
    for (size_t i = 0; i < t->layout->field_count; i++) {
        const ir_field *source = &t->layout->fields[i];
        if (is_inside(source, f) && is_of_kind(source, f) && !before--)
            return source;
        if (!any && is_inside(source, f))
            any = source;
    }
    return any;
}

/* The name and type of the source member at the element's offset, and whether there is any. */
static void name_field(DTransInfo *info, const dtrans_type *t, uint32_t index,
                       LLVMTypeRef element) {
    dtrans_field *f = &t->fields[index];
    bool bytes = ir_is_array(element) &&
                 LLVMGetTypeKind(LLVMGetElementType(element)) == LLVMIntegerTypeKind &&
                 LLVMGetIntTypeWidth(LLVMGetElementType(element)) == 8;
    const ir_field *source = source_of(t, index);
    if (!source) {
        f->padding = bytes && t->layout->source && !t->layout->is_union;
        return;
    }
    f->name =
        source->bitfield && !t->layout->is_union ? unit_name(info, t->layout, f) : source->name;
    f->type = source->type;
}

bool dtrans_field_is_called(const dtrans_field *f, const char *word, size_t length) {
    for (const char *name = f->name; length; name++) {
        size_t own = strcspn(name, "+");
        if (own == length && memcmp(name, word, length) == 0)
            return true;
        name += own;
        if (!*name)
            break;
    }
    return false;
}

/* After an array of one element there may be more than the struct's size says. */
static bool is_open(LLVMTargetDataRef target, const dtrans_type *t) {
    LLVMTypeRef last =
        t->field_count ? LLVMStructGetTypeAtIndex(t->llvm, t->field_count - 1) : NULL;
    return last && ir_is_array(last) &&
           ir_abi_size(target, last) <= ir_abi_size(target, LLVMGetElementType(last));
}

static bool add_fields(DTransInfo *info, dtrans_type *t) {
    LLVMTargetDataRef target = ir_layout(info->m);
    t->field_count = LLVMCountStructElementTypes(t->llvm);
    t->fields = arena_array(&info->mem, t->field_count + 1, dtrans_field);
    for (uint32_t i = 0; t->fields && i < t->field_count; i++) {
        LLVMTypeRef element = LLVMStructGetTypeAtIndex(t->llvm, i);
        t->fields[i] = (dtrans_field){.name = "", .type = ""};
        t->fields[i].offset = ir_offset_of(target, t->llvm, i);
        t->fields[i].size = ir_abi_size(target, element);
        name_field(info, t, i, element);
    }
    t->tail = dtrans_tail_of(target, t->llvm);
    t->open = is_open(target, t);
    if (t->field_count <= 64)
        t->affinity = arena_array(&info->mem, (size_t)t->field_count * t->field_count + 1, double);
    return t->fields != NULL;
}

/* A member without size that is not a trailing array shares its address with the next one,
 * and may be there to name it. */
static bool has_marker(const dtrans_type *t) {
    for (uint32_t i = 0; i < t->field_count; i++)
        if (!t->fields[i].size && t->fields[i].offset < t->tail && t->fields[i].offset < t->size)
            return true;
    return false;
}

static bool is_system_file(const char *file) {
    return file && (str_starts_with(file, "/usr/include/") || str_starts_with(file, "/usr/lib/"));
}

/* The C library owns names, unless the program declares them itself. */
static bool is_library_struct(const ir_struct *layout) {
    const char *tag = strchr(layout->name, '.');
    const char *file = layout->source ? layout->source->file : NULL;
    bool ours = file && *file && !is_system_file(file);
    return tag && !ours && lib_owns_struct(tag + 1, strlen(tag + 1));
}

/* What the type itself says, wherever it is used. */
static void note_layout(DTransInfo *info, uint32_t index) {
    const ir_struct *layout = info->types.at[index].layout;
    if (layout->sized && info->types.at[index].field_count == 0)
        dtrans_note(info, index, NoFieldsInStruct, NULL, "the struct has no fields");
    if (!layout->sized)
        dtrans_note(info, index, UnhandledUse, NULL, "the program does not define the struct");
    dtrans_note_known_alignment(info, index);
    if (layout->sized && has_marker(&info->types.at[index]))
        dtrans_note(info, index, UnhandledUse, NULL,
                    "a member without size shares its address with another");
    if (layout->is_union)
        dtrans_note(info, index, BadCasting, NULL, "the members of a union share their bytes");
    const char *file = layout->source ? layout->source->file : NULL;
    if (is_library_struct(layout))
        dtrans_note(info, index, SystemObject, NULL, "'%s' is a struct of the C library",
                    strchr(layout->name, '.') + 1);
    else if (is_system_file(file))
        dtrans_note(info, index, SystemObject, NULL, "the struct is declared in %s", file);
}

/* Which is to be no stricter than note_layout: a type that it refuses may be a candidate here. */
static bool is_candidate(const ir_struct *s) {
    return !s->literal && !s->is_union && s->sized && LLVMCountStructElementTypes(s->type) &&
           !is_library_struct(s) && !is_system_file(s->source ? s->source->file : NULL);
}

bool dtrans_has_candidates(lathe_module *m) {
    ir_di_types di = {0};
    ir_structs structs = {0};
    bool found = false;
    if (ir_di_types_init(&di, m) && ir_structs_init(&structs, m, &di))
        for (size_t i = 0; !found && i < structs.in_ir; i++)
            found = is_candidate(&structs.all.at[i]);
    ir_structs_free(&structs);
    ir_di_types_free(&di);
    return found || !ctx_ok(m->ctx);
}

uint32_t dtrans_field_type(const DTransInfo *info, uint32_t type, uint32_t field) {
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(info->types.at[type].llvm, field);
    element = ir_below_arrays(element);
    return dtrans_type_of(info, element);
}

static void note_nesting(DTransInfo *info, uint32_t outer) {
    for (uint32_t i = 0; i < info->types.at[outer].field_count; i++) {
        uint32_t inner = dtrans_field_type(info, outer, i);
        if (inner == IR_NONE)
            continue;
        dtrans_note(info, outer, ContainsNestedStruct, NULL, "field %u is a '%s'", i,
                    info->types.at[inner].name);
        dtrans_note(info, inner, NestedStruct, NULL, "it is field %u of '%s'", i,
                    info->types.at[outer].name);
        if (info->types.at[outer].layout->is_union)
            dtrans_note(info, inner, BadCasting, NULL,
                        "it shares its bytes with the other members of '%s'",
                        info->types.at[outer].name);
    }
}

static bool is_fixed(const DTransInfo *info, uint32_t type) {
    SafetyData harmless = dtrans_bit(VolatileData);
    return dtrans_blocking(&info->types.at[type], DTRANS_REORDER_FIELDS) & ~harmless;
}

void dtrans_fix_members(DTransInfo *info) {
    VEC(uint32_t) work = {0};
    for (uint32_t i = 0; i < info->types.len; i++)
        if (is_fixed(info, i))
            vec_push(info->ctx, &work, i);
    while (work.len && ctx_tick(info->ctx, 1)) {
        uint32_t outer = vec_pop(&work);
        for (uint32_t i = 0; i < info->types.at[outer].field_count; i++) {
            uint32_t inner = dtrans_field_type(info, outer, i);
            if (inner == IR_NONE || is_fixed(info, inner))
                continue;
            dtrans_note(info, inner, UnhandledUse, NULL,
                        "it is a member of '%s', whose layout cannot change",
                        info->types.at[outer].name);
            info->types.at[inner].fixed_by = outer + 1;
            vec_push(info->ctx, &work, inner);
        }
    }
    vec_free(info->ctx, &work);
}

static void map_shapes(DTransInfo *info) {
    ptr_graph *g = &info->graph;
    info->type_of_shape = arena_array(&info->mem, g->shapes.len, uint32_t);
    for (size_t i = 0; info->type_of_shape && i < g->shape_of.len; i++) {
        uint32_t type = dtrans_type_of(info, (LLVMTypeRef)g->shape_of.at[i].key.p);
        if (type != IR_NONE)
            info->type_of_shape[g->shape_of.at[i].value.u] = type + 1;
    }
}

bool dtrans_collect_types(DTransInfo *info) {
    for (size_t i = 0; i < info->structs.in_ir; i++) {
        const ir_struct *s = &info->structs.all.at[i];
        if (s->literal)
            continue;
        dtrans_type t = {.llvm = s->type, .layout = s, .name = s->name, .tail = DTRANS_NO_TAIL};
        t.size = s->size;
        t.align = s->align;
        map_word *slot = map_put(&info->by_llvm, s->type);
        if (!slot || (s->sized && !add_fields(info, &t)) || !vec_push(info->ctx, &info->types, t))
            return false;
        slot->u = info->types.len;
    }
    for (uint32_t i = 0; i < info->types.len; i++) {
        note_layout(info, i);
        note_nesting(info, i);
    }
    info->first_code_use = (uint32_t)info->uses.len;
    map_shapes(info);
    return ctx_ok(info->ctx) && info->type_of_shape;
}

void dtrans_info_free(DTransInfo *info) {
    for (size_t i = 0; i < info->types.len; i++)
        vec_free(info->ctx, &info->types.at[i].sites);
    vec_free(info->ctx, &info->types);
    vec_free(info->ctx, &info->touched);
    vec_free(info->ctx, &info->touchers);
    vec_free(info->ctx, &info->uses);
    vec_free(info->ctx, &info->learned);
    map_free(&info->by_llvm);
    ptr_graph_free(&info->graph);
    ir_structs_free(&info->structs);
    ir_di_types_free(&info->di);
    arena_free(&info->mem);
}
