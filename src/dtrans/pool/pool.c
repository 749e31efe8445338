#include "dtrans/pool/pool.h"

ptr_class pool_class(pool *p, LLVMValueRef v) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind != LLVMPointerTypeKind && kind != LLVMIntegerTypeKind)
        return 0;
    return dtrans_class_of(p->b->info, v);
}

const LocalPointerInfo *pool_local(pool *p, ptr_class c) {
    return dtrans_local_class(&p->visitor.local, c);
}

uint32_t pool_type_of(pool *p, ptr_class c) {
    c = ptr_find(&p->b->info->graph, c);
    return c && c < p->class_count ? p->type_of[c] - 1 : IR_NONE;
}

bool pool_is_closed(pool *p, ptr_class c) {
    c = ptr_find(&p->b->info->graph, c);
    return pool_type_of(p, c) != IR_NONE && !p->open[c];
}

void pool_because(pool_reason *r, const char *id, const char *text, LLVMValueRef where) {
    if (!r->id)
        *r = (pool_reason){id, text, where};
}

void pool_open(pool *p, ptr_class c, const char *id, const char *text, LLVMValueRef where) {
    uint32_t type = pool_type_of(p, c);
    c = ptr_find(&p->b->info->graph, c);
    if (c && c < p->class_count)
        p->open[c] = true;
    if (type != IR_NONE)
        pool_because(&p->types[type].wide, id, text, where);
}

static bool allocate(pool *p) {
    const DTransInfo *info = p->b->info;
    p->type_of = arena_array(&p->mem, p->class_count + 1, uint32_t);
    p->open = arena_array(&p->mem, p->class_count + 1, bool);
    p->tainted = arena_array(&p->mem, p->class_count + 1, bool);
    p->inside = arena_array(&p->mem, p->class_count + 1, bool);
    p->types = arena_array(&p->mem, info->types.len + 1, pool_type);
    p->fields = arena_array(&p->mem, info->types.len + 1, pool_field *);
    for (size_t i = 0; ctx_ok(p->b->ctx) && i < info->types.len; i++) {
        uint32_t count = info->types.at[i].field_count;
        p->fields[i] = arena_array(&p->mem, count + 1, pool_field);
        for (uint32_t k = 0; p->fields[i] && k < count; k++)
            p->fields[i][k] = (pool_field){.to = IR_NONE};
    }
    return ctx_ok(p->b->ctx);
}

bool pool_begin(pool *p, DTransOptBase *b) {
    *p = (pool){
        .options = p->options, .b = b, .ctx = b->ctx, .class_count = b->info->graph.nodes.len};
    arena_init(&p->mem, b->ctx);
    dtrans_visitor_init(&p->visitor, b->info);
    map_init(&p->constants, b->ctx);
    map_init(&p->whole, b->ctx);
    if (!allocate(p))
        return false;
    pool_find_classes(p);
    pool_find_strays(p);
    for (uint32_t i = 0; ctx_ok(b->ctx) && i < b->info->types.len; i++)
        p->types[i].pooled = p->types[i].pooled && dtrans_pays(b, i);
    pool_check_inside(p);
    pool_find_fields(p);
    pool_choose_parts(p);
    pool_check_parts(p);
    return ctx_ok(b->ctx);
}

void pool_end(pool *p) {
    if (!p->b)
        return;
    dtrans_visitor_free(&p->visitor);
    map_free(&p->constants);
    map_free(&p->whole);
    vec_free(p->ctx, &p->sites);
    vec_free(p->ctx, &p->edits);
    vec_free(p->ctx, &p->aparts);
    arena_free(&p->mem);
    p->b = NULL;
}
