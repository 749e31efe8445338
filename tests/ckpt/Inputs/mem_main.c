/* Calls kernel(n, a, ckpt_mem) in child processes that are killed at random moments, until it has
 * ended; what it returned, and what it left behind a, must not depend on the kills. From the
 * beginning again, until there were as many kills after a save as the argument says. Without an
 * argument: one call, for a kernel without checkpoints. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 24, BYTES = 1 << 16 };
double kernel(int n, double a[static N][N], unsigned *ckpt_mem);

static double a[N][N];

static void *shared(size_t bytes) {
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void child_run(unsigned *memory, double *result) {
    result[0] = kernel(4000, a, memory);
    result[1] = 0;
    for (int i = 0; i < N * N; i++)
        result[1] = result[1] * 0.5 + a[i / N][i % N];
    _exit(0);
}

/* From the beginning to the end; the kills that there were, or -1. */
static int run(unsigned *memory, double *result, int most) {
    int kills = 0, signals = 0, status;
    unsigned last = 0;
    memset(memory, 0, BYTES);
    for (;;) {
        pid_t child = fork();
        if (!child)
            child_run(memory, result);
        if (kills < most && signals++ < 20 * most) {
            usleep((useconds_t)(rand() % 2000));
            kill(child, SIGKILL);
        }
        waitpid(child, &status, 0);
        if (memory[2] < last)
            return puts("the heartbeat went back"), -1;
        /* Killed behind its end, the function begins at the beginning again. */
        last = memory[4] >> 25 ? 0 : memory[2];
        if (!WIFSIGNALED(status))
            return memory[2] ? kills : (puts("nothing was saved"), -1);
        if (WTERMSIG(status) != SIGKILL)
            return printf("died of %d\n", WTERMSIG(status)), -1;
        kills += last > 0; /* others hit nothing that could be resumed */
    }
}

int main(int argc, char **argv) {
    unsigned *memory = shared(BYTES);
    double *result = shared(4096), first[2];
    int wanted = argc > 1 ? atoi(argv[1]) : 0, kills = 0;
    srand(7);
    if (argc == 1) {
        result[0] = kernel(4000, a, memory);
        for (int i = 0; i < N * N; i++)
            result[1] = result[1] * 0.5 + a[i / N][i % N];
        return printf("%.17g %.17g\n", result[0], result[1]) < 0;
    }
    for (bool more = true; more; more = kills < wanted) {
        int killed = run(memory, result, wanted - kills);
        if (killed < 0)
            return 1;
        if (kills && memcmp(first, result, sizeof first))
            return puts("not the same each time"), 1;
        memcpy(first, result, sizeof first);
        kills += killed;
    }
    return printf("%.17g %.17g\n", result[0], result[1]) < 0;
}
