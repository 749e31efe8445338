/* Objects that are members of others: list heads above all. They are at low addresses, as narrow
 * pointers need them, if all that they are in comes from pools. */
#include "dtrans/analysis/dtrans_reasons.h"
#include "dtrans/pool/pool.h"

/* Goes outwards from a class: everything that its locations may lie in. */
typedef struct outwards {
    pool *p;
    VEC(ptr_class) work;
    map seen;
} outwards;

static void begin(outwards *o, pool *p, ptr_class c) {
    *o = (outwards){.p = p};
    map_init(&o->seen, p->ctx);
    vec_push(p->ctx, &o->work, ptr_find(&p->b->info->graph, c));
}

/* The next class, 0 at the end. */
static ptr_class next(outwards *o) {
    ptr_graph *g = &o->p->b->info->graph;
    while (o->work.len && ctx_tick(o->p->ctx, 1)) {
        ptr_class c = vec_pop(&o->work);
        if (!map_add_u(&o->seen, c))
            continue;
        for (size_t i = 0; i < g->nodes.at[c].holders.len; i++)
            vec_push(o->p->ctx, &o->work, ptr_find(g, g->nodes.at[c].holders.at[i].container));
        return c;
    }
    return 0;
}

static void end(outwards *o) {
    vec_free(o->p->ctx, &o->work);
    map_free(&o->seen);
}

/* All objects of the class itself are a pool's. */
static bool is_all_pooled(pool *p, ptr_class c) {
    const ptr_graph *g = &p->b->info->graph;
    uint32_t type = pool_type_of(p, c);
    if (type == IR_NONE || !p->types[type].pooled)
        return false;
    for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next)
        if (g->facts.at[f].kind != PTR_HEAP && !pool_is_only_touched(p, &g->facts.at[f]))
            return false;
    return true;
}

static bool is_packed_anywhere(pool *p, ptr_class c) {
    const LocalPointerInfo *info = pool_local(p, c);
    dtrans_each_view (view, info)
        if (LLVMIsPackedStruct(p->b->info->types.at[view->type].llvm))
            return true;
    return false;
}

/* On every way out there are pools' objects, or members of something else. */
static bool is_in_pools(pool *p, ptr_class c) {
    const ptr_graph *g = &p->b->info->graph;
    outwards o;
    bool good = true;
    begin(&o, p, c);
    for (ptr_class at = next(&o); at && good; at = next(&o))
        good =
            g->nodes.at[at].objects.first ? is_all_pooled(p, at) : g->nodes.at[at].holders.len != 0;
    end(&o);
    return good && ctx_ok(p->ctx);
}

void pool_check_inside(pool *p) {
    for (ptr_class c = 1; c < p->class_count && ctx_tick(p->ctx, 1); c++)
        if (p->inside[c] && (is_packed_anywhere(p, c) || !is_in_pools(p, c)))
            pool_open(p, c, DTRANS_WHY_POOL_MEMBERS, NULL);
}

static bool lower_around(pool *p, ptr_class c, unsigned shift) {
    outwards o;
    bool changed = false;
    begin(&o, p, c);
    for (ptr_class at = next(&o); at; at = next(&o)) {
        uint32_t type = pool_type_of(p, at);
        if (type == IR_NONE || p->types[type].shift <= shift)
            continue;
        p->types[type].shift = shift;
        changed = true;
    }
    end(&o);
    return changed;
}

/* A container must not lie where pointers to its members cannot reach. Shifts only get smaller,
 * which ends. */
void pool_lower_shifts(pool *p) {
    for (bool changed = true; changed && ctx_ok(p->ctx);) {
        changed = false;
        for (ptr_class c = 1; c < p->class_count && ctx_tick(p->ctx, 1); c++)
            if (p->inside[c] && pool_is_closed(p, c))
                changed |= lower_around(p, c, p->types[pool_type_of(p, c)].shift);
    }
}

static void hold_around(pool *p, ptr_class c) {
    outwards o;
    begin(&o, p, c);
    for (ptr_class at = next(&o); at; at = next(&o)) {
        uint32_t type = pool_type_of(p, at);
        if (type != IR_NONE)
            p->types[type].held_outside = true;
    }
    end(&o);
}

void pool_find_held_outside(pool *p) {
    for (ptr_class c = 1; c < p->class_count && ctx_tick(p->ctx, 1); c++) {
        if (p->b->info->graph.nodes.at[c].up != c)
            continue;
        uint32_t to = pool_narrow_at(p, c);
        if (to != IR_NONE && !is_in_pools(p, c))
            p->types[to].held_outside = true;
        if (p->inside[c] && pool_is_closed(p, c))
            hold_around(p, c);
    }
}
