/* The word a person probably meant: the nearest of several candidates, if any is near. */
#pragma once

#include <stddef.h>

typedef struct nearest {
    const char *word;
    size_t length;
    const char *found; /* NULL if no candidate is near */
    size_t distance;
} nearest;

nearest nearest_init(const char *word, size_t length);
/* The first of equally near candidates wins. */
void nearest_consider(nearest *n, const char *candidate);

/* Of a message's format, and its arguments: " (did you mean 'x'?)", or nothing. */
#define NEAREST_HINT "%s%s%s"
#define NEAREST_WORDS(n)                                                                           \
    (n).found ? " (did you mean '" : "", (n).found ? (n).found : "", (n).found ? "'?)" : ""
