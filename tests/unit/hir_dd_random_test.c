/* Dependences of random nests against what the nests do: nothing may be missed. LATHE_DD_PAIRS says
 * how many pairs are tested, LATHE_FUZZ_SEED where to start. */
#include "dd_nests.h"
#include "seed.h"

#include "hir/dd/affine.h"

typedef struct tally {
    uint64_t pairs, nests, exact_pairs, false_pairs, false_vectors, loose_vectors, vectors, asked;
    uint64_t by[DD_TESTS];
} tally;

/* What was seen of one vector. */
typedef struct seen {
    bool any;
    uint8_t directions[NEST_LEVELS];
} seen;

typedef struct seen_pair {
    seen same, forward[NEST_LEVELS + 1], backward[NEST_LEVELS + 1];
} seen_pair;

static const char *current_text;

static void fail_pair(nest_run *run, uint32_t a, uint32_t b, const char *what) {
    str out;
    str_init(&out, run->h->ctx);
    hir_ref_print(run->h, run->refs[a], &out);
    str_add(&out, " and ");
    hir_ref_print(run->h, run->refs[b], &out);
    fail_msg("%s: %s in\n%s", what, str_text(&out), current_text);
}

static void check_vector(nest_run *run, const dd_vector *v, seen *s, const int *d, uint32_t common,
                         uint32_t a, uint32_t b) {
    if (!v->possible)
        fail_pair(run, a, b, "a dependence is missed");
    s->any = true;
    for (uint32_t k = 0; k < common; k++) {
        uint8_t direction = d[k] > 0 ? DD_LESS : d[k] < 0 ? DD_GREATER : DD_EQUAL;
        s->directions[k] |= direction;
        if (!(v->directions[k] & direction))
            fail_pair(run, a, b, "a direction is missed");
        if (v->constant[k] && v->distance[k] != d[k])
            fail_pair(run, a, b, "a distance is wrong");
    }
}

static void check_events(nest_run *run, const dd_pair_result *r, seen_pair *s, const nest_event *a,
                         const nest_event *b) {
    int d[NEST_LEVELS] = {0};
    uint32_t carried = 0;
    for (uint32_t k = 0; k < r->common; k++) {
        d[k] = b->iteration[k] - a->iteration[k];
        carried = carried || !d[k] ? carried : k + 1;
    }
    if (!carried)
        check_vector(run, &r->answer.same, &s->same, d, r->common, a->ref, b->ref);
    else if (d[carried - 1] > 0)
        check_vector(run, &r->answer.forward[carried], &s->forward[carried], d, r->common, a->ref,
                     b->ref);
    else
        check_vector(run, &r->answer.backward[carried], &s->backward[carried], d, r->common, a->ref,
                     b->ref);
}

static void count_vector(tally *t, const dd_vector *v, const seen *s, uint32_t common,
                         bool *wrong) {
    if (!v->possible)
        return;
    t->vectors++;
    if (!s->any) {
        t->false_vectors++;
        *wrong = true;
        return;
    }
    for (uint32_t k = 0; k < common; k++)
        if (v->directions[k] & ~s->directions[k]) {
            t->loose_vectors++;
            return;
        }
}

static void count_pair(tally *t, const dd_pair_result *r, const seen_pair *s) {
    bool wrong = false;
    t->exact_pairs++;
    count_vector(t, &r->answer.same, &s->same, r->common, &wrong);
    for (uint32_t k = 1; k <= r->common; k++) {
        count_vector(t, &r->answer.forward[k], &s->forward[k], r->common, &wrong);
        count_vector(t, &r->answer.backward[k], &s->backward[k], r->common, &wrong);
    }
    if (wrong && getenv("LATHE_DD_SHOW"))
        fprintf(stderr, "false positive (%s) in\n%s\n", r->why ? r->why : "", current_text);
    t->false_pairs += wrong;
}

static bool meet(const nest_event *a, const nest_event *b) {
    uint64_t between = b->address - a->address;
    return between < a->size || (uint64_t)-between < b->size;
}

