/* The laws of the graph of pointer classes (invariants 1-6 of graph.h), on random sequences of
 * operations. */
#include "parsed.h"

#include "failing_alloc.h"

#include "ir/ptr/ptr.h"
#include "ir/ptr/shape.h"

enum { MAX_NAMES = 48, MAX_RECORDS = 256, SHAPES = 5 };

typedef struct lookup {
    ptr_class from, found;
    int64_t offset;
} lookup;

/* What a program would know: places it has names for, what it found where, what it stored. */
typedef struct world {
    parsed p;
    ptr_graph g;
    uint32_t shapes[SHAPES];
    ptr_class names[MAX_NAMES];
    size_t name_count;
    lookup lookups[MAX_RECORDS];
    lookup stores[MAX_RECORDS]; /* from holds pointers to found */
    size_t lookup_count, store_count;
    uint32_t random;
} world;

static uint32_t add_shape(world *w, const char *name, uint64_t size, const ptr_member *members,
                          uint32_t count) {
    ptr_shape s = {name, size, members, count};
    return ptr_shape_add(&w->g, &s);
}

/* A pair of words, a struct beginning with it, one holding it in the middle, one with an array of
 * it, and one ending in an open array of bytes. */
static void add_shapes(world *w) {
    const ptr_member words[] = {{0, 8, 0, 0}, {8, 8, 0, 0}};
    uint32_t pair = add_shape(w, "struct.pair", 16, words, 2);
    const ptr_member begins[] = {{0, 16, 0, pair}, {16, 8, 0, 0}};
    const ptr_member holds[] = {{0, 8, 0, 0}, {8, 16, 0, pair}, {24, 8, 0, 0}};
    const ptr_member array[] = {{0, 8, 0, 0}, {8, 32, 16, pair}, {40, 8, 0, 0}};
    const ptr_member open[] = {{0, 8, 0, 0}, {8, 0, 1, 0}};
    w->shapes[0] = pair;
    w->shapes[1] = add_shape(w, "struct.begins", 24, begins, 2);
    w->shapes[2] = add_shape(w, "struct.holds", 32, holds, 3);
    w->shapes[3] = add_shape(w, "struct.array", 48, array, 3);
    w->shapes[4] = add_shape(w, "struct.open", 8, open, 2);
}

static void name(world *w, ptr_class c) {
    if (c && w->name_count < MAX_NAMES)
        w->names[w->name_count++] = c;
}

static void world_init(world *w, uint32_t seed) {
    *w = (world){.p = parse(""), .random = seed};
    assert_true(ptr_graph_init(&w->g, &w->p.m));
    add_shapes(w);
    for (int i = 0; i < 6; i++)
        name(w, ptr_new(&w->g));
}

static void world_free(world *w) {
    ptr_graph_free(&w->g);
    parsed_free(&w->p);
}

static uint32_t pick(world *w, uint32_t below) {
    w->random = w->random * 1664525u + 1013904223u;
    return (w->random >> 10) % below;
}

static ptr_class pick_name(world *w) {
    return w->names[pick(w, (uint32_t)w->name_count)];
}

static ptr_class look_up(world *w, ptr_class from, int64_t offset) {
    ptr_class found = ptr_at(&w->g, from, offset);
    ptr_settle(&w->g);
    if (w->lookup_count < MAX_RECORDS)
        w->lookups[w->lookup_count++] = (lookup){from, found, offset};
    return found;
}

static void store(world *w, ptr_class place, ptr_class target) {
    ptr_set_pointee(&w->g, place, target);
    if (w->store_count < MAX_RECORDS)
        w->stores[w->store_count++] = (lookup){place, target, 0};
}

static int64_t pick_offset(world *w) {
    static const int64_t offsets[] = {0, 8, 8, 16, 16, 24, 32, 40, 48, 4, 12, -8, -16, 100};
    return offsets[pick(w, sizeof offsets / sizeof *offsets)];
}

typedef enum family { PLAIN = 1, STRIDES = 2, FORMS = 4 } family;

static void see_shape(world *w) {
    uint32_t shape = w->shapes[pick(w, SHAPES)];
    ptr_class c = ptr_see_shape(&w->g, pick_name(w), shape, 0);
    uint32_t member = pick(w, w->g.shapes.at[shape].member_count);
    ptr_class m = ptr_member_at(&w->g, c, shape, member);
    ptr_settle(&w->g);
    name(w, c);
    name(w, m);
}

static void random_step(world *w, unsigned families) {
    static const uint64_t strides[] = {8, 16, 24, 32, 48, 4, 1};
    ptr_graph *g = &w->g;
    uint32_t choice = pick(w, 12);
    if (choice < 5)
        name(w, look_up(w, pick_name(w), pick_offset(w)));
    else if (choice < 7)
        ptr_merge(g, pick_name(w), pick_name(w));
    else if (choice == 7)
        store(w, pick_name(w), pick_name(w));
    else if (choice == 8)
        name(w, ptr_pointee(g, pick_name(w)));
    else if (choice == 9 && families & STRIDES)
        ptr_walk(g, pick_name(w), strides[pick(w, 7)]);
    else if (choice == 10 && families & FORMS)
        see_shape(w);
    else if (choice == 11 && families & FORMS)
        ptr_extend(g, pick_name(w), 4u << pick(w, 3));
    ptr_settle(g);
}

