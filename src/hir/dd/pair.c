/* From rows to directions.
 *
 * The difference d = y - x of each common loop takes the place of y. After all equations are
 * eliminated, what is left falls into pieces that have no variable in common; the directions that
 * are possible are those of each piece, in all combinations. In a piece, signs of d are tried level
 * by level. */
#include "hir/dd/pair.h"

#include <string.h>

enum { MAX_PIECE_LEVELS = 5, MAX_CODES = 243, MAX_TIGHTENED = 16 };

/* Directions of some levels in all combinations that are possible; two bits for each level: 1 for
 * LESS, 2 for EQUAL, 3 for GREATER. */
typedef struct piece {
    uint32_t levels; /* bit level - 1 */
    uint32_t count;
    uint32_t codes[MAX_CODES];
    /* Of several levels: the distances, by place among the levels, that each code leaves. */
    bool has_distances;
    uint8_t constant[MAX_CODES]; /* bit place */
    uint8_t several[MAX_CODES];  /* bit place: it is no constant */
    int64_t distance[MAX_CODES][MAX_PIECE_LEVELS];
} piece;

typedef struct solving {
    const dd_problem *p;
    dd_exact *exact;
    dd_answer *answer;
    dd_ends ends[DD_MAX_LEVELS];   /* of d, as far as known */
    dd_one singles[DD_MAX_LEVELS]; /* what is constant in one direction only */
    piece pieces[DD_MAX_LEVELS];
    uint32_t piece_count;
} solving;

static const uint8_t direction_at[] = {DD_ANY, DD_LESS, DD_EQUAL, DD_GREATER};

static uint32_t code_at(uint32_t code, uint32_t level) {
    return code >> 2 * (level - 1) & 3;
}

static uint32_t with_code(uint32_t code, uint32_t level, uint32_t direction) {
    return code | direction << 2 * (level - 1);
}

void dd_problem_init(dd_problem *p, uint32_t common, uint32_t source, uint32_t sink,
                     uint32_t others) {
    p->common = common;
    p->source = source;
    p->sink = sink;
    p->condition_count = 0;
    p->is_box = false;
    dd_system_init(&p->rows, source + sink + others);
}

bool dd_is_independent(const dd_answer *answer, uint32_t common) {
    bool any = answer->same.possible;
    for (uint32_t k = 1; k <= common; k++)
        any |= answer->forward[k].possible || answer->backward[k].possible;
    return !any;
}

static void clear(dd_answer *answer, uint32_t common) {
    answer->same.possible = answer->asked = answer->unsure = answer->gave_up = false;
    answer->by = DD_BY_NOTHING;
    for (uint32_t k = 0; k <= common; k++)
        answer->forward[k].possible = answer->backward[k].possible = false;
}

static void begin(solving *s, const dd_problem *p, dd_exact *exact, dd_answer *answer) {
    s->p = p;
    s->exact = exact;
    s->answer = answer;
    s->piece_count = 0;
    memset(s->ends, 0, p->common * sizeof *s->ends);
    memset(s->singles, 0, p->common * sizeof *s->singles);
    clear(answer, p->common);
}

/* Those codes of the piece that are EQUAL before the level, and as wanted there. */
static bool is_selected(const piece *c, uint32_t code, uint32_t level, uint32_t wanted) {
    for (uint32_t k = 1; k < level; k++)
        if (c->levels >> (k - 1) & 1 && code_at(code, k) != 2)
            return false;
    return !(c->levels >> (level - 1) & 1) || code_at(code, level) == wanted;
}

/* Adds what the piece allows; false if that is nothing. */
static bool add_piece(const piece *c, uint32_t common, uint32_t level, uint32_t wanted,
                      dd_vector *v) {
    bool found = false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!is_selected(c, c->codes[i], level, wanted))
            continue;
        found = true;
        for (uint32_t k = 1; k <= common; k++)
            if (c->levels >> (k - 1) & 1)
                v->directions[k - 1] |= direction_at[code_at(c->codes[i], k)];
    }
    return found;
}

