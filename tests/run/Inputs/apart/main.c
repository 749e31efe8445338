#include "entry.h"

holder hold;
static entry *table;

int main(int argc, char **argv) {
    int n = argc + 5, sum = argv == NULL;
    struct tag *t = NULL;
    table = calloc((size_t)n, sizeof *table);
    if (!table)
        return 1;
    hold.first = table;
    for (int i = 0; i < n; i++) {
        entry_pointer e = table + i;
        e->key = i * 3;
        e->next = i ? e - 1 : NULL;
        e->letters[1] = (char)('a' + i);
        e->low = i;
        e->high = i * 5;
        t = make(t, e);
        e->tag = t;
        hold.tags[i % 3] = t;
        hold.count++;
        sum += debug_here(e, t, &hold, i);
    }
    for (entry *e = &table[n - 1]; e; e = e->next)
        sum += (int)e->key + e->letters[1] + e->low * e->high + e->tag->count;
    for (; t; t = t->up)
        sum += (int)t->of->key;
    printf("%d %d %ld %d\n", sum, hold.count, hold.first->key, hold.tags[1]->count);
    return 0;
}
