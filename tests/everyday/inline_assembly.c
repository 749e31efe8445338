// RUN: %python %tests/everyday/everyday.py %s
/* Statements of which a compiler must not know what they do, in and beside loops. */
#include "everyday.h"
enum { N = 40 };
static double a[N][N], b[N][N];
static void fence(void *what) {
    __asm__ volatile("" : : "r"(what) : "memory");
}
void inside(int n) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            a[i][j] += b[j][i];
            fence(&a[i][j]);
        }
}
void beside(int n) {
    for (int j = 0; j < n; j++) {
        fence(a);
        for (int i = 0; i < n; i++)
            a[i][j] += b[j][i];
    }
}
double hidden(int n) {
    double s = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int k = i;
            __asm__("" : "+r"(k));
            s += a[k][j];
            b[i][j] = s;
        }
    return s;
}
int main(void) {
    fill(&a[0][0], N * N), fill(&b[0][0], N * N);
    inside(N), beside(N), inside(0);
    printf("%a\n", hidden(N));
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: nothing
