/* Blobs and CanonExprs keep their values: random expressions are computed twice, once by the model
 * and once on plain numbers beside it. */
#include "hir/hir_range.h"
#include "hir_text.h"

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1du;
}

static uint64_t below(uint64_t *state, uint64_t limit) {
    return next_random(state) % limit;
}

/* Small, near a power of two, or anything. */
static int64_t random_number(uint64_t *state) {
    uint64_t shift = below(state, 64);
    switch (below(state, 4)) {
    case 0:
        return (int64_t)below(state, 7) - 3;
    case 1:
        return (int64_t)((UINT64_C(1) << shift) + below(state, 3) - 1);
    case 2:
        return -(int64_t)(UINT64_C(1) << (shift % 62)) + (int64_t)below(state, 3);
    default:
        return (int64_t)next_random(state);
    }
}

enum { POINTS = 3, TEMPS_PER_WIDTH = 3, POOL = 40 };

typedef struct world {
    hir_text t;
    uint64_t seed;
    hir_temp temps[65][TEMPS_PER_WIDTH];
    uint64_t point_seed; /* temps have the values that it gives them */
} world;

static void world_begin(world *w, uint64_t seed) {
    memset(w, 0, sizeof *w);
    hir_text_begin(&w->t);
    w->seed = seed * 0x9e3779b97f4a7c15u + 1;
}

static LLVMTypeRef type_of_width(world *w, uint32_t width) {
    return LLVMIntTypeInContext(w->t.p.llvm, width);
}

static hir_temp temp_of(world *w, uint32_t width) {
    hir_temp *t = &w->temps[width][below(&w->seed, TEMPS_PER_WIDTH)];
    char name[32];
    snprintf(name, sizeof name, "%%t%u.%u", width, (unsigned)below(&w->seed, 1000));
    if (!*t)
        *t = hir_temp_new(&w->t.h, name, type_of_width(w, width), NULL);
    return *t;
}

/* By its number and the point. */
static uint64_t temp_value(void *data, hir_temp t) {
    const world *w = data;
    uint64_t state = w->point_seed * 0x9e3779b97f4a7c15u + t * 0x1234567u + 1;
    next_random(&state);
    return (uint64_t)random_number(&state);
}

static uint64_t blob_value(world *w, hir_blob b) {
    return hir_blob_value(&w->t.h, b, temp_value, w);
}

/* A blob and what it is at each point. */
typedef struct sample {
    hir_blob blob;
    uint32_t width;
    uint64_t values[POINTS];
} sample;

static sample leaf(world *w, uint32_t width) {
    sample s = {.width = width};
    if (below(&w->seed, 3)) {
        hir_temp t = temp_of(w, width);
        s.blob = hir_blob_temp(&w->t.h, t);
        for (int i = 0; i < POINTS; i++) {
            w->point_seed = (uint64_t)i;
            s.values[i] = hir_zero_extend(temp_value(w, t), width);
        }
    } else {
        int64_t c = random_number(&w->seed);
        s.blob = hir_blob_constant(&w->t.h, type_of_width(w, width), c);
        for (int i = 0; i < POINTS; i++)
            s.values[i] = hir_zero_extend((uint64_t)c, width);
    }
    return s;
}

static uint64_t divide(hir_blob_op op, uint64_t a, uint64_t b, uint32_t width) {
    if (b == 0)
        return 0;
    if (op == BLOB_UDIV)
        return a / b;
    __int128 left = hir_sign_extend(a, width), right = hir_sign_extend(b, width);
    return hir_zero_extend((uint64_t)(left / right), width);
}

