// RUN: %python %tests/everyday/everyday.py %s
/* A handler that counts, and loops that look at what it says. */
#include "everyday.h"
#include <signal.h>
enum { N = 40 };
static volatile sig_atomic_t stop;
static double a[N][N], b[N][N];
static void note(int number) {
    (void)number;
    stop++;
}
int work(int n, int when) {
    int done = 0;
    for (int j = 0; j < n && !stop; j++) {
        for (int i = 0; i < n; i++)
            a[i][j] += b[j][i];
        if (j == when)
            raise(SIGUSR1);
        done++;
    }
    return done;
}
void plain(int n) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] *= b[i][j] + stop;
}
int main(void) {
    signal(SIGUSR1, note);
    fill(&a[0][0], N * N), fill(&b[0][0], N * N);
    printf("%d\n", work(N, 17)), stop = 0;
    printf("%d\n", work(N, 100));
    plain(N), raise(SIGUSR1), plain(N);
    show("a", a, sizeof a);
}

// CHANGES hir-optimize: nothing