static void find_distance(const dd_ends *ends, uint8_t directions, bool *constant,
                          int64_t *distance) {
    dd_ends e = *ends;
    if (!(directions & DD_GREATER)) {
        int64_t least = directions & DD_EQUAL ? 0 : 1;
        e.low = e.has_low && e.low > least ? e.low : least;
        e.has_low = true;
    }
    if (!(directions & DD_LESS)) {
        int64_t most = directions & DD_EQUAL ? 0 : -1;
        e.high = e.has_high && e.high < most ? e.high : most;
        e.has_high = true;
    }
    *constant = e.has_low && e.has_high && e.low == e.high;
    *distance = *constant ? e.low : 0;
}

static void find_single(const dd_one *one, uint8_t directions, bool *constant, int64_t *distance) {
    bool less = directions == DD_LESS && one->constant_less;
    if (!less && !(directions == DD_GREATER && one->constant_greater))
        return;
    *constant = true;
    *distance = less ? one->less : one->greater;
}

/* The distance at a level that all codes of the piece agree on. */
static void agree(const piece *c, uint32_t level, uint32_t wanted, uint32_t k, dd_vector *v) {
    uint32_t place = 0;
    bool any = false, same = true;
    for (uint32_t i = 1; i < k; i++)
        place += c->levels >> (i - 1) & 1;
    for (uint32_t i = 0; i < c->count && same; i++) {
        if (!is_selected(c, c->codes[i], level, wanted))
            continue;
        same = c->constant[i] >> place & 1 && (!any || c->distance[i][place] == v->distance[k - 1]);
        v->distance[k - 1] = c->distance[i][place];
        any = true;
    }
    v->constant[k - 1] = any && same;
}

static void find_distances(const solving *s, uint32_t level, uint32_t wanted, dd_vector *v) {
    for (uint32_t k = 0; k < s->p->common; k++) {
        find_distance(&s->ends[k], v->directions[k], &v->constant[k], &v->distance[k]);
        find_single(&s->singles[k], v->directions[k], &v->constant[k], &v->distance[k]);
    }
    for (uint32_t i = 0; i < s->piece_count; i++) {
        const piece *c = &s->pieces[i];
        for (uint32_t k = 1; k <= s->p->common && c->has_distances; k++)
            if (c->levels >> (k - 1) & 1 && !v->constant[k - 1])
                agree(c, level, wanted, k, v);
    }
}

/* level common + 1 with any wanted: the same iteration of all. */
static void make_vector(const solving *s, uint32_t level, uint32_t wanted, dd_vector *v) {
    uint32_t common = s->p->common;
    memset(v->directions, 0, common);
    v->possible = true;
    for (uint32_t i = 0; i < s->piece_count && v->possible; i++)
        v->possible = add_piece(&s->pieces[i], common, level, wanted, v);
    if (v->possible)
        find_distances(s, level, wanted, v);
}

static void combine(const solving *s) {
    make_vector(s, s->p->common + 1, 2, &s->answer->same);
    for (uint32_t k = 1; k <= s->p->common; k++) {
        make_vector(s, k, 1, &s->answer->forward[k]);
        make_vector(s, k, 3, &s->answer->backward[k]);
    }
}

static piece *new_piece(solving *s, uint32_t levels) {
    piece *c = &s->pieces[s->piece_count++];
    c->levels = levels;
    c->count = 0;
    c->has_distances = false;
    return c;
}

static void add_single(solving *s, uint32_t level, uint8_t directions) {
    piece *c = new_piece(s, 1u << (level - 1));
    for (uint32_t d = 1; d <= 3; d++)
        if (directions & direction_at[d])
            c->codes[c->count++] = with_code(0, level, d);
}

static void set_ends(dd_ends *e, int64_t value) {
    *e = (dd_ends){true, true, true, value, value};
}

