#include "dtrans/analysis/local.h"

#include "ir/ptr/ptr_shape.h"

#include <string.h>

/* No program nests or merges this much; one that does is given up, not judged in part. */
enum { MAX_PLACES = 4096 };

static const LocalPointerInfo nothing = {
    .views = &(dtrans_view){0}, .dominant = IR_NONE, .analysed = true};

void dtrans_local_init(dtrans_local *l, DTransInfo *info) {
    *l = (dtrans_local){.info = info};
    map_init(&l->known, info->ctx);
}

/* DTransInfo may be gone by now. */
void dtrans_local_free(dtrans_local *l) {
    vec_free(l->known.ctx, &l->scratch);
    map_free(&l->known);
}

/* A location after an object is one in the next of an array, or what a flexible array holds. */
static bool move_inside(const dtrans_local *l, dtrans_view *v) {
    const dtrans_type *t = &l->info->types.at[v->type];
    if (v->element && v->offset >= t->tail) {
        uint64_t step = dtrans_tail_step(ir_layout(l->info->m), t->llvm);
        v->offset = t->tail + (v->offset - t->tail) % step;
        return true;
    }
    if (!v->element || v->offset < t->size)
        return true;
    const dtrans_field *last = t->field_count ? &t->fields[t->field_count - 1] : NULL;
    if (!t->size || (last && last->size == 0))
        return false;
    v->beyond = true;
    v->offset %= t->size;
    for (size_t i = 0; v->offset == 0 && i < l->scratch.len; i++)
        if (!l->scratch.at[i].element && l->scratch.at[i].type == v->type)
            return false;
    return true;
}

static void add_view(dtrans_local *l, dtrans_view v) {
    if (!move_inside(l, &v))
        return;
    for (size_t i = 0; i < l->scratch.len; i++) {
        const dtrans_view *w = &l->scratch.at[i];
        if (w->type == v.type && w->offset == v.offset && w->element == v.element)
            return;
    }
    if (l->scratch.len == MAX_PLACES)
        ctx_fail(l->info->ctx, LATHE_GAVE_UP,
                 "a pointer may point to more than %d memory locations", MAX_PLACES);
    else
        vec_push(l->info->ctx, &l->scratch, v);
}

/* The types of objects at a location: those it was seen as, and the one its layout follows. */
static void add_types(dtrans_local *l, ptr_class c, dtrans_view form) {
    const ptr_graph *g = &l->info->graph;
    const ptr_node *n = &g->nodes.at[c];
    for (uint32_t f = n->types.first; f; f = g->facts.at[f].next) {
        form.type = l->info->type_of_shape[g->facts.at[f].detail] - 1;
        if (form.type != IR_NONE)
            add_view(l, form);
    }
    form.type = n->shape ? l->info->type_of_shape[n->shape] - 1 : IR_NONE;
    if (form.type != IR_NONE)
        add_view(l, form);
}

typedef struct place {
    ptr_class container;
    int64_t offset;
    size_t from; /* the location inside it that led here */
} place;

typedef VEC(place) place_list;

static bool is_listed(const place_list *list, place at) {
    for (size_t i = 0; i < list->len; i++)
        if (list->at[i].container == at.container && list->at[i].offset == at.offset)
            return true;
    return false;
}

/* Whether the container was already passed on the way out: it would lie inside itself. */
static bool is_around(const place_list *list, size_t from, ptr_class container) {
    for (;; from = list->at[from].from) {
        if (list->at[from].container == container)
            return true;
        if (from == 0)
            return false;
    }
}

/* Whether the holder really contains the location. Locations that were only reached by stepping out
 * of a member are held by it too, but lie elsewhere. */
static bool contains(const ptr_node *container, ptr_holder h) {
    return h.offset >= 0 && (!container->holders.len || h.offset < container->extent);
}

/* Containers of the location, then containers of those, with the offsets added up. True if
 * locations contain one another in a circle, as after merges that fit no layout. */
