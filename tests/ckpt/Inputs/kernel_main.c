/* Calls a kernel in child processes that are killed at random moments, until it has ended; its
 * result must be the same as without checkpoints. From the beginning again, until there were as
 * many kills after a save as the argument says; none: one call, for a kernel without checkpoints.
 * The kernel's caller is `run`, in a file of its own, in which its arrays are as they are at the
 * start. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 1 << 22 };
unsigned long long run(void *memory);

/* The header of docs/ckpt.md. */
enum { HEARTBEAT = 2, STATE = 4, COMPLETE = 1 << 25 };

static void *shared(size_t bytes) {
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* From the beginning to the end; the kills after a save that there were, or -1. */
static int finish(unsigned *memory, unsigned long long *result, int most) {
    int kills = 0, signals = 0, status;
    unsigned last = 0;
    memset(memory, 0, BYTES);
    for (;;) {
        pid_t child = fork();
        if (!child) {
            *result = run(memory);
            _exit(0);
        }
        if (kills < most && signals++ < 20 * most) {
            usleep((useconds_t)(rand() % 3000));
            kill(child, SIGKILL);
        }
        waitpid(child, &status, 0);
        if (memory[HEARTBEAT] < last)
            return puts("the heartbeat went back"), -1;
        last = memory[STATE] & COMPLETE ? 0 : memory[HEARTBEAT];
        if (!WIFSIGNALED(status))
            return memory[HEARTBEAT] ? kills : (puts("nothing was saved"), -1);
        if (WTERMSIG(status) != SIGKILL)
            return printf("died of %d\n", WTERMSIG(status)), -1;
        kills += last > 0;
    }
}

int main(int argc, char **argv) {
    unsigned *memory = shared(BYTES);
    unsigned long long *result = shared(4096), first = 0;
    int wanted = argc > 1 ? atoi(argv[1]) : 0, kills = 0;
    srand(7);
    if (argc == 1)
        first = run(memory);
    for (int more = argc > 1; more; more = kills < wanted) {
        int killed = finish(memory, result, wanted - kills);
        if (killed < 0)
            return 1;
        if (kills && first != *result)
            return puts("not the same each time"), 1;
        first = *result;
        kills += killed;
    }
    return printf("%016llx\n", first) < 0;
}
