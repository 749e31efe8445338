/* The types of an array that is split: its parts, and the struct of their bases. */
#include "dtrans/soa/soa.h"
#include "dtrans/transform/layout_body.h"

#include "ir/size.h"

static uint64_t element_align(const soa *s, LLVMTypeRef type) {
    return ir_abi_align(s->visitor.target, type);
}

/* By the alignment of each. */
static bool is_stricter(void *data, uint32_t a, uint32_t b) {
    const uint64_t *align = data;
    return align[a] > align[b];
}

static bool allocate(soa *s, soa_shape *shape, uint32_t elements) {
    shape->parts = arena_array(&s->mem, elements + 1, soa_part);
    shape->order = arena_array(&s->mem, elements + 1, uint32_t);
    shape->part = arena_array(&s->mem, elements + 1, uint32_t);
    shape->member = arena_array(&s->mem, elements + 1, uint32_t);
    return shape->parts && shape->order && shape->part && shape->member;
}

/* Gives every field to the part of its group. False on failure. */
static bool deal_fields(soa *s, soa_shape *shape, uint32_t type, const dtrans_change *change) {
    const dtrans_type *t = &s->info->types.at[type];
    const uint32_t *groups = s->groups[type].of;
    for (uint32_t i = 0; i < LLVMCountStructElementTypes(shape->whole); i++)
        shape->part[i] = IR_NONE;
    for (uint32_t f = 0; f < t->field_count; f++) {
        if (t->fields[f].padding)
            continue;
        uint32_t n = groups ? groups[f] : shape->count;
        soa_part *part = &shape->parts[n];
        if (!part->members)
            part->members = arena_array(&s->mem, t->field_count - f, uint32_t);
        if (!part->members)
            return false;
        shape->part[change->element[f]] = n;
        part->members[part->count++] = change->element[f];
        shape->count = n >= shape->count ? n + 1 : shape->count;
    }
    return true;
}

/* A part of several fields is a struct that needs no padding but at its end. */
static bool make_struct(soa *s, soa_shape *shape, uint32_t number, const char *old_name) {
    soa_part *part = &shape->parts[number];
    uint32_t elements = LLVMCountStructElementTypes(shape->whole);
    uint64_t *align = arena_array(&s->mem, elements + 1, uint64_t);
    LLVMTypeRef *body = arena_array(&s->mem, part->count + 1, LLVMTypeRef);
    if (!align || !body)
        return false;
    for (uint32_t i = 0; i < elements; i++)
        align[i] = element_align(s, LLVMStructGetTypeAtIndex(shape->whole, i));
    dtrans_sort_fields(part->members, 0, part->count, is_stricter, align);
    for (uint32_t i = 0; i < part->count; i++) {
        body[i] = LLVMStructGetTypeAtIndex(shape->whole, part->members[i]);
        shape->member[part->members[i]] = i;
    }
    const char *name = arena_printf(&s->mem, "%s.%u",
                                    dtrans_base_name(s->base, s->names->bases, old_name), number);
    part->type = LLVMStructCreateNamed(s->info->m->llvm_ctx, name ? name : "");
    LLVMStructSetBody(part->type, body, part->count, false);
    return name != NULL;
}

static bool make_part(soa *s, soa_shape *shape, uint32_t number, const char *old_name) {
    soa_part *part = &shape->parts[number];
    if (part->count == 1)
        part->type = LLVMStructGetTypeAtIndex(shape->whole, part->members[0]);
    else if (!make_struct(s, shape, number, old_name))
        return false;
    part->size = ir_abi_size(s->visitor.target, part->type);
    part->align = element_align(s, part->type);
    return true;
}

/* Arrays follow one another: sizes are multiples of alignments, so none needs padding. */
static bool place_parts(soa *s, soa_shape *shape) {
    uint64_t *align = arena_array(&s->mem, shape->count + 1, uint64_t);
    if (!align)
        return false;
    for (uint32_t i = 0; i < shape->count; i++) {
        shape->order[i] = i;
        align[i] = shape->parts[i].align;
    }
    dtrans_sort_fields(shape->order, 0, shape->count, is_stricter, align);
    for (uint32_t i = 0; i < shape->count; i++) {
        soa_part *part = &shape->parts[shape->order[i]];
        part->before = shape->bytes;
        shape->bytes += part->size;
    }
    return true;
}

static bool make_bases(soa *s, soa_shape *shape, const char *old_name) {
    LLVMTypeRef *bases = arena_array(&s->mem, shape->count + 1, LLVMTypeRef);
    for (uint32_t i = 0; bases && i < shape->count; i++)
        bases[i] = LLVMPointerTypeInContext(s->info->m->llvm_ctx, 0);
    if (!bases)
        return false;
    shape->bases = LLVMStructCreateNamed(s->info->m->llvm_ctx,
                                         dtrans_base_name(s->base, s->names->bases, old_name));
    LLVMStructSetBody(shape->bases, bases, shape->count, false);
    return true;
}

static soa_shape *make_shape(soa *s, uint32_t type) {
    const dtrans_type *t = &s->info->types.at[type];
    const dtrans_change *change = dtrans_change_of(&s->base->layouts, t->llvm);
    soa_shape *shape = change ? arena_new(&s->mem, soa_shape) : NULL;
    if (!shape)
        return NULL;
    *shape = (soa_shape){.whole = change->to};
    if (!allocate(s, shape, LLVMCountStructElementTypes(change->to)) ||
        !deal_fields(s, shape, type, change))
        return NULL;
    for (uint32_t i = 0; i < shape->count; i++)
        if (!make_part(s, shape, i, t->name))
            return NULL;
    if (!place_parts(s, shape) || !make_bases(s, shape, t->name))
        return NULL;
    if (shape->bytes > t->size)
        ctx_fail(s->info->ctx, LATHE_INTERNAL, "the parts of '%s' take more than the struct",
                 t->name);
    return shape;
}

const soa_shape *soa_shape_of(soa *s, uint32_t type) {
    map_word *known = map_put_u(&s->shapes, type + 1);
    if (known && !known->p) {
        soa_shape *made = make_shape(s, type);
        known = map_find_u(&s->shapes, type + 1);
        known->p = made;
    }
    return known ? known->p : NULL;
}
