/* Constant distances of a piece: the least and the greatest value of the difference of two
 * iterations, tightened to those that integer solutions reach. */
#include "hir/dd/dd_pieces.h"

#include <stddef.h>

/* Whether the watched row can be the value. */
static dd_verdict can_be(const dd_system *system, uint32_t row, int64_t value) {
    dd_system one;
    dd_system_copy(&one, system);
    dd_system_add_like(&one, DD_ROW_EQUAL, row, 1, -value);
    return dd_system_solve(&one);
}

/* Moves ends that no integer solution reaches. Whether it is certain then that there is only one
 * value, or that there are several; not if they are far from each other. */
static bool tighten(const dd_system *system, uint32_t row, dd_ends *e) {
    dd_verdict low = DD_EMPTY, high = DD_EMPTY;
    if (e->high - e->low > DD_MAX_TIGHTENED)
        return false;
    while (e->low < e->high && (low = can_be(system, row, e->low)) == DD_EMPTY)
        e->low++;
    while (e->low < e->high && (high = can_be(system, row, e->high)) == DD_EMPTY)
        e->high--;
    return e->low == e->high || (low == DD_SOLVED && high == DD_SOLVED);
}

static void note_distance(dd_piece *c, uint32_t code, uint32_t place, int64_t one, int64_t other) {
    bool constant = one == other;
    c->constant[code] |= (uint8_t)(constant << place);
    c->several[code] |= (uint8_t)(!constant << place);
    c->distance[code][place] = constant ? one : 0;
}

/* The watched row of the level at that index, in a reduced system: they keep their order. */
static uint32_t row_at(const dd_system *system, uint32_t place) {
    uint32_t r = 0;
    while (r < system->rows && (system->kind[r] != DD_ROW_WATCHED || place--))
        r++;
    return r;
}

/* What the distances can be if the directions are those, as far as that is easy to see. */
void dd_note_distances(dd_solving *s, const dd_part *part, dd_piece *c, uint32_t code) {
    dd_system system;
    c->constant[c->count] = c->several[c->count] = 0;
    dd_restrict(s, part, code, &system);
    if (dd_system_reduce(&system) == DD_EMPTY)
        return;
    for (uint32_t place = 0; place < part->level_count && place < DD_MAX_PIECE_LEVELS; place++) {
        uint32_t r = row_at(&system, place);
        dd_ends e = {0};
        if (r == system.rows)
            return;
        bool constant = dd_is_constant_row(&system, r, &e.low);
        e.high = constant ? e.low : 0;
        if (constant || (dd_system_range(&system, r, &e) && e.has_low && e.has_high &&
                         (e.exact || tighten(&system, r, &e))))
            note_distance(c, c->count, place, e.low, e.high);
    }
}

/* The same for one level, by isl. */
static bool ask_distance(dd_solving *s, const dd_part *part, dd_piece *c, uint32_t i,
                         uint32_t place) {
    dd_system system;
    int64_t values[2];
    dd_restrict(s, part, c->codes[i], &system);
    if (!s->exact || !dd_system_pay(&system, DD_COST_OF_ISL))
        return false;
    s->answer->asked = true;
    if (!dd_exact_values(s->exact, &system, part->rows[place], values))
        return false;
    note_distance(c, i, place, values[0], values[1]);
    return values[0] == values[1];
}

/* Whether all of the codes with that selection may have one distance at the index: they have one
 * direction, and none is known to have another distance. */
static bool may_agree(const dd_piece *c, uint32_t level, uint32_t wanted, uint32_t k,
                      uint32_t place) {
    uint32_t direction = 0;
    const int64_t *distance = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!dd_is_selected(c, c->codes[i], level, wanted))
            continue;
        uint32_t own = dd_code_at(c->codes[i], k);
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

static void settle(dd_solving *s, const dd_part *part, dd_piece *c, uint32_t level,
                   uint32_t wanted) {
    for (uint32_t place = 0; place < part->level_count && place < DD_MAX_PIECE_LEVELS; place++)
        for (uint32_t i = 0;
             i < c->count && may_agree(c, level, wanted, part->levels[place], place); i++)
            if (dd_is_selected(c, c->codes[i], level, wanted) && !(c->constant[i] >> place & 1) &&
                !ask_distance(s, part, c, i, place))
                break;
}

/* isl is asked for a distance only if all that belong to one vector may have the same. */
void dd_settle_distances(dd_solving *s, const dd_part *part, dd_piece *c) {
    for (uint32_t level = 1; level <= s->p->common + 1; level++)
        for (uint32_t wanted = 1; wanted <= 3; wanted += 2)
            settle(s, part, c, level, wanted);
}
