/* Signs of differences are tried level by level. */
#include "hir/dd/dd_pieces.h"

bool dd_is_constant_row(const dd_system *s, uint32_t r, int64_t *value) {
    const int64_t *row = dd_row_of(s, r);
    for (uint32_t i = 0; i < s->vars; i++)
        if (row[i])
            return false;
    *value = row[s->vars];
    return true;
}

bool dd_applies(const dd_condition *c, uint32_t code, uint32_t common) {
    for (uint32_t k = 1; k <= common; k++) {
        if (!(c->levels >> (k - 1) & 1))
            continue;
        uint32_t is = dd_code_at(code, k);
        if (is != (c->when == DD_WHEN_EQUAL ? 2 : c->when == DD_WHEN_LESS ? 1 : 3))
            return false;
    }
    return true;
}

void dd_apply(dd_system *s, const dd_condition *c, uint32_t row) {
    dd_system_add_like(s, c->when == DD_WHEN_EQUAL ? DD_ROW_EQUAL : DD_ROW_AT_LEAST, row, 1, 0);
}

dd_verdict dd_decide(dd_solving *s, dd_system *system) {
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

void dd_restrict(const dd_solving *s, const dd_part *part, uint32_t code, dd_system *system) {
    dd_system_copy(system, &part->s);
    for (uint32_t i = 0; i < part->level_count; i++) {
        uint32_t direction = dd_code_at(code, part->levels[i]);
        if (direction)
            add_sign(system, part->rows[i], direction);
    }
    for (uint32_t i = 0; i < part->condition_count; i++)
        if (dd_applies(part->conditions[i].c, code | part->known, s->p->common))
            dd_apply(system, part->conditions[i].c, part->conditions[i].row);
}

static bool is_feasible(dd_solving *s, const dd_part *part, uint32_t code) {
    dd_system system;
    dd_restrict(s, part, code, &system);
    return dd_decide(s, &system) != DD_EMPTY;
}

/* Tries the directions of the levels from `from` on. Not deeper than DD_MAX_PIECE_LEVELS. */
static void try_levels(dd_solving *s, const dd_part *part, dd_piece *c, uint32_t from,
                       uint32_t code) {
    uint32_t tried =
        part->level_count < DD_MAX_PIECE_LEVELS ? part->level_count : DD_MAX_PIECE_LEVELS;
    if (from == tried) {
        dd_note_distances(s, part, c, code);
        c->codes[c->count++] = code;
        return;
    }
    for (uint32_t d = 1; d <= 3; d++) {
        uint32_t next = dd_with_code(code, part->levels[from], d);
        if (is_feasible(s, part, next))
            try_levels(s, part, c, from + 1, next);
    }
}

/* One level and no condition: its ends decide all, unless they leave so few distances in one
 * direction that it may be only one. */
static bool solve_by_ends(dd_solving *s, dd_part *part) {
    dd_ends e;
    uint32_t level = part->levels[0];
    if (part->level_count != 1 || part->condition_count)
        return false;
    if (!dd_system_range(&part->s, part->rows[0], &e)) {
        dd_add_single(s, level, 0);
        return true;
    }
    s->ends[level - 1] = e;
    bool few = (e.has_high && e.high > 1 && e.high <= DD_MAX_TIGHTENED) ||
               (e.has_low && e.low < -1 && e.low >= -DD_MAX_TIGHTENED);
    if (!e.exact || few)
        return false;
    uint8_t directions = !e.has_high || e.high > 0 ? DD_LESS : 0;
    directions |= !e.has_low || e.low < 0 ? DD_GREATER : 0;
    directions |= (!e.has_low || e.low <= 0) && (!e.has_high || e.high >= 0) ? DD_EQUAL : 0;
    dd_add_single(s, level, directions);
    return true;
}

void dd_solve_levels(dd_solving *s, dd_part *part) {
    if (solve_by_ends(s, part))
        return;
    dd_piece *c = dd_new_piece(s, 0);
    uint32_t tried =
        part->level_count < DD_MAX_PIECE_LEVELS ? part->level_count : DD_MAX_PIECE_LEVELS;
    c->has_distances = true;
    for (uint32_t i = 0; i < tried; i++)
        c->levels |= 1u << (part->levels[i] - 1);
    try_levels(s, part, c, 0, 0);
    dd_settle_distances(s, part, c);
    s->answer->unsure |= tried < part->level_count;
    for (uint32_t i = tried; i < part->level_count; i++)
        dd_add_single(s, part->levels[i], DD_ANY);
}
