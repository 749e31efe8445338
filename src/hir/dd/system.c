#include "hir/dd/system.h"

#include <string.h>

void dd_system_init(dd_system *s, uint32_t vars) {
    s->loose = vars > DD_MAX_VARS;
    s->vars = s->loose ? DD_MAX_VARS : vars;
    s->rows = 0;
    s->work = NULL;
}

void dd_system_copy(dd_system *to, const dd_system *from) {
    to->vars = from->vars;
    to->rows = from->rows;
    to->loose = from->loose;
    to->work = from->work;
    memcpy(to->kind, from->kind, from->rows);
    memcpy(to->cells, from->cells, from->rows * (from->vars + 1) * sizeof *from->cells);
}

int64_t *dd_system_add(dd_system *s, dd_row_kind kind) {
    if (s->rows == DD_MAX_ROWS) {
        s->loose = true;
        return NULL;
    }
    int64_t *row = dd_row(s, s->rows);
    s->kind[s->rows++] = (uint8_t)kind;
    memset(row, 0, (s->vars + 1) * sizeof *row);
    return row;
}

void dd_system_add_like(dd_system *s, dd_row_kind kind, uint32_t row, int sign, int64_t plus) {
    int64_t *added = dd_system_add(s, kind);
    const int64_t *from = dd_row_of(s, row);
    for (uint32_t i = 0; added && i < s->vars; i++)
        added[i] = sign * from[i];
    if (added && !dd_narrow((dd_wide)from[s->vars] * sign + plus, &added[s->vars]))
        dd_system_drop(s);
}

int64_t dd_shared_divisor(const int64_t *row, uint32_t count) {
    uint64_t shared = 0;
    for (uint32_t i = 0; i < count && shared != 1; i++)
        shared = num_gcd(shared, num_magnitude(row[i]));
    return (int64_t)shared;
}

/* Divides out what the coefficients share, with the constant rounded to what integers can reach.
 * False if the row cannot hold. */
static bool tidy_row(dd_system *s, uint32_t r) {
    int64_t *row = dd_row(s, r), *constant = &row[s->vars];
    int64_t shared = dd_shared_divisor(row, s->vars);
    if (shared == 0) {
        bool holds = s->kind[r] == DD_ROW_EQUAL ? *constant == 0 : *constant >= 0;
        s->kind[r] = DD_ROW_GONE;
        return holds;
    }
    if (shared == 1)
        return true;
    if (s->kind[r] == DD_ROW_EQUAL && *constant % shared)
        return false;
    for (uint32_t i = 0; i < s->vars; i++)
        row[i] /= shared;
    *constant = (int64_t)num_floor_div(*constant, shared);
    return true;
}

static bool is_constraint(const dd_system *s, uint32_t r) {
    return s->kind[r] <= DD_ROW_AT_LEAST;
}

/* A row that cannot be kept. */
static void lose(dd_system *s, uint32_t r) {
    s->kind[r] = DD_ROW_GONE;
    s->loose = true;
}

/* Removes rows that are gone, watched ones too if they need not be kept. */
static void compact(dd_system *s, bool keep_watched) {
    uint32_t kept = 0, width = s->vars + 1;
    for (uint32_t r = 0; r < s->rows; r++) {
        if (s->kind[r] == DD_ROW_GONE || (s->kind[r] == DD_ROW_WATCHED && !keep_watched))
            continue;
        if (kept != r)
            memcpy(s->cells + kept * width, s->cells + r * width, width * sizeof *s->cells);
        s->kind[kept++] = s->kind[r];
    }
    s->rows = kept;
}

/* row += factor * other; false if that does not fit. */
static bool add_multiple(const dd_system *s, int64_t *row, const int64_t *other, int64_t factor) {
    for (uint32_t i = 0; i <= s->vars; i++)
        if (other[i] && !dd_narrow(row[i] + (dd_wide)factor * other[i], &row[i]))
            return false;
    return true;
}

/* The variable with the smallest coefficient; vars if there is none. */
static uint32_t smallest(const dd_system *s, const int64_t *row) {
    uint32_t best = s->vars;
    for (uint32_t i = 0; i < s->vars; i++) {
        int64_t size = row[i] < 0 ? -row[i] : row[i];
        if (row[i] && (best == s->vars || size < (row[best] < 0 ? -row[best] : row[best])))
            best = i;
    }
    return best;
}

