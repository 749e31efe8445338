/* peak PROGRAM [ARGUMENT]...: the most memory that it had at once, in bytes, its output thrown
 * away. What a large process starts inherits its peak; this one is small. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct rusage used;
    int status = 1;
    pid_t child = argc > 1 ? fork() : -1;
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0)
        return 1;
    printf("%ld\n", used.ru_maxrss * 1024);
    return 0;
}
