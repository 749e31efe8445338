/* What the files that solve a problem share. */
#pragma once

#include "hir/dd/pair.h"

/* Directions of some levels in all combinations that are possible; two bits for each level: 1 for
 * LESS, 2 for EQUAL, 3 for GREATER. */
typedef struct dd_piece {
    uint32_t levels; /* bit level - 1 */
    uint32_t count;
    uint32_t codes[DD_MAX_CODES];
    /* Of several levels: the distances, by index among the levels, that each code leaves. */
    bool has_distances;
    uint8_t constant[DD_MAX_CODES]; /* bit index */
    uint8_t several[DD_MAX_CODES];  /* bit index: not a constant */
    int64_t distance[DD_MAX_CODES][DD_MAX_PIECE_LEVELS];
} dd_piece;

typedef struct dd_solving {
    const dd_problem *p;
    dd_exact *exact;
    dd_answer *answer;
    dd_ends ends[DD_MAX_LEVELS];   /* of d, as far as known */
    dd_one singles[DD_MAX_LEVELS]; /* what is constant in one direction only */
    dd_piece pieces[DD_MAX_LEVELS];
    uint32_t piece_count;
} dd_solving;

static inline uint32_t dd_code_at(uint32_t code, uint32_t level) {
    return code >> 2 * (level - 1) & 3;
}

static inline uint32_t dd_with_code(uint32_t code, uint32_t level, uint32_t direction) {
    return code | direction << 2 * (level - 1);
}
static inline uint8_t dd_direction_at(uint32_t code) {
    return code == 1 ? DD_LESS : code == 2 ? DD_EQUAL : code == 3 ? DD_GREATER : DD_ANY;
}
static inline void dd_set_ends(dd_ends *e, int64_t value) {
    *e = (dd_ends){true, true, true, value, value};
}

/* answer.c: from codes to vectors. */
void dd_begin(dd_solving *s, const dd_problem *p, dd_exact *exact, dd_answer *answer);
dd_piece *dd_new_piece(dd_solving *s, uint32_t levels);
void dd_add_single(dd_solving *s, uint32_t level, uint8_t directions);
/* The codes of the piece that are EQUAL before the level, and as wanted there. */
bool dd_is_selected(const dd_piece *c, uint32_t code, uint32_t level, uint32_t wanted);
void dd_combine(const dd_solving *s);

/* box.c: loops with constant or no bounds, and nothing but equations. */
typedef enum dd_outcome { DD_OUT_NONE, DD_OUT_ONE, DD_OUT_OPEN } dd_outcome;
/* DD_OUT_ONE: the answer is complete. Equations alone can only exclude if this is not a box. */
dd_outcome dd_solve_rows(dd_solving *s);

/* One piece as a system of its own. */
typedef struct dd_part {
    dd_system s;
    uint32_t levels[DD_MAX_LEVELS], rows[DD_MAX_LEVELS], level_count;
    struct {
        const dd_condition *c;
        uint32_t row;
    } conditions[DD_MAX_CONDITIONS];
    uint32_t condition_count;
    uint32_t known; /* directions of levels that are constants */
} dd_part;

/* part.c: the directions of one part, as a piece. */
void dd_solve_levels(dd_solving *s, dd_part *part);
dd_verdict dd_decide(dd_solving *s, dd_system *system);
/* The part with the directions of the code. */
void dd_restrict(const dd_solving *s, const dd_part *part, uint32_t code, dd_system *system);
bool dd_is_constant_row(const dd_system *s, uint32_t r, int64_t *value);
/* Whether the condition applies, as far as the code fixes directions. */
bool dd_applies(const dd_condition *c, uint32_t code, uint32_t common);
void dd_apply(dd_system *s, const dd_condition *c, uint32_t row);

/* distance.c: what the distances are if the directions are those of the code, as far as that is
 * easy to see; and for those where it is not, but which may belong to a constant one, by isl. */
void dd_note_distances(dd_solving *s, const dd_part *part, dd_piece *c, uint32_t code);
void dd_settle_distances(dd_solving *s, const dd_part *part, dd_piece *c);
