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
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
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
// CHANGES hir-canonicalize,hir-identity: is_prime(); main(); work()
// CHANGES hir-canonicalize<join>,hir-identity<join>: is_prime(); main(); work()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
