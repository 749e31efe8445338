#include "dtrans/transform/sources.h"

#include "base/limits.h"
#include "ir/diedit.h"
#include "ir/llvmx.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

static void bind(dtrans_sources *s, const ir_di_struct *source, LLVMTypeRef type) {
    uint32_t *first = &s->first[source->number];
    for (uint32_t i = *first; i; i = s->links.at[i].next)
        if (s->links.at[i].type == type)
            return;
    if (vec_push(s->info->ctx, &s->links, (dtrans_source_link){source, type, *first}))
        *first = (uint32_t)s->links.len - 1;
}

static bool is_array(const ir_di_member *m) {
    return m->resolved && m->resolved->tag == IR_DI_TAG_ARRAY;
}

static bool is_record(const ir_di_member *m) {
    return m->resolved && ir_di_is_record(m->resolved);
}

/* Complex numbers are literal structs and vectors are arrays in debug info, so only what is an
 * array or a named struct must be one on both sides. */
static bool member_fits_exactly(LLVMTargetDataRef target, LLVMTypeRef type, const ir_di_member *m) {
    if (m->bitfield || m->base_class || m->size_bits == 0)
        return true;
    LLVMTypeRef element =
        LLVMStructGetTypeAtIndex(type, ir_element_at(target, type, m->offset_bits / 8));
    LLVMTypeKind kind = LLVMGetTypeKind(element);
    if (ir_abi_size(target, element) != m->size_bits / 8)
        return false;
    if (kind == LLVMArrayTypeKind)
        return is_array(m);
    if (kind == LLVMStructTypeKind && !LLVMIsLiteralStruct(element))
        return is_record(m);
    return !is_record(m) && (kind == LLVMVectorTypeKind || !is_array(m));
}

static bool fits_exactly(const dtrans_sources *s, LLVMTypeRef type, const ir_di_struct *source) {
    if (source->node->tag == IR_DI_TAG_UNION || LLVMCountStructElementTypes(type) == 0)
        return true;
    for (size_t i = 0; i < source->member_count; i++)
        if (!member_fits_exactly(s->l->target, type, &source->members[i]))
            return false;
    return true;
}

/* Binds those of one name that fit; if some fit exactly, only them. */
static void bind_ambiguous(dtrans_sources *s, const ir_di_struct *like, LLVMTypeRef type) {
    const ir_di_types *di = &s->info->di;
    map_word *found = map_find_s(&di->by_name, like->name);
    const ir_di_struct *all = found ? found->p : NULL;
    bool exact = false;
    for (const ir_di_struct *c = all; c && !exact; c = c->next_same_name)
        exact =
            c->node->tag == like->node->tag && ir_di_fits(di, type, c) && fits_exactly(s, type, c);
    for (const ir_di_struct *c = all; c && ctx_tick(s->info->ctx, 1); c = c->next_same_name)
        if (c->node->tag == like->node->tag && ir_di_fits(di, type, c) &&
            (!exact || fits_exactly(s, type, c)))
            bind(s, c, type);
}

static void bind_named(dtrans_sources *s) {
    for (size_t i = 0; i < s->info->types.len && ctx_tick(s->info->ctx, 1); i++) {
        const dtrans_type *t = &s->info->types.at[i];
        if (!t->layout->source)
            continue;
        if (t->layout->ambiguous)
            bind_ambiguous(s, t->layout->source, t->llvm);
        else
            bind(s, t->layout->source, t->llvm);
    }
}

/* Binds an unnamed record to the IR type that is where it is. */
static void bind_unnamed(dtrans_sources *s, const ir_di_struct *source, LLVMTypeRef type) {
    type = ir_below_arrays(type);
    LLVMTypeRef old = map_get(&s->old_types, type);
    type = old ? old : type;
    if (!*source->name && dtrans_type_of(s->info, type) != IR_NONE &&
        ir_di_fits(&s->info->di, type, source))
        bind(s, source, type);
}

static const ir_di_struct *inner_record(const ir_di_member *m) {
    return m->reach == IR_DI_BY_VALUE || m->reach == IR_DI_ARRAY_OF ? m->target : NULL;
}

/* A union's IR type shows one of its members, and nothing says which. */
static void bind_members(dtrans_sources *s, const ir_di_struct *source, LLVMTypeRef type) {
    uint64_t size = ir_abi_size(s->l->target, type);
    if (source->node->tag == IR_DI_TAG_UNION)
        return;
    for (size_t i = 0; i < source->member_count && ctx_tick(s->info->ctx, 1); i++) {
        const ir_di_member *m = &source->members[i];
        const ir_di_struct *inner = inner_record(m);
        if (!inner || m->offset_bits / 8 >= size)
            continue;
        unsigned element = ir_element_at(s->l->target, type, m->offset_bits / 8);
        if (ir_offset_of(s->l->target, type, element) == m->offset_bits / 8)
            bind_unnamed(s, inner, LLVMStructGetTypeAtIndex(type, element));
    }
}

