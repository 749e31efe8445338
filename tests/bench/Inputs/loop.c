#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) void work(long rounds) {
    for (long i = 0; i < rounds; i++)
        sink++;
}

int main(int argc, char **argv) {
    pid_t child = fork();
    if (child == 0) {
        work(argc > 1 ? atol(argv[1]) : 0);
        _exit(0);
    }
    int status;
    return child < 0 || waitpid(child, &status, 0) < 0;
}
