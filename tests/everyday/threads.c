// RUN: %python %tests/everyday/everyday.py %s
/* Threads that share a matrix by rows, by columns, and by a lock. */
#include "everyday.h"
#include <pthread.h>
enum { N = 48, PARTS = 4 };
static double a[N][N], b[N][N], c[N][N], total[N];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void columns(int from, int to) {
    for (int j = from; j < to; j++)
        for (int i = 0; i < N; i++)
            c[i][j] += a[i][j] * b[j][i];
}
static void *part(void *argument) {
    int number = *(int *)argument, from = number * N / PARTS, to = (number + 1) * N / PARTS;
    for (int i = from; i < to; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
    for (int i = from; i < to; i++) {
        pthread_mutex_lock(&lock);
        for (int j = 0; j < N; j++)
            total[j] += floor(64 * c[i][j]);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
int main(void) {
    pthread_t threads[PARTS];
    int numbers[PARTS];
    fill(&a[0][0], N * N), fill(&b[0][0], N * N);
    for (int i = 0; i < PARTS; i++)
        numbers[i] = i, pthread_create(&threads[i], NULL, part, &numbers[i]);
    for (int i = 0; i < PARTS; i++)
        pthread_join(threads[i], NULL);
    columns(0, N), columns(5, 5);
    show("c", c, sizeof c), show("total", total, sizeof total);
}

// CHANGES hir-optimize: part()
