// RUN: lathe opt '--passes=dtrans-aos-to-soa<best>,dtrans-split<best>,dtrans-pool' %s -o %t.bc --remarks=%t.yaml
// RUN: FileCheck %s < %t.yaml
// RUN: lathe opt '--passes=dtrans-aos-to-soa<best>,dtrans-split<best>,dtrans-pool' --dtrans-force=split:wide,aos-to-soa:whole,pool:jumpy %s -o %t.bc --remarks=%t.force.yaml
// RUN: FileCheck %s --check-prefix=FORCE < %t.force.yaml
// RUN: not lathe opt --passes=dtrans-pool --dtrans-force=shuffle:wide %s 2>&1 | FileCheck %s --check-prefix=NOPASS
// RUN: not lathe opt --passes=dtrans-pool --dtrans-force=wide %s 2>&1 | FileCheck %s --check-prefix=NOPASS
// RUN: lathe opt --passes=dtrans-pool --dtrans-force=pool:widee %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=NOTYPE
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-aos-to-soa<best>,dtrans-split<best>,dtrans-pool,dtrans-strip-annotations'
/* What pays: walking over one field of a wide struct, single fields; jumping to three fields of a
 * wide one, a group; walking over all of a struct, or over few objects, nothing; single objects, a
 * pool. A loop in a function that is called for each element walks in its caller. */
#include <stdio.h>
#include <stdlib.h>

struct wide {
    long key, rest[7];
};
struct jumpy {
    double x, pad[8], y, z;
    char name[40];
};
struct whole {
    int a, b;
};
struct few {
    long hot, cold[3];
};
struct called {
    long hot, cold[7];
};
struct single {
    struct single *next;
    long value;
};

// CHECK: Name: AosToSoa
// CHECK: Type: 'struct.wide'
// CHECK: Estimate: '0.1{{[0-9]}}'
// CHECK: Name: AosToSoa
// CHECK: Type: 'struct.called'
// CHECK: Name: DoesNotPay
// CHECK: Type: 'struct.whole'
// CHECK: Estimate: '{{0.8[5-9]|0.9[0-9]|1.0[0-9]}}'
// CHECK: Name: Split
// CHECK: Type: 'struct.jumpy'
// CHECK: Groups: 'x+y+z, {{.*}}
// CHECK: Name: Pooled
// CHECK: Type: 'struct.single'
// CHECK: Estimate: '0.38'

// FORCE: Name: AosToSoa
// FORCE: Type: 'struct.whole'
// FORCE-NOT: Estimate
// FORCE: Name: AosToSoa
// FORCE: Type: 'struct.called'
// FORCE: Name: Split
// FORCE: Type: 'struct.wide'
// FORCE-NOT: 'struct.jumpy'
// FORCE: Pooled

// NOPASS: --dtrans-force: '{{.*}}wide' is not PASS:TYPE with one of the passes aos-to-soa, split, pool and split-pool
// NOTYPE: warning: --dtrans-force: no struct type 'widee' in this program (did you mean 'wide'?)

static struct wide *wides;
static struct jumpy *jumpies;
static struct whole *wholes;
static struct few fews[20];
static struct called *calleds;

static __attribute__((noinline)) long walk(long n) {
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += wides[i].key;
    return sum;
}

static __attribute__((noinline)) double jump(const int *order, long n) {
    double sum = 0;
    for (long i = 0; i < n; i++) {
        const struct jumpy *j = &jumpies[order[i]];
        sum += j->x * j->y + j->z;
    }
    return sum;
}

static __attribute__((noinline)) long walk_all(long n) {
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += wholes[i].a * wholes[i].b;
    return sum;
}

static __attribute__((noinline)) long walk_few(void) {
    long sum = 0;
    for (int i = 0; i < 20; i++)
        sum += fews[i].hot;
    return sum;
}

static long look(const struct called *c) {
    return c->hot;
}

int main(int argc, char **argv) {
    long n = 1000 + argc, sum = 0;
    (void)argv;
    wides = calloc((size_t)n, sizeof *wides);
    jumpies = calloc((size_t)n, sizeof *jumpies);
    wholes = calloc((size_t)n, sizeof *wholes);
    calleds = calloc((size_t)n, sizeof *calleds);
    int *order = malloc((size_t)n * sizeof *order);
    if (!wides || !jumpies || !wholes || !calleds || !order)
        return 1;
    struct single *list = NULL;
    for (long i = 0; i < n; i++) {
        wides[i].key = i;
        wides[i].rest[3] = i;
        jumpies[i].x = jumpies[i].y = (double)i;
        jumpies[i].z = jumpies[i].pad[2] = 1;
        jumpies[i].name[3] = 'c';
        wholes[i].a = (int)i;
        wholes[i].b = 2;
        calleds[i].hot = i;
        calleds[i].cold[2] = 5;
        order[i] = (int)(i * 7919 % n);
        struct single *s = malloc(sizeof *s);
        if (!s)
            return 1;
        *s = (struct single){list, i};
        list = s;
    }
    fews[3].hot = 8;
    fews[4].cold[1] = 9;
    for (int round = 0; round < 5; round++) {
        sum += walk(n) + (long)jump(order, n) + walk_all(n) + walk_few();
        for (long i = 0; i < n; i++)
            sum += look(&calleds[i]);
    }
    for (const struct single *s = list; s; s = s->next)
        sum += s->value;
    sum += wides[7].rest[3] + (long)jumpies[9].pad[2] + jumpies[9].name[3] + fews[4].cold[1] +
           calleds[3].cold[2];
    printf("%ld\n", sum);
    return 0;
}
