// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Pointers between locals, globals and the heap, a table keyed by addresses, tagged pointers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
static int spot;
static int *everywhere[8];
struct cell {
    uintptr_t tagged;
    struct cell *next;
};
static int lookup(void **keys, int n, void *key) {
    for (uintptr_t i = (uintptr_t)key / 16; ; i++)
        if (keys[i % (unsigned)n] == key)
            return (int)(i % (unsigned)n);
}
int main(void) {
    int local = 1, *heap = malloc(4 * sizeof *heap), **pp = &everywhere[3];
    void *keys[64] = {0}, *objects[20];
    struct cell *list = NULL;
    heap[2] = 7;
    everywhere[0] = &local;
    everywhere[1] = &heap[2];
    everywhere[2] = &spot;
    *pp = &heap[3];
    heap[3] = 1;
    for (int i = 0; i < 20; i++) {
        objects[i] = malloc(24);
        uintptr_t k = (uintptr_t)objects[i] / 16;
        while (keys[k % 64])
            k++;
        keys[k % 64] = objects[i];
        struct cell *c = malloc(sizeof *c);
        *c = (struct cell){(uintptr_t)everywhere[i % 4] | (i & 1), list};
        list = c;
        checkpoint();
        ++*everywhere[i % 4];
        local += **pp;
    }
    int found = 0, sum = 0;
    for (int i = 0; i < 20; i++)
        found += keys[lookup(keys, 64, objects[i])] == objects[i];
    checkpoint();
    for (struct cell *c = list; c; c = c->next)
        sum += *(int *)(c->tagged & ~(uintptr_t)3) * ((c->tagged & 1) ? 3 : 1);
    printf("%d %d %d %d %d\n", local, heap[2], spot, found, sum);
}
