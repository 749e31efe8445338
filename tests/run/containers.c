// RUN: %compare %s
/* Opaque containers: a vector and a list of void *, and a map, each used for one type only. */
// private: struct vector, struct cell, struct song, struct artist
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    unsigned short length, capacity;
    void **at;
    char frozen;
};
struct cell {
    void *item;
    char mark;
    struct cell *next;
};
struct song {
    short minutes;
    char title[9];
    double rating;
    unsigned char plays;
};
struct artist {
    char initial;
    struct vector songs;
    int fans;
};

static void vector_add(struct vector *v, void *item) {
    if (v->length == v->capacity) {
        v->capacity = (unsigned short)(v->capacity * 2 + 1);
        v->at = realloc(v->at, v->capacity * sizeof *v->at);
    }
    v->at[v->length++] = item;
}
static void vector_sort(struct vector *v, int (*less)(const void *, const void *)) {
    for (int i = 1; i < v->length; i++)
        for (int j = i; j && less(v->at[j], v->at[j - 1]); j--) {
            void *t = v->at[j];
            v->at[j] = v->at[j - 1];
            v->at[j - 1] = t;
        }
    v->frozen = 1;
}
static struct cell *cons(void *item, struct cell *next) {
    struct cell *c = malloc(sizeof *c);
    c->item = item;
    c->mark = next ? (char)(next->mark + 1) : 'a';
    c->next = next;
    return c;
}
static void each(const struct cell *c, void (*fn)(void *item, int n), int n) {
    for (; c; c = c->next)
        fn(c->item, n + c->mark);
}

static int better(const void *a, const void *b) {
    return ((const struct song *)a)->rating > ((const struct song *)b)->rating;
}

static struct song *new_song(int n) {
    struct song *s = malloc(sizeof *s);
    s->minutes = (short)(n % 6 + 1);
    snprintf(s->title, sizeof s->title, "song%d", n);
    s->rating = n * 37 % 50 / 10.0;
    s->plays = 0;
    return s;
}

static void perform(void *item, int n) {
    struct artist *a = item;
    for (int i = 0; i < a->songs.length; i++) {
        struct song *s = a->songs.at[i];
        if ((i + n) % 3 == 0) {
            s->plays++;
            a->fans += s->minutes;
        }
    }
}

int main(void) {
    struct cell *all = NULL;
    for (int i = 0; i < 4; i++) {
        struct artist *a = calloc(1, sizeof *a);
        a->initial = (char)('A' + i);
        for (int k = 0; k < 3 + i; k++)
            vector_add(&a->songs, new_song(i * 10 + k));
        vector_sort(&a->songs, better);
        all = cons(a, all);
    }
    for (int n = 0; n < 5; n++)
        each(all, perform, n);
    int fans = 0;
    while (all) {
        struct cell *next = all->next;
        struct artist *a = all->item;
        printf("%c%c %d %d:", all->mark, a->initial, a->fans, a->songs.frozen);
        for (int i = 0; i < a->songs.length; i++) {
            struct song *s = a->songs.at[i];
            printf(" %s/%.1f/%d/%u", s->title, s->rating, s->minutes, s->plays);
            free(s);
        }
        printf("\n");
        fans += a->fans;
        free(a->songs.at);
        free(a);
        free(all);
        all = next;
    }
    return fans;
}