static uint64_t apply(hir_blob_op op, uint64_t a, uint64_t b, uint32_t width) {
    int64_t sa = hir_sign_extend(a, width), sb = hir_sign_extend(b, width);
    switch (op) {
    case BLOB_ADD:
        return hir_zero_extend(a + b, width);
    case BLOB_MUL:
        return hir_zero_extend(a * b, width);
    case BLOB_UDIV:
    case BLOB_SDIV:
        return divide(op, a, b, width);
    case BLOB_SMIN:
        return sa < sb ? a : b;
    case BLOB_SMAX:
        return sa > sb ? a : b;
    case BLOB_UMIN:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static sample combine(world *w, hir_blob_op op, const sample *a, const sample *b) {
    sample s = {.width = a->width};
    s.blob =
        hir_blob_make(&w->t.h, op, type_of_width(w, a->width), (hir_blob[]){a->blob, b->blob}, 2);
    for (int i = 0; i < POINTS; i++)
        s.values[i] = apply(op, a->values[i], b->values[i], a->width);
    return s;
}

static sample cast(world *w, const sample *a, uint32_t width) {
    sample s = {.width = width};
    hir_blob_op op = width < a->width ? BLOB_TRUNC : below(&w->seed, 2) ? BLOB_SEXT : BLOB_ZEXT;
    s.blob = hir_blob_make(&w->t.h, op, type_of_width(w, width), &a->blob, 1);
    for (int i = 0; i < POINTS; i++)
        s.values[i] = hir_zero_extend(
            op == BLOB_SEXT ? (uint64_t)hir_sign_extend(a->values[i], a->width) : a->values[i],
            width);
    return s;
}

/* Widths close to one another, so that casts meet. */
static uint32_t random_width(world *w) {
    static const uint32_t widths[] = {1, 8, 16, 31, 32, 33, 63, 64};
    return below(&w->seed, 2) ? widths[below(&w->seed, 8)] : 1 + (uint32_t)below(&w->seed, 64);
}

static void check_sample(world *w, const sample *s) {
    for (int i = 0; i < POINTS; i++) {
        w->point_seed = (uint64_t)i;
        if (blob_value(w, s->blob) == s->values[i])
            continue;
        str out;
        str_init(&out, w->t.p.ctx);
        hir_blob_text(&w->t.h, s->blob, true, &out);
        fail_msg("%s is %llx, not %llx", str_text(&out), (unsigned long long)blob_value(w, s->blob),
                 (unsigned long long)s->values[i]);
    }
}

/* Grows a pool of blobs from one another. */
static size_t random_blobs(world *w, uint32_t width, sample pool[POOL]) {
    size_t count = 0;
    for (; count < 6; count++)
        pool[count] = leaf(w, width);
    for (int step = 0; step < 60; step++) {
        const sample *a = &pool[below(&w->seed, count)], *b = &pool[below(&w->seed, count)];
        sample made;
        if (below(&w->seed, 4) == 0)
            made = cast(w, a, below(&w->seed, 2) ? width : random_width(w));
        else if (a->width == b->width)
            made = combine(w, (hir_blob_op)(BLOB_ADD + below(&w->seed, 8)), a, b);
        else
            continue;
        if (!made.blob)
            continue;
        check_sample(w, &made);
        pool[count < POOL ? count++ : below(&w->seed, POOL)] = made;
    }
    return count;
}

static void blobs_keep_their_values(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        world w;
        sample pool[POOL];
        world_begin(&w, seed);
        random_blobs(&w, 1 + (uint32_t)(seed % 64), pool);
        hir_text_end(&w.t);
    }
}

/* Two ways of making one thing give one number. A constant goes into a sum, but a product of a sum
 * with something else is left as it is. */
static void blobs_have_one_form(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        world w;
        sample pool[POOL];
        world_begin(&w, seed);
        uint32_t width = 2 + (uint32_t)(seed % 63);
        size_t count = random_blobs(&w, width, pool);
        sample a = pool[below(&w.seed, count)];
        if (a.width != width || hir_blob_at(&w.t.h, a.blob)->op == BLOB_ADD)
            a = leaf(&w, width);
        sample b = leaf(&w, width), c = leaf(&w, width);
        static const hir_blob_op ops[] = {BLOB_ADD,  BLOB_MUL,  BLOB_SMIN,
                                          BLOB_SMAX, BLOB_UMIN, BLOB_UMAX};
        for (int i = 0; i < 6; i++) {
            sample ab = combine(&w, ops[i], &a, &b), bc = combine(&w, ops[i], &b, &c);
            sample ba = combine(&w, ops[i], &b, &a);
            if (!ab.blob || !bc.blob)
                continue;
            sample left = combine(&w, ops[i], &ab, &c), right = combine(&w, ops[i], &a, &bc);
            assert_int_equal(ab.blob, ba.blob);
            assert_int_equal(left.blob, right.blob);
        }
        hir_text_end(&w.t);
    }
}

static hir_wide as_number(uint64_t bits, uint32_t width, bool is_signed) {
    return is_signed ? (hir_wide)hir_sign_extend(bits, width)
                     : (hir_wide)hir_zero_extend(bits, width);
}

