/* Three structs that meet in one function's parameter, a union, and a struct that is alone. */
#include <stdio.h>
#include <stdlib.h>

struct first {
    char c;
    long n;
};
struct second {
    double d;
    short s;
};
struct third {
    long a, b;
    char c;
};
struct alone {
    char c;
    long n;
    char d;
};
union either {
    long n;
    double d;
};

static int kept;

static void *keep(void *p, int n) {
    kept += n;
    return n > 2 ? p : NULL;
}

int main(int argc, char **argv) {
    (void)argv;
    struct first *f = calloc(1, sizeof *f);
    struct second *s = calloc(1, sizeof *s);
    struct third *t = calloc(1, sizeof *t);
    struct alone *a = calloc(1, sizeof *a);
    union either u = {argc};
    f->n = f->c = s->s = t->b = a->n = a->d = argc;
    s->d = t->c = t->a = a->c = 1;
    int set = keep(f, argc) != NULL;
    set += keep(s, argc) != NULL;
    set += keep(t, argc) != NULL;
    printf("%d %ld %f %ld %ld %ld\n", set + kept, f->n + f->c, s->d + s->s, t->a + t->b + t->c,
           a->n + a->c + a->d, u.n);
    return 0;
}
