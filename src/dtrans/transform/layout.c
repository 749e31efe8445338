#include "dtrans/transform/layout.h"

#include "ir/size.h"
#include "ir/value.h"

void dtrans_layouts_init(dtrans_layouts *l, const DTransInfo *info, ir_typemap *types) {
    *l = (dtrans_layouts){.info = info, .target = ir_layout(info->m), .types = types};
    arena_init(&l->mem, info->ctx);
    map_init(&l->by_type, info->ctx);
}

void dtrans_layouts_free(dtrans_layouts *l) {
    vec_free(l->info->ctx, &l->changes);
    map_free(&l->by_type);
    arena_free(&l->mem);
}

dtrans_change *dtrans_layouts_add(dtrans_layouts *l, uint32_t type, const char *new_name) {
    return dtrans_layouts_map(l, type, LLVMStructCreateNamed(l->info->m->llvm_ctx, new_name));
}

dtrans_change *dtrans_layouts_map(dtrans_layouts *l, uint32_t type, LLVMTypeRef to) {
    const dtrans_type *t = &l->info->types.at[type];
    dtrans_change change = {.type = type, .from = t->llvm, .to = to};
    change.element = arena_array(&l->mem, t->field_count + 1, uint32_t);
    map_word *slot = map_put(&l->by_type, t->llvm);
    if (!change.element || !slot)
        return NULL;
    for (uint32_t i = 0; i < t->field_count; i++)
        change.element[i] = i;
    if (!ir_typemap_set(l->types, change.from, change.to) ||
        !vec_push(l->info->ctx, &l->changes, change))
        return NULL;
    slot->u = l->changes.len;
    return &vec_last(&l->changes);
}

const dtrans_change *dtrans_change_of(const dtrans_layouts *l, LLVMTypeRef type) {
    map_word *known = map_find(&l->by_type, type);
    return known && known->u ? &l->changes.at[known->u - 1] : NULL;
}

bool dtrans_is_remapped(const dtrans_layouts *l, LLVMTypeRef type) {
    return ir_typemap_get(l->types, type) != type;
}

bool dtrans_is_makeshift(const dtrans_layouts *l, LLVMTypeRef type) {
    if (!dtrans_is_remapped(l, type))
        return false;
    type = ir_below_arrays(type);
    return ir_is_struct(type) && LLVMIsLiteralStruct(type);
}

LLVMTypeRef dtrans_new_type(const dtrans_layouts *l, LLVMTypeRef type) {
    return ir_typemap_get(l->types, type);
}

uint64_t dtrans_new_size(const dtrans_layouts *l, LLVMTypeRef type) {
    return ir_abi_size(l->target, ir_typemap_get(l->types, type));
}

/* A byte on its way from the outermost object inwards. */
typedef struct walk {
    LLVMTypeRef type, to; /* of what it is in, old and new */
    uint64_t offset;      /* in that, old */
    uint64_t base;        /* of that, new */
} walk;

/* Goes into the element that holds the byte. */
static dtrans_fate enter_struct(const dtrans_layouts *l, walk *w) {
    unsigned old = ir_element_at(l->target, w->type, w->offset);
    uint64_t begin = ir_offset_of(l->target, w->type, old);
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(w->type, old);
    const dtrans_change *change = dtrans_change_of(l, w->type);
    unsigned new = change ? change->element[old] : old;
    if (w->offset - begin >= ir_abi_size(l->target, element) &&
        w->offset < dtrans_tail_of(l->target, w->type))
        return DTRANS_PADDING;
    if (new == IR_NONE)
        return l->info->types.at[change->type].fields[old].padding ? DTRANS_PADDING
                                                                   : DTRANS_DELETED;
    w->base += ir_offset_of(l->target, w->to, new);
    w->to = LLVMStructGetTypeAtIndex(w->to, new);
    w->type = element;
    w->offset -= begin;
    return DTRANS_KEPT;
}

static void enter_array(const dtrans_layouts *l, walk *w) {
    w->type = LLVMGetElementType(w->type);
    w->to = LLVMGetElementType(w->to);
    uint64_t size = ir_abi_size(l->target, w->type);
    w->base += w->offset / size * ir_abi_size(l->target, w->to);
    w->offset %= size;
}

/* One step inwards; false if the byte is in something that stays as it is. */
static bool enter(const dtrans_layouts *l, walk *w, dtrans_fate *fate) {
    LLVMTypeKind kind = LLVMGetTypeKind(w->type);
    if (w->type == w->to || (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind))
        return false;
    if (kind == LLVMStructTypeKind)
        *fate = enter_struct(l, w);
    else
        enter_array(l, w);
    return *fate == DTRANS_KEPT;
}

