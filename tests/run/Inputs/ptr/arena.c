/* An arena that hands out chunks, an object pool with a free list, checked wrappers of malloc. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct chunk {
    struct chunk *older;
    size_t used, size;
    char bytes[];
};
struct arena {
    struct chunk *top;
};
struct word {
    struct word *next;
    const char *text;
    int length;
};
struct tally {
    struct word *longest;
    double mean;
};
static void die(void) {
    abort();
}
static void *xmalloc(size_t n) {
    void *p = malloc(n);
    if (!p)
        die();
    return p;
}
static void *xcalloc(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (!p)
        die();
    return p;
}
static void xfree(void *p) {
    if (p)
        free(p);
}
static void *take(struct arena *a, size_t n) {
    n = (n + 15) & ~(size_t)15;
    if (!a->top || a->top->used + n > a->top->size) {
        size_t size = n > 200 ? n : 200;
        struct chunk *c = xmalloc(sizeof *c + size);
        *c = (struct chunk){a->top, 0, size};
        a->top = c;
    }
    void *p = a->top->bytes + a->top->used;
    a->top->used += n;
    return p;
}
static char *keep(struct arena *a, const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(take(a, n), s, n);
}
union slot {
    union slot *free;
    struct tally tally;
};
static union slot *pool;
static struct tally *tally_new(void) {
    if (!pool) {
        union slot *block = xcalloc(4, sizeof *block);
        for (int i = 0; i < 4; i++) {
            block[i].free = pool;
            pool = &block[i];
        }
    }
    union slot *s = pool;
    pool = s->free;
    memset(s, 0, sizeof *s);
    return &s->tally;
}
static void tally_free(struct tally *t) {
    union slot *s = (union slot *)t;
    s->free = pool;
    pool = s;
}
int main(void) {
    static const char *const words[] = {"alpha", "be", "gamma ray", "", "delta"};
    struct arena a = {0};
    struct word *list = NULL;
    double sum = 0;
    for (int i = 0; i < 40; i++) {
        struct word *w = take(&a, sizeof *w);
        w->text = keep(&a, words[i % 5]);
        w->length = (int)strlen(w->text);
        w->next = list;
        list = w;
        struct tally *t = tally_new();
        t->longest = w;
        t->mean = w->length;
        sum += t->mean + t->longest->text[0];
        if (i % 3)
            tally_free(t);
    }
    char *scratch = xmalloc(10);
    strcpy(scratch, "x");
    int *numbers = xcalloc(3, sizeof *numbers);
    numbers[1] = scratch[0];
    sum += numbers[1];
    xfree(scratch);
    xfree(numbers);
    for (struct chunk *c = a.top, *older; c; c = older) {
        older = c->older;
        sum += (double)c->used;
        xfree(c);
    }
    printf("%g\n", sum);
    return 0;
}
