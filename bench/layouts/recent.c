/* A cache that drops what was used least recently: hash chains and one doubly linked list. */
#include <stdio.h>
#include <stdlib.h>

struct entry {
    struct entry *newer, *older; /* by use */
    struct entry *chain;         /* with the same hash */
    unsigned key;
    int hits;
    long value, added;
    char tag[12];
};

static struct entry **buckets, *newest, *oldest;
static unsigned bucket_count, used, capacity;

static void unlink_entry(struct entry *e) {
    if (e->newer)
        e->newer->older = e->older;
    else
        newest = e->older;
    if (e->older)
        e->older->newer = e->newer;
    else
        oldest = e->newer;
}

static void link_newest(struct entry *e) {
    e->newer = NULL;
    e->older = newest;
    if (newest)
        newest->newer = e;
    else
        oldest = e;
    newest = e;
}

static unsigned place(unsigned key) {
    return key * 2654435761u >> 12 & (bucket_count - 1);
}

static void drop_oldest(void) {
    struct entry *e = oldest, *before = buckets[place(e->key)];
    if (before == e) {
        buckets[place(e->key)] = e->chain;
    } else {
        while (before->chain != e)
            before = before->chain;
        before->chain = e->chain;
    }
    unlink_entry(e);
    free(e);
    used--;
}

static long get(unsigned key, long now) {
    struct entry *e = buckets[place(key)];
    while (e && e->key != key)
        e = e->chain;
    if (e) {
        e->hits++;
        unlink_entry(e);
        link_newest(e);
        return e->value;
    }
    if (used == capacity)
        drop_oldest();
    e = malloc(sizeof *e);
    if (!e)
        exit(1);
    e->key = key;
    e->hits = 0;
    e->value = (long)key * 3;
    e->added = now;
    snprintf(e->tag, sizeof e->tag, "k%u", key % 100000);
    e->chain = buckets[place(key)];
    buckets[place(key)] = e;
    link_newest(e);
    used++;
    return 0;
}

int main(int argc, char **argv) {
    capacity = argc > 1 ? (unsigned)atoi(argv[1]) : 150000;
    long gets = argc > 2 ? atol(argv[2]) : 4000000;
    bucket_count = 1 << 18;
    buckets = calloc(bucket_count, sizeof *buckets);
    if (!buckets)
        return 1;
    unsigned state = 11;
    long sum = 0;
    for (long i = 0; i < gets; i++) {
        state = state * 1664525u + 1013904223u;
        unsigned spread = state >> 8 & 3 ? capacity : 2 * capacity;
        sum += get((state >> 10) % spread, i);
    }
    for (struct entry *e = newest, *next; e; e = next) {
        next = e->older;
        sum += e->hits + e->added % 3 + e->tag[1];
        free(e);
    }
    free(buckets);
    printf("%ld\n", sum);
    return 0;
}
