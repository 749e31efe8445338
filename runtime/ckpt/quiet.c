#include "quiet.h"

#include <errno.h>
#include <time.h>

static sigset_t only(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    return set;
}

static bool is_pending(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGXFSZ);
}

ck_quiet ck_quiet_begin(void) {
    ck_quiet quiet;
    sigset_t set = only();
    sigprocmask(SIG_BLOCK, &set, &quiet.before);
    quiet.was_pending = sigismember(&quiet.before, SIGXFSZ) && is_pending();
    return quiet;
}

void ck_quiet_end(const ck_quiet *quiet) {
    int failed = errno;
    sigset_t set = only();
    if (!quiet->was_pending && is_pending())
        sigtimedwait(&set, NULL, &(struct timespec){0});
    sigprocmask(SIG_SETMASK, &quiet->before, NULL);
    errno = failed;
}
