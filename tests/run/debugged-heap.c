// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' --passes=dtrans-reorder-fields \
// RUN:     --passes=dtrans-delete-fields
/* For gdb_compare.py: structs that each transform changes, on the heap, nested and in arrays. */
#include <stdio.h>
#include <stdlib.h>

struct point {
    char tag;
    double x;
    short unread;
    float y;
};

struct node {
    char kind;
    struct node *next;
    int key;
    struct point at;
    short never;
    const char *name;
    long total;
    char last;
};

static struct node *head;

__attribute__((noinline)) int debug_here(struct node *n, struct point *p, int step) {
    return n->key + (int)p->y + step;
}

static struct node *push(struct node *next, int key, const char *name) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    n->kind = (char)('A' + key);
    n->next = next;
    n->key = key * 100;
    n->at.tag = (char)('p' + key);
    n->at.x = key + 0.5;
    n->at.unread = (short)-key;
    n->at.y = (float)key / 4;
    n->never = (short)(key * 7);
    n->name = name;
    n->total = key * 1000L;
    n->last = (char)key;
    return n;
}

int main(void) {
    static const char *const names[] = {"zero", "one", "two", "three"};
    struct point *points = malloc(4 * sizeof *points);
    long sum = 0;
    for (int i = 0; i < 4; i++) {
        points[i].tag = (char)('a' + i);
        points[i].x = i * 1.5;
        points[i].unread = (short)i;
        points[i].y = (float)i;
        head = push(head, i, names[i]);
        sum += debug_here(head, &points[i], i);
    }
    for (struct node *n = head; n; n = n->next)
        sum += n->kind + n->key + n->at.tag + (long)n->at.x + (long)n->at.y + n->name[0] +
               n->total + n->last;
    for (int i = 0; i < 4; i++)
        sum += points[i].tag + (long)points[i].x;
    printf("%ld\n", sum);
    return 0;
}

// CHANGES dtrans-shuffle<seed=1>: struct.node shuffle 272; struct.point shuffle 120
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 48; struct.point reorder-fields 16
// CHANGES dtrans-delete-fields: struct.node delete-fields 72; struct.point delete-fields 24
