// RUN: %compare %s
/* Packed and over-aligned structs on the heap, in arrays and inside ordinary ones. */
// private: struct wire, struct line, struct holder, struct half
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct __attribute__((packed)) wire {
    uint8_t type;
    uint32_t length;
    uint16_t port;
    uint64_t token;
};
struct line {
    _Alignas(64) int owner;
    char state;
    long hits;
};
struct strict {
    char c;
    _Alignas(32) char block[3];
};
struct __attribute__((packed, aligned(4))) half {
    uint8_t a;
    double d;
    uint8_t b;
};
struct holder {
    char tag;
    struct wire wire;
    short s;
    struct half half[2];
    struct line *home;
};

static uint64_t sum_wire(const struct wire *w) {
    return w->type + w->length * 3u + w->port * 5u + (w->token ^ 0x55);
}

static struct line *lines_new(int n) {
    struct line *l = aligned_alloc(64, (size_t)n * sizeof *l);
    for (int i = 0; i < n; i++) {
        l[i].owner = i;
        l[i].state = (char)('a' + i);
        l[i].hits = 0;
    }
    return l;
}

static struct line *line_pair(void) {
    void *p = NULL;
    if (posix_memalign(&p, 128, 2 * sizeof(struct line)))
        abort();
    struct line *l = p;
    l[0] = (struct line){.owner = -1, .state = 'x', .hits = 1};
    l[1] = l[0];
    l[1].owner--;
    return l;
}

int main(void) {
    struct line *lines = lines_new(4), *pair = line_pair();
    struct holder *h = calloc(6, sizeof *h);
    for (int i = 0; i < 6; i++) {
        h[i].tag = (char)('A' + i);
        h[i].wire = (struct wire){(uint8_t)i, (uint32_t)i * 1000, (uint16_t)(i * 7), i * 1ull << 40};
        h[i].s = (short)(-i);
        h[i].half[i % 2] = (struct half){(uint8_t)i, i / 4.0, (uint8_t)(i + 1)};
        h[i].home = i % 3 ? &lines[i % 4] : &pair[i % 2];
        h[i].home->hits += i;
    }
    struct strict *strict = aligned_alloc(32, 3 * sizeof *strict);
    int misaligned = 0;
    for (int i = 0; i < 3; i++) {
        strict[i].c = 'c';
        strict[i].block[i] = 'b';
        misaligned += (uintptr_t)strict[i].block % 32 != 0;
    }
    struct wire *copies = malloc(6 * sizeof *copies);
    uint64_t sum = 0;
    for (int i = 0; i < 6; i++) {
        copies[5 - i] = h[i].wire;
        copies[5 - i].length++;
        sum = sum * 7 + sum_wire(&copies[5 - i]);
    }
    for (int i = 0; i < 6; i++)
        printf("%c %u %u %u %llx %d %g %u %c %ld\n", h[i].tag, h[i].wire.type, copies[i].length,
               copies[i].port, (unsigned long long)copies[i].token, h[i].s, h[i].half[i % 2].d,
               h[i].half[i % 2].b, h[i].home->state, h[i].home->hits);
    for (int i = 0; i < 4; i++)
        printf("%d%c%ld ", lines[i].owner, lines[i].state, lines[i].hits);
    printf("\n%llu %d\n", (unsigned long long)sum, misaligned);
    free(strict);
    free(lines), free(pair), free(h), free(copies);
    return (int)(sum % 250);
}

// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.holder aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: lines_new(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: lines_new(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: lines_new() distribution; main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: lines_new() distribution; main() distribution
// CHANGES hir-optimize: nothing
