// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs
/* For gdb_compare.py: structs of many kinds, whose fields all have values a debugger can show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    char tag;
    double x;
    short shade;
    float y;
};

struct node {
    char kind;
    struct node *next;
    int key;
    const char *name;
    unsigned low : 3, high : 11;
    struct point at;
    union {
        int number;
        float ratio;
    };
    long unused;
};

struct grid {
    int rows;
    struct point cell[3][2];
    struct {
        char first;
        long second;
    } inner;
    int (*measure)(const struct node *);
    char label[8];
};

typedef struct {
    char small;
    struct grid *grid;
    int counts[4];
} owner;

static int measure(const struct node *n) {
    return n->key + (int)n->at.x;
}

static struct grid field = {.rows = 3, .inner = {'q', 77}, .measure = measure, .label = "field"};
static struct {
    char code;
    int weight;
    const char *word;
} table[] = {{'a', 1, "one"}, {'b', 2, "two"}, {'c', 3, "three"}};
static owner keeper = {'k', &field, {4, 3, 2, 1}};
static struct node *head;

__attribute__((noinline)) int debug_here(struct node *n, owner *o, struct point *p, int step) {
    return n->key + o->small + (int)p->y + step;
}

static struct node *push(struct node *next, int key, const char *name) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    n->kind = (char)('A' + key);
    n->next = next;
    n->key = key * 100;
    n->name = name;
    n->low = (unsigned)key & 7;
    n->high = (unsigned)key * 30;
    n->at = (struct point){.tag = 'p', .x = key + 0.5, .shade = (short)-key, .y = (float)key / 4};
    n->number = key * 1000 + 1;
    n->unused = key;
    return n;
}

int main(void) {
    static const char *const names[] = {"zero", "one", "two", "three"};
    struct point local = {.tag = 'l', .x = 1.25, .shade = 9, .y = 2.5f};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        head = push(head, i, names[i]);
        field.cell[i % 3][i % 2].x = i * 1.5;
        field.cell[i % 3][i % 2].tag = (char)('a' + i);
        local.shade++;
        sum += debug_here(head, &keeper, &local, i);
    }
    for (struct node *n = head; n; n = n->next)
        sum += field.measure(n) + (int)strlen(n->name) + n->kind + (int)n->low + (int)n->high +
               n->number + n->at.shade + n->at.tag + (int)n->at.y;
    for (int i = 0; i < 3; i++)
        sum += table[i].code * table[i].weight + table[i].word[0];
    sum += field.rows + field.inner.first + (int)field.inner.second + field.label[1] +
           keeper.counts[2] + keeper.grid->cell[1][1].tag + (int)keeper.grid->cell[0][0].x;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    printf("%d\n", sum);
    return 0;
}

// CHANGES ir-rename-structs: debug_here(); main(); measure(); push()