const ir_di_struct *dtrans_source_below(const ir_di_types *di, LLVMMetadataRef type) {
    const ir_di_node *n = ir_di_node_of(&di->graph, type);
    for (unsigned i = 0; n && i < IR_MAX_TYPE_LEVELS && !ir_di_is_record(n); i++) {
        if (ir_di_is_pointer(n))
            return NULL;
        n = ir_di_node_of(&di->graph, n->base);
    }
    return n && ir_di_is_record(n) ? ir_di_struct_of(di, n->node) : NULL;
}

static void bind_variable(void *data, LLVMMetadataRef variable, LLVMTypeRef type) {
    dtrans_sources *s = data;
    const ir_di_struct *source =
        dtrans_source_below(&s->info->di, ir_di_variable_type(&s->info->di.graph, variable));
    if (source)
        bind_unnamed(s, source, type);
}

typedef struct local_visitor {
    dtrans_visit_variable *visit;
    void *data;
} local_visitor;

static void visit_local(void *data, LLVMDbgRecordRef r) {
    const local_visitor *v = data;
    LLVMValueRef where = LLVMDbgRecordGetKind(r) == LLVMDbgRecordDeclare
                             ? LLVMDbgVariableRecordGetValue(r, 0)
                             : NULL;
    if (where && LLVMIsAAllocaInst(where))
        v->visit(v->data, LLVMDbgVariableRecordGetVariable(r), LLVMGetAllocatedType(where));
}

void dtrans_each_variable(lathe_module *m, dtrans_visit_variable *visit, void *data) {
    ir_each_global (g, m->llvm)
        if (ctx_tick(m->ctx, 1))
            visit(data, ir_md_global_variable(g), LLVMGlobalGetValueType(g));
    local_visitor locals = {visit, data};
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn) {
            if (!ctx_tick(m->ctx, 1))
                return;
            llvmx_each_variable(bb, visit_local, &locals);
        }
}

static bool is_unnamed(const dtrans_type *t) {
    const char *dot = strchr(t->name, '.');
    return !t->layout->source && t->layout->sized && dot && str_starts_with(dot, ".anon");
}

/* What no variable is of: objects that are only allocated. */
static void bind_by_layout(dtrans_sources *s) {
    map by_size;
    uint32_t *next = arena_array(&s->mem, s->info->types.len + 1, uint32_t);
    map_init(&by_size, s->info->ctx);
    for (uint32_t i = 0; next && i < s->info->types.len; i++) {
        map_word *first = is_unnamed(&s->info->types.at[i])
                              ? map_put_u(&by_size, s->info->types.at[i].size)
                              : NULL;
        if (!first)
            continue;
        next[i] = (uint32_t)first->u;
        first->u = i + 1;
    }
    for (size_t i = 0; next && i < s->info->di.all.len && ctx_tick(s->info->ctx, 1); i++) {
        const ir_di_struct *d = s->info->di.all.at[i];
        if (*d->name || s->first[d->number] || s->inside[d->number])
            continue;
        map_word *first = map_find_u(&by_size, d->size_bits / 8);
        for (uint32_t t = first ? (uint32_t)first->u : 0; t && ctx_tick(s->info->ctx, 1);
             t = next[t - 1])
            if (fits_exactly(s, s->info->types.at[t - 1].llvm, d))
                bind_unnamed(s, d, s->info->types.at[t - 1].llvm);
    }
    map_free(&by_size);
}

static void find_inside(dtrans_sources *s) {
    for (size_t i = 0; i < s->info->di.all.len && ctx_tick(s->info->ctx, 1); i++) {
        const ir_di_struct *d = s->info->di.all.at[i];
        for (size_t k = 0; k < d->member_count; k++)
            if (inner_record(&d->members[k]))
                s->inside[inner_record(&d->members[k])->number] = true;
    }
}

static void find_old_types(dtrans_sources *s) {
    for (size_t i = 0; i < s->info->types.len && ctx_tick(s->info->ctx, 1); i++) {
        LLVMTypeRef old = s->info->types.at[i].llvm, new = dtrans_new_type(s->l, old);
        map_word *slot = new == old ? NULL : map_put(&s->old_types, new);
        if (slot)
            slot->p = old;
    }
}

static void bind_all_members(dtrans_sources *s, size_t *done) {
    for (; *done < s->links.len && ctx_tick(s->info->ctx, 1); ++*done)
        bind_members(s, s->links.at[*done].source, s->links.at[*done].type);
}

void dtrans_sources_init(dtrans_sources *s, const dtrans_layouts *l, DTransInfo *info) {
    *s = (dtrans_sources){.l = l, .info = info};
    arena_init(&s->mem, info->ctx);
    map_init(&s->old_types, info->ctx);
    s->first = arena_array(&s->mem, info->di.all.len + 1, uint32_t);
    s->inside = arena_array(&s->mem, info->di.all.len + 1, bool);
    if (!vec_push(info->ctx, &s->links, (dtrans_source_link){0}) || !s->first || !s->inside)
        return;
    size_t done = 1;
    find_old_types(s);
    find_inside(s);
    bind_named(s);
    dtrans_each_variable(info->m, bind_variable, s);
    bind_all_members(s, &done);
    bind_by_layout(s);
    bind_all_members(s, &done);
}

void dtrans_sources_free(dtrans_sources *s) {
    vec_free(s->info->ctx, &s->links);
    map_free(&s->old_types);
    arena_free(&s->mem);
}