void dd_assume_all(dd_answer *answer, uint32_t common) {
    dd_problem p;
    solving s;
    p.common = common;
    begin(&s, &p, NULL, answer);
    for (uint32_t k = 1; k <= common; k++)
        add_single(&s, k, DD_ANY);
    combine(&s);
    answer->unsure = true;
}

/* The box: loops with constant or no bounds, and nothing but equations. */

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

typedef enum outcome { OUT_NONE, OUT_ONE, OUT_OPEN } outcome;

/* One equation. OUT_ONE: *one is all that follows for level *level, or nothing if that is 0. */
static outcome test_row(const dd_problem *p, const int64_t *row, uint32_t *level, dd_one *one,
                        dd_test *by) {
    shape f = shape_of(p, row);
    int64_t c = row[p->rows.vars];
    *level = 0;
    *by = DD_BY_GCD;
    if (!dd_test_gcd(row, p->rows.vars, c))
        return OUT_NONE;
    if (f.has_others)
        return OUT_OPEN;
    *by = DD_BY_ZIV;
    if (f.xs + f.ys == 0)
        return dd_test_ziv(c) ? OUT_ONE : OUT_NONE;
    *by = DD_BY_BANERJEE;
    if (!dd_test_banerjee(row, p->spans, p->source + p->sink, c))
        return OUT_NONE;
    uint32_t x = f.xs ? f.x : f.y, y = f.ys ? f.y : f.x;
    if (f.xs > 1 || f.ys > 1)
        return OUT_OPEN;
    if (x == y && x <= p->common) {
        *by = DD_BY_SIV;
        *level = x;
        *one = dd_test_siv(row[dd_x(x)], row[dd_y(p, x)], c, p->spans[dd_x(x)]);
        return one->directions ? OUT_ONE : OUT_NONE;
    }
    *by = DD_BY_RDIV;
    bool possible = dd_test_rdiv(f.xs ? row[dd_x(x)] : 0, f.ys ? row[dd_y(p, y)] : 0, c,
                                 f.xs ? p->spans[dd_x(x)] : (dd_span){true, 0},
                                 f.ys ? p->spans[dd_y(p, y)] : (dd_span){true, 0});
    bool apart = (!f.xs || x > p->common) && (!f.ys || y > p->common);
    return !possible ? OUT_NONE : apart ? OUT_ONE : OUT_OPEN;
}

static bool is_shared(const dd_problem *p, const int64_t *row, bool *used) {
    bool shared = false;
    for (uint32_t i = 0; i < p->source + p->sink; i++) {
        shared |= row[i] && used[i];
        used[i] |= row[i] != 0;
    }
    return shared;
}

/* OUT_ONE: the answer is complete. Equations alone can only exclude if this is no box. */
static outcome solve_rows(solving *s) {
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
        outcome o = test_row(p, row, &level, &one, &s->answer->by);
        if (o == OUT_NONE)
            return OUT_NONE;
        open |= o == OUT_OPEN || is_shared(p, row, used);
        if (level)
            found[level - 1] = one;
    }
    for (uint32_t k = 1; k <= p->common && !open; k++) {
        add_single(s, k, found[k - 1].directions);
        s->singles[k - 1] = found[k - 1];
        if (found[k - 1].constant)
            set_ends(&s->ends[k - 1], found[k - 1].distance);
        else if (p->spans[k - 1].bounded)
            s->ends[k - 1] = (dd_ends){.has_low = true,
                                       .has_high = true,
                                       .low = -(int64_t)p->spans[k - 1].high,
                                       .high = (int64_t)p->spans[k - 1].high};
    }
    return open ? OUT_OPEN : OUT_ONE;
}

/* The general case. */

typedef struct work {
    dd_system s;
    uint32_t d[DD_MAX_LEVELS];              /* watched rows */
    uint32_t conditions[DD_MAX_CONDITIONS]; /* the same, by condition */
} work;

