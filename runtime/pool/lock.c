/* The lock that is held while a pool is looked at, also while the process is copied. Who waits
 * sleeps, so that a thread of high priority does not keep one of low priority from unlocking. It is
 * not a pthread_mutex_t: those of libraries before glibc 2.34 need one more library. */
#include "pool/lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* True while the process has had one thread only. Not in every C library. */
extern char __libc_single_threaded __attribute__((weak));

/* 0: free, 1: held, 2: held, and somebody may be asleep. */
static int word;

const char *pool_single(void) {
    return &__libc_single_threaded;
}

static bool try_lock(void) {
    int was = 0;
    return __atomic_compare_exchange_n(&word, &was, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void take_lock(void) {
    int saved = errno;
    if (try_lock())
        return;
    while (__atomic_exchange_n(&word, 2, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    errno = saved;
}

static void drop_lock(void) {
    int saved = errno;
    if (__atomic_exchange_n(&word, 0, __ATOMIC_RELEASE) == 2)
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = saved;
}

static bool is_alone(void) {
    const char *single = pool_single();
    return single && *single;
}

bool pool_lock(void) {
    if (is_alone())
        return false;
    take_lock();
    return true;
}

bool pool_try_lock(bool *locked) {
    *locked = !is_alone() && try_lock();
    return *locked || is_alone();
}

void pool_unlock(bool locked) {
    if (locked)
        drop_lock();
}

/* Before other constructors: whose handlers are there first is let in last and out first, so that
 * handlers of the program may use pools. */
__attribute__((constructor(101))) static void watch_forks(void) {
    pthread_atfork(take_lock, drop_lock, drop_lock);
}
