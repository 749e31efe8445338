#include "ir/ptr/ptr_shape.h"
#include "ir/size.h"
#include "ir/structs.h"

#include <string.h>

enum { MAX_NESTING = 32 };

bool ptr_member_is_open(const ptr_shape *shape, const ptr_member *member) {
    bool last = member == &shape->members[shape->member_count - 1];
    return last && member->stride && member->size <= member->stride;
}

const ptr_member *ptr_shape_member(const ptr_graph *g, uint32_t index, uint64_t offset) {
    const ptr_shape *shape = &g->shapes.at[index];
    size_t low = 0, high = shape->member_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (shape->members[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const ptr_member *member = &shape->members[low - 1];
    bool inside = offset - member->offset < member->size;
    return inside || ptr_member_is_open(shape, member) ? member : NULL;
}

bool ptr_shape_begins_with(const ptr_graph *g, uint32_t outer, uint32_t inner) {
    for (int depth = 0; outer && depth < MAX_NESTING; depth++) {
        if (outer == inner)
            return true;
        const ptr_shape *shape = &g->shapes.at[outer];
        outer = shape->member_count ? shape->members[0].shape : 0;
    }
    return false;
}

static bool same_layout(const ptr_shape *a, const ptr_shape *b) {
    if (a->size != b->size || a->member_count != b->member_count)
        return false;
    for (uint32_t i = 0; i < a->member_count; i++) {
        const ptr_member *x = &a->members[i], *y = &b->members[i];
        if (x->offset != y->offset || x->size != y->size || x->stride != y->stride ||
            x->shape != y->shape)
            return false;
    }
    return true;
}

uint32_t ptr_shape_add(ptr_graph *g, const ptr_shape *shape) {
    map_word *known = map_find_s(&g->shape_named, shape->name);
    if (known && same_layout(&g->shapes.at[known->u], shape))
        return (uint32_t)known->u;
    ptr_shape copy = *shape;
    copy.name = arena_strdup(&g->mem, shape->name);
    ptr_member *members = arena_array(&g->mem, shape->member_count + 1, ptr_member);
    if (!copy.name || !members)
        return 0;
    if (shape->member_count)
        memcpy(members, shape->members, shape->member_count * sizeof *members);
    copy.members = members;
    uint32_t index = (uint32_t)g->shapes.len;
    if (!vec_push(g->ctx, &g->shapes, copy))
        return 0;
    if (!known)
        map_set(&g->shape_named, copy.name, (map_word){.u = index});
    return index;
}

/* A union's members overlap, which its LLVM type does not show: it is one opaque location. */
static bool is_plain_struct(LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsOpaqueStruct(type))
        return false;
    const char *name = LLVMGetStructName(type);
    return name && *name && !str_starts_with(name, "union.") && ir_has_fixed_size(type);
}

/* Strips array levels; *stride is the size of the innermost element, 0 if type is not an array. */
static LLVMTypeRef innermost_element(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t *stride) {
    bool array = false;
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        type = LLVMGetElementType(type);
        array = true;
    }
    *stride = array ? ir_abi_size(layout, type) : 0;
    return type;
}

typedef struct shaping {
    LLVMTypeRef type;
    ptr_member *members;
    unsigned next; /* element to be looked at */
    uint32_t count;
} shaping;

static bool begin_shaping(ptr_graph *g, shaping *s, LLVMTypeRef type) {
    *s = (shaping){.type = type};
    s->members = arena_array(&g->mem, LLVMCountStructElementTypes(type) + 1, ptr_member);
    return s->members != NULL;
}

static uint32_t finish_shaping(ptr_graph *g, LLVMTargetDataRef layout, const shaping *s) {
    ptr_shape shape = {LLVMGetStructName(s->type), ir_abi_size(layout, s->type), s->members,
                       s->count};
    uint32_t index = ptr_shape_add(g, &shape);
    map_set(&g->shape_of, s->type, (map_word){.u = index});
    return index;
}

/* Depth-first over nested struct types with a stack of our own; by-value nesting cannot recurse
 * in a sized type. */
uint32_t ptr_shape_of(ptr_graph *g, LLVMTargetDataRef layout, LLVMTypeRef type) {
    if (!is_plain_struct(type))
        return 0;
    map_word *known = map_find(&g->shape_of, type);
    if (known)
        return (uint32_t)known->u;
    shaping stack[MAX_NESTING];
    int depth = 0;
    uint32_t result = 0;
    if (!begin_shaping(g, &stack[0], type))
        return 0;
    while (depth >= 0) {
        shaping *s = &stack[depth];
        if (s->next == LLVMCountStructElementTypes(s->type)) {
            result = finish_shaping(g, layout, s);
            depth--;
            continue;
        }
        LLVMTypeRef element = LLVMStructGetTypeAtIndex(s->type, s->next);
        ptr_member member = {.offset = ir_offset_of(layout, s->type, s->next),
                             .size = ir_abi_size(layout, element)};
        LLVMTypeRef inner = innermost_element(layout, element, &member.stride);
        if (is_plain_struct(inner)) {
            map_word *done = map_find(&g->shape_of, inner);
            if (!done && depth + 1 < MAX_NESTING) {
                if (!begin_shaping(g, &stack[++depth], inner))
                    return 0;
                continue;
            }
            member.shape = done ? (uint32_t)done->u : 0;
        }
        s->members[s->count++] = member;
        s->next++;
    }
    return result;
}