/* 0 <= x <= high of every loop. */
static void add_box(const dd_problem *p, dd_system *to) {
    for (uint32_t i = 0; i < p->source + p->sink; i++) {
        int64_t *low = dd_system_add(to, DD_ROW_AT_LEAST);
        if (low)
            low[i] = 1;
        int64_t *high = p->spans[i].bounded ? dd_system_add(to, DD_ROW_AT_LEAST) : NULL;
        if (high) {
            high[i] = -1;
            high[to->vars] = (int64_t)p->spans[i].high;
        }
    }
}

/* d in place of y. */
static bool use_differences(const dd_problem *p, dd_system *to) {
    const dd_system *from = &p->rows;
    dd_system_init(to, from->vars);
    to->loose |= from->loose;
    to->work = from->work;
    for (uint32_t k = 1; k <= p->common; k++) {
        int64_t *row = dd_system_add(to, DD_ROW_WATCHED);
        row[dd_y(p, k)] = 1;
    }
    for (uint32_t r = 0; r < from->rows; r++) {
        int64_t *row = dd_system_add(to, (dd_row_kind)from->kind[r]);
        if (!row)
            return false;
        memcpy(row, dd_row_of(from, r), (from->vars + 1) * sizeof *row);
    }
    if (p->is_box)
        add_box(p, to);
    for (uint32_t r = p->common; r < to->rows; r++) {
        int64_t *row = dd_row(to, r);
        for (uint32_t k = 1; k <= p->common; k++)
            if (!dd_narrow((dd_wide)row[dd_x(k)] + row[dd_y(p, k)], &row[dd_x(k)]))
                return false;
    }
    return true;
}

/* Watched rows keep their order. */
static void find_watched(const dd_problem *p, work *w) {
    uint32_t seen = 0, at[DD_MAX_LEVELS + DD_MAX_ROWS];
    for (uint32_t r = 0; r < w->s.rows; r++)
        if (w->s.kind[r] == DD_ROW_WATCHED)
            at[seen++] = r;
    for (uint32_t k = 0; k < p->common; k++)
        w->d[k] = at[k];
    for (uint32_t c = 0; c < p->condition_count; c++) {
        uint32_t rank = p->common;
        for (uint32_t r = 0; r < p->conditions[c].row; r++)
            rank += p->rows.kind[r] == DD_ROW_WATCHED;
        w->conditions[c] = at[rank];
    }
}

static bool is_constant_row(const dd_system *s, uint32_t r, int64_t *value) {
    const int64_t *row = dd_row_of(s, r);
    for (uint32_t i = 0; i < s->vars; i++)
        if (row[i])
            return false;
    *value = row[s->vars];
    return true;
}

static uint32_t sign_code(int64_t d) {
    return d > 0 ? 1 : d < 0 ? 3 : 2;
}

/* Whether the condition applies, as far as the code tells directions. */
static bool applies(const dd_condition *c, uint32_t code, uint32_t common) {
    for (uint32_t k = 1; k <= common; k++) {
        if (!(c->levels >> (k - 1) & 1))
            continue;
        uint32_t is = code_at(code, k);
        if (is != (c->when == DD_WHEN_EQUAL ? 2 : c->when == DD_WHEN_LESS ? 1 : 3))
            return false;
    }
    return true;
}

static void add_condition(dd_system *s, const dd_condition *c, uint32_t row) {
    dd_system_add_like(s, c->when == DD_WHEN_EQUAL ? DD_ROW_EQUAL : DD_ROW_AT_LEAST, row, 1, 0);
}

/* Levels whose difference is a constant, as a code. */
static uint32_t constant_levels(solving *s, const work *w) {
    uint32_t code = 0;
    for (uint32_t k = 1; k <= s->p->common; k++) {
        int64_t value;
        if (!is_constant_row(&w->s, w->d[k - 1], &value))
            continue;
        set_ends(&s->ends[k - 1], value);
        code = with_code(code, k, sign_code(value));
    }
    return code;
}

