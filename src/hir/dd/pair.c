/* From rows to directions.
 *
 * The difference d = y - x of each common loop replaces y. After all equations are
 * eliminated, what is left falls into pieces that have no variable in common; the directions that
 * are possible are those of each piece, in all combinations. In a piece, signs of d are tried level
 * by level. */
#include "hir/dd/dd_pieces.h"

#include <string.h>

void dd_problem_init(dd_problem *p, uint32_t common, uint32_t source, uint32_t sink,
                     uint32_t others) {
    p->common = common;
    p->source = source;
    p->sink = sink;
    p->condition_count = 0;
    p->is_box = false;
    dd_system_init(&p->rows, source + sink + others);
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

static uint32_t sign_code(int64_t d) {
    return d > 0 ? 1 : d < 0 ? 3 : 2;
}

/* Levels whose difference is a constant, as a code. */
static uint32_t constant_levels(dd_solving *s, const work *w) {
    uint32_t code = 0;
    for (uint32_t k = 1; k <= s->p->common; k++) {
        int64_t value;
        if (!dd_is_constant_row(&w->s, w->d[k - 1], &value))
            continue;
        dd_set_ends(&s->ends[k - 1], value);
        code = dd_with_code(code, k, sign_code(value));
    }
    return code;
}

/* Conditions on differences that are constants; each can make more of them so. */
static dd_verdict apply_known(dd_solving *s, work *w, uint32_t *code, bool *applied) {
    const dd_problem *p = s->p;
    for (;;) {
        bool more = false;
        *code = constant_levels(s, w);
        for (uint32_t c = 0; c < p->condition_count; c++)
            if (!applied[c] && dd_applies(&p->conditions[c], *code, p->common)) {
                dd_apply(&w->s, &p->conditions[c], w->conditions[c]);
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

static uint32_t copy_row(dd_part *to, const dd_system *s, uint32_t r, const uint32_t *column) {
    int64_t *row = dd_system_add(&to->s, (dd_row_kind)s->kind[r]);
    const int64_t *from = dd_row_of(s, r);
    for (uint32_t i = 0; i < s->vars; i++)
        if (from[i])
            row[column[i]] = from[i];
    row[to->s.vars] = from[s->vars];
    return to->s.rows - 1;
}

static void extract(const dd_problem *p, const work *w, const bool *applied, uint32_t *of,
                    uint32_t which, dd_part *to) {
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
        for (uint32_t k = 0; k < to->level_count && dd_is_constant_row(&w->s, row, &constant); k++)
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

/* False if there is no solution. */
static bool solve_pieces(dd_solving *s, work *w, const bool *applied, uint32_t known) {
    uint32_t of[DD_MAX_VARS];
    bool done[DD_MAX_VARS] = {0};
    dd_part part;
    part.known = known;
    join_all(s->p, w, applied, of);
    for (uint32_t i = 0; i < w->s.vars; i++) {
        uint32_t which = leader(of, i);
        if (done[which])
            continue;
        done[which] = true;
        extract(s->p, w, applied, of, which, &part);
        if (part.level_count)
            dd_solve_levels(s, &part);
        else if (part.s.rows && dd_decide(s, &part.s) == DD_EMPTY)
            return false;
    }
    return true;
}

static void solve_general(dd_solving *s) {
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
        if (dd_code_at(code, k))
            dd_add_single(s, k, dd_direction_at(dd_code_at(code, k)));
    s->answer->unsure |= w.s.loose;
    if (solve_pieces(s, &w, applied, code))
        dd_combine(s);
}

void dd_solve(const dd_problem *p, dd_exact *exact, dd_answer *answer) {
    dd_solving s;
    dd_begin(&s, p, exact, answer);
    dd_outcome o = dd_solve_rows(&s);
    if (o == DD_OUT_ONE)
        dd_combine(&s);
    else if (o == DD_OUT_OPEN)
        solve_general(&s);
}