/* Around the temp's value at the point, by up to three on either side. */
static hir_range range_around(void *data, hir_temp t, bool is_signed) {
    world *w = data;
    uint32_t width = hir_width(&w->t.h, hir_temp_at(&w->t.h, t)->type);
    hir_wide value = as_number(temp_value(w, t), width, is_signed);
    return hir_range_clip((hir_range){value - t % 4, value + t % 3},
                          hir_type_range(width, is_signed));
}

/* A blob is in its range, which often is less than its type. */
static void ranges_hold(void **state) {
    unsigned narrow = 0, all = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        world w;
        sample pool[POOL];
        world_begin(&w, seed);
        size_t count = random_blobs(&w, 1 + (uint32_t)(seed % 64), pool);
        hir_range_at at = {.h = &w.t.h, .temp = range_around, .data = &w};
        for (size_t i = 0; i < count * POINTS * 2; i++) {
            const sample *s = &pool[i % count];
            bool is_signed = i / count % 2;
            w.point_seed = i / count / 2;
            hir_range r = hir_blob_range(&at, s->blob, is_signed);
            hir_wide value = as_number(s->values[w.point_seed], s->width, is_signed);
            assert_true(r.low <= value && value <= r.high);
            assert_true(hir_range_in(r, hir_type_range(s->width, is_signed)));
            narrow += !hir_range_in(hir_type_range(s->width, is_signed), r);
            all++;
        }
        hir_text_end(&w.t);
    }
    assert_true(narrow > all / 2);
}

