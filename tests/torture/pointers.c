/* Pointers that are used as data: a table keyed by address, an XOR list, tags in low bits, pointers
 * into the middle and to the end, pointers to functions. */
#include "torture.h"

typedef struct cell {
    uintptr_t both; /* previous XOR next */
    uint64_t value;
    struct cell **slot;
} cell;

enum { SLOTS = 4096 };
static cell *slots[SLOTS];
static cell *first, *last;

static uint64_t plus(uint64_t a, uint64_t b) {
    return a + b;
}

static uint64_t times(uint64_t a, uint64_t b) {
    return a * (b | 1);
}

static uint64_t (*const operations[])(uint64_t, uint64_t) = {plus, times, mix};

static size_t place(const cell *c) {
    return (size_t)((uintptr_t)c / 16 * 2654435761u % SLOTS);
}

static void add(uint64_t value) {
    cell *c = malloc(sizeof *c);
    c->value = value;
    c->both = (uintptr_t)last;
    if (last)
        last->both ^= (uintptr_t)c;
    else
        first = c;
    last = c;
    c->slot = &slots[place(c)];
    *c->slot = c;
}

static void take_first(void) {
    cell *c = first, *next = (cell *)c->both;
    next->both ^= (uintptr_t)c;
    first = next;
    if (*c->slot == c)
        *c->slot = NULL;
    free(c);
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 60000);
    uint64_t hash = 0, buffer[100];
    uint64_t *at = buffer, *end = buffer + 100;
    uint32_t state = 81;
    uint64_t (*operation)(uint64_t, uint64_t) = plus;
    memset(buffer, 0, sizeof buffer);
    for (int i = 0; i < 3000; i++)
        add((uint64_t)i);
    for (long r = 0; r < n; r++) {
        for (int i = 0; i < 300; i++) {
            add(next_random(&state));
            take_first();
        }
        cell *before = NULL;
        for (cell *c = first; c;) {
            cell *next = (cell *)(c->both ^ (uintptr_t)before);
            uintptr_t tagged = (uintptr_t)c | (c->value & 1);
            hash = operation(hash, ((cell *)(tagged & ~(uintptr_t)1))->value + (tagged & 1));
            before = c;
            c = next;
        }
        for (size_t i = 0; i < SLOTS; i++)
            hash = mix(hash, slots[i] ? slots[i]->value : i);
        operation = operations[hash % 3];
        *at++ += hash;
        if (at == end)
            at = buffer;
        checkpoint();
    }
    for (const uint64_t *p = buffer; p != end; p++)
        hash = mix(hash, *p);
    printf("%016llx %ld\n", (unsigned long long)hash, (long)(at - buffer));
    return 0;
}