/* Conditions on differences that are constants; each can make more of them so. */
static dd_verdict apply_known(solving *s, work *w, uint32_t *code, bool *applied) {
    const dd_problem *p = s->p;
    for (;;) {
        bool more = false;
        *code = constant_levels(s, w);
        for (uint32_t c = 0; c < p->condition_count; c++)
            if (!applied[c] && applies(&p->conditions[c], *code, p->common)) {
                add_condition(&w->s, &p->conditions[c], w->conditions[c]);
                applied[c] = more = true;
            }
        if (!more)
            return DD_UNSURE;
        if (dd_system_reduce(&w->s) == DD_EMPTY)
            return DD_EMPTY;
        if (w->s.rows == 0)
            return DD_UNSURE;
        find_watched(p, w);
    }
}

/* Variables that belong together: union-find. */
static uint32_t leader(uint32_t *of, uint32_t v) {
    while (of[v] != v)
        v = of[v] = of[of[v]];
    return v;
}

static void join_row(const dd_system *s, uint32_t r, uint32_t *of, uint32_t *with) {
    const int64_t *row = dd_row_of(s, r);
    for (uint32_t i = 0; i < s->vars; i++) {
        if (!row[i])
            continue;
        if (*with < s->vars)
            of[leader(of, i)] = leader(of, *with);
        *with = i;
    }
}

static void join_all(const dd_problem *p, const work *w, const bool *applied, uint32_t *of) {
    for (uint32_t i = 0; i < w->s.vars; i++)
        of[i] = i;
    for (uint32_t r = 0; r < w->s.rows; r++) {
        uint32_t with = w->s.vars;
        if (w->s.kind[r] != DD_ROW_WATCHED)
            join_row(&w->s, r, of, &with);
    }
    for (uint32_t k = 0; k < p->common; k++) {
        uint32_t with = w->s.vars;
        join_row(&w->s, w->d[k], of, &with);
    }
    for (uint32_t c = 0; c < p->condition_count; c++) {
        uint32_t with = w->s.vars;
        if (applied[c])
            continue;
        join_row(&w->s, w->conditions[c], of, &with);
        for (uint32_t k = 0; k < p->common; k++)
            if (p->conditions[c].levels >> k & 1)
                join_row(&w->s, w->d[k], of, &with);
    }
}

static uint32_t row_leader(const dd_system *s, uint32_t r, uint32_t *of) {
    const int64_t *row = dd_row_of(s, r);
    for (uint32_t i = 0; i < s->vars; i++)
        if (row[i])
            return leader(of, i);
    return s->vars;
}

/* One piece as a system of its own. */
typedef struct part {
    dd_system s;
    uint32_t levels[DD_MAX_LEVELS], rows[DD_MAX_LEVELS], level_count;
    struct {
        const dd_condition *c;
        uint32_t row;
    } conditions[DD_MAX_CONDITIONS];
    uint32_t condition_count;
    uint32_t known; /* directions of levels that are constants */
} part;

static uint32_t copy_row(part *to, const dd_system *s, uint32_t r, const uint32_t *column) {
    int64_t *row = dd_system_add(&to->s, (dd_row_kind)s->kind[r]);
    const int64_t *from = dd_row_of(s, r);
    for (uint32_t i = 0; i < s->vars; i++)
        if (from[i])
            row[column[i]] = from[i];
    row[to->s.vars] = from[s->vars];
    return to->s.rows - 1;
}

