// RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
//
// What a thread returns, pthread_join hands out: to be seen as another struct there is a conflict.
// What pthread_exit gets leaves the program.

#include <pthread.h>
#include <stdlib.h>

struct job {
    int a, b;
};
struct answer {
    long n;
    char c;
};
struct passed {
    int a, b;
};

static void *work(void *p) {
    ((struct job *)p)->b = 1;
    return p;
}

#ifdef EXITS
static void *leaves(void *p) {
    ((struct passed *)p)->b = 1;
    pthread_exit(p);
}
#endif

int main(void) {
    pthread_t thread;
    void *result;
    struct job *j = calloc(1, sizeof *j);
    struct passed *x = calloc(1, sizeof *x);
    pthread_create(&thread, NULL, work, j);
    pthread_join(thread, &result);
#ifdef EXITS
    pthread_create(&thread, NULL, leaves, x);
#endif
    return ((struct answer *)result)->c + x->a;
}

// CHECK-DAG: type struct.job {{.*}} legal nothing
// CHECK-DAG: BadCasting {{.*}}: a pointer to it is also used as a pointer to 'struct.answer'
// CHECK-DAG: type struct.answer {{.*}} legal nothing
// CHECK-DAG: type struct.passed {{.*}} legal reorder-fields delete-fields split aos-to-soa pool

// RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s -- -DEXITS | FileCheck %s --check-prefix=EXITS
// EXITS: type struct.passed {{.*}} legal nothing
// EXITS: AddressTaken {{.*}} @leaves: pthread_exit keeps the pointer