/* The equation with a coefficient of 1 or -1, if there is one; else any. Rows if there is none. */
static uint32_t next_equation(const dd_system *s, uint32_t *var) {
    uint32_t found = s->rows;
    for (uint32_t r = 0; r < s->rows; r++) {
        if (s->kind[r] != DD_ROW_EQUAL)
            continue;
        const int64_t *row = dd_row_of(s, r);
        uint32_t v = smallest(s, row);
        if (found == s->rows || (v < s->vars && (row[v] == 1 || row[v] == -1))) {
            found = r;
            *var = v;
            if (v < s->vars && (row[v] == 1 || row[v] == -1))
                return found;
        }
    }
    return found;
}

/* Takes the variable, which has the coefficient 1 or -1 in the equation, out of all other rows.
 * Watched rows that do not fit any more make the system unusable: false. */
static bool substitute(dd_system *s, uint32_t equation, uint32_t var) {
    const int64_t *from = dd_row_of(s, equation);
    for (uint32_t r = 0; r < s->rows; r++) {
        int64_t *row = dd_row(s, r);
        if (r == equation || s->kind[r] == DD_ROW_GONE || !row[var])
            continue;
        if (add_multiple(s, row, from, -row[var] * from[var]))
            continue;
        if (s->kind[r] == DD_ROW_WATCHED)
            return false;
        lose(s, r);
    }
    s->kind[equation] = DD_ROW_GONE;
    return true;
}

static int64_t rounded(int64_t a, int64_t b) {
    int64_t low = (int64_t)num_floor_div(a, b);
    dd_wide rest = (dd_wide)a - (dd_wide)low * b;
    return (rest < 0 ? -rest : rest) * 2 > (b < 0 ? -(dd_wide)b : b) ? low + 1 : low;
}

/* Makes the other coefficients of the equation smaller than that of var, by a new variable that
 * replaces var: var = var' - Σ q_i * variable_i. */
static bool shrink(dd_system *s, uint32_t equation, uint32_t var) {
    int64_t q[DD_MAX_VARS] = {0};
    const int64_t *from = dd_row_of(s, equation);
    for (uint32_t i = 0; i < s->vars; i++)
        q[i] = i != var && from[i] ? rounded(from[i], from[var]) : 0;
    for (uint32_t r = 0; r < s->rows; r++) {
        int64_t *row = dd_row(s, r);
        bool fits = true;
        for (uint32_t i = 0; row[var] && fits && i < s->vars; i++)
            fits = !q[i] || dd_narrow(row[i] - (dd_wide)q[i] * row[var], &row[i]);
        if (!fits && is_constraint(s, r) && r != equation)
            lose(s, r);
        else if (!fits && s->kind[r] != DD_ROW_GONE)
            return false;
    }
    return true;
}

enum { MAX_SHRINKS = 64 };

dd_verdict dd_system_reduce(dd_system *s) {
    uint32_t var = 0, r;
    for (r = 0; r < s->rows; r++)
        if (is_constraint(s, r) && !tidy_row(s, r))
            return DD_EMPTY;
    for (int steps = 0; (r = next_equation(s, &var)) < s->rows; steps++) {
        int64_t *row = dd_row(s, r);
        if (var == s->vars) {
            if (row[s->vars])
                return DD_EMPTY;
            s->kind[r] = DD_ROW_GONE;
            continue;
        }
        bool unit = row[var] == 1 || row[var] == -1;
        if (steps > MAX_SHRINKS || !(unit ? substitute(s, r, var) : shrink(s, r, var))) {
            s->loose = true;
            s->rows = 0;
            return DD_UNSURE;
        }
        for (uint32_t k = 0; unit && k < s->rows; k++)
            if (is_constraint(s, k) && !tidy_row(s, k))
                return DD_EMPTY;
    }
    compact(s, true);
    return DD_UNSURE;
}

/* Whether two rows have the same coefficients. */
static bool are_parallel(const dd_system *s, uint32_t a, uint32_t b) {
    return memcmp(dd_row_of(s, a), dd_row_of(s, b), s->vars * sizeof *s->cells) == 0;
}

/* Rows with the same coefficients have the same; most others do not. */
static uint64_t digest_of(const dd_system *s, uint32_t row) {
    const int64_t *cells = dd_row_of(s, row);
    uint64_t sum = 0;
    for (uint32_t v = 0; v < s->vars; v++)
        sum = sum * 31 + (uint64_t)cells[v];
    return sum;
}

