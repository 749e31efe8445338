/* For gdb_compare.py: types that two translation units describe, under names of their own. */
#include <stdio.h>
#include <stdlib.h>

typedef struct entry entry;
typedef entry *entry_pointer;

struct entry {
    long key;
    entry_pointer next;
    char letters[3];
    int low, high;
    struct tag *tag;
};

struct tag {
    struct tag *up;
    int count;
    entry *of;
};

typedef struct {
    int count;
    entry_pointer first;
    struct tag *tags[3];
} holder;

extern holder hold;

int debug_here(entry *e, const struct tag *t, holder *h, int step);
struct tag *make(struct tag *up, entry *e);
