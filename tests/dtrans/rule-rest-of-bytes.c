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
