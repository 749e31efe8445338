/* memmove inside one object, fields reached by offsets, sub-objects copied over a run of members,
 * pointers to the middle of things. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct slot {
    char *name;
    int *value;
    int flags;
};
struct frame {
    int depth;
    struct slot slots[4];
    int *result;
    long pad[2];
};
struct field {
    const char *name;
    size_t offset;
};
static const struct field fields[] = {{"depth", offsetof(struct frame, depth)},
                                      {"pad1", offsetof(struct frame, pad) + sizeof(long)}};
static int one = 1, two = 2, three = 3;
static void shift(struct frame *f) {
    memmove(&f->slots[1], &f->slots[0], 3 * sizeof *f->slots);
}
static int read_int(void *base, const struct field *f) {
    return *(int *)((char *)base + f->offset);
}
static void reset(struct frame *f) {
    memset(&f->slots, 0, sizeof *f - offsetof(struct frame, slots));
}
static void assign(int **where, int *value) {
    *where = value;
}
int main(void) {
    struct frame f, *heap = malloc(sizeof *heap);
    reset(&f);
    f.depth = 5;
    for (int i = 0; i < 4; i++) {
        assign(&f.slots[0].value, i & 1 ? &one : &two);
        f.slots[0].name = i & 1 ? "a" : "bc";
        f.slots[0].flags = i;
        if (i < 3)
            shift(&f);
    }
    assign(&f.result, &three);
    f.pad[1] = 9;
    memcpy(heap, &f, sizeof f);
    memcpy(&heap->slots[3], &f.slots[1], sizeof *f.slots);
    struct slot *middle = &heap->slots[2];
    middle[-1].flags = 7;
    int *pf = &middle->flags;
    struct slot *back = (struct slot *)((char *)pf - offsetof(struct slot, flags));
    *back->value += 10;
    int sum = read_int(heap, &fields[0]) + read_int(heap, &fields[1]) + **&heap->result;
    for (struct slot *s = heap->slots; s != heap->slots + 4; ++s)
        sum = sum * 3 + *s->value + s->flags + s->name[0];
    printf("%d %d %d\n", sum, one, two);
    return 0;
}
