/* One struct for each safety condition of the analysis, and some that may change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct item {
    int kind;
    long weight;
    int flags;
    int score;
    struct item *next;
};
struct box {
    short tag;
    struct item first;
};
struct row {
    char letter;
    long sum;
};
struct cast_from {
    int a, b;
};
struct cast_to {
    short c, d;
    int e;
};
struct moved {
    int a, b;
};
struct either {
    int a, b;
};
struct other {
    int a;
    float b;
};
struct wild {
    int a, b;
};
struct split {
    int a, b;
};
struct whole {
    int a, b, c;
};
struct taken {
    long c;
};
struct given {
    int a, b;
};
struct started {
    int a, b;
};
struct sized {
    int a, b;
    long c;
};
struct copied {
    int a, b;
    long c;
};
struct copy {
    long a, b;
};
struct meet {
    int a, b;
};
struct met {
    long c;
};
struct shown {
    int a, b;
};
struct none {};
struct strange {
    int a, b;
};

struct row table[3];
static struct row *current;
static struct taken *cell;
struct started starter = {3, 4};
int twice(int x) {
    return 2 * x;
}
int limit = 7;
extern void outside(void *);

__attribute__((noinline)) static int cast(struct cast_from *p) {
    struct cast_to *q = (struct cast_to *)p;
    p->b = 1;
    return q->d;
}
__attribute__((noinline)) static int move(struct moved *p) {
    p->b = 1;
    return (char *)p + 6 == NULL;
}
__attribute__((noinline)) static int ambiguous(struct either *p, struct other *q, int c) {
    p->b = 1;
    q->b = 2;
    char *m = c ? (char *)p : (char *)q;
    return *(int *)(m + 4);
}
__attribute__((noinline)) static int volatiles(struct wild *p) {
    volatile struct wild *q = p;
    q->a = 3;
    return q->b;
}
__attribute__((noinline)) static int mismatched(struct split *p) {
    p->b = 5;
    return *(short *)&p->b;
}
__attribute__((noinline)) static int by_value(struct whole w) {
    return w.a + w.c;
}
__attribute__((noinline)) static void fill(int *at) {
    *at = 9;
}
__attribute__((noinline)) static void both(void *p) {
    current->letter = p != NULL;
}
__attribute__((noinline)) static void merge(struct meet *p, struct met *q, int c) {
    p->a = 1;
    q->c = 2;
    both(c ? (void *)p : (void *)q);
}
__attribute__((noinline)) static int store_other(struct given *g) {
    g->b = 2;
    cell = (struct taken *)g;
    return cell->c;
}
__attribute__((noinline)) static int strangely(struct strange *p) {
    p->b = 2;
    __asm__("" : : "r"(p));
    return p->b;
}
static struct item *make(int k, long w) {
    struct item *p = malloc(sizeof *p);
    p->kind = k % 7;
    p->weight = w;
    p->flags = k & 255;
    p->score = k > 5 ? 3 : -4;
    p->next = NULL;
    return p;
}
int main(int argc, char **argv) {
    struct item *head = NULL;
    struct box *box = calloc(4, sizeof *box);
    struct none nothing;
    struct tm day = {0};
    time_t now = time(NULL);
    (void)argv;
    memset(table, 0, sizeof table);
    current = &table[1];
    for (int i = 0; i < 20; i++) {
        struct item *p = make(i, twice(i));
        p->next = head;
        head = p;
        box[i % 4].first = *p;
        box[i % 4].tag = 1;
    }
    long sum = 0;
    for (struct item *p = head; p; p = p->next)
        sum += p->flags + p->score + p->weight;
    for (int i = 0; i < 3; i++)
        table[i].sum += sum + i;
    struct cast_from *from = malloc(sizeof *from);
    struct moved *moved = malloc(sizeof *moved);
    struct either *either = malloc(sizeof *either);
    struct other *other = malloc(sizeof *other);
    struct wild *wild = malloc(sizeof *wild);
    struct split *split = malloc(sizeof *split);
    struct given *given = malloc(sizeof *given);
    struct sized *sized = malloc(sizeof *sized);
    struct copied *copied = malloc(sizeof *copied);
    struct copy *copy = malloc(sizeof *copy);
    struct meet *meet = malloc(sizeof *meet);
    struct met *met = malloc(sizeof *met);
    struct shown *shown = malloc(sizeof *shown);
    struct strange *strange = malloc(sizeof *strange);
    struct whole w = {argc, 2, 3};
    sum += cast(from) + move(moved) + ambiguous(either, other, argc > 1) + volatiles(wild);
    sum += mismatched(split) + by_value(w) + strangely(strange) + starter.a + limit;
    sum += store_other(given);
    memset(sized, 0, 12);
    sized->c = 4;
    copied->a = 1;
    memcpy(copy, copied, sizeof *copy);
    sum += copy->b + sized->b;
    merge(meet, met, argc > 1);
    shown->b = 3;
    fill(&shown->a);
    outside(shown);
    outside(&nothing);
    gmtime_r(&now, &day);
    printf("%ld %d %ld\n", sum, box[2].first.flags + day.tm_year, table[2].sum);
    struct box *more = realloc(box, 8 * sizeof *box);
    free(more);
    memmove(&table[0], &table[1], sizeof table[0]);
    return 0;
}
