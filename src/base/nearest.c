#include "base/nearest.h"

#include <string.h>

/* Levenshtein distance of short words; long ones are never near. */
static size_t distance(const char *a, size_t a_length, const char *b) {
    enum { LONGEST = 40 };
    size_t row[LONGEST + 1], b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[b_length];
}

/* Near enough to be a slip of the fingers: a third of the word, two letters at least. */
nearest nearest_init(const char *word, size_t length) {
    return (nearest){word, length, NULL, (length < 6 ? 2 : length / 3) + 1};
}

void nearest_consider(nearest *n, const char *candidate) {
    size_t d = distance(n->word, n->length, candidate);
    if (d < n->distance) {
        n->distance = d;
        n->found = candidate;
    }
}
