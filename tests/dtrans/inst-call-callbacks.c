// RUN: lathe opt --passes='dtrans-analysis<type=struct.sorted>' %s | FileCheck %s --check-prefix=SORTED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.found>' %s | FileCheck %s --check-prefix=FOUND
// RUN: lathe opt --passes='dtrans-analysis<type=struct.strange>' %s | FileCheck %s --check-prefix=STRANGE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.job>' %s | FileCheck %s --check-prefix=JOB
// RUN: lathe opt --passes='dtrans-analysis<type=struct.returned>' %s | FileCheck %s --check-prefix=RETURNED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.lent>' %s | FileCheck %s --check-prefix=LENT
// RUN: lathe opt --passes='dtrans-analysis<type=struct.end>' %s | FileCheck %s --check-prefix=END
//

#include <pthread.h>
#include <stdlib.h>

struct sorted {
    int key;
    double value;
};
struct found {
    int key;
    double value;
};
struct strange {
    int key, value;
};
struct job {
    int a, b;
};
struct returned {
    int a, b;
};
struct lent {
    int a, b;
};
struct end {
    int a, b;
};

static struct end last;

static int by_key(const void *a, const void *b) {
    return ((const struct sorted *)a)->key - ((const struct sorted *)b)->key;
}

static int key_of(const void *k, const void *e) {
    return *(const int *)k - ((const struct found *)e)->key;
}

static int odd(const void *k, const void *e) {
    return *(const int *)k - ((const struct strange *)e)->key;
}

static void *work(void *p) {
    ((struct job *)p)->b = 1;
    return NULL;
}

static void *hands_back(void *p) {
    ((struct returned *)p)->b = 1;
    return p;
}

extern void *outside(void *);

static void bye(void) {
    last.b = 1;
}

int main(int argc, char **argv) {
    struct sorted *s = calloc(argc, sizeof *s);
    struct found *f = calloc(argc, sizeof *f);
    struct strange *t = calloc(argc, sizeof *t);
    struct job j = {1, 2};
    pthread_t thread;
    qsort(s, argc, sizeof *s, by_key);
    struct found *hit = bsearch(&argc, f, argc, sizeof *f, key_of);
    struct strange *miss = bsearch(&argc, t, argc * 2, 4, odd);
    pthread_create(&thread, NULL, work, &j);
    struct returned r = {1, 2};
    void *result;
    pthread_create(&thread, NULL, hands_back, &r);
    pthread_join(thread, &result);
    r.a = ((struct returned *)result)->b;
    struct lent l = {1, 2};
    pthread_create(&thread, NULL, outside, &l);
    atexit(bye);
    return s->value + hit->value + miss->value;
}

// SORTED: type struct.sorted{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// FOUND: type struct.found{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// STRANGE: type struct.strange{{.*}} legal nothing{{$}}
// STRANGE: BadMemFuncSize {{.*}}inst-call-callbacks.c:75{{(:[0-9]+)?}} @main: bsearch

// JOB: type struct.job{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// RETURNED: type struct.returned{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// LENT: type struct.lent{{.*}} legal nothing{{$}}
// LENT: AddressTaken {{.*}}@main: it can be reached from an argument

// END: type struct.end{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
