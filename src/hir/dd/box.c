/* The classic tests on single equations, where loops have constant or no bounds: GCD, ZIV,
 * Banerjee's inequalities, SIV and RDIV (Goff, Kennedy, Tseng: Practical Dependence Testing, PLDI
 * 1991). The answer is complete only if every equation is decided, and none shares a variable with
 * another. */
#include "hir/dd/dd_pieces.h"

typedef struct shape {
    uint32_t xs, ys; /* how many of each there are */
    uint32_t x, y;   /* the last ones' levels */
    bool has_others;
} shape;

static shape shape_of(const dd_problem *p, const int64_t *row) {
    shape f = {0};
    for (uint32_t k = 1; k <= p->source; k++)
        if (row[dd_x(k)]) {
            f.xs++;
            f.x = k;
        }
    for (uint32_t k = 1; k <= p->sink; k++)
        if (row[dd_y(p, k)]) {
            f.ys++;
            f.y = k;
        }
    for (uint32_t i = p->source + p->sink; i < p->rows.vars; i++)
        f.has_others |= row[i] != 0;
    return f;
}

/* One equation. DD_OUT_ONE: *one is all that follows for level *level, or nothing if that is 0. */
static dd_outcome test_row(const dd_problem *p, const int64_t *row, uint32_t *level, dd_one *one,
                           dd_test *by) {
    shape f = shape_of(p, row);
    int64_t c = row[p->rows.vars];
    *level = 0;
    *by = DD_BY_GCD;
    if (!dd_test_gcd(row, p->rows.vars, c))
        return DD_OUT_NONE;
    if (f.has_others)
        return DD_OUT_OPEN;
    *by = DD_BY_ZIV;
    if (f.xs + f.ys == 0)
        return dd_test_ziv(c) ? DD_OUT_ONE : DD_OUT_NONE;
    *by = DD_BY_BANERJEE;
    if (!dd_test_banerjee(row, p->spans, p->source + p->sink, c))
        return DD_OUT_NONE;
    uint32_t x = f.xs ? f.x : f.y, y = f.ys ? f.y : f.x;
    if (f.xs > 1 || f.ys > 1)
        return DD_OUT_OPEN;
    if (x == y && x <= p->common) {
        *by = DD_BY_SIV;
        *level = x;
        *one = dd_test_siv(row[dd_x(x)], row[dd_y(p, x)], c, p->spans[dd_x(x)]);
        return one->directions ? DD_OUT_ONE : DD_OUT_NONE;
    }
    *by = DD_BY_RDIV;
    bool possible = dd_test_rdiv(f.xs ? row[dd_x(x)] : 0, f.ys ? row[dd_y(p, y)] : 0, c,
                                 f.xs ? p->spans[dd_x(x)] : (dd_span){true, 0},
                                 f.ys ? p->spans[dd_y(p, y)] : (dd_span){true, 0});
    bool apart = (!f.xs || x > p->common) && (!f.ys || y > p->common);
    return !possible ? DD_OUT_NONE : apart ? DD_OUT_ONE : DD_OUT_OPEN;
}

static bool is_shared(const dd_problem *p, const int64_t *row, bool *used) {
    bool shared = false;
    for (uint32_t i = 0; i < p->source + p->sink; i++) {
        shared |= row[i] && used[i];
        used[i] |= row[i] != 0;
    }
    return shared;
}

dd_outcome dd_solve_rows(dd_solving *s) {
    const dd_problem *p = s->p;
    dd_one found[DD_MAX_LEVELS];
    bool used[2 * DD_MAX_LEVELS] = {0}, open = !p->is_box || p->condition_count;
    s->answer->by = DD_BY_SIV;
    for (uint32_t k = 0; k < p->common; k++) {
        const dd_span *span = &p->spans[k];
        found[k] = (dd_one){.directions = span->bounded && span->high == 0 ? DD_EQUAL : DD_ANY};
    }
    for (uint32_t r = 0; r < p->rows.rows; r++) {
        uint32_t level;
        dd_one one;
        if (p->rows.kind[r] != DD_ROW_EQUAL) {
            open = true;
            continue;
        }
        const int64_t *row = dd_row_of(&p->rows, r);
        dd_outcome o = test_row(p, row, &level, &one, &s->answer->by);
        if (o == DD_OUT_NONE)
            return DD_OUT_NONE;
        open |= o == DD_OUT_OPEN || is_shared(p, row, used);
        if (level)
            found[level - 1] = one;
    }
    for (uint32_t k = 1; k <= p->common && !open; k++) {
        dd_add_single(s, k, found[k - 1].directions);
        s->singles[k - 1] = found[k - 1];
        if (found[k - 1].constant)
            dd_set_ends(&s->ends[k - 1], found[k - 1].distance);
        else if (p->spans[k - 1].bounded)
            s->ends[k - 1] = (dd_ends){.has_low = true,
                                       .has_high = true,
                                       .low = -(int64_t)p->spans[k - 1].high,
                                       .high = (int64_t)p->spans[k - 1].high};
    }
    return open ? DD_OUT_OPEN : DD_OUT_ONE;
}
