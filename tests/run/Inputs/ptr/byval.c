/* Structs by value in every size class, returned, copied, passed through function pointers; the
 * pointers in them live on. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
struct small {
    int *p;
};
struct two {
    int *p;
    int n, m;
};
struct mixed {
    double d;
    struct small *s;
};
struct big {
    struct two a, b[2];
    struct big *self;
    char tail[9];
};
static int cells[6] = {1, 2, 3, 4, 5, 6};
static struct small small(int i) {
    return (struct small){&cells[i]};
}
static struct two two(struct small s, int n) {
    struct two t = {s.p, n, -n};
    return t;
}
static struct mixed mixed(struct small *s) {
    struct mixed m = {*s->p, s};
    return m;
}
static struct big big(struct two t, struct big *link) {
    struct big b = {t, {t, {&cells[5], 1, 2}}, link, "tail"};
    return b;
}
static int use(struct big b, struct mixed m, struct two t) {
    ++*b.a.p;
    b.b[1].n += *b.b[1].p;
    int (*const f)(struct small) = NULL;
    (void)f;
    return *m.s->p + b.b[0].m + b.b[1].n + *t.p + (b.self ? *b.self->a.p : 0) + b.tail[1];
}
static int sum(int count, ...) {
    va_list ap;
    va_start(ap, count);
    int s = 0;
    for (int i = 0; i < count; i++) {
        if (i % 3 == 0)
            s += *va_arg(ap, int *);
        else if (i % 3 == 1)
            s += *va_arg(ap, struct two).p;
        else
            s += va_arg(ap, struct big).a.n;
    }
    va_list again;
    va_end(ap);
    va_start(ap, count);
    va_copy(again, ap);
    s += *va_arg(again, int *);
    va_end(again);
    va_end(ap);
    return s;
}
int main(void) {
    int (*pass)(struct big, struct mixed, struct two) = use;
    struct small s = small(2), *ps = &s;
    struct two t = two(*ps, 7);
    struct big first = big(t, NULL), second = big(two(small(3), 8), &first), copy;
    copy = second;
    int total = pass(copy, mixed(ps), t) + use(first, mixed(&s), copy.b[1]);
    total += sum(6, &cells[1], t, first, &cells[0], copy.a, second);
    struct big *heap = malloc(2 * sizeof *heap);
    heap[0] = copy;
    heap[1] = *heap[0].self;
    total += *heap[1].b[0].p + heap[0].self->a.n;
    printf("%d %d\n", total, cells[2]);
    free(heap);
    return 0;
}
