// RUN: %compare %s
/* Allocation wrappers: one that only checks, one that keeps accounts, a freeing one, a resizing one. */
// private: struct lease, struct tenant, struct accounts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct accounts {
    char name;
    size_t blocks;
    unsigned short peak;
    size_t freed;
};
struct lease {
    char zone;
    int rent;
    struct lease *next;
    short months;
};
struct tenant {
    unsigned char floor;
    struct lease *leases;
    int paid;
    char *name;
};

static struct accounts *accounts;

static void *check(void *p) {
    if (!p) {
        fputs("no memory\n", stderr);
        exit(98);
    }
    return p;
}
static void *allocate(size_t size) {
    void *p = check(malloc(size));
    memset(p, 0, size);
    accounts->blocks++;
    if (accounts->blocks - accounts->freed > accounts->peak)
        accounts->peak = (unsigned short)(accounts->blocks - accounts->freed);
    return p;
}
static void *resize(void *p, size_t count, size_t size) {
    if (size && count > (size_t)-1 / size)
        abort();
    accounts->blocks += !p;
    return check(realloc(p, count * size));
}
static void release(void *p) {
    if (p)
        accounts->freed++;
    free(p);
}
static char *duplicate(const char *s) {
    char *copy = allocate(strlen(s) + 1);
    return strcpy(copy, s);
}

static void lease(struct tenant *t, int rent, int months) {
    struct lease *l = allocate(sizeof *l);
    l->rent = rent;
    l->months = (short)months;
    l->zone = (char)('a' + rent % 7);
    l->next = t->leases;
    t->leases = l;
}

static void collect(struct tenant *t) {
    for (struct lease **at = &t->leases; *at;) {
        struct lease *l = *at;
        t->paid += l->rent;
        if (--l->months > 0) {
            at = &l->next;
            continue;
        }
        *at = l->next;
        release(l);
    }
}

int main(void) {
    accounts = check(calloc(1, sizeof *accounts));
    accounts->name = '$';
    struct tenant *tenants = NULL;
    size_t count = 0;
    for (int i = 0; i < 9; i++) {
        char name[8];
        snprintf(name, sizeof name, "mr%d", i);
        tenants = resize(tenants, count + 1, sizeof *tenants);
        struct tenant *t = &tenants[count++];
        t->floor = (unsigned char)(i / 3);
        t->leases = NULL;
        t->paid = 0;
        t->name = duplicate(name);
        for (int k = 0; k <= i % 4; k++)
            lease(t, 100 + i * k, k + 1);
    }
    for (int month = 0; month < 3; month++)
        for (size_t i = 0; i < count; i++)
            collect(&tenants[i]);
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        struct tenant *t = &tenants[i];
        printf("%s %d %d:", t->name, t->floor, t->paid);
        for (struct lease *l = t->leases; l; l = l->next)
            printf(" %c%d/%d", l->zone, l->rent, l->months);
        printf("\n");
        sum += t->paid;
        release(t->name);
        while (t->leases) {
            struct lease *next = t->leases->next;
            release(t->leases);
            t->leases = next;
        }
    }
    release(tenants);
    printf("%c %zu %u %zu %d\n", accounts->name, accounts->blocks, accounts->peak, accounts->freed,
           sum);
    int code = (int)accounts->peak;
    free(accounts);
    return code;
}

// CHANGES dtrans-base-test: struct.accounts base-test 32; struct.lease base-test 24; struct.tenant base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.accounts base-test 32; struct.lease base-test 24; struct.tenant base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.accounts shuffle 112; struct.lease shuffle 96; struct.tenant shuffle 102
// CHANGES dtrans-shuffle<seed=2>: struct.accounts shuffle 112; struct.lease shuffle 104; struct.tenant shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.accounts shuffle 83; struct.lease shuffle 90; struct.tenant shuffle 104
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.accounts reorder-fields 24; struct.lease reorder-fields 16; struct.tenant reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.accounts reorder-fields 24; struct.lease reorder-fields 16; struct.tenant reorder-fields 24
// CHANGES dtrans-aos-to-soa: struct.tenant aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.accounts aos-to-soa; struct.tenant aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.accounts aos-to-soa; struct.tenant aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.tenant aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.accounts shuffle+aos-to-soa; struct.lease shuffle 120; struct.tenant shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.accounts aos-to-soa+shuffle; struct.tenant aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.accounts reorder-fields+aos-to-soa; struct.lease reorder-fields 16; struct.tenant reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.accounts split; struct.tenant split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.accounts shuffle+split+shuffle; struct.lease shuffle+shuffle 104; struct.tenant shuffle+shuffle 136
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.accounts reorder-fields+split; struct.lease reorder-fields 16; struct.tenant reorder-fields+split
// CHANGES dtrans-pool<force>: struct.accounts pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.accounts shuffle+pool 104; struct.lease shuffle 120; struct.tenant shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.accounts reorder-fields+pool 24; struct.lease reorder-fields 16; struct.tenant reorder-fields 24
// CHANGES dtrans-pool<force;split>: struct.accounts pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.accounts shuffle+pool 105; struct.lease shuffle 128; struct.tenant shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.accounts reorder-fields+pool 24; struct.lease reorder-fields 16; struct.tenant reorder-fields 24
// CHANGES hir-canonicalize,hir-identity: collect(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: collect(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
