/* From pieces to the answer of one pair of references: the pieces of a problem share no variables,
 * so a vector of directions is possible if every piece allows it, and distances are those that all
 * allow. */
#include "hir/dd/dd_pieces.h"

#include <string.h>

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

/* What either allows. */
static void join_vector(dd_vector *to, const dd_vector *from, uint32_t common) {
    if (!from->possible)
        return;
    if (!to->possible) {
        *to = *from;
        return;
    }
    for (uint32_t k = 0; k < common; k++) {
        to->directions[k] |= from->directions[k];
        to->constant[k] &= from->constant[k] && to->distance[k] == from->distance[k];
        to->distance[k] = to->constant[k] ? to->distance[k] : 0;
    }
}

void dd_join(dd_answer *to, const dd_answer *from, uint32_t common) {
    join_vector(&to->same, &from->same, common);
    for (uint32_t k = 1; k <= common; k++) {
        join_vector(&to->forward[k], &from->forward[k], common);
        join_vector(&to->backward[k], &from->backward[k], common);
    }
    to->by = from->by;
    to->asked |= from->asked;
    to->unsure |= from->unsure;
    to->gave_up |= from->gave_up;
}

void dd_begin(dd_solving *s, const dd_problem *p, dd_exact *exact, dd_answer *answer) {
    s->p = p;
    s->exact = exact;
    s->answer = answer;
    s->piece_count = 0;
    memset(s->ends, 0, p->common * sizeof *s->ends);
    memset(s->singles, 0, p->common * sizeof *s->singles);
    clear(answer, p->common);
}

bool dd_is_selected(const dd_piece *c, uint32_t code, uint32_t level, uint32_t wanted) {
    for (uint32_t k = 1; k < level; k++)
        if (c->levels >> (k - 1) & 1 && dd_code_at(code, k) != 2)
            return false;
    return !(c->levels >> (level - 1) & 1) || dd_code_at(code, level) == wanted;
}

/* Adds what the piece allows; false if that is nothing. */
static bool add_piece(const dd_piece *c, uint32_t common, uint32_t level, uint32_t wanted,
                      dd_vector *v) {
    bool found = false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!dd_is_selected(c, c->codes[i], level, wanted))
            continue;
        found = true;
        for (uint32_t k = 1; k <= common; k++)
            if (c->levels >> (k - 1) & 1)
                v->directions[k - 1] |= dd_direction_at(dd_code_at(c->codes[i], k));
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
static void agree(const dd_piece *c, uint32_t level, uint32_t wanted, uint32_t k, dd_vector *v) {
    uint32_t place = 0;
    bool any = false, same = true;
    for (uint32_t i = 1; i < k; i++)
        place += c->levels >> (i - 1) & 1;
    for (uint32_t i = 0; i < c->count && same; i++) {
        if (!dd_is_selected(c, c->codes[i], level, wanted))
            continue;
        same = c->constant[i] >> place & 1 && (!any || c->distance[i][place] == v->distance[k - 1]);
        v->distance[k - 1] = c->distance[i][place];
        any = true;
    }
    v->constant[k - 1] = any && same;
}

static void find_distances(const dd_solving *s, uint32_t level, uint32_t wanted, dd_vector *v) {
    for (uint32_t k = 0; k < s->p->common; k++) {
        find_distance(&s->ends[k], v->directions[k], &v->constant[k], &v->distance[k]);
        find_single(&s->singles[k], v->directions[k], &v->constant[k], &v->distance[k]);
    }
    for (uint32_t i = 0; i < s->piece_count; i++) {
        const dd_piece *c = &s->pieces[i];
        for (uint32_t k = 1; k <= s->p->common && c->has_distances; k++)
            if (c->levels >> (k - 1) & 1 && !v->constant[k - 1])
                agree(c, level, wanted, k, v);
    }
}

/* level common + 1 with any wanted: the same iteration of all. */
static void make_vector(const dd_solving *s, uint32_t level, uint32_t wanted, dd_vector *v) {
    uint32_t common = s->p->common;
    memset(v->directions, 0, common);
    v->possible = true;
    for (uint32_t i = 0; i < s->piece_count && v->possible; i++)
        v->possible = add_piece(&s->pieces[i], common, level, wanted, v);
    if (v->possible)
        find_distances(s, level, wanted, v);
}

void dd_combine(const dd_solving *s) {
    make_vector(s, s->p->common + 1, 2, &s->answer->same);
    for (uint32_t k = 1; k <= s->p->common; k++) {
        make_vector(s, k, 1, &s->answer->forward[k]);
        make_vector(s, k, 3, &s->answer->backward[k]);
    }
}

dd_piece *dd_new_piece(dd_solving *s, uint32_t levels) {
    dd_piece *c = &s->pieces[s->piece_count++];
    c->levels = levels;
    c->count = 0;
    c->has_distances = false;
    return c;
}

void dd_add_single(dd_solving *s, uint32_t level, uint8_t directions) {
    dd_piece *c = dd_new_piece(s, 1u << (level - 1));
    for (uint32_t d = 1; d <= 3; d++)
        if (directions & dd_direction_at(d))
            c->codes[c->count++] = dd_with_code(0, level, d);
}

void dd_assume_all(dd_answer *answer, uint32_t common) {
    dd_problem p;
    dd_solving s;
    p.common = common;
    dd_begin(&s, &p, NULL, answer);
    for (uint32_t k = 1; k <= common; k++)
        dd_add_single(&s, k, DD_ANY);
    dd_combine(&s);
    answer->unsure = true;
}
