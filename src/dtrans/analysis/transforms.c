/* The table of rows, made from transforms.def, and questions about it. The rows themselves are in
 * the files of their transforms, in folders that include this one. */
#include "dtrans/analysis/transforms.h"

#include "base/assert.h"

#include <string.h>

#define DTRANS_TRANSFORM(number, row) extern const dtrans_row row;
#include "dtrans/transforms.def"
#undef DTRANS_TRANSFORM

#define DTRANS_TRANSFORM(number, row) [number] = &row,
static const dtrans_row *const rows[] = {
#include "dtrans/transforms.def"
};
#undef DTRANS_TRANSFORM

const dtrans_row *dtrans_row_of(dtrans_transform transform) {
    lathe_assert(transform < DTRANS_TRANSFORMS && rows[transform]->transform == transform);
    return rows[transform];
}

/* Whether it has its turn first; rows without one come last, and those of one turn as listed. */
static bool comes_before(dtrans_transform a, dtrans_transform b) {
    unsigned left = rows[a]->turn - 1, right = rows[b]->turn - 1;
    return left < right || (left == right && a < b);
}

static size_t place_of(dtrans_transform transform) {
    size_t before = 0;
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        before += comes_before(t, transform);
    return before;
}

const dtrans_row *dtrans_row_in_turn(size_t index) {
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        if (place_of(t) == index)
            return rows[t];
    return NULL;
}

const char *dtrans_transform_name(dtrans_transform transform) {
    return dtrans_row_of(transform)->pass.name + strlen("dtrans-");
}

dtrans_transform dtrans_transform_named(const char *name, size_t length) {
    dtrans_transform t = 0;
    while (t < DTRANS_TRANSFORMS && (strlen(dtrans_transform_name(t)) != length ||
                                     memcmp(dtrans_transform_name(t), name, length) != 0))
        t++;
    return t;
}

SafetyData dtrans_blocked_by(dtrans_transform transform) {
    return (dtrans_bit(DTRANS_CONDITIONS) - 1) & ~dtrans_row_of(transform)->harmless;
}

void dtrans_list_transforms(str *out) {
    const dtrans_row *row;
    for (size_t i = 0; (row = dtrans_row_in_turn(i)); i++)
        str_printf(out, "%s%s", i ? ", " : "", dtrans_transform_name(row->transform));
}

/* The word of that number among those that types can be forced into, not ended by NUL. */
static const char *forced_at(size_t index, size_t *length) {
    const dtrans_row *row;
    for (size_t i = 0; (row = dtrans_row_in_turn(i)); i++)
        for (const char *p = row->forced; p && *p; p += *length + (p[*length] == '|')) {
            *length = strcspn(p, "|");
            if (index-- == 0)
                return p;
        }
    return NULL;
}

void dtrans_list_forced(str *out) {
    size_t length, next;
    const char *word = forced_at(0, &length);
    for (size_t i = 0; word; i++) {
        const char *after = forced_at(i + 1, &next);
        str_printf(out, "%s%.*s", !i ? "" : after ? ", " : " and ", (int)length, word);
        word = after;
        length = next;
    }
}

bool dtrans_can_force(const char *word) {
    size_t length;
    const char *known;
    for (size_t i = 0; (known = forced_at(i, &length)); i++)
        if (strlen(word) == length && memcmp(known, word, length) == 0)
            return true;
    return false;
}
