/* Calls that a signal ends early although its handler asks for them to go on. The program has no
 * handlers of its own, so the only signal that comes is the runtime's timer, of which it must not
 * know: it waits until the call is over. */
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#pragma GCC visibility push(default)
int lathe_ckpt_nanosleep(const struct timespec *duration, struct timespec *rest);
int lathe_ckpt_clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                               struct timespec *rest);
int lathe_ckpt_usleep(useconds_t duration);
unsigned lathe_ckpt_sleep(unsigned seconds);
#pragma GCC visibility pop

static sigset_t hold_timer(void) {
    sigset_t timer, before;
    sigemptyset(&timer);
    sigaddset(&timer, SIGRTMAX);
    sigprocmask(SIG_BLOCK, &timer, &before);
    return before;
}

static void release_timer(const sigset_t *before) {
    int error = errno;
    sigprocmask(SIG_SETMASK, before, NULL);
    errno = error;
}

int lathe_ckpt_nanosleep(const struct timespec *duration, struct timespec *rest) {
    sigset_t before = hold_timer();
    int result = nanosleep(duration, rest);
    release_timer(&before);
    return result;
}

int lathe_ckpt_clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                               struct timespec *rest) {
    sigset_t before = hold_timer();
    int result = clock_nanosleep(clock, flags, duration, rest);
    release_timer(&before);
    return result;
}

int lathe_ckpt_usleep(useconds_t duration) {
    sigset_t before = hold_timer();
    int result = usleep(duration);
    release_timer(&before);
    return result;
}

unsigned lathe_ckpt_sleep(unsigned seconds) {
    sigset_t before = hold_timer();
    unsigned result = sleep(seconds);
    release_timer(&before);
    return result;
}
