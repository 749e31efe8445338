/* Answers against isl's, pair by pair, on random nests: the same directions, and the same
 * distances. LATHE_DD_PAIRS says how many pairs are compared. */
#include "dd_nests.h"
#include "seed.h"

#include "hir/dd/vars.h"

typedef struct question {
    dd_region *r;
    const dd_access *a, *b;
    dd_vars vars;
    dd_system s; /* when both are executed and meet */
    dd_exact *isl;
} question;

static bool begin(question *q) {
    dd_vars_init(&q->vars, q->r, q->a->domain->depth, q->b->domain->depth);
    dd_vars_form(&q->vars, &q->a->address, DD_SOURCE);
    dd_vars_form(&q->vars, &q->b->address, DD_SINK);
    dd_vars_domain(&q->vars, q->a->domain, DD_SOURCE);
    dd_vars_domain(&q->vars, q->b->domain, DD_SINK);
    dd_vars_close(&q->vars);
    if (q->vars.failed)
        return false;
    dd_system_init(&q->s, dd_vars_count(&q->vars));
    for (int sign = -1; sign <= 1; sign += 2) {
        int64_t *row = dd_system_add(&q->s, DD_ROW_AT_LEAST);
        assert_true(dd_vars_put(&q->vars, row, &q->b->address, DD_SINK, sign));
        assert_true(dd_vars_put(&q->vars, row, &q->a->address, DD_SOURCE, -sign));
        row[q->s.vars] += (int64_t)(sign < 0 ? q->a->size : q->b->size) - 1;
    }
    dd_vars_add_domain(&q->vars, &q->s, q->a->domain, DD_SOURCE);
    dd_vars_add_domain(&q->vars, &q->s, q->b->domain, DD_SINK);
    dd_vars_add_facts(&q->vars, &q->s, q->a->domain, q->b->domain);
    return !q->s.loose;
}

/* low <= y - x at the level, or y - x <= -low. */
static void add_distance(dd_system *s, uint32_t source, uint32_t level, int sign, int64_t low) {
    int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
    assert_non_null(row);
    row[source + level - 1] = sign;
    row[level - 1] = -sign;
    row[s->vars] = -low;
}

static void add_direction(dd_system *s, uint32_t source, uint32_t level, uint8_t direction) {
    if (direction != DD_GREATER)
        add_distance(s, source, level, 1, direction == DD_LESS);
    if (direction != DD_LESS)
        add_distance(s, source, level, -1, direction == DD_GREATER);
}

static bool has_solution(const question *q, const dd_system *s) {
    dd_verdict v = dd_exact_solve(q->isl, s);
    assert_int_not_equal(v, DD_UNSURE);
    return v == DD_SOLVED;
}

typedef struct tally {
    uint64_t pairs, vectors, wide, distances, unknown_distances;
} tally;

/* Whether y - x at the level is always that. */
static bool is_distance(const question *q, const dd_system *s, uint32_t level, int64_t d) {
    dd_system low, high;
    dd_system_copy(&low, s);
    dd_system_copy(&high, s);
    add_distance(&low, q->vars.source, level, 1, d + 1);
    add_distance(&high, q->vars.source, level, -1, 1 - d);
    return !has_solution(q, &low) && !has_solution(q, &high);
}

