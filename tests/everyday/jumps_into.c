// RUN: %python %tests/everyday/everyday.py %s
/* Loops that are entered in the middle, machines in switches, and irregular exits. */
#include "everyday.h"
enum { N = 40 };
static double a[N][N];
void entered(int n, int first) {
    int i = 1, j = 0;
    if (first)
        goto inside;
    for (j = 0; j < n; j++)
        for (i = 1; i < n; i++) {
            a[i][j] += a[i - 1][j];
        inside:
            a[j][i] *= 0.75;
        }
}
int machine(int n, const unsigned char *text) {
    int state = 0, changes = 0;
    for (int i = 0; i < n; i++) {
        switch (state) {
        case 0:
            if (text[i] < 128)
                state = 1;
            break;
        case 1:
            state = text[i] & 1 ? 2 : 0;
            /* fallthrough */
        default:
            for (int j = 0; j < N; j++)
                a[j][i % N] += state;
            if (text[i] == 77)
                state = 0;
        }
        changes += state != 1;
    }
    return changes;
}
void copied(int n, double *to, const double *from) {
    for (int j = 0; j < N; j++) {
        int i = (n + 3) / 4;
        const double *f = from + j;
        double *t = to + j;
        switch (n % 4) {
        case 0:
            do {
                *t += *f, t += N, f += N;
        case 3:
                *t += *f, t += N, f += N;
        case 2:
                *t += *f, t += N, f += N;
        case 1:
                *t += *f, t += N, f += N;
            } while (--i > 0);
        }
    }
}
int main(void) {
    unsigned char text[500];
    static double b[N * N];
    fill(&a[0][0], N * N), fill_bytes(text, 500);
    entered(N, 0), entered(N, 1), entered(2, 1);
    printf("%d\n", machine(500, text));
    copied(N, b, &a[0][0]), copied(N - 1, &a[1][0], &a[0][0]), copied(N - 2, &a[0][0], &a[1][3]);
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: nothing
