// RUN: %compare %s
/* Functions that no pass of LLVM's touches: what the front end writes for structs by value stays,
 * also where one member is all there is, and is copied as that. */
// private: struct row, struct pair
#include <stdio.h>
#include <stdlib.h>

#pragma clang optimize off

struct row { float v[3]; };
struct pair { int a; double b; };

static struct row row_next(struct row r) { r.v[0] += r.v[2]; r.v[2] -= 1; return r; }
static struct pair pair_next(struct pair p) { return (struct pair){p.a + 1, p.b * 2}; }

int main(void) {
    struct row *rows = malloc(4 * sizeof *rows);
    struct pair *pairs = malloc(4 * sizeof *pairs);
    if (!rows || !pairs)
        return 1;
    for (int i = 0; i < 4; i++) {
        rows[i] = row_next((struct row){{(float)i, 1, 2}});
        rows[i] = row_next(rows[i]);
        pairs[i] = pair_next((struct pair){i, i * 0.5});
    }
    for (int i = 0; i < 4; i++)
        printf("%g %g %g, %d %g\n", rows[i].v[0], rows[i].v[1], rows[i].v[2], pairs[i].a,
               pairs[i].b);
    free(rows);
    free(pairs);
    return 0;
}
