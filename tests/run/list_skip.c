// RUN: %compare %s
/* A skip list: nodes with a flexible array of forward pointers. */
// private: struct skip
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 6 };
struct skip {
    uint8_t height;
    int64_t key;
    uint16_t reads;
    struct skip *next[];
};

static uint32_t state = 12345;
static uint32_t rnd(void) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static struct skip *new_node(int64_t key, int height) {
    struct skip *s = malloc(sizeof *s + (size_t)height * sizeof s->next[0]);
    s->height = (uint8_t)height;
    s->key = key;
    s->reads = 0;
    for (int i = 0; i < height; i++)
        s->next[i] = NULL;
    return s;
}

static struct skip *find(struct skip *head, int64_t key, struct skip **path) {
    struct skip *s = head;
    for (int level = LEVELS - 1; level >= 0; level--) {
        while (s->next[level] && s->next[level]->key < key) {
            s = s->next[level];
            s->reads++;
        }
        if (path)
            path[level] = s;
    }
    s = s->next[0];
    return s && s->key == key ? s : NULL;
}

static void insert(struct skip *head, int64_t key) {
    struct skip *path[LEVELS];
    if (find(head, key, path))
        return;
    int height = 1;
    while (height < LEVELS && rnd() % 3 == 0)
        height++;
    struct skip *s = new_node(key, height);
    for (int i = 0; i < height; i++) {
        s->next[i] = path[i]->next[i];
        path[i]->next[i] = s;
    }
}

static int erase(struct skip *head, int64_t key) {
    struct skip *path[LEVELS];
    struct skip *s = find(head, key, path);
    if (!s)
        return 0;
    for (int i = 0; i < s->height; i++)
        path[i]->next[i] = s->next[i];
    free(s);
    return 1;
}

int main(void) {
    struct skip *head = new_node(INT64_MIN, LEVELS);
    for (int i = 0; i < 60; i++)
        insert(head, (int64_t)(rnd() % 97));
    int erased = 0, hits = 0;
    for (int k = 0; k < 97; k += 4)
        erased += erase(head, k);
    for (int k = 0; k < 97; k++)
        hits += find(head, k, NULL) != NULL;
    for (struct skip *s = head->next[0]; s; s = s->next[0])
        printf("%lld/%d/%d ", (long long)s->key, s->height, s->reads);
    printf("\n%d %d\n", erased, hits);
    for (int level = 0; level < LEVELS; level++) {
        int count = 0;
        for (struct skip *s = head; s; s = s->next[level])
            count++;
        printf("level %d: %d\n", level, count);
    }
    while (head) {
        struct skip *next = head->next[0];
        free(head);
        head = next;
    }
    return hits;
}

// CHANGES dtrans-base-test: struct.skip base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.skip base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.skip shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.skip shuffle 96
// CHANGES dtrans-shuffle<seed=3>: struct.skip shuffle 81
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.skip reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.skip reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.skip shuffle 80
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.skip reorder-fields+shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.skip reorder-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.skip shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.skip reorder-fields 16
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.skip shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.skip reorder-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.skip shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.skip reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: erase(); find(); insert(); main(); new_node()
// CHANGES hir-canonicalize<join>,hir-identity<join>: erase(); find(); insert(); main(); new_node()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