static bool same(world *w, ptr_class a, ptr_class b) {
    return ptr_find(&w->g, a) == ptr_find(&w->g, b);
}

/* A place once found stays the place: looking again, later, gives the same class. */
static void check_lookups(world *w) {
    for (size_t i = 0; i < w->lookup_count; i++) {
        lookup l = w->lookups[i];
        ptr_class again = ptr_at(&w->g, l.from, l.offset);
        ptr_settle(&w->g);
        assert_true(same(w, again, l.found));
    }
}

static void check_stores(world *w) {
    for (size_t i = 0; i < w->store_count; i++)
        assert_true(same(w, ptr_pointee(&w->g, w->stores[i].from), w->stores[i].found));
}

static const ptr_node *node_of(world *w, ptr_class c) {
    return &w->g.nodes.at[ptr_find(&w->g, c)];
}

/* Invariants 2 and 4, and that every field knows its holder. */
static void check_fields(world *w, ptr_class c) {
    const ptr_node *n = &w->g.nodes.at[c];
    int64_t end = INT64_MIN;
    for (size_t i = 0; i < n->fields.len; i++) {
        ptr_field f = n->fields.at[i];
        const ptr_node *t = node_of(w, f.target);
        assert_true(i == 0 || f.offset > n->fields.at[i - 1].offset);
        assert_true(f.offset >= end || f.offset < 0);
        if (n->stride)
            assert_true(f.offset >= 0 && f.offset < (int64_t)n->stride);
        bool outside = n->holders.len && !n->stride && f.offset >= n->extent;
        bool self = ptr_find(&w->g, f.target) == c;
        if (!outside && !self && f.offset >= 0 && !n->stride && !t->stride)
            end = f.offset + t->extent;
        bool known = self;
        for (size_t h = 0; h < t->holders.len; h++)
            known |= same(w, t->holders.at[h].container, c) && t->holders.at[h].offset == f.offset;
        assert_true(known);
    }
}

/* Invariant 3. */
static void check_first(world *w, ptr_class c) {
    const ptr_node *n = &w->g.nodes.at[c];
    for (size_t i = 0; i < n->fields.len; i++)
        if (n->fields.at[i].offset == 0)
            assert_true(same(w, ptr_pointee_if_any(&w->g, c),
                             ptr_pointee_if_any(&w->g, n->fields.at[i].target)));
}

/* Invariant 1, for the fields c has: the way through a holder leads to the same place. Arrays end
 * nowhere (invariant 4 goes first), so that steps from one are not compared. */
static void check_holders(world *w, ptr_class c) {
    if (w->g.nodes.at[c].stride)
        return;
    for (size_t h = 0; h < w->g.nodes.at[c].holders.len; h++) {
        for (size_t i = 0; i < w->g.nodes.at[c].fields.len; i++) {
            ptr_holder in = w->g.nodes.at[c].holders.at[h];
            ptr_field f = w->g.nodes.at[c].fields.at[i];
            if (f.offset == 0 || in.offset + f.offset == 0)
                continue; /* views of one address */
            ptr_class through = ptr_at(&w->g, in.container, in.offset + f.offset);
            ptr_settle(&w->g);
            assert_true(same(w, through, f.target));
            if (w->g.nodes.at[c].up != c)
                return;
        }
    }
}

static void check_invariants(world *w) {
    for (ptr_class c = 1; c < w->g.nodes.len; c++) {
        if (w->g.nodes.at[c].up != c)
            continue;
        check_fields(w, c);
        check_first(w, c);
        check_holders(w, c);
    }
    check_lookups(w);
    check_stores(w);
    assert_int_equal(w->g.pending.len, 0);
    assert_int_equal(ptr_find(&w->g, 0), 0);
    assert_true(ctx_ok(w->p.ctx));
}

static void random_sequences(unsigned families, uint32_t seeds, int steps) {
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        world w;
        world_init(&w, seed);
        for (int i = 0; i < steps; i++) {
            random_step(&w, families);
            check_invariants(&w);
        }
        world_free(&w);
    }
}

static void plain_places_obey(void **state) {
    (void)state;
    random_sequences(PLAIN, 200, 40);
}

static void arrays_obey(void **state) {
    (void)state;
    random_sequences(PLAIN | STRIDES, 200, 40);
}

static void structs_obey(void **state) {
    (void)state;
    random_sequences(PLAIN | STRIDES | FORMS, 200, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_places_obey),
        cmocka_unit_test(arrays_obey),
        cmocka_unit_test(structs_obey),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