/* The vector whose directions up to the level are those. */
static void compare(const question *q, const dd_vector *v, uint32_t common, uint32_t level,
                    uint8_t direction, bool may_be_less, const char *text, tally *t) {
    dd_system s;
    uint32_t source = q->vars.source;
    dd_system_copy(&s, &q->s);
    for (uint32_t k = 1; k <= common && k < level; k++)
        add_direction(&s, source, k, DD_EQUAL);
    if (level <= common)
        add_direction(&s, source, level, direction);
    bool possible = has_solution(q, &s);
    if (possible != v->possible && !(may_be_less && possible))
        fail_msg("isl says %d at level %u in\n%s", possible, level, text);
    if (!v->possible)
        return;
    t->vectors++;
    for (uint32_t k = level + 1; k <= common; k++)
        for (uint8_t d = 1; d <= DD_GREATER; d = (uint8_t)(d << 1)) {
            dd_system one;
            dd_system_copy(&one, &s);
            add_direction(&one, source, k, d);
            bool has = has_solution(q, &one);
            if (has && !(v->directions[k - 1] & d))
                fail_msg("a direction at level %u is missed in\n%s", k, text);
            t->wide += !has && v->directions[k - 1] & d;
        }
    for (uint32_t k = level; k <= common; k++) {
        bool known = v->constant[k - 1],
             constant = known && is_distance(q, &s, k, v->distance[k - 1]);
        if (known && !constant)
            fail_msg("a distance is no constant in\n%s", text);
        for (int64_t d = -12; d <= 12 && !constant; d++)
            constant = is_distance(q, &s, k, d);
        t->distances++;
        t->unknown_distances += constant && !known;
        if (constant && !known && getenv("LATHE_DD_SHOW"))
            fprintf(stderr, "level %u of %u\n%s\n", k, level, text);
    }
}

static void compare_pair(question *q, dd_exact *exact, const char *text, tally *t) {
    dd_pair_result r;
    dd_test_pair(q->r, q->a, q->b, exact, NULL, &r);
    if (q->a->why || q->b->why || r.why || !begin(q))
        return;
    t->pairs++;
    compare(q, &r.answer.same, r.common, r.common + 1, DD_EQUAL, true, text, t);
    for (uint32_t k = 1; k <= r.common; k++) {
        compare(q, &r.answer.forward[k], r.common, k, DD_LESS, false, text, t);
        compare(q, &r.answer.backward[k], r.common, k, DD_GREATER, false, text, t);
    }
}

static void compare_nest(uint64_t seed, dd_exact *isl, tally *t) {
    static const nest_kind kinds[] = {
        {0}, {.guards = true}, {.symbols = true, .guards = true}, {.quotients = true}};
    static nest_text text;
    nest_run run = {0};
    dd_access of[2 * NEST_REFS];
    dd_region r;
    hir_text x;
    nest_make(&text, seed, kinds[seed % 4]);
    hir_text_read(&x, text.text);
    assert_true(dd_region_init(&r, &x.h, x.h.regions.at[0], false));
    hir_walk(&x.h.regions.at[0]->node, &(hir_walker){.visit = nest_find_refs, .data = &run});
    for (uint32_t i = 0; i < run.ref_count; i++) {
        assert_true(dd_access_init(&r, run.refs[i], &of[i]));
        dd_access_finish(&r, &of[i]);
    }
    for (uint32_t a = 0; a < run.ref_count; a++)
        for (uint32_t b = a; b < run.ref_count; b++) {
            question q = {.r = &r, .a = &of[a], .b = &of[b], .isl = isl};
            compare_pair(&q, isl, text.text, t);
        }
    dd_region_free(&r);
    hir_text_end(&x);
}

static void test_equals_isl(void **state) {
    (void)state;
    const char *wanted = getenv("LATHE_DD_PAIRS");
    uint64_t pairs = wanted ? strtoull(wanted, NULL, 10) : 400;
    dd_exact *isl = dd_exact_new(100000000, 0);
    tally t = {0};
    for (uint64_t s = first_seed(); t.pairs < pairs; s++)
        compare_nest(s, isl, &t);
    dd_exact_free(isl);
    printf("%llu pairs, %llu edges: as isl has them; %llu directions more, of %llu distances %llu "
           "not found\n",
           (unsigned long long)t.pairs, (unsigned long long)t.vectors, (unsigned long long)t.wide,
           (unsigned long long)t.distances, (unsigned long long)t.unknown_distances);
    assert_int_equal(t.wide, 0);
    assert_int_equal(t.unknown_distances, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals_isl)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
