// RUN: lathe opt '--passes=dtrans-aos-to-soa<force>' %s -o %t.ll --remarks=%t.yaml
// RUN: %python %S/Inputs/remark_lines.py %t.yaml | sort | FileCheck %s
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-aos-to-soa<force>' --ldflags=-lpthread
/* With threads, a function may be active twice without calling itself: the bases of its arrays are in
 * its frame, and are passed on. What is allocated once is one block for all threads. */
// CHECK-DAG: shared: AosToSoa
// CHECK-DAG: stack: AosToSoa
// CHECK-DAG: block: AosToSoa
// CHECK-DAG: main_only: AosToSoa
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct shared { int key; double value; };
struct stack { int n; long sum; };
struct block { long v; short w; };
struct main_only { int a; char b; };

static struct shared *all;
static int results[4];

static long add(struct stack *s, int n) {
    for (int i = 0; i < n; i++)
        s[i % 4].sum += s[i % 4].n = i;
    return s[0].sum + s[3].n;
}
static long fill(int n) {
    struct block *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        b[i] = (struct block){i, (short)-i};
    long sum = b[n / 2].v * 10 + b[n - 1].w;
    free(b);
    return sum;
}
static void *work(void *number) {
    int n = *(int *)number;
    struct stack s[4] = {{0, 0}};
    long sum = add(s, 40 + n) + fill(10 + n);
    for (int i = 0; i < 50; i++)
        sum += all[i].key * (i % (n + 2));
    results[n] = (int)sum;
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    int numbers[4] = {0, 1, 2, 3};
    struct main_only m[8];
    all = malloc(50 * sizeof *all);
    if (!all)
        return 1;
    for (int i = 0; i < 50; i++)
        all[i] = (struct shared){i, i / 2.0};
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 8; i++)
        m[i] = (struct main_only){i, (char)('a' + i)};
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (struct main_only *p = m; p < m + 8; p++)
        putchar(p->b);
    printf(" %d %d %d %d\n", results[0], results[1], results[2], results[3]);
    free(all);
    return 0;
}
