/* The history of the pointer graph, gone through again.
 *
 * Two union-finds side by side. One has for each set what it held while it was clean: types of
 * which each begins with the next. What ends that spoils all of them at once, so that every type is
 * looked at once, and its cause is the first event that spoiled a set it was in. The other never
 * shortens paths: the latest merge on the way between two locations is the one that made them one
 * class. */
#include "dtrans/analysis/causes.h"

#include "ir/ptr/ptr_shape.h"
#include "ir/value.h"

typedef struct member {
    uint32_t type, next; /* 0 at the end */
} member;

typedef struct set {
    ptr_class up; /* itself: a root */
    uint32_t size;
    uint32_t since;       /* event + 1 that put it under `up` */
    uint32_t shape;       /* the largest of the types; 0 if none was seen */
    uint32_t first, last; /* types that nothing has spoiled, as indexes of members */
    bool spoiled;
} set;

/* A location that was seen as a type, or that an object is at. */
typedef struct sight {
    ptr_class c;
    uint32_t since; /* event + 1 */
    uint32_t next;
} sight;

typedef struct tracing {
    DTransInfo *info;
    dtrans_cause *causes;
    arena mem;
    set *sets;
    VEC(member) members;
    VEC(sight) sights;
    uint32_t *sights_of; /* by type */
    map objects;         /* witness → sight */
} tracing;

static ptr_class root_of(const tracing *t, ptr_class c) {
    while (t->sets[c].up != c)
        c = t->sets[c].up;
    return c;
}

static bool fits(const DTransInfo *info, uint32_t a, uint32_t b) {
    return !a || !b || ptr_shape_begins_with(&info->graph, a, b) ||
           ptr_shape_begins_with(&info->graph, b, a);
}

/* The event the program asked for of which this one is a consequence. */
static const ptr_event *beginning(const DTransInfo *info, const ptr_event *e) {
    while (e->kind == PTR_JOINED && e->detail)
        e = &info->graph.history.at[e->detail - 1];
    return e;
}

static uint32_t type_of_shape(const DTransInfo *info, uint32_t shape) {
    return shape ? info->type_of_shape[shape] - 1 : IR_NONE;
}

/* All types the set still had clean have this event as their cause. `other` is the shape that does
 * not fit them. */
static void spoil(tracing *t, set *s, uint32_t event, uint32_t other) {
    const ptr_event *e = &t->info->graph.history.at[event];
    for (uint32_t i = s->first; i; i = t->members.at[i].next) {
        dtrans_cause *cause = &t->causes[t->members.at[i].type];
        if (cause->kind != DTRANS_CAUSE_NONE)
            continue;
        cause->kind = e->kind == PTR_JOINED ? DTRANS_CAUSE_MERGE : DTRANS_CAUSE_SEEN;
        cause->at = beginning(t->info, e)->at;
        cause->other = type_of_shape(t->info, other);
    }
    s->first = s->last = 0;
    s->spoiled = true;
}

static void add_member(tracing *t, set *s, uint32_t type) {
    uint32_t index = (uint32_t)t->members.len;
    if (!vec_push(t->info->ctx, &t->members, (member){type, 0}))
        return;
    if (s->last)
        t->members.at[s->last].next = index;
    else
        s->first = index;
    s->last = index;
}

static void see_type(tracing *t, uint32_t event) {
    const ptr_event *e = &t->info->graph.history.at[event];
    uint32_t type = type_of_shape(t->info, e->detail);
    set *s = &t->sets[root_of(t, e->a)];
    if (type == IR_NONE)
        return;
    sight seen = {e->a, event + 1, t->sights_of[type]};
    if (vec_push(t->info->ctx, &t->sights, seen))
        t->sights_of[type] = (uint32_t)t->sights.len - 1;
    add_member(t, s, type);
    if (s->spoiled || !fits(t->info, s->shape, e->detail)) {
        uint32_t before = s->shape;
        set alone = {.first = s->last, .last = s->last};
        spoil(t, &alone, event, before);
        spoil(t, s, event, e->detail);
    } else if (!s->shape || ptr_shape_begins_with(&t->info->graph, e->detail, s->shape)) {
        s->shape = e->detail;
    }
}

