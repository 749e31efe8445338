// RUN: %compare %s
/* Threads with an argument each; their heap structs are joined again in a fixed order. */
// private: struct part, struct job
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    char name;
    long low, high;
    struct part *next;
    short primes;
};
struct job {
    unsigned char id;
    struct part *parts;
    long sum;
    short done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long shared;

static int is_prime(long n) {
    if (n < 2)
        return 0;
    for (long d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

static void *work(void *argument) {
    struct job *j = argument;
    for (struct part *p = j->parts; p; p = p->next) {
        for (long n = p->low; n < p->high; n++)
            if (is_prime(n)) {
                p->primes++;
                j->sum += n;
            }
        j->done++;
    }
    pthread_mutex_lock(&lock);
    shared += j->sum;
    pthread_mutex_unlock(&lock);
    return j;
}

int main(void) {
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    struct job *jobs = calloc(THREADS, sizeof *jobs);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].id = (unsigned char)i;
        for (int k = 0; k < 4; k++) {
            struct part *p = malloc(sizeof *p);
            p->name = (char)('a' + k);
            p->low = (i * 4 + k) * 50;
            p->high = p->low + 50;
            p->primes = 0;
            p->next = jobs[i].parts;
            jobs[i].parts = p;
        }
        if (pthread_create(&threads[i], NULL, work, &jobs[i]))
            return 99;
    }
    int primes = 0;
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        struct job *j = result;
        printf("%u %ld %d:", j->id, j->sum, j->done);
        for (struct part *p = j->parts, *next; p; p = next) {
            next = p->next;
            printf(" %c%ld-%ld:%d", p->name, p->low, p->high, p->primes);
            primes += p->primes;
            free(p);
        }
        printf("\n");
    }
    printf("%ld\n", shared);
    free(jobs);
    return primes;
}

// CHANGES dtrans-base-test: struct.job base-test 32; struct.part base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.job base-test 32; struct.part base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.job shuffle 112; struct.part shuffle 108
// CHANGES dtrans-shuffle<seed=2>: struct.job shuffle 112; struct.part shuffle 128
// CHANGES dtrans-shuffle<seed=3>: struct.job shuffle 83; struct.part shuffle 101
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.job reorder-fields 24; struct.part reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.job reorder-fields 24; struct.part reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.job shuffle 104; struct.part shuffle 128
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.job reorder-fields+shuffle 120; struct.part reorder-fields+shuffle 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.job reorder-fields 24; struct.part reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.job shuffle+shuffle 104; struct.part shuffle+shuffle 147
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.job reorder-fields 24; struct.part reorder-fields 32
// CHANGES dtrans-pool<force>: struct.job pool 16; struct.part pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.job shuffle+pool 16; struct.part shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.job reorder-fields+pool 16; struct.part reorder-fields+pool 24
// CHANGES dtrans-pool<force;split>: struct.job pool 16; struct.part pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.job shuffle+pool 101; struct.part shuffle+pool 113
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.job reorder-fields+pool 16; struct.part reorder-fields+pool 32
// CHANGES hir-canonicalize,hir-identity: is_prime(); main(); work()
// CHANGES hir-canonicalize<join>,hir-identity<join>: is_prime(); main(); work()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
