/* Values that hold several fields, on their way into a function or out of one: the value keeps the
 * old packing, its bytes are gathered from, or scattered to, the new offsets of the fields. */
#include "dtrans/transform/layout_plan.h"
#include "ir/size.h"

/* Registers are no larger. */
enum { MAX_BYTES = 64 };

typedef struct moved_byte {
    dtrans_fate fate;
    int64_t to; /* from the pointer, if it is kept */
} moved_byte;

typedef struct piece {
    LLVMValueRef inst;
    const dtrans_place *place;
    dtrans_part parts[DTRANS_MAX_PARTS];
    uint32_t part_count;
    uint64_t length; /* up to the end of the last part */
    moved_byte bytes[MAX_BYTES];
    bool lost; /* what the pointer led to is deleted, and with it the pointer */
} piece;

/* In objects of the type the value is one scalar, which needs no more care than any other. */
static bool is_scalar(const dtrans_plan *p, const dtrans_view *view, const piece *x) {
    const dtrans_type *t = &p->info->types.at[view->type];
    bool opaque;
    if (!t->layout->sized || !dtrans_is_remapped(p->layouts, t->llvm))
        return true;
    uint64_t leaf = dtrans_leaf_size(p->info, view->type, view->offset, &opaque);
    return x->part_count == 1 && (leaf == x->length || (opaque && x->length <= leaf));
}

static bool is_scalar_everywhere(const dtrans_plan *p, const piece *x) {
    dtrans_each_view (view, x->place->info)
        if (!is_scalar(p, view, x))
            return false;
    return true;
}

static bool begin_piece(dtrans_plan *p, piece *x) {
    bool load = LLVMIsALoadInst(x->inst) != NULL;
    LLVMTypeRef type = LLVMTypeOf(load ? x->inst : LLVMGetOperand(x->inst, 0));
    if (!ir_has_fixed_size(type) || !dtrans_is_transfer(x->inst))
        return false;
    x->part_count = dtrans_parts_of(p->layouts->target, type, x->parts);
    if (!x->part_count)
        return false;
    const dtrans_part *last = &x->parts[x->part_count - 1];
    x->length = last->offset + last->size;
    return x->length > 1 && x->length <= MAX_BYTES && !is_scalar_everywhere(p, x);
}

/* The bytes of the value as an object's or a field's; false if they are not all in it. */
static bool follow_view(const dtrans_plan *p, const dtrans_view *view, piece *x,
                        moved_byte *bytes) {
    const dtrans_type *t = &p->info->types.at[view->type];
    uint64_t from = 0, to;
    if (!t->layout->sized || view->offset > t->size || x->length > t->size - view->offset)
        return false;
    if (view->element && dtrans_new_offset(p->layouts, t->llvm, view->offset, &from) != DTRANS_KEPT)
        x->lost = true;
    for (uint64_t i = 0; i < x->length; i++) {
        bytes[i].fate = dtrans_new_offset(p->layouts, t->llvm, view->offset + i, &to);
        bytes[i].to = (int64_t)to - (int64_t)from;
    }
    return true;
}

static bool agree(const moved_byte *a, const moved_byte *b, uint64_t length) {
    for (uint64_t i = 0; i < length; i++)
        if (a[i].fate != b[i].fate || (a[i].fate == DTRANS_KEPT && a[i].to != b[i].to))
            return false;
    return true;
}

static bool is_too_small(const dtrans_plan *p, const dtrans_view *view, const piece *x) {
    return !view->element && p->info->types.at[view->type].size < x->length;
}

/* Where an object begins that holds all of the value, what is around it moves it as a whole. A
 * smaller one says nothing of the rest. */
static uint32_t end_of_views(const dtrans_plan *p, const piece *x) {
    const LocalPointerInfo *info = x->place->info;
    dtrans_each_object (view, info)
        if (!is_too_small(p, view, x))
            return info->objects;
    return info->count;
}

