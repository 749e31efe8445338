/* Near misses: each field is one step from being a byte, and that step shows in what is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    long first;
    int edge;    /* 256 is stored once */
    int below;   /* from -129 on */
    int grows;   /* counts itself up */
    int taken;   /* its address goes to a function */
    int aliased; /* a pointer leads to it or to a variable */
    int fits;
    unsigned char already;
};
/* All bytes are set to 1. */
struct filled {
    long first;
    int value;
};
/* Read as two halves. */
struct parted {
    long first;
    int value;
};
struct passed {
    int value, other;
};

static void put(int *at, int value) {
    *at = value;
}

static int pass(struct passed p) {
    return p.value + p.other;
}

int main(int argc, char **argv) {
    struct item *items = calloc(4, sizeof *items);
    struct filled *filled = malloc(sizeof *filled);
    struct parted *parted = malloc(sizeof *parted);
    int local = 70000;
    (void)argv;
    memset(filled, 1, sizeof *filled);
    filled->first = argc;
    parted->value = 3;
    for (int i = 0; i < 4; i++) {
        items[i].first = i;
        items[i].edge = i == 3 ? 256 : 255;
        items[i].below = i == 3 ? -129 : 5;
        items[i].fits = i == 3 ? 200 : 0;
        items[i].already = (unsigned char)(250 + i);
        put(&items[i].taken, 1000 + i);
    }
    for (int i = 0; i < 1000; i++)
        items[i & 3].grows++;
    int *either = argc > 1 ? &items[1].aliased : &local;
    *either += 500;
    struct passed p = {argc, 100};
    ((short *)&parted->value)[1] = 5;
    for (int i = 0; i < 4; i++)
        printf("%ld %d %d %d %d %d %d %d\n", items[i].first, items[i].edge, items[i].below,
               items[i].grows, items[i].taken, items[i].aliased, items[i].fits, items[i].already);
    printf("%d %d %d %d\n", filled->value, parted->value, pass(p), local);
    return 0;
}
