/* A program that shows what is at each marked address when it is told to call marked(). */
#include <stdio.h>
#include <stdlib.h>

struct item {
    char tag;     // 0
    double ratio; // 1
    short unread; // 2
    int weight;   // 3
    char flag;    // 4
    int count;    // 5
};

void marked(const int *p) {
    printf("marked %d\n", *p);
}

static struct item *make(int n) {
    struct item *items = calloc((size_t)n, sizeof *items);
    for (int i = 0; i < n; i++) {
        items[i].tag = (char)i;
        items[i].ratio = i * 0.5;
        items[i].unread = 7;
        items[i].weight = 1000 + i;
        items[i].flag = 3;
        items[i].count = 5000 + i;
    }
    return items;
}

static int sum(struct item *items, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        struct item *e = &items[i];
        total += e->weight + e->count + e->tag + e->flag + (int)e->ratio;
    }
    return total;
}

int main(void) {
    struct item *items = make(3);
    printf("sum %d\n", sum(items, 3));
    free(items);
    return 0;
}
