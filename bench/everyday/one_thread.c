/* What clang's code for `#pragma omp parallel for` calls, for one thread: so that programs are
 * measured on one core, and no OpenMP library is needed.
 *
 * Only static schedules, which is what loops without a clause have: the one thread has all
 * iterations, and the bounds stay as they are.
 */
#include <stdarg.h>
#include <stdint.h>

enum { MOST_SHARED = 12 };

typedef void body(int32_t *, int32_t *, void *, void *, void *, void *, void *, void *, void *,
                  void *, void *, void *, void *, void *);

void __kmpc_fork_call(void *where, int32_t count, void (*outlined)(void), ...) {
    int32_t thread = 0, bound = 0;
    void *shared[MOST_SHARED] = {0}, **s = shared;
    va_list list;
    (void)where;
    va_start(list, outlined);
    for (int32_t i = 0; i < count && i < MOST_SHARED; i++)
        shared[i] = va_arg(list, void *);
    va_end(list);
    ((body *)outlined)(&thread, &bound, s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9],
                       s[10], s[11]);
}

void __kmpc_for_static_init_4(void *where, int32_t thread, int32_t schedule, int32_t *is_last,
                              int32_t *lower, int32_t *upper, int32_t *stride, int32_t step,
                              int32_t chunk) {
    (void)where, (void)thread, (void)schedule, (void)lower, (void)step, (void)chunk;
    *is_last = 1;
    *stride = *upper + 1;
}

void __kmpc_for_static_fini(void *where, int32_t thread) {
    (void)where, (void)thread;
}

int32_t __kmpc_global_thread_num(void *where) {
    (void)where;
    return 0;
}