static void see_object(tracing *t, uint32_t event) {
    const ptr_event *e = &t->info->graph.history.at[event];
    map_word *known = e->at ? map_put(&t->objects, e->at) : NULL;
    if (known && !known->u && vec_push(t->info->ctx, &t->sights, (sight){e->a, event + 1, 0}))
        known->u = t->sights.len - 1;
}

/* Both sets are clean, and go together. */
static void take_members(tracing *t, set *into, const set *from) {
    const ptr_graph *g = &t->info->graph;
    if (from->shape && (!into->shape || ptr_shape_begins_with(g, from->shape, into->shape)))
        into->shape = from->shape;
    if (from->first && into->last)
        t->members.at[into->last].next = from->first;
    into->first = into->first ? into->first : from->first;
    into->last = from->last ? from->last : into->last;
}

static void join_sets(tracing *t, uint32_t event) {
    const ptr_event *e = &t->info->graph.history.at[event];
    ptr_class a = root_of(t, e->a), b = root_of(t, e->b);
    if (a == b)
        return;
    if (t->sets[a].size < t->sets[b].size) {
        ptr_class swap = a;
        a = b;
        b = swap;
    }
    set *into = &t->sets[a], *from = &t->sets[b];
    if (into->spoiled || from->spoiled || !fits(t->info, into->shape, from->shape)) {
        spoil(t, into, event, from->shape);
        spoil(t, from, event, into->shape);
        into->shape = into->shape ? into->shape : from->shape;
    } else {
        take_members(t, into, from);
    }
    from->up = a;
    from->since = event + 1;
    into->size += from->size;
}

static void replay(tracing *t) {
    static void (*const steps[])(tracing *, uint32_t) = {
        [PTR_JOINED] = join_sets, [PTR_SEEN_TYPE] = see_type, [PTR_SEEN_OBJECT] = see_object};
    const ptr_graph *g = &t->info->graph;
    for (uint32_t i = 0; i < g->history.len && ctx_tick(g->ctx, 1); i++)
        steps[g->history.at[i].kind](t, i);
}

/* The event + 1 that made one class of both, 0 if one ever was or they are two. Sets go below others
 * later and later on the way up, so the earlier step is the one to take. */
static uint32_t joined_by(const tracing *t, ptr_class a, ptr_class b) {
    uint32_t latest = 0;
    while (a != b) {
        uint32_t from_a = t->sets[a].since - 1, from_b = t->sets[b].since - 1;
        latest = (from_a < from_b ? from_a : from_b) + 1;
        if (!latest)
            return 0;
        if (from_a < from_b)
            a = t->sets[a].up;
        else
            b = t->sets[b].up;
    }
    return latest;
}

/* The event that made a location of the type one of the object, the earliest of all its locations.
 */
static uint32_t meets_object(const tracing *t, uint32_t type, const sight *object) {
    uint32_t earliest = 0;
    for (uint32_t i = t->sights_of[type]; i; i = t->sights.at[i].next) {
        const sight *s = &t->sights.at[i];
        uint32_t event = joined_by(t, s->c, object->c);
        if (!event && s->c != object->c)
            continue; /* two classes */
        event = event > s->since ? event : s->since;
        event = event > object->since ? event : object->since;
        if (!earliest || event < earliest)
            earliest = event;
    }
    return earliest;
}

static bool is_blocking(const DTransInfo *info, uint32_t type, const dtrans_use *use) {
    return dtrans_blocking(&info->types.at[type], DTRANS_REORDER_FIELDS) &
           dtrans_bit(use->condition);
}

static uint32_t first_blocking(const DTransInfo *info, uint32_t type) {
    uint32_t u = info->types.at[type].first_use;
    while (u && !is_blocking(info, type, &info->uses.at[u]))
        u = info->uses.at[u].next;
    return u;
}