/* As far inwards as something changes. */
static dtrans_fate follow(const dtrans_layouts *l, walk *w, uint64_t *to) {
    uint64_t size = ir_abi_size(l->target, w->type);
    *to = w->offset;
    if (w->type == w->to)
        return DTRANS_KEPT;
    if (w->offset >= size && w->offset < dtrans_tail_of(l->target, w->type)) {
        *to = ir_abi_size(l->target, w->to);
        return w->offset == size ? DTRANS_KEPT : DTRANS_BROKEN;
    }
    dtrans_fate fate = DTRANS_KEPT;
    while (enter(l, w, &fate))
        ;
    *to = w->base + w->offset;
    return fate;
}

dtrans_fate dtrans_new_offset(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset,
                              uint64_t *to) {
    walk w = {type, dtrans_new_type(l, type), offset, 0};
    return follow(l, &w, to);
}

/* Whether all of the bytes are padding, or all are deleted. A member that stays as it is keeps its
 * padding, but what lies around it may not follow. */
static dtrans_fate common_fate(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset,
                               uint64_t length) {
    uint64_t to;
    if (dtrans_is_padding(l->info, type, offset, length))
        return DTRANS_PADDING;
    dtrans_fate first = dtrans_new_offset(l, type, offset, &to);
    for (uint64_t i = 1; i < length; i++)
        if (dtrans_new_offset(l, type, offset + i, &to) != first)
            return DTRANS_BROKEN;
    return first == DTRANS_KEPT ? DTRANS_BROKEN : first;
}

enum { MAX_LOST_BYTES = 1 << 16 };

dtrans_fate dtrans_new_range(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset,
                             uint64_t length, uint64_t *to, uint64_t *new_length) {
    walk w = {type, dtrans_new_type(l, type), offset, 0};
    dtrans_fate fate = DTRANS_KEPT;
    *new_length = length;
    for (;;) {
        uint64_t size = ir_abi_size(l->target, w.type);
        *to = w.base + w.offset;
        bool endless = size == 0 || w.offset >= dtrans_tail_of(l->target, w.type);
        bool inside = endless || (w.offset <= size && length <= size - w.offset);
        if (w.type == w.to && inside)
            return DTRANS_KEPT;
        if (!inside || (w.offset == size && !endless))
            break;
        if (w.type != type && w.offset == 0 && length == size) {
            *new_length = ir_abi_size(l->target, w.to);
            return DTRANS_KEPT;
        }
        if (ir_is_array(w.type)) {
            uint64_t step = ir_abi_size(l->target, LLVMGetElementType(w.type));
            uint64_t new_step = ir_abi_size(l->target, LLVMGetElementType(w.to));
            if (w.offset % step == 0 && length % step == 0) {
                *to = w.base + w.offset / step * new_step;
                *new_length = length / step * new_step;
                return DTRANS_KEPT;
            }
        }
        if (!enter(l, &w, &fate))
            break;
    }
    if (length > MAX_LOST_BYTES)
        return DTRANS_BROKEN;
    return common_fate(l, type, offset, length);
}

static uint64_t low_bit(uint64_t x) {
    return x & (~x + 1);
}

/* Within an array of one field, an address is aligned as the field and its size are. */
static uint64_t align_apart(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset) {
    const dtrans_change *change = dtrans_change_of(l, type);
    unsigned old = ir_element_at(l->target, type, offset);
    if (change->element[old] == IR_NONE)
        return 1;
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(change->to, change->element[old]);
    uint64_t inside, align = ir_abi_align(l->target, element);
    if (dtrans_new_offset(l, type, offset, &inside) != DTRANS_KEPT)
        return 1;
    inside -= ir_offset_of(l->target, change->to, change->element[old]);
    return inside && low_bit(inside) < align ? low_bit(inside) : align;
}

/* A scalar that becomes another may be one of many in an array, of which only the first is as
 * aligned as the array. */
uint64_t dtrans_new_align(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset) {
    const dtrans_change *change = dtrans_change_of(l, type);
    if (change && change->apart)
        return align_apart(l, type, offset);
    walk w = {type, dtrans_new_type(l, type), offset, 0};
    uint64_t to, align = ir_abi_align(l->target, w.to);
    if (follow(l, &w, &to) != DTRANS_KEPT)
        return 1;
    LLVMTypeKind kind = LLVMGetTypeKind(w.type);
    bool scalar = w.type != w.to && kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
    uint64_t natural = scalar ? ir_abi_align(l->target, w.to) : align;
    align = natural < align ? natural : align;
    return to && low_bit(to) < align ? low_bit(to) : align;
}