/* The bits of a range's numbers in another sign, or in fewer bits. */
static void ranges_change_their_type(void **state) {
    (void)state;
    static const struct {
        int64_t low, high;
        uint32_t width;
        bool is_signed;
        int64_t as_low, as_high;
    } rows[] = {
        {3, 100, 8, true, 3, 100},    {3, 128, 8, true, -128, 127}, {128, 255, 8, true, -128, -1},
        {-3, -1, 8, false, 253, 255}, {-3, 1, 8, false, 0, 255},    {256, 300, 8, false, 0, 44},
        {600, 601, 8, false, 0, 255}, {-1, 0, 1, true, -1, 0},      {1, 1, 1, true, -1, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hir_range r =
            hir_range_as((hir_range){rows[i].low, rows[i].high}, rows[i].width, rows[i].is_signed);
        assert_int_equal(r.low, rows[i].as_low);
        assert_int_equal(r.high, rows[i].as_high);
    }
}

static uint64_t canon_value(world *w, const CanonExpr *ce, int point) {
    uint64_t iterations[HIR_MAX_LEVEL], state = (uint64_t)point * 77 + 5;
    for (int i = 0; i < HIR_MAX_LEVEL; i++)
        iterations[i] = (uint64_t)random_number(&state);
    w->point_seed = (uint64_t)point;
    return hir_canon_value(&w->t.h, ce, &(hir_point){iterations, temp_value, w});
}

static hir_blob random_blob(world *w, uint32_t width) {
    sample a = leaf(w, width), b = leaf(w, width);
    switch (below(&w->seed, 5)) {
    case 0:
        return combine(w, BLOB_MUL, &a, &b).blob;
    case 1:
        return combine(w, BLOB_ADD, &a, &b).blob;
    case 2: {
        sample other = leaf(w, random_width(w));
        return cast(w, &other, width).blob;
    }
    case 3:
        return combine(w, BLOB_UDIV, &a, &b).blob;
    default:
        return a.blob;
    }
}

/* One of dest's width; casts and denominators now and then. */
static CanonExpr *random_canon(world *w, uint32_t dest, bool plain) {
    hir *h = &w->t.h;
    uint32_t source = plain || below(&w->seed, 3) ? dest : random_width(w);
    hir_cast how = source == dest       ? HIR_CAST_NONE
                   : source > dest      ? HIR_CAST_TRUNC
                   : below(&w->seed, 2) ? HIR_CAST_SEXT
                                        : HIR_CAST_ZEXT;
    CanonExpr *ce = hir_canon_ext(h, type_of_width(w, source), type_of_width(w, dest), how);
    for (uint64_t n = below(&w->seed, 4); n > 0; n--)
        hir_canon_add_iv(h, ce, 1 + (uint32_t)below(&w->seed, 4), random_number(&w->seed),
                         below(&w->seed, 2) ? random_blob(w, source) : 0);
    for (uint64_t n = below(&w->seed, 4); n > 0; n--)
        hir_canon_add_blob(h, ce, random_number(&w->seed), random_blob(w, source));
    hir_canon_add_constant(h, ce, random_number(&w->seed));
    if (!plain && below(&w->seed, 4) == 0 && source > 3) {
        ce->denominator = 2 + (int64_t)below(&w->seed, 5);
        ce->is_signed = below(&w->seed, 2);
        if (ce->denominator > 3 && source < 5)
            ce->denominator = 2;
    }
    return ce;
}

typedef struct outcome {
    uint32_t done, refused;
} outcome;

static void report(world *w, const char *what, const CanonExpr *before, const CanonExpr *after,
                   uint64_t expected, uint64_t actual) {
    str out;
    str_init(&out, w->t.p.ctx);
    hir_canon_text(&w->t.h, before, true, &out);
    str_add(&out, "   became   ");
    hir_canon_text(&w->t.h, after, true, &out);
    fail_msg("%s: %s: %llx, not %llx", what, str_text(&out), (unsigned long long)actual,
             (unsigned long long)expected);
}

enum operation { ADD, SCALE, SCALE_BLOB, NEGATE, DIVIDE, HIDE, SUBSTITUTE, OPERATIONS };

static const char *const operation_names[] = {"add",    "multiply_by", "multiply_by_blob", "negate",
                                              "divide", "hide",        "substitute"};

typedef struct attempt {
    enum operation op;
    CanonExpr *before, *after, *other;
    int64_t factor;
    hir_blob blob;
    bool is_signed, done;
    uint32_t width, level;
} attempt;

static void perform(world *w, attempt *a) {
    hir *h = &w->t.h;
    switch (a->op) {
    case ADD:
        a->done = hir_canon_add(h, a->after, a->other);
        break;
    case SCALE:
        a->done = hir_canon_multiply_by(h, a->after, a->factor);
        break;
    case SCALE_BLOB:
        a->done = hir_canon_multiply_by_blob(h, a->after, a->blob);
        break;
    case NEGATE:
        a->done = hir_canon_negate(h, a->after);
        break;
    case DIVIDE:
        a->done = hir_canon_divide_by(h, a->after, a->factor, a->is_signed);
        break;
    case HIDE:
        hir_canon_hide(h, a->after);
        a->done = true;
        break;
    default:
        a->done = hir_canon_substitute(h, a->after, a->level, a->other);
        break;
    }
}

/* What the operation should give at the point. */
static uint64_t wanted(world *w, const attempt *a, int point) {
    uint64_t x = canon_value(w, a->before, point);
    switch (a->op) {
    case ADD:
        return hir_zero_extend(x + canon_value(w, a->other, point), a->width);
    case SCALE:
        return hir_zero_extend(x * (uint64_t)a->factor, a->width);
    case SCALE_BLOB:
        return hir_zero_extend(x * blob_value(w, a->blob), a->width);
    case NEGATE:
        return hir_zero_extend(-x, a->width);
    case DIVIDE:
        return divide(a->is_signed ? BLOB_SDIV : BLOB_UDIV, x,
                      hir_zero_extend((uint64_t)a->factor, a->width), a->width);
    case HIDE:
        return x;
    default: {
        uint64_t iterations[HIR_MAX_LEVEL], state = (uint64_t)point * 77 + 5;
        for (int i = 0; i < HIR_MAX_LEVEL; i++)
            iterations[i] = (uint64_t)random_number(&state);
        iterations[a->level - 1] = canon_value(w, a->other, point);
        return hir_canon_value(&w->t.h, a->before, &(hir_point){iterations, temp_value, w});
    }
    }
}

static void try_operation(world *w, enum operation op, outcome *o) {
    attempt a = {.op = op, .width = random_width(w), .level = 1 + (uint32_t)below(&w->seed, 4)};
    a.before = random_canon(w, a.width, below(&w->seed, 2));
    a.after = hir_canon_copy(&w->t.h, a.before);
    uint32_t other = op == SUBSTITUTE ? hir_width(&w->t.h, a.before->source) : a.width;
    a.other =
        random_canon(w, op == SUBSTITUTE && below(&w->seed, 4) == 0 ? 64 : other, op == SUBSTITUTE);
    a.factor = op == DIVIDE ? (int64_t)below(&w->seed, 9) : random_number(&w->seed);
    if (op == DIVIDE && below(&w->seed, 4) == 0)
        a.factor = random_number(&w->seed);
    a.blob = random_blob(w, a.width);
    a.is_signed = below(&w->seed, 2);
    perform(w, &a);
    for (int i = 0; i < POINTS; i++) {
        uint64_t expected = a.done ? wanted(w, &a, i) : canon_value(w, a.before, i);
        if (canon_value(w, a.after, i) != expected)
            report(w, operation_names[op], a.before, a.after, expected, canon_value(w, a.after, i));
    }
    if (!a.done)
        assert_true(hir_canon_equal(a.before, a.after));
    o->done += a.done;
    o->refused += !a.done;
}

static void operations_keep_their_values(void **state) {
    (void)state;
    outcome outcomes[OPERATIONS] = {{0, 0}};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        world w;
        world_begin(&w, seed);
        for (int i = 0; i < 60; i++)
            for (int op = 0; op < OPERATIONS; op++)
                try_operation(&w, (enum operation)op, &outcomes[op]);
        assert_true(ctx_ok(w.t.p.ctx));
        hir_text_end(&w.t);
    }
    for (int op = 0; op < OPERATIONS; op++)
        assert_true(outcomes[op].done > 500);
    assert_true(outcomes[ADD].refused > 10);
    assert_true(outcomes[DIVIDE].refused > 10);
}