/* Of rows with the same coefficients only the strongest is kept. */
static void drop_weaker(dd_system *s) {
    uint64_t digests[DD_MAX_ROWS];
    for (uint32_t r = 0; r < s->rows; r++)
        digests[r] = digest_of(s, r);
    for (uint32_t a = 0; a < s->rows; a++) {
        if (s->kind[a] != DD_ROW_AT_LEAST)
            continue;
        for (uint32_t b = a + 1; b < s->rows; b++) {
            if (digests[a] != digests[b] || s->kind[b] != DD_ROW_AT_LEAST || !are_parallel(s, a, b))
                continue;
            int64_t *weak = &dd_row(s, a)[s->vars], other = dd_row(s, b)[s->vars];
            *weak = *weak < other ? *weak : other;
            s->kind[b] = DD_ROW_GONE;
        }
    }
    compact(s, true);
}

/* How a variable is bounded. */
typedef struct occurrence {
    uint32_t lower, upper;
    bool unit_lower, unit_upper; /* all of them have the coefficient 1 */
} occurrence;

static void count_occurrences(const dd_system *s, occurrence *of) {
    for (uint32_t i = 0; i < s->vars; i++)
        of[i] = (occurrence){.unit_lower = true, .unit_upper = true};
    for (uint32_t r = 0; r < s->rows; r++) {
        const int64_t *row = dd_row_of(s, r);
        for (uint32_t i = 0; is_constraint(s, r) && i < s->vars; i++) {
            if (row[i] > 0) {
                of[i].lower++;
                of[i].unit_lower &= row[i] == 1;
            } else if (row[i] < 0) {
                of[i].upper++;
                of[i].unit_upper &= row[i] == -1;
            }
        }
    }
}

static bool is_exact_step(const occurrence *o) {
    return o->unit_lower || o->unit_upper || !o->lower || !o->upper;
}

/* The variable that is cheapest to eliminate, exact steps first; vars if none is left. */
static uint32_t cheapest(const dd_system *s, const occurrence *of, uint32_t kept) {
    uint32_t best = s->vars;
    for (uint32_t i = 0; i < s->vars; i++) {
        if ((!of[i].lower && !of[i].upper) || i == kept)
            continue;
        if (best == s->vars) {
            best = i;
            continue;
        }
        bool a = is_exact_step(&of[i]), b = is_exact_step(&of[best]);
        if (a != b ? a : of[i].lower * of[i].upper < of[best].lower * of[best].upper)
            best = i;
    }
    return best;
}

typedef struct elimination {
    bool dark;  /* use the dark shadow: what is left surely has solutions */
    bool exact; /* what is left has solutions exactly if the system had */
} elimination;

typedef enum step { STEP_DONE, STEP_EMPTY, STEP_STUCK } step;

/* lower: a*v + l >= 0, upper: -b*v + u >= 0; together a*u + b*l >= 0. */
static step combine(dd_system *s, uint32_t lower, uint32_t upper, uint32_t var, elimination *e) {
    uint32_t at = s->rows;
    if (at == DD_MAX_ROWS)
        return STEP_STUCK;
    int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
    const int64_t *l = dd_row_of(s, lower), *u = dd_row_of(s, upper);
    int64_t a = l[var], b = -u[var];
    for (uint32_t i = 0; i <= s->vars; i++)
        if (!dd_narrow((dd_wide)a * u[i] + (dd_wide)b * l[i], &row[i]))
            return STEP_STUCK;
    bool exact = a == 1 || b == 1;
    e->exact &= exact;
    if (e->dark && !exact && !dd_narrow(row[s->vars] - (dd_wide)(a - 1) * (b - 1), &row[s->vars]))
        return STEP_STUCK;
    if (!tidy_row(s, at))
        return STEP_EMPTY;
    s->rows -= s->kind[at] == DD_ROW_GONE;
    return STEP_DONE;
}

