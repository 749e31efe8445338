/* What layouts cost, for loops of which everything is known. */
#include "module_text.h"

#include "dtrans/cost/layout_cost.h"

#include <string.h>

enum { FIELDS = 4, MOST = 16 };

/* One type of four fields of 8 bytes, and what loops touch of it. */
typedef struct sample {
    DTransInfo info;
    dtrans_field fields[FIELDS];
    cost_strides strides;
    cost_stride of[MOST];
    uint32_t order[MOST], first[2];
    bool known[1]; /* of the one type */
} sample;

static void begin(sample *s) {
    memset(s, 0, sizeof *s);
    s->info.ctx = lathe_ctx_new();
    for (uint32_t f = 0; f < FIELDS; f++)
        s->fields[f] = (dtrans_field){.name = "", .offset = 8 * f, .size = 8};
    dtrans_type t = {.fields = s->fields, .field_count = FIELDS, .size = 32};
    vec_push(s->info.ctx, &s->info.types, t);
    s->known[0] = true;
    s->strides = (cost_strides){s->of, s->order, s->first, s->known, s->known};
    s->info.strides = &s->strides;
}

static void end(sample *s) {
    vec_free(s->info.ctx, &s->info.types);
    vec_free(s->info.ctx, &s->info.touched);
    lathe_ctx_free(s->info.ctx);
}

/* A loop that touches these fields ("ad") of each object it comes to. */
static void loop(sample *s, const char *fields, double weight, cost_stride stride) {
    uint32_t number =
        s->info.touched.len ? s->info.touched.at[s->info.touched.len - 1].loop + 1 : 0;
    for (const char *f = fields; *f; f++) {
        uint32_t at = (uint32_t)s->info.touched.len;
        dtrans_touched t = {.loop = number,
                            .field = (uint32_t)(*f - 'a'),
                            .in_loop = true,
                            .weight = weight,
                            .share = weight,
                            .heaviest = weight};
        vec_push(s->info.ctx, &s->info.touched, t);
        s->of[at] = stride;
        s->order[at] = at;
        s->first[1] = at + 1;
    }
}

static double apart(sample *s) {
    static const uint64_t sizes[] = {8, 8, 8, 8};
    return cost_of_parts(&s->info, 0, &(cost_layout){NULL, sizes, FIELDS});
}

static double in_two(sample *s) {
    static const uint32_t group[] = {0, 0, 1, 1};
    static const uint64_t sizes[] = {16, 16};
    return cost_of_parts(&s->info, 0, &(cost_layout){group, sizes, 2});
}

static const cost_stride walks = {COST_WALKS, 32}, jumps = {COST_JUMPS, 0}, stays = {COST_STAYS, 0};

static void walking_moves_the_groups_touched(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "a", 100, walks);
    assert_true(cost_of_array(&s.info, 0) == 100 * 32 * 1.125);
    assert_true(apart(&s) == 100 * 8);
    assert_true(in_two(&s) == 100 * 16 * 1.125);
    end(&s);
}

static void strides_beyond_a_line_move_lines(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "a", 100, (cost_stride){COST_WALKS, 320});
    assert_true(cost_of_array(&s.info, 0) == 100 * 71 * 1.125 / 10);
    assert_true(apart(&s) == 100 * 71 / 10.0);
    s.info.touched.at[0].profiled = true;
    assert_true(apart(&s) == 100 * 71);
    end(&s);
}

static void jumping_wants_neighbours(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "ab", 10, jumps);
    assert_true(cost_of_array(&s.info, 0) == 10 * (63 + 16));
    assert_true(apart(&s) == 10 * 2 * (63 + 8) * 16 / 32.0);
    assert_true(in_two(&s) == 10 * (63 + 16) * 16 / 32.0);
    end(&s);
}

static void one_object_costs_nothing(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "abcd", 1000, stays);
    assert_true(cost_of_array(&s.info, 0) == 0);
    assert_true(apart(&s) == 0);
    assert_false(cost_pays(cost_of_array(&s.info, 0), apart(&s)));
    end(&s);
}

/* A field that is touched in a tenth of the iterations, and not in neighbours. */
static void what_is_rare_costs_by_the_line(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "ad", 1000, walks);
    s.info.touched.at[1].share = s.info.touched.at[1].heaviest = 10;
    assert_true(apart(&s) == 1000 * 8 + 10 * 71);
    end(&s);
}

/* One access may be to any of two fields: it is not to both. */
static void one_of_several_is_touched(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "ab", 100, jumps);
    s.info.touched.at[0].share = s.info.touched.at[1].share = 50;
    assert_true(apart(&s) == 50 * 2 * 71 * 16 / 32.0);
    end(&s);
}

static void loops_add_up(void **state) {
    (void)state;
    sample s;
    begin(&s);
    loop(&s, "a", 100, walks);
    double first = cost_of_array(&s.info, 0);
    loop(&s, "abcd", 10, jumps);
    assert_true(cost_of_array(&s.info, 0) == first + 10 * (63 + 32));
    end(&s);
}

static void pools_save_what_malloc_adds(void **state) {
    (void)state;
    dtrans_type t = {.size = 24};
    assert_true(cost_of_nodes(&t) == 32);
    t.size = 25;
    assert_true(cost_of_nodes(&t) == 48);
    t.size = 1;
    assert_true(cost_of_nodes(&t) == 32);
    assert_true(cost_pays(32, 28));
    assert_false(cost_pays(32, 28.1));
    assert_false(cost_pays(0, 0));
}

static void few_objects_stay_in_the_cache(void **state) {
    (void)state;
    sample s;
    begin(&s);
    dtrans_type *t = &s.info.types.at[0];
    assert_true(cost_stays_in_cache(t, 512));
    assert_false(cost_stays_in_cache(t, 513));
    vec_push(s.info.ctx, &t->sites, ((dtrans_site){.count = 512}));
    assert_true(cost_stays_in_cache(t, 0));
    vec_push(s.info.ctx, &t->sites, ((dtrans_site){.count = 0}));
    assert_false(cost_stays_in_cache(t, 0));
    vec_free(s.info.ctx, &t->sites);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walking_moves_the_groups_touched),
        cmocka_unit_test(strides_beyond_a_line_move_lines),
        cmocka_unit_test(jumping_wants_neighbours),
        cmocka_unit_test(one_object_costs_nothing),
        cmocka_unit_test(what_is_rare_costs_by_the_line),
        cmocka_unit_test(one_of_several_is_touched),
        cmocka_unit_test(loops_add_up),
        cmocka_unit_test(pools_save_what_malloc_adds),
        cmocka_unit_test(few_objects_stay_in_the_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
