// RUN: %torture --kills=6 --damage=1 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Memory of sizes known at run time only, in loops: alloca that lasts until the function returns,
// and arrays of a block that go with it; a heap that grows, shrinks and is used again.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);

typedef struct item {
    struct item *next;
    int value;
} item;

static long kept(int n) {
    item *head = NULL;
    long h = 0;
    for (int i = 0; i < n; i++) {
        item *x = alloca(sizeof *x + (size_t)i);
        *x = (item){head, i * n};
        head = x;
        if (i % 4 == 0)
            checkpoint();
    }
    for (; head; head = head->next)
        h = h * 7 + head->value;
    return h;
}

static long released(int n) {
    long h = 0;
    for (int i = 1; i < n; i++) {
        int outer[i];
        for (int k = 0; k < i; k++)
            outer[k] = k * i;
        checkpoint();
        {
            int inner[outer[i - 1] + 1];
            memset(inner, 1, sizeof inner);
            checkpoint();
            h += inner[0];
        }
        for (int k = 0; k < i; k++)
            h = h * 3 + outer[k];
    }
    return h;
}

static unsigned long heap(int rounds) {
    unsigned char *blocks[16] = {NULL};
    size_t sizes[16] = {0};
    unsigned r = 1;
    unsigned long h = 0;
    for (int i = 0; i < rounds; i++) {
        r = r * 1664525U + 1013904223U;
        unsigned k = r >> 28;
        if (!blocks[k]) {
            sizes[k] = (r >> 8) % 3000 + 1;
            blocks[k] = r & 1 ? malloc(sizes[k]) : calloc(1, sizes[k]);
        } else if (r & 64) {
            h = h * 31 + (unsigned long)blocks[k] + blocks[k][sizes[k] - 1];
            sizes[k] = sizes[k] * 2 % 9001 + 1;
            blocks[k] = realloc(blocks[k], sizes[k]);
        } else {
            free(blocks[k]);
            blocks[k] = NULL;
            continue;
        }
        memset(blocks[k], (int)r, sizes[k]);
        if (i % 60 == 0)
            checkpoint();
    }
    return h;
}

int main(void) {
    long h = 0;
    for (int i = 0; i < 8; i++)
        h = h * 11 + kept(i) + released(i);
    printf("%ld %lx\n", h, heap(2000));
    return 0;
}
