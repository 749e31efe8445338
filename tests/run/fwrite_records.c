// RUN: %compare %s
/* Structs that leave the program as bytes, and one beside them that does not. */
// refused: struct disk, struct header
// private: struct cached
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
    char magic[3];
    uint32_t count;
    uint16_t version;
};
struct disk {
    uint8_t kind;
    uint64_t where;
    uint16_t size;
};
struct cached {
    char state;
    struct disk *disk;
    short age;
    struct cached *next;
    double heat;
};

static void dump(FILE *file) {
    int c;
    unsigned sum = 0, n = 0;
    rewind(file);
    while ((c = getc(file)) != EOF) {
        if (c)
            printf("%u:%02x ", n, c);
        sum = sum * 31 + (unsigned)c;
        n++;
    }
    printf("\n%u bytes, %u\n", n, sum);
}

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 99;
    struct header *h = calloc(1, sizeof *h);
    memcpy(h->magic, "lay", 3);
    h->count = 6;
    h->version = 2;
    fwrite(h, sizeof *h, 1, file);
    struct disk *blocks = calloc(6, sizeof *blocks);
    for (int i = 0; i < 6; i++) {
        blocks[i].kind = (uint8_t)(i + 1);
        blocks[i].where = i * 4096u;
        blocks[i].size = (uint16_t)(100 * i);
    }
    fwrite(blocks, sizeof *blocks, 6, file);
    dump(file);
    rewind(file);
    memset(h, 0, sizeof *h);
    memset(blocks, 0, 6 * sizeof *blocks);
    size_t got = fread(h, sizeof *h, 1, file);
    got += fread(blocks, sizeof *blocks, h->count, file);
    struct cached *list = NULL;
    for (unsigned i = 0; i < h->count; i++) {
        struct cached *c = malloc(sizeof *c);
        c->state = "abc"[i % 3];
        c->disk = &blocks[h->count - 1 - i];
        c->age = (short)i;
        c->heat = 1.0 / (i + 1);
        c->next = list;
        list = c;
    }
    unsigned long total = 0;
    while (list) {
        struct cached *next = list->next;
        printf("%c %d %.3f %u %llu %u\n", list->state, list->age, list->heat, list->disk->kind,
               (unsigned long long)list->disk->where, list->disk->size);
        total += list->disk->where + list->disk->size;
        free(list);
        list = next;
    }
    printf("%.3s %u %u %zu %lu\n", h->magic, h->count, h->version, got, total);
    fclose(file);
    free(blocks);
    free(h);
    return (int)got;
}

// CHANGES dtrans-base-test: struct.cached base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.cached base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.cached shuffle 136
// CHANGES dtrans-shuffle<seed=2>: struct.cached shuffle 144
// CHANGES dtrans-shuffle<seed=3>: struct.cached shuffle 91
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cached reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cached reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cached shuffle 120
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cached reorder-fields+shuffle 109
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cached reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cached shuffle+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cached reorder-fields 32
// CHANGES dtrans-pool<force>: struct.cached pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cached shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cached reorder-fields+pool 24
// CHANGES dtrans-pool<force;split>: struct.cached pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cached shuffle+pool 119
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cached reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: dump(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: dump(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
