// RUN: %python %tests/run/compare.py %s --passes='dtrans-aos-to-soa<force>' \
// RUN:     --passes='dtrans-split<force>' --passes='dtrans-pool<force>'
/* For gdb_compare.py: arrays that are taken apart, objects that come from pools, and pointers to
 * both in every kind of place. */
#include <stdio.h>
#include <stdlib.h>

struct item { /* an array on the heap */
    int key;
    double weight;
    struct item *next;
    char tag[4];
    struct {
        short low, high;
    } range;
    const char *name;
};

struct cell { /* a global array */
    int x;
    long y;
    char c;
};

struct spot { /* a local array */
    int at;
    float far;
};

struct node { /* one by one */
    struct node *next;
    int value;
    struct node *kids[2];
    struct item *item;
    char last;
};

struct list { /* holds both kinds of pointers */
    char kind;
    struct node *head;
    struct item *first, *best;
    int count;
};

static struct cell cells[6];
static struct item *items;
static struct list *lists;
static struct node *root;

__attribute__((noinline)) int debug_here(struct item *i, struct node *n, struct list *l,
                                         struct cell *c, struct spot *s, int step) {
    return i->key + n->value + l->count + c->x + s->at + step;
}

static struct node *push(struct node *next, struct item *item, int value) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    n->next = next;
    n->value = value;
    n->kids[value & 1] = next;
    n->item = item;
    n->last = (char)('a' + value);
    return n;
}

static long sum_up(void) {
    long sum = 0;
    for (struct item *i = items; i; i = i->next)
        sum += i->key + (long)i->weight + i->tag[1] + i->range.high - i->range.low + i->name[0];
    for (struct node *n = root; n; n = n->next)
        sum += n->value + n->item->key + n->last + (n->kids[1] ? n->kids[1]->value : 5);
    for (int i = 0; i < 6; i++)
        sum += cells[i].x * cells[i].y + cells[i].c;
    return sum + lists->head->value + lists->best->key + lists->kind;
}

int main(void) {
    static const char *const names[] = {"zero", "one", "two"};
    struct spot spots[4];
    int n = 5, sum = 0;
    items = malloc((size_t)n * sizeof *items);
    lists = calloc(1, sizeof *lists);
    if (!items || !lists)
        return 1;
    lists->kind = 'k';
    lists->first = items;
    for (int i = 0; i < n; i++) {
        items[i] = (struct item){i * 3, i * 1.5, NULL, {'t', (char)i}, {1, (short)i}, names[i % 3]};
        if (i)
            items[i - 1].next = &items[i];
    }
    for (int i = 0; i < n; i++) {
        cells[i] = (struct cell){i, i * 7, (char)('A' + i)};
        spots[i % 4].at = i;
        spots[i % 4].far = (float)i / 2;
        root = push(root, &items[i], i);
        lists->head = root;
        lists->best = i % 2 ? &items[i] : NULL;
        lists->count++;
        sum += debug_here(&items[i], root, lists, &cells[i], &spots[i % 4], i);
    }
    for (int i = 0; i < 4; i++)
        sum += spots[i].at + (int)spots[i].far;
    lists->best = &items[2];
    printf("%d %ld\n", sum, sum_up());
    while (root) {
        struct node *next = root->next;
        free(root);
        root = next;
    }
    free(items);
    free(lists);
    return 0;
}

// CHANGES dtrans-aos-to-soa<force>: struct.cell aos-to-soa -; struct.item aos-to-soa; struct.list aos-to-soa; struct.node aos-to-soa; struct.spot aos-to-soa
// CHANGES dtrans-split<force>: struct.cell split -; struct.item split; struct.list split; struct.node split; struct.spot split
// CHANGES dtrans-pool<force>: struct.list pool 32; struct.node pool 32
