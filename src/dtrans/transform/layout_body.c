#include "dtrans/transform/layout_body.h"

#include <string.h>

bool dtrans_body_init(dtrans_body *body, DTransOptBase *b, const dtrans_change *change) {
    uint32_t count = b->info->types.at[change->type].field_count;
    *body = (dtrans_body){.count = count, .packed = LLVMIsPackedStruct(change->from)};
    body->order = arena_array(&b->layouts.mem, count + 1, uint32_t);
    body->padding = arena_array(&b->layouts.mem, count + 1, uint64_t);
    for (uint32_t i = 0; body->order && i < count; i++)
        body->order[i] = i;
    return body->order && body->padding;
}

static LLVMTypeRef new_element(DTransOptBase *b, const dtrans_change *change, uint32_t old) {
    LLVMTypeRef own = b->hooks->field_type ? b->hooks->field_type(b, change->type, old, b->data)
                                           : dtrans_pointer_field(b, change->type, old);
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(change->from, old);
    return own ? own : dtrans_new_type(&b->layouts, element);
}

void dtrans_body_set(const dtrans_body *body, DTransOptBase *b, dtrans_change *change) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(b->m->llvm_ctx);
    VEC(LLVMTypeRef) elements = {0};
    for (uint32_t i = 0; i < body->count; i++)
        change->element[i] = IR_NONE;
    for (uint32_t i = 0; i <= body->count; i++) {
        if (body->padding[i])
            vec_push(b->ctx, &elements, LLVMArrayType2(byte, body->padding[i]));
        uint32_t old = i < body->count ? body->order[i] : IR_NONE;
        if (old == IR_NONE)
            continue;
        change->element[old] = (uint32_t)elements.len;
        vec_push(b->ctx, &elements, new_element(b, change, old));
    }
    if (ctx_ok(b->ctx))
        LLVMStructSetBody(change->to, elements.at, (unsigned)elements.len, body->packed);
    vec_free(b->ctx, &elements);
}

void dtrans_body_drop_padding(dtrans_body *body, const dtrans_type *t) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body->order[i] != IR_NONE && t->fields[body->order[i]].padding)
            body->order[i] = IR_NONE;
}

void dtrans_sort_fields(uint32_t *order, uint32_t first, uint32_t end,
                        bool (*before)(void *data, uint32_t a, uint32_t b), void *data) {
    for (uint32_t i = first + 1; i < end; i++)
        for (uint32_t k = i; k > first && before(data, order[k], order[k - 1]); k--) {
            uint32_t swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
}

uint32_t dtrans_first_movable(const dtrans_type *t) {
    return t->field_count && t->fields[0].pinned;
}

/* What may be longer than its type says stays last. */
uint32_t dtrans_end_movable(const dtrans_type *t) {
    return t->field_count - (t->field_count > 1 && t->open);
}

void dtrans_set_bodies(DTransOptBase *b) {
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        dtrans_body body;
        dtrans_change *change = &b->layouts.changes.at[i];
        if (change->dependent || !dtrans_body_init(&body, b, change))
            continue;
        const uint32_t *order = b->decisions.at[change->type].list[DTRANS_ORDER];
        if (order)
            memcpy(body.order, order, body.count * sizeof *order);
        dtrans_body_set(&body, b, change);
    }
}