static void check_pair(nest_run *run, dd_region *r, dd_exact *exact, dd_access *of, uint32_t a,
                       uint32_t b, bool exactly, tally *t) {
    dd_pair_result result;
    seen_pair s = {0};
    dd_test_pair(r, &of[a], &of[b], exact, NULL, &result);
    for (uint32_t i = 0; i < run->event_count; i++) {
        const nest_event *x = &run->events[i];
        for (uint32_t k = 0; x->ref == a && k < run->event_count; k++)
            if (run->events[k].ref == b && i != k && meet(x, &run->events[k]))
                check_events(run, &result, &s, x, &run->events[k]);
    }
    t->pairs++;
    t->by[result.answer.by]++;
    t->asked += result.answer.asked;
    if (exactly) {
        if (a == b)
            result.answer.same.possible = s.same.any;
        count_pair(t, &result, &s);
    }
}

static void check_nest(nest_run *run, uint64_t seed, dd_exact *exact, tally *t) {
    static const nest_kind kinds[] = {{0},
                                      {.guards = true},
                                      {.guards = true},
                                      {.quotients = true, .guards = true},
                                      {.symbols = true, .guards = true},
                                      {.exits = true, .guards = true},
                                      {.gathers = true, .guards = true, .exits = true}};
    nest_kind kind = kinds[seed % 7];
    static nest_text text;
    hir_text x;
    nest_make(&text, seed, kind);
    current_text = text.text;
    hir_text_begin(&x);
    if (!hir_parse(&x.h, "test", text.text, text.length))
        fail_msg("%s in:\n%s", lathe_ctx_error(x.p.ctx), text.text);
    bool known = !kind.symbols && !kind.gathers && !kind.exits;
    dd_region r;
    assert_true(dd_region_init(&r, &x.h, x.h.regions.at[0], false));
    for (int round = 0; round < (known ? 1 : 3); round++) {
        if (!nest_execute(run, &x.h, seed + (uint64_t)round * 1000003))
            continue;
        dd_access of[2 * NEST_REFS];
        for (uint32_t i = 0; i < run->ref_count; i++) {
            assert_true(dd_access_init(&r, run->refs[i], &of[i]));
            dd_access_finish(&r, &of[i]);
        }
        for (uint32_t a = 0; a < run->ref_count; a++)
            for (uint32_t b = a; b < run->ref_count; b++)
                check_pair(run, &r, exact, of, a, b, known && !text.wraps, t);
    }
    t->nests++;
    dd_region_free(&r);
    vec_free(x.p.ctx, &run->values);
    hir_text_end(&x);
}

static void test_random_nests(void **state) {
    (void)state;
    const char *wanted = getenv("LATHE_DD_PAIRS");
    const char *off = getenv("LATHE_DD_EXACT");
    uint64_t pairs = wanted ? strtoull(wanted, NULL, 10) : 20000;
    tally t = {0};
    nest_run run = {.events = calloc(NEST_STEPS, sizeof(nest_event))};
    dd_exact *exact = off ? NULL : dd_exact_new(1000000, 0);
    uint64_t said = 0;
    for (uint64_t s = first_seed(); t.pairs < pairs; s++) {
        check_nest(&run, s, exact, &t);
        if (t.pairs / 100000 > said)
            fprintf(stderr, "%llu00,000 pairs\n", (unsigned long long)++said);
    }
    dd_exact_free(exact);
    free(run.events);
    printf("%llu nests, %llu pairs: none missed; with known bounds %llu pairs, %llu (%.2f %%) with "
           "an edge too many; of %llu edges %.2f %% too many, %.2f %% too wide; isl asked for %.2f "
           "%%\n",
           (unsigned long long)t.nests, (unsigned long long)t.pairs,
           (unsigned long long)t.exact_pairs, (unsigned long long)t.false_pairs,
           100.0 * t.false_pairs / t.exact_pairs, (unsigned long long)t.vectors,
           100.0 * t.false_vectors / t.vectors, 100.0 * t.loose_vectors / t.vectors,
           100.0 * t.asked / t.pairs);
    for (int i = 0; i < DD_TESTS; i++)
        printf("%llu ", (unsigned long long)t.by[i]);
    printf("by ziv siv rdiv gcd banerjee elimination isl nothing\n");
    assert_true(t.false_pairs * 100 <= t.exact_pairs * 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_nests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