static step eliminate(dd_system *s, uint32_t var, elimination *e) {
    uint32_t rows = s->rows;
    for (uint32_t lower = 0; lower < rows; lower++) {
        if (!is_constraint(s, lower) || dd_row(s, lower)[var] <= 0)
            continue;
        for (uint32_t upper = 0; upper < rows; upper++) {
            if (!is_constraint(s, upper) || dd_row(s, upper)[var] >= 0)
                continue;
            step taken = combine(s, lower, upper, var, e);
            if (taken != STEP_DONE)
                return taken;
        }
    }
    for (uint32_t r = 0; r < rows; r++)
        if (is_constraint(s, r) && dd_row(s, r)[var])
            s->kind[r] = DD_ROW_GONE;
    drop_weaker(s);
    return STEP_DONE;
}

bool dd_system_pay(const dd_system *s, uint64_t cost) {
    if (!s->work)
        return true;
    bool enough = *s->work >= cost;
    *s->work = enough ? *s->work - cost : 0;
    return enough;
}

/* Numbers that are multiplied, and pairs of rows that are compared. */
static uint64_t cost_of(const dd_system *s, const occurrence *o) {
    uint64_t made = (uint64_t)o->lower * o->upper, rows = s->rows + made;
    return made * s->vars + rows * rows / 4;
}

/* Eliminates all variables but `kept`. */
static step eliminate_all(dd_system *s, uint32_t kept, elimination *e) {
    occurrence of[DD_MAX_VARS];
    drop_weaker(s);
    for (;;) {
        count_occurrences(s, of);
        uint32_t var = cheapest(s, of, kept);
        if (var == s->vars)
            return STEP_DONE;
        step taken = dd_system_pay(s, cost_of(s, &of[var])) ? eliminate(s, var, e) : STEP_STUCK;
        if (taken != STEP_DONE)
            return taken;
    }
}

dd_verdict dd_system_solve(dd_system *s) {
    if (dd_system_reduce(s) == DD_EMPTY)
        return DD_EMPTY;
    compact(s, false);
    bool loose = s->loose;
    dd_system again;
    dd_system_copy(&again, s);
    elimination real = {.exact = true}, dark = {.dark = true, .exact = true};
    step taken = eliminate_all(s, s->vars, &real);
    if (taken == STEP_EMPTY)
        return DD_EMPTY;
    if (loose || taken == STEP_STUCK)
        return DD_UNSURE;
    if (real.exact)
        return DD_SOLVED;
    return eliminate_all(&again, s->vars, &dark) == STEP_DONE ? DD_SOLVED : DD_UNSURE;
}

/* The ends of what one variable can be, when it is the only one left. */
static bool read_ends(const dd_system *s, uint32_t var, dd_ends *ends) {
    for (uint32_t r = 0; r < s->rows; r++) {
        const int64_t *row = dd_row_of(s, r);
        if (!is_constraint(s, r) || !row[var])
            continue;
        int64_t c = row[s->vars];
        if (row[var] > 0) {
            int64_t low = -(int64_t)num_floor_div(c, row[var]);
            ends->low = !ends->has_low || low > ends->low ? low : ends->low;
            ends->has_low = true;
        } else {
            int64_t high = (int64_t)num_floor_div(c, -row[var]);
            ends->high = !ends->has_high || high < ends->high ? high : ends->high;
            ends->has_high = true;
        }
    }
    return !ends->has_low || !ends->has_high || ends->low <= ends->high;
}

bool dd_system_range(dd_system *s, uint32_t row, dd_ends *ends) {
    dd_system named;
    elimination e = {.exact = true};
    *ends = (dd_ends){0};
    dd_system_init(&named, s->vars + 1);
    named.loose |= s->loose;
    named.work = s->work;
    for (uint32_t r = 0; r < s->rows; r++) {
        int64_t *to = s->kind[r] == DD_ROW_AT_LEAST ? dd_system_add(&named, DD_ROW_AT_LEAST) : NULL;
        if (to && named.vars == s->vars + 1)
            memcpy(to + 1, dd_row_of(s, r), (s->vars + 1) * sizeof *to);
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        int64_t *to = dd_system_add(&named, DD_ROW_AT_LEAST);
        if (!to || named.vars != s->vars + 1)
            return true;
        for (uint32_t i = 0; i <= s->vars; i++)
            to[i + 1] = sign * dd_row_of(s, row)[i];
        to[0] = -sign;
    }
    step taken = eliminate_all(&named, 0, &e);
    if (taken != STEP_DONE)
        return taken == STEP_STUCK;
    ends->exact = e.exact && !named.loose;
    return read_ends(&named, 0, ends);
}