static bool add_containers(dtrans_local *l, ptr_class c) {
    ptr_graph *g = &l->info->graph;
    bool tangled = false;
    place_list work = {0};
    vec_push(g->ctx, &work, (place){c, 0, 0});
    for (size_t i = 0; i < work.len && ctx_tick(g->ctx, 1); i++) {
        place at = work.at[i];
        const ptr_node *n = &g->nodes.at[at.container];
        for (size_t h = 0; h < n->holders.len; h++) {
            ptr_class container = ptr_find(g, n->holders.at[h].container);
            place outer = {container, n->holders.at[h].offset + at.offset, i};
            if (!contains(&g->nodes.at[container], n->holders.at[h]) || outer.offset > UINT32_MAX ||
                is_listed(&work, outer))
                continue;
            if (is_around(&work, i, container)) {
                tangled = true;
                continue;
            }
            add_types(
                l, container,
                (dtrans_view){.offset = (uint64_t)outer.offset, .element = true, .outer = i > 0});
            if (work.len == MAX_PLACES)
                ctx_fail(g->ctx, LATHE_GAVE_UP, "a memory location lies in more than %d others",
                         MAX_PLACES);
            else
                vec_push(g->ctx, &work, outer);
        }
    }
    vec_free(g->ctx, &work);
    return tangled;
}

/* Types that begin with one another are one object seen at two depths. */
static bool is_compatible(const DTransInfo *info, uint32_t a, uint32_t b) {
    const ptr_graph *g = &info->graph;
    map_word *x = map_find(&g->shape_of, info->types.at[a].llvm);
    map_word *y = map_find(&g->shape_of, info->types.at[b].llvm);
    return x && y &&
           (ptr_shape_begins_with(g, (uint32_t)x->u, (uint32_t)y->u) ||
            ptr_shape_begins_with(g, (uint32_t)y->u, (uint32_t)x->u));
}

static void judge(dtrans_local *l, LocalPointerInfo *p, ptr_class c) {
    p->dominant = p->objects ? p->views[0].type : IR_NONE;
    for (uint32_t i = 1; i < p->objects; i++)
        if (l->info->types.at[p->views[i].type].size > l->info->types.at[p->dominant].size)
            p->dominant = p->views[i].type;
    dtrans_each_object (view, p)
        if (!is_compatible(l->info, p->dominant, view->type))
            p->conflicting = true;
    if (p->conflicting)
        p->dominant = IR_NONE;
    p->analysed = !ptr_marked(&l->info->graph, c, PTR_UNKNOWN);
}

const LocalPointerInfo *dtrans_local_class(dtrans_local *l, ptr_class c) {
    c = ptr_find(&l->info->graph, c);
    if (!c)
        return &nothing;
    map_word *known = map_put_u(&l->known, c);
    if (!known)
        return &nothing;
    if (known->p)
        return known->p;
    vec_clear(&l->scratch);
    add_types(l, c, (dtrans_view){0});
    uint32_t objects = (uint32_t)l->scratch.len;
    bool tangled = add_containers(l, c);
    LocalPointerInfo *p = arena_new(&l->info->mem, LocalPointerInfo);
    dtrans_view *views = arena_array(&l->info->mem, l->scratch.len + 1, dtrans_view);
    if (!p || !views)
        return &nothing;
    if (l->scratch.len)
        memcpy(views, l->scratch.at, l->scratch.len * sizeof *views);
    *p = (LocalPointerInfo){.place = c,
                            .views = views,
                            .count = (uint32_t)l->scratch.len,
                            .objects = objects,
                            .tangled = tangled};
    judge(l, p, c);
    map_find_u(&l->known, c)->p = p;
    return p;
}

/* Wider values have a class too, but that is the location that holds them. */
const LocalPointerInfo *dtrans_local_value(dtrans_local *l, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    bool word = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
    if (!word && LLVMGetTypeKind(type) != LLVMPointerTypeKind)
        return &nothing;
    return dtrans_local_class(l, ptr_class_of(&l->info->graph, v));
}

bool dtrans_is_blank(dtrans_local *l, ptr_class c) {
    ptr_graph *g = &l->info->graph;
    const ptr_node *n = &g->nodes.at[ptr_find(g, c)];
    return !dtrans_local_class(l, c)->count && !n->objects.first && !n->fields.len &&
           !n->signatures && !ptr_marked(g, c, PTR_UNKNOWN);
}