static void extract(const dd_problem *p, const work *w, const bool *applied, uint32_t *of,
                    uint32_t which, part *to) {
    uint32_t column[DD_MAX_VARS], count = 0;
    for (uint32_t i = 0; i < w->s.vars; i++)
        column[i] = leader(of, i) == which ? count++ : 0;
    dd_system_init(&to->s, count);
    to->s.loose = w->s.loose;
    to->s.work = w->s.work;
    to->level_count = to->condition_count = 0;
    for (uint32_t k = 1; k <= p->common; k++)
        if (row_leader(&w->s, w->d[k - 1], of) == which) {
            to->levels[to->level_count] = k;
            to->rows[to->level_count++] = copy_row(to, &w->s, w->d[k - 1], column);
        }
    for (uint32_t c = 0; c < p->condition_count; c++) {
        uint32_t row = w->conditions[c];
        int64_t constant;
        bool mine = row_leader(&w->s, row, of) == which;
        /* A row without variables hangs on its levels. */
        for (uint32_t k = 0; k < to->level_count && is_constant_row(&w->s, row, &constant); k++)
            mine |= p->conditions[c].levels >> (to->levels[k] - 1) & 1;
        if (applied[c] || !mine)
            continue;
        to->conditions[to->condition_count].c = &p->conditions[c];
        to->conditions[to->condition_count++].row = copy_row(to, &w->s, row, column);
    }
    for (uint32_t r = 0; r < w->s.rows; r++)
        if (w->s.kind[r] == DD_ROW_AT_LEAST && row_leader(&w->s, r, of) == which)
            copy_row(to, &w->s, r, column);
}

static dd_verdict decide(solving *s, dd_system *system) {
    dd_system again;
    if (s->exact)
        dd_system_copy(&again, system);
    dd_verdict v = dd_system_solve(system);
    if (v != DD_UNSURE)
        return v;
    bool ask = s->exact && dd_system_pay(&again, DD_COST_OF_ISL);
    s->answer->gave_up |= s->exact && !ask;
    s->answer->unsure |= !ask;
    if (!ask)
        return v;
    s->answer->asked = true;
    s->answer->by = DD_BY_ISL;
    v = dd_exact_solve(s->exact, &again);
    s->answer->unsure |= v == DD_UNSURE;
    s->answer->gave_up |= v == DD_UNSURE;
    return v;
}

static void add_sign(dd_system *s, uint32_t row, uint32_t direction) {
    if (direction == 2)
        dd_system_add_like(s, DD_ROW_EQUAL, row, 1, 0);
    else
        dd_system_add_like(s, DD_ROW_AT_LEAST, row, direction == 1 ? 1 : -1, -1);
}

static void restrict_to(const solving *s, const part *part, uint32_t code, dd_system *system) {
    dd_system_copy(system, &part->s);
    for (uint32_t i = 0; i < part->level_count; i++) {
        uint32_t direction = code_at(code, part->levels[i]);
        if (direction)
            add_sign(system, part->rows[i], direction);
    }
    for (uint32_t i = 0; i < part->condition_count; i++)
        if (applies(part->conditions[i].c, code | part->known, s->p->common))
            add_condition(system, part->conditions[i].c, part->conditions[i].row);
}

static bool is_feasible(solving *s, const part *part, uint32_t code) {
    dd_system system;
    restrict_to(s, part, code, &system);
    return decide(s, &system) != DD_EMPTY;
}

/* Whether the watched row can be the value. */
static dd_verdict can_be(const dd_system *system, uint32_t row, int64_t value) {
    dd_system one;
    dd_system_copy(&one, system);
    dd_system_add_like(&one, DD_ROW_EQUAL, row, 1, -value);
    return dd_system_solve(&one);
}

/* Moves ends that no integer solution reaches. Whether it is certain then that there is only one
 * value, or that there are several; not if they are far apart. */
static bool tighten(const dd_system *system, uint32_t row, dd_ends *e) {
    dd_verdict low = DD_EMPTY, high = DD_EMPTY;
    if (e->high - e->low > MAX_TIGHTENED)
        return false;
    while (e->low < e->high && (low = can_be(system, row, e->low)) == DD_EMPTY)
        e->low++;
    while (e->low < e->high && (high = can_be(system, row, e->high)) == DD_EMPTY)
        e->high--;
    return e->low == e->high || (low == DD_SOLVED && high == DD_SOLVED);
}

static void note_distance(piece *c, uint32_t code, uint32_t place, const dd_ends *e) {
    bool constant = e->low == e->high;
    c->constant[code] |= (uint8_t)(constant << place);
    c->several[code] |= (uint8_t)(!constant << place);
    c->distance[code][place] = constant ? e->low : 0;
}