/* The value as one blob is the value. */
static void the_whole_as_a_blob(void **state) {
    (void)state;
    uint32_t converted = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        world w;
        world_begin(&w, seed);
        for (int i = 0; i < 100; i++) {
            CanonExpr *ce = random_canon(&w, random_width(&w), false);
            hir_blob b = hir_canon_as_blob(&w.t.h, ce);
            if (ce->iv_count)
                assert_int_equal(b, 0);
            if (!b)
                continue;
            converted++;
            for (int k = 0; k < POINTS; k++) {
                w.point_seed = (uint64_t)k;
                assert_int_equal(blob_value(&w, b), canon_value(&w, ce, k));
            }
        }
        hir_text_end(&w.t);
    }
    assert_true(converted > 500);
}

/* A blob as a CanonExpr, with its cast and denominator inside and outside of it. */
static void hiding_keeps_values(void **state) {
    (void)state;
    uint32_t casts = 0, quotients = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        world w;
        sample pool[POOL];
        world_begin(&w, seed);
        size_t count = random_blobs(&w, 1 + (uint32_t)(seed % 64), pool);
        for (size_t i = 0; i < count; i++) {
            CanonExpr *ce = hir_canon_blob(&w.t.h, pool[i].blob);
            if (!ce)
                continue;
            hir_canon_hide(&w.t.h, ce);
            casts += ce->cast != HIR_CAST_NONE;
            quotients += ce->denominator > 1;
            for (int k = 0; k < POINTS; k++)
                assert_int_equal(canon_value(&w, ce, k), pool[i].values[k]);
        }
        hir_text_end(&w.t);
    }
    assert_true(casts > 100);
    assert_true(quotients > 20);
}

/* a + b - b is a, whatever they are, if it can be written down. */
static void sums_have_one_form(void **state) {
    (void)state;
    uint32_t compared = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        world w;
        world_begin(&w, seed);
        hir *h = &w.t.h;
        for (int i = 0; i < 50; i++) {
            uint32_t width = random_width(&w);
            CanonExpr *a = random_canon(&w, width, true), *b = random_canon(&w, width, true);
            CanonExpr *left = hir_canon_copy(h, a), *right = hir_canon_copy(h, b);
            if (!hir_canon_add(h, left, b) || !hir_canon_add(h, right, a))
                continue;
            assert_true(hir_canon_equal(left, right));
            if (!hir_canon_negate(h, b) || !hir_canon_add(h, left, b))
                continue;
            assert_true(hir_canon_equal(left, a));
            compared++;
        }
        hir_text_end(&w.t);
    }
    assert_true(compared > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blobs_keep_their_values),
        cmocka_unit_test(blobs_have_one_form),
        cmocka_unit_test(operations_keep_their_values),
        cmocka_unit_test(the_whole_as_a_blob),
        cmocka_unit_test(hiding_keeps_values),
        cmocka_unit_test(sums_have_one_form),
        cmocka_unit_test(ranges_hold),
        cmocka_unit_test(ranges_change_their_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
