#include "clock.h"

#include "ask.h"
#include "descriptors.h"
#include "rt_abi.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STACK = 1 << 14 };

/* What the program and its clock both look at; neither the clock nor a signal handler may call the
 * C library. */
static struct {
    ck_ask *ask; /* never NULL once started */
    double every;
    _Atomic uint64_t next; /* nanoseconds; 0: not before it is set */
    bool ticks;            /* there is a task that looks at the clock */
    volatile sig_atomic_t signal;
    uint32_t asked; /* when the save began that is to be answered */
} at;

static ck_ask alone; /* where nobody can ask */

/* ---- the clock ---- */

#if defined(__x86_64__)
static long kernel(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
static long kernel(long number, long a, long b, long c, long d, long e, long f) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
}
#else
#error "how this processor calls the kernel is not known"
#endif

static const uint64_t SECOND = UINT64_C(1000000000);

static uint64_t now(void) {
    struct timespec t;
    kernel(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&t, 0, 0, 0, 0);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

/* Until the word is no longer what it was; deadline 0: however long that takes. */
static void wait_on(_Atomic uint32_t *word, uint32_t was, uint64_t deadline) {
    struct timespec t = {(time_t)(deadline / SECOND), (long)(deadline % SECOND)};
    kernel(SYS_futex, (long)word, FUTEX_WAIT_BITSET, was, deadline ? (long)&t : 0, 0,
           FUTEX_BITSET_MATCH_ANY);
}

static void ring(_Atomic uint32_t *word) {
    kernel(SYS_futex, (long)word, FUTEX_WAKE, INT32_MAX, 0, 0, 0);
}

static bool is_asked(void) {
    return at.signal || at.ask->asked != at.ask->answered;
}

/* Ends with the process. */
static int look_at_clock(void *unused) {
    (void)unused;
    for (;;) {
        uint32_t bell = at.ask->bell;
        uint64_t next = at.next;
        if (next && now() >= next) {
            at.next = next = 0;
            lathe_ckpt_due = 1;
        }
        if (is_asked())
            lathe_ckpt_due = 1;
        wait_on(&at.ask->bell, bell, next);
    }
}

static bool start_clock(void) {
    sigset_t all, before;
    char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return false;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    int task = clone(
        look_at_clock, stack + STACK,
        CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (task < 0)
        munmap(stack, STACK);
    return task >= 0;
}

/* ---- signals ---- */

static const struct {
    const char *name;
    int number;
    bool ends; /* what it is for is to end the process */
} known[] = {
    {"TERM", SIGTERM, true},  {"INT", SIGINT, true},    {"HUP", SIGHUP, true},
    {"QUIT", SIGQUIT, true},  {"XCPU", SIGXCPU, true},  {"USR1", SIGUSR1, false},
    {"USR2", SIGUSR2, false}, {"CONT", SIGCONT, false}, {"URG", SIGURG, false},
};

static void on_signal(int number) {
    at.signal = number;
    lathe_ckpt_due = 1;
}

static const char *catch(const char *name, size_t size) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool full = size > 3 && !strncmp(name, "SIG", 3);
        const char *rest = name + (full ? 3 : 0);
        size_t length = size - (full ? 3 : 0);
        if (strlen(known[i].name) != length || strncmp(known[i].name, rest, length))
            continue;
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        return sigaction(known[i].number, &action, NULL) ? strerror(errno) : NULL;
    }
    return "not a list of TERM, INT, HUP, QUIT, XCPU, USR1, USR2, CONT and URG";
}

static const char *catch_all(const char *names) {
    const char *wrong = NULL;
    while (names && *names && !wrong) {
        size_t size = strcspn(names, ",");
        wrong = catch(names, size);
        names += size + (names[size] == ',');
    }
    return wrong;
}

static void end_by(int number) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number && known[i].ends) {
            sigset_t one;
            sigemptyset(&one);
            sigaddset(&one, number);
            signal(number, SIG_DFL);
            sigprocmask(SIG_UNBLOCK, &one, NULL);
            raise(number);
        }
}

/* ---- the run's side ---- */

static ck_ask *share(void) {
    int file = memfd_create(CK_ASK_NAME, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return &alone;
    void *page = MAP_FAILED;
    if (!ftruncate(file, CK_ASK_SIZE) &&
        !fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        page = mmap(NULL, CK_ASK_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) {
        close(file);
        return &alone;
    }
    ck_fd_aside(file);
    return page;
}

const char *ck_clock_start(double every, const char *signals) {
    at.ask = share();
    memcpy(at.ask->magic, CK_ASK_MAGIC, sizeof at.ask->magic);
    at.ask->version = CK_ASK_VERSION;
    at.ask->pid = (uint32_t)getpid();
    at.every = every;
    at.ticks = every > 0 && start_clock();
    return catch_all(signals);
}

void ck_clock_arm(void) {
    lathe_ckpt_due = at.every <= 0 || !at.ticks || at.signal;
    at.next = now() + (uint64_t)(at.every * 1e9) + 1;
    at.ask->bell++;
    if (at.ticks)
        ring(&at.ask->bell);
}

bool ck_clock_is_due(void) {
    at.asked = at.ask->asked;
    return at.ticks || at.every <= 0 || is_asked() || now() >= at.next;
}

void ck_clock_answer(bool saved, uint64_t generation) {
    int number = at.signal;
    at.signal = 0;
    at.ask->saved = saved;
    at.ask->generation = generation;
    if (at.ask->answered != at.asked) {
        at.ask->answered = at.asked;
        ring(&at.ask->answered);
    }
    if (number)
        end_by(number);
}
