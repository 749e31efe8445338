/* Calls kernel(n, a, ckpt_mem) in child processes that are killed at random moments, until it has
 * ended; what it returned, and what it left behind a, must not depend on the kills. */
#include <signal.h>
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

int main(int argc, char **argv) {
    unsigned *memory = shared(BYTES);
    double *result = shared(4096);
    int wanted = argc > 1 ? atoi(argv[1]) : 0, kills = 0, status;
    unsigned last = 0;
    srand(7);
    for (;;) {
        pid_t child = fork();
        if (!child) {
            result[0] = kernel(4000, a, memory);
            for (int i = 0; i < N * N; i++)
                result[1] = result[1] * 0.5 + a[i / N][i % N];
            _exit(0);
        }
        if (kills < wanted) {
            usleep((useconds_t)(rand() % 2000));
            kill(child, SIGKILL);
        }
        waitpid(child, &status, 0);
        if (memory[2] < last)
            return puts("the heartbeat went back"), 1;
        last = memory[2];
        if (!WIFSIGNALED(status))
            break;
        if (WTERMSIG(status) != SIGKILL)
            return printf("died of %d\n", WTERMSIG(status)), 1;
        kills++;
    }
    printf("%.17g %.17g\n", result[0], result[1]);
    fprintf(stderr, "%d kills, %u saves\n", kills, memory[2]);
}
