// RUN: %compare %s
/* Pointer differences: indexes recovered from pointers, ranges by two pointers, ordering. */
// private: struct row, struct gap
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct row {
    char key;
    long sum;
    struct row *best;
    short links;
};
struct gap {
    struct row *from, *to;
    char kind;
};

static struct row *base;

static ptrdiff_t index_of(const struct row *r) { return r - base; }

static struct row *lowest(struct row *from, struct row *to) {
    struct row *least = from;
    for (struct row *r = from; r < to; ++r)
        if (r->sum < least->sum)
            least = r;
    return least;
}

static void reverse(struct row *from, struct row *to) {
    while (from < --to) {
        struct row t = *from;
        *from++ = *to;
        *to = t;
    }
}

static struct row *search(struct row *from, struct row *to, long sum) {
    while (to - from > 1) {
        struct row *middle = from + (to - from) / 2;
        if (middle->sum <= sum)
            from = middle;
        else
            to = middle;
    }
    return from;
}

int main(void) {
    enum { N = 40 };
    base = malloc(N * sizeof *base);
    struct gap *gaps = malloc(N * sizeof *gaps);
    for (int i = 0; i < N; i++)
        base[i] = (struct row){(char)('a' + i % 26), i * 29 % 41, NULL, 0};
    for (struct row *r = base; r != base + N; r++) {
        r->best = lowest(r, base + N);
        r->best->links++;
    }
    for (int i = 0; i < N; i++)
        printf("%td/%d ", index_of(base[i].best), base[i].links);
    printf("\n");
    struct gap *g = gaps;
    for (struct row *r = base; r < base + N; r = r->best + 1, g++)
        *g = (struct gap){r, r->best, (char)('A' + (g - gaps))};
    long total = 0;
    for (struct gap *h = gaps; h < g; h++) {
        printf("%c %td %zu\n", h->kind, h->to - h->from, (size_t)(h->to - base));
        total += (h->to - h->from) * (h - gaps + 1);
    }
    reverse(base + 3, base + N - 5);
    for (int i = 0; i < N; i++)
        printf("%c%ld ", base[i].key, base[i].sum);
    printf("\n");
    for (int i = 0; i < N; i++)
        base[i].sum = i * i / 3;
    struct row *hit = search(base, base + N, 200);
    struct row *end = &base[N];
    printf("%td %td %d %ld\n", hit - base, end - hit, hit < base + 20, total);
    int code = (int)(g - gaps);
    free(gaps);
    free(base);
    return code;
}
