// RUN: lathe opt --passes='dtrans-analysis<type=struct.written>' %s | FileCheck %s --check-prefix=WRITTEN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.hashed>' %s | FileCheck %s --check-prefix=HASHED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.named>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
//
// The bytes from a character array to the end of the object are more than the array.

// WRITTEN: AddressTaken {{.*}}: fwrite sees the bytes of the object
// HASHED: BadPtrManipulation {{.*}}: a pointer to some of its bytes is computed and moved
// GOOD: legal reorder-fields

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct written {
    long id;
    char tag[4];
    int value;
    long z;
};
struct hashed {
    long id;
    char tag[4];
    int value;
    long z;
};
struct named {
    char kind;
    long id;
    char tag[4];
    int value;
};

static unsigned hash(const char *bytes, size_t count) {
    unsigned h = 0;
    for (size_t i = 0; i < count; i++)
        h = h * 31 + (unsigned char)bytes[i];
    return h;
}

int main(int argc, char **argv) {
    struct written *w = calloc(1, sizeof *w);
    struct hashed *h = calloc(1, sizeof *h);
    struct named *n = calloc(1, sizeof *n);
    strcpy(w->tag, "abc");
    strcpy(h->tag, "abc");
    strcpy(n->tag, "abc");
    w->value = h->value = n->value = 0x41424344;
    w->z = h->z = n->id = 0x4142434445464748;
    fwrite((char *)w + offsetof(struct written, tag), 1,
           sizeof *w - offsetof(struct written, tag), stdout);
    fwrite(n->tag, 1, 3, stdout);
    size_t begin = offsetof(struct hashed, tag);
    printf("\n%u\n", hash((char *)h + offsetof(struct hashed, tag), sizeof *h - begin));
    printf("%u %d %ld\n", hash(n->tag, sizeof n->tag), n->value, n->id);
    printf("%ld %s %d %ld %ld\n", w->id, h->tag, h->value, h->z, h->id);
    return argc - 1;
}

// CHANGES dtrans-base-test: struct.named base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.named base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.named shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.named shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.named shuffle 88
// CHANGES dtrans-delete-fields: struct.named delete-fields 16
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.named delete-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.named aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.named aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.named shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.named aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.named delete-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.named split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.named shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.named delete-fields+split
// CHANGES dtrans-pool<force>: struct.named pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.named shuffle+pool 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.named delete-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.named pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.named shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.named delete-fields+pool 16
// CHANGES hir-canonicalize,hir-identity: hash()
// CHANGES hir-canonicalize<join>,hir-identity<join>: hash()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