/* The watched row of the level at that place, in a reduced system: they keep their order. */
static uint32_t row_at(const dd_system *system, uint32_t place) {
    uint32_t r = 0;
    while (r < system->rows && (system->kind[r] != DD_ROW_WATCHED || place--))
        r++;
    return r;
}

/* What the distances can be if the directions are those, as far as that is easy to see. */
static void note_distances(solving *s, const part *part, piece *c, uint32_t code) {
    dd_system system;
    c->constant[c->count] = c->several[c->count] = 0;
    restrict_to(s, part, code, &system);
    if (dd_system_reduce(&system) == DD_EMPTY)
        return;
    for (uint32_t place = 0; place < part->level_count && place < MAX_PIECE_LEVELS; place++) {
        uint32_t r = row_at(&system, place);
        dd_ends e = {0};
        if (r == system.rows)
            return;
        bool constant = is_constant_row(&system, r, &e.low);
        e.high = constant ? e.low : 0;
        if (constant || (dd_system_range(&system, r, &e) && e.has_low && e.has_high &&
                         (e.exact || tighten(&system, r, &e))))
            note_distance(c, c->count, place, &e);
    }
}

/* The same for one level, by isl. */
static bool ask_distance(solving *s, const part *part, piece *c, uint32_t i, uint32_t place) {
    dd_system system;
    dd_ends e;
    restrict_to(s, part, c->codes[i], &system);
    if (!s->exact || !dd_system_pay(&system, DD_COST_OF_ISL))
        return false;
    s->answer->asked = true;
    if (!dd_exact_range(s->exact, &system, part->rows[place], &e))
        return false;
    note_distance(c, i, place, &e);
    return e.low == e.high;
}

/* Whether all of the codes with that selection may have one distance at the place: they have one
 * direction, and none is known to have another distance. */
static bool may_agree(const piece *c, uint32_t level, uint32_t wanted, uint32_t k, uint32_t place) {
    uint32_t direction = 0;
    const int64_t *distance = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!is_selected(c, c->codes[i], level, wanted))
            continue;
        uint32_t own = code_at(c->codes[i], k);
        if (own == 2 || (direction && direction != own) || c->several[i] >> place & 1)
            return false;
        direction = own;
        if (!(c->constant[i] >> place & 1))
            continue;
        if (distance && *distance != c->distance[i][place])
            return false;
        distance = &c->distance[i][place];
    }
    return direction != 0;
}

static void settle(solving *s, const part *part, piece *c, uint32_t level, uint32_t wanted) {
    for (uint32_t place = 0; place < part->level_count && place < MAX_PIECE_LEVELS; place++)
        for (uint32_t i = 0;
             i < c->count && may_agree(c, level, wanted, part->levels[place], place); i++)
            if (is_selected(c, c->codes[i], level, wanted) && !(c->constant[i] >> place & 1) &&
                !ask_distance(s, part, c, i, place))
                break;
}

/* isl is asked for a distance only if all that belong to one vector may have the same. */
static void settle_distances(solving *s, const part *part, piece *c) {
    for (uint32_t level = 1; level <= s->p->common + 1; level++)
        for (uint32_t wanted = 1; wanted <= 3; wanted += 2)
            settle(s, part, c, level, wanted);
}

/* Tries the directions of the levels from `from` on. Not deeper than MAX_PIECE_LEVELS. */
static void try_levels(solving *s, const part *part, piece *c, uint32_t from, uint32_t code) {
    uint32_t tried = part->level_count < MAX_PIECE_LEVELS ? part->level_count : MAX_PIECE_LEVELS;
    if (from == tried) {
        note_distances(s, part, c, code);
        c->codes[c->count++] = code;
        return;
    }
    for (uint32_t d = 1; d <= 3; d++) {
        uint32_t next = with_code(code, part->levels[from], d);
        if (is_feasible(s, part, next))
            try_levels(s, part, c, from + 1, next);
    }
}

