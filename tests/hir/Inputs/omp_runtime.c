/* The few calls of the OpenMP runtime that tests/hir/openmp.c makes, with threads that run one after
 * the other; OMP_NUM_THREADS says how many. Loops are shared out in equal parts. */
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST_ARGUMENTS = 8 };
static int threads = 1;

typedef void body(int *, int *, void *, void *, void *, void *, void *, void *, void *, void *);

void __kmpc_fork_call(void *where, int count, body *run, ...) {
    void *args[MOST_ARGUMENTS] = {0};
    const char *wanted = getenv("OMP_NUM_THREADS");
    va_list list;
    (void)where;
    va_start(list, run);
    for (int i = 0; i < count && i < MOST_ARGUMENTS; i++)
        args[i] = va_arg(list, void *);
    va_end(list);
    threads = wanted ? atoi(wanted) : 1;
    for (int i = 0; i < threads; i++)
        run(&i, &i, args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7]);
}

void __kmpc_for_static_init_4(void *where, int thread, int schedule, int *last, int *low, int *high,
                              int *stride, int step, int chunk) {
    int64_t all = (int64_t)*high - *low + 1, part = (all + threads - 1) / threads;
    (void)where, (void)schedule, (void)step, (void)chunk;
    *last = thread == threads - 1;
    *stride = (int)all;
    *low += (int)(part * thread);
    if (*low + part - 1 < *high)
        *high = (int)(*low + part - 1);
}

void __kmpc_for_static_fini(void *where, int thread) {
    (void)where, (void)thread;
}

void __kmpc_critical(void *where, int thread, void *lock) {
    (void)where, (void)thread, (void)lock;
}

void __kmpc_end_critical(void *where, int thread, void *lock) {
    (void)where, (void)thread, (void)lock;
}

int __kmpc_global_thread_num(void *where) {
    (void)where;
    return 0;
}
