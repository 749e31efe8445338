#include "failing_alloc.h"

#include "base/unionfind.h"

static void add_sets(lathe_ctx *ctx, unionfind *u, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id;
        assert_true(uf_add(ctx, u, &id));
        assert_int_equal(id, i);
        assert_int_equal(uf_find(u, id), id);
    }
}

/* Against the plain definition: labels that are all rewritten on every union. */
static void agrees_with_relabelling(void **state) {
    (void)state;
    enum { SETS = 300 };
    lathe_ctx *ctx = lathe_ctx_new();
    unionfind u = {0};
    uint32_t label[SETS], random = 1;
    add_sets(ctx, &u, SETS);
    for (uint32_t i = 0; i < SETS; i++)
        label[i] = i;
    for (int step = 0; step < 250; step++) {
        random = random * 1664525u + 1013904223u;
        uint32_t x = (random >> 8) % SETS, y = (random >> 20) % SETS;
        uint32_t joined = uf_union(&u, x, y), from = label[x], to = label[y];
        assert_int_equal(joined, uf_find(&u, x));
        for (uint32_t i = 0; i < SETS; i++)
            label[i] = label[i] == from ? to : label[i];
    }
    for (uint32_t i = 0; i < SETS; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_int_equal(uf_find(&u, i) == uf_find(&u, j), label[i] == label[j]);
    uf_free(ctx, &u);
    lathe_ctx_free(ctx);
}

static void chains_stay_shallow(void **state) {
    (void)state;
    enum { SETS = 200000 };
    lathe_ctx *ctx = lathe_ctx_new();
    unionfind u = {0};
    add_sets(ctx, &u, SETS);
    for (uint32_t i = 1; i < SETS; i++)
        uf_union(&u, i - 1, i);
    uint32_t root = uf_find(&u, 0);
    for (uint32_t i = 0; i < SETS; i++)
        assert_int_equal(uf_find(&u, i), root);
    assert_true(u.rank.at[root] < 20);
    uf_free(ctx, &u);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void fill(lathe_ctx *ctx) {
    unionfind u = {0};
    uint32_t id = 0, previous = 0;
    for (int i = 0; i < 200 && uf_add(ctx, &u, &id); i++, previous = id)
        uf_union(&u, previous, id);
    uf_free(ctx, &u);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(fill);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_relabelling),
        cmocka_unit_test(chains_stay_shallow),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
