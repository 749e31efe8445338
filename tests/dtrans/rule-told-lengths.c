// RUN: lathe opt --passes='dtrans-analysis<type=struct.cleared>' %s | FileCheck %s --check-prefix=TOLD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.header>' %s | FileCheck %s --check-prefix=TOLD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.entry>' %s | FileCheck %s --check-prefix=TOLD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.named>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
//
// A function that is given the address of characters and a number may use that many bytes: those of
// the members behind them, too, if the number ends where one of these does. Its own array's length
// is no such number, nor one that ends elsewhere.

// TOLD: legal nothing
// TOLD: BadPtrManipulation {{.*}}: a function gets the address of characters in it and a number that goes beyond them
// GOOD: legal reorder-fields

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cleared {
    long id;
    char name[8];
    int value;
    long z;
};
struct header {
    char magic[4];
    int version;
    long length;
};
struct entry {
    long id;
    char type[4];
    char creator[4];
    int value;
};
struct named {
    char kind;
    char name[8];
    int value;
    long z;
};

__attribute__((noinline)) static void clear(void *bytes, size_t count) {
    char *at = bytes;
    for (size_t i = 0; i < count; i++)
        at[i] = 0;
}

__attribute__((noinline)) static void get(void *to, size_t count) {
    static char data[] = "FILE\1\0\0\0\7\0\0\0\0\0\0\0";
    FILE *f = fmemopen(data, sizeof data, "r");
    if (!f || fread(to, 1, count, f) != count)
        puts("?");
    if (f)
        fclose(f);
}

__attribute__((noinline)) static int seek(const char *name, int from) {
    return (int)strlen(name) + from;
}

int main(int argc, char **argv) {
    struct cleared *c = calloc(2, sizeof *c);
    struct header *h = calloc(2, sizeof *h);
    struct entry *e = calloc(2, sizeof *e);
    struct named *n = calloc(2, sizeof *n);
    char buffer[32];
    clear(buffer, sizeof buffer);
    clear(n->name, sizeof n->name);
    strncpy(n->name, argc > 100 ? "a" : "bcd", sizeof n->name - 1);
    c->id = e->id = n->kind = n->value = n->z = argc;
    c->value = c->z = e->value = 5;
    clear(c->name, sizeof *c - offsetof(struct cleared, name));
    get(h->magic, sizeof *h);
    strncpy(e->type, argc > 100 ? "a" : "TEXTabcd", 8);
    printf("%ld %s %d %ld %d\n", c->id, c->name, c->value, c->z, buffer[5]);
    printf("%.4s %d %ld\n", h->magic, h->version, h->length);
    printf("%ld %.4s %.4s %d\n", e->id, e->type, e->creator, e->value);
    printf("%d %d %d %ld\n", n->kind, seek(n->name, 9), n->value, n->z);
    return 0;
}

// CHANGES dtrans-base-test: struct.named base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.named base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.named shuffle 120
// CHANGES dtrans-shuffle<seed=2>: struct.named shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.named shuffle 96
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.named aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.named aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.named shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.named aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.named aos-to-soa
// CHANGES dtrans-split<force>: struct.named split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.named shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.named split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.named shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.named shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: clear()
// CHANGES hir-canonicalize<join>,hir-identity<join>: clear()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