/* One level and no condition: its ends tell all, unless they leave so few distances in one
 * direction that it may be only one. */
static bool solve_by_ends(solving *s, part *part) {
    dd_ends e;
    uint32_t level = part->levels[0];
    if (part->level_count != 1 || part->condition_count)
        return false;
    if (!dd_system_range(&part->s, part->rows[0], &e)) {
        add_single(s, level, 0);
        return true;
    }
    s->ends[level - 1] = e;
    bool few = (e.has_high && e.high > 1 && e.high <= MAX_TIGHTENED) ||
               (e.has_low && e.low < -1 && e.low >= -MAX_TIGHTENED);
    if (!e.exact || few)
        return false;
    uint8_t directions = !e.has_high || e.high > 0 ? DD_LESS : 0;
    directions |= !e.has_low || e.low < 0 ? DD_GREATER : 0;
    directions |= (!e.has_low || e.low <= 0) && (!e.has_high || e.high >= 0) ? DD_EQUAL : 0;
    add_single(s, level, directions);
    return true;
}

static void solve_levels(solving *s, part *part) {
    if (solve_by_ends(s, part))
        return;
    piece *c = new_piece(s, 0);
    uint32_t tried = part->level_count < MAX_PIECE_LEVELS ? part->level_count : MAX_PIECE_LEVELS;
    c->has_distances = true;
    for (uint32_t i = 0; i < tried; i++)
        c->levels |= 1u << (part->levels[i] - 1);
    try_levels(s, part, c, 0, 0);
    settle_distances(s, part, c);
    s->answer->unsure |= tried < part->level_count;
    for (uint32_t i = tried; i < part->level_count; i++)
        add_single(s, part->levels[i], DD_ANY);
}

/* False if there is no solution. */
static bool solve_pieces(solving *s, work *w, const bool *applied, uint32_t known) {
    uint32_t of[DD_MAX_VARS];
    bool done[DD_MAX_VARS] = {0};
    part part;
    part.known = known;
    join_all(s->p, w, applied, of);
    for (uint32_t i = 0; i < w->s.vars; i++) {
        uint32_t which = leader(of, i);
        if (done[which])
            continue;
        done[which] = true;
        extract(s->p, w, applied, of, which, &part);
        if (part.level_count)
            solve_levels(s, &part);
        else if (part.s.rows && decide(s, &part.s) == DD_EMPTY)
            return false;
    }
    return true;
}

static void solve_general(solving *s) {
    work w;
    uint32_t code = 0;
    bool applied[DD_MAX_CONDITIONS] = {0};
    s->answer->by = DD_BY_ELIMINATION;
    if (!dd_system_pay(&s->p->rows, (uint64_t)s->p->rows.rows * s->p->rows.vars)) {
        dd_assume_all(s->answer, s->p->common);
        s->answer->gave_up = true;
        return;
    }
    bool fits = use_differences(s->p, &w.s);
    if (fits && dd_system_reduce(&w.s) == DD_EMPTY)
        return;
    if (!fits || (w.s.rows == 0 && s->p->common)) {
        dd_assume_all(s->answer, s->p->common);
        return;
    }
    find_watched(s->p, &w);
    if (apply_known(s, &w, &code, applied) == DD_EMPTY)
        return;
    if (w.s.rows == 0 && s->p->common) {
        dd_assume_all(s->answer, s->p->common);
        return;
    }
    for (uint32_t k = 1; k <= s->p->common; k++)
        if (code_at(code, k))
            add_single(s, k, direction_at[code_at(code, k)]);
    s->answer->unsure |= w.s.loose;
    if (solve_pieces(s, &w, applied, code))
        combine(s);
}

void dd_solve(const dd_problem *p, dd_exact *exact, dd_answer *answer) {
    solving s;
    begin(&s, p, exact, answer);
    outcome o = solve_rows(&s);
    if (o == OUT_ONE)
        combine(&s);
    else if (o == OUT_OPEN)
        solve_general(&s);
}