static bool follow(const dtrans_plan *p, piece *x) {
    const LocalPointerInfo *info = x->place->info;
    uint32_t count = end_of_views(p, x);
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        const dtrans_view *view = &info->views[i];
        moved_byte bytes[MAX_BYTES];
        if (is_too_small(p, view, x))
            continue;
        if (!follow_view(p, view, x, bytes) || (any && !agree(x->bytes, bytes, x->length)))
            return false;
        for (uint64_t k = 0; !any && k < x->length; k++)
            x->bytes[k] = bytes[k];
        any = true;
    }
    return any;
}

typedef struct outcome {
    bool moved, deleted, broken;
    bool padding; /* what is there now, if anything, is not the value's */
} outcome;

static outcome outcome_of(const piece *x) {
    outcome o = {0};
    for (uint64_t i = 0; i < x->length; i++) {
        o.moved |= x->bytes[i].fate == DTRANS_KEPT && x->bytes[i].to != (int64_t)i;
        o.deleted |= x->bytes[i].fate == DTRANS_DELETED;
        o.broken |= x->bytes[i].fate == DTRANS_BROKEN;
        o.padding |= x->bytes[i].fate == DTRANS_PADDING;
    }
    return o;
}

static void need_field(DTransInfo *info, uint32_t type, uint32_t field, void *data) {
    (void)info;
    dtrans_need_field(data, type, field);
}

static void need_fields(dtrans_plan *p, const piece *x) {
    p->blamed = true;
    dtrans_each_view (view, x->place->info)
        if (p->info->types.at[view->type].layout->sized)
            dtrans_each_covered(p->info, p->info->types.at[view->type].llvm, view->offset,
                                x->length, need_field, p);
}

static bool goes_on(const moved_byte *a, const moved_byte *b) {
    return a->fate == DTRANS_KEPT && b->fate == DTRANS_KEPT && b->to == a->to + 1;
}

/* The bytes of a part that are still side by side. */
static uint64_t run_length(const piece *x, uint64_t at, uint64_t end) {
    uint64_t length = 1;
    while (at + length < end && goes_on(&x->bytes[at + length - 1], &x->bytes[at + length]))
        length++;
    return length;
}

static uint64_t align_at(const piece *x, int64_t distance) {
    uint64_t align = LLVMGetAlignment(x->inst), low = (uint64_t)distance & -(uint64_t)distance;
    align = x->place->align < align ? x->place->align : align;
    return low && low < align ? low : align;
}

static void plan_runs(dtrans_plan *p, const piece *x) {
    dtrans_bytes *runs = arena_array(&p->info->mem, x->length, dtrans_bytes);
    uint32_t count = 0;
    for (uint32_t i = 0; runs && i < x->part_count; i++) {
        uint64_t begin = x->parts[i].offset, end = begin + x->parts[i].size, length;
        for (uint64_t at = begin; at < end; at += length) {
            length = run_length(x, at, end);
            if (x->bytes[at].fate != DTRANS_KEPT)
                continue;
            runs[count++] = (dtrans_bytes){.part = i,
                                           .place = at - begin,
                                           .length = length,
                                           .distance = x->bytes[at].to,
                                           .align = align_at(x, x->bytes[at].to)};
        }
    }
    dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_PIECES,
                                     .at = x->inst,
                                     .runs = runs,
                                     .run_count = count,
                                     .rule = RULE_BYTES});
}

bool dtrans_plan_pieces(dtrans_plan *p, const dtrans_place *place, LLVMValueRef inst) {
    piece x = {.inst = inst, .place = place};
    if (!begin_piece(p, &x))
        return false;
    bool followed = follow(p, &x);
    outcome o = outcome_of(&x);
    if (followed && !x.lost && !o.broken && !o.moved && !o.deleted && !o.padding)
        return false;
    if (o.deleted && (x.lost || LLVMIsALoadInst(inst)))
        need_fields(p, &x);
    else if (!followed || x.lost || o.broken)
        dtrans_blame(p, place, inst, "a value passed by value is not made of whole fields");
    else
        plan_runs(p, &x);
    return true;
}