/* An object that is no object of the type is one for a merge, or for a use of its own. */
static void blame_object(tracing *t, uint32_t type, dtrans_cause *cause) {
    const DTransInfo *info = t->info;
    for (uint32_t u = info->types.at[type].first_use; u; u = info->uses.at[u].next) {
        const dtrans_use *use = &info->uses.at[u];
        map_word *known = use->where && is_blocking(info, type, use)
                              ? map_find(&t->objects, use->where)
                              : NULL;
        uint32_t event = known ? meets_object(t, type, &t->sights.at[known->u]) : 0;
        if (!event)
            continue;
        const ptr_event *e = &info->graph.history.at[event - 1];
        bool merged = e->kind == PTR_JOINED;
        *cause = (dtrans_cause){merged ? DTRANS_CAUSE_MERGE : DTRANS_CAUSE_SEEN,
                                beginning(info, e)->at,
                                u,
                                IR_NONE,
                                use->where,
                                type};
        if (cause->at == use->where)
            cause->kind = DTRANS_CAUSE_USE;
        return;
    }
}

/* The use that says of a merge what it led to: a conflict, if one was noted. */
static uint32_t use_of_merge(const DTransInfo *info, uint32_t type) {
    for (uint32_t u = info->types.at[type].first_use; u; u = info->uses.at[u].next)
        if (info->uses.at[u].condition == BadCasting && u >= info->first_code_use)
            return u;
    return first_blocking(info, type);
}

static void decide(tracing *t, uint32_t type) {
    DTransInfo *info = t->info;
    dtrans_cause *cause = &t->causes[type];
    uint32_t first = first_blocking(info, type);
    bool merged = cause->kind != DTRANS_CAUSE_NONE;
    if (!first) {
        *cause = (dtrans_cause){.other = IR_NONE, .root = type};
        return;
    }
    cause->use = first;
    cause->root = type;
    if (first < info->first_code_use) {
        *cause = (dtrans_cause){DTRANS_CAUSE_TYPE, NULL, first, IR_NONE, NULL, type};
    } else if (info->types.at[type].fixed_by) {
        *cause = (dtrans_cause){DTRANS_CAUSE_MEMBER, NULL, first, info->types.at[type].fixed_by - 1,
                                NULL, type};
    } else if (merged) {
        cause->use = use_of_merge(info, type);
    } else {
        blame_object(t, type, cause);
        if (cause->kind == DTRANS_CAUSE_NONE)
            *cause = (dtrans_cause){DTRANS_CAUSE_USE, info->uses.at[first].where, first, IR_NONE,
                                    NULL, type};
    }
}

/* A member of a member …: structs are not members of themselves. */
static void find_roots(tracing *t) {
    for (uint32_t i = 0; i < t->info->types.len; i++) {
        uint32_t root = i;
        while (t->causes[root].kind == DTRANS_CAUSE_MEMBER)
            root = t->causes[root].other;
        t->causes[i].root = root;
    }
}

static bool begin(tracing *t) {
    lathe_ctx *ctx = t->info->ctx;
    size_t types = t->info->types.len, classes = t->info->graph.nodes.len;
    map_init(&t->objects, ctx);
    arena_init(&t->mem, ctx);
    t->causes = arena_array(&t->info->mem, types + 1, dtrans_cause);
    t->sights_of = arena_array(&t->mem, types + 1, uint32_t);
    t->sets = arena_array(&t->mem, classes, set);
    if (!t->causes || !t->sights_of || !t->sets)
        return false;
    for (size_t i = 0; i < types; i++)
        t->causes[i] = (dtrans_cause){.other = IR_NONE, .root = (uint32_t)i};
    for (ptr_class c = 0; c < classes; c++)
        t->sets[c] = (set){.up = c, .size = 1};
    return vec_push(ctx, &t->members, (member){0}) && vec_push(ctx, &t->sights, (sight){0});
}

const dtrans_cause *dtrans_causes(DTransInfo *info) {
    tracing t = {.info = info};
    size_t types = info->types.len;
    if (begin(&t)) {
        replay(&t);
        for (uint32_t i = 0; i < types; i++)
            decide(&t, i);
        find_roots(&t);
    }
    map_free(&t.objects);
    arena_free(&t.mem);
    vec_free(info->ctx, &t.members);
    vec_free(info->ctx, &t.sights);
    return ctx_ok(info->ctx) ? t.causes : NULL;
}
