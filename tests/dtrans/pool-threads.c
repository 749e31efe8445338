// Threads may share a pool.
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' --ldflags=-lpthread
// CHECK: %__DPL_struct.node = type { i64, i32 }
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *shared;
static long sums[4];

static void share(struct node *n) {
    pthread_mutex_lock(&lock);
    n->next = shared;
    shared = n;
    pthread_mutex_unlock(&lock);
}
static void *work(void *data) {
    long *sum = data;
    struct node *own = NULL;
    for (long i = 0; i < 20000; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            exit(1);
        n->value = i;
        if (i % 100 == 0) {
            share(n);
            continue;
        }
        n->next = own;
        own = n;
        if (i % 3 == 0) {
            own = n->next;
            *sum += n->value;
            free(n);
        }
    }
    while (own) {
        struct node *n = own;
        own = n->next;
        *sum += n->value;
        free(n);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    long sum = 0, count = 0;
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, work, &sums[i]))
            return 2;
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        sum += sums[i];
    }
    for (struct node *n = shared; n; n = n->next, count++)
        sum += n->value;
    printf("%ld %ld\n", sum, count);
    return 0;
}
