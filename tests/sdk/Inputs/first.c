// Loops, ifs, a switch, gotos and references of many kinds, for hir_values.c.
#include <stdatomic.h>
enum { N = 40 };
double a[N][N], b[N][N], c[N][N];
int index_of[N], table[8];
volatile int flag;
atomic_int shared;
unsigned char bytes[400];

void strides(long k) {
    for (long i = 0; i < 5; i++)
        for (long j = 0; j < 3; j++)
            a[2 * i][k * j + 1] = b[i][j] + 1;
}

void gather(double *restrict to, int n) {
    for (int i = 0; i < n; i++)
        to[index_of[i]] += a[0][i];
}

int choose(int *restrict p, int n, int what) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] > what)
            table[1] = p[i] / 4;
        else if (a[i & 7][3] < 0.5)
            table[2] += 3;
        switch (p[i]) {
        case 1:
            table[3] = i;
            break;
        case 7:
            table[4] = 2 * i;
            break;
        default:
            table[5] += p[i];
        }
        sum += flag;
        atomic_fetch_add(&shared, i);
    }
    return sum;
}

int search(const unsigned char *p, int wanted) {
    int at = -1;
    for (int i = 0; i < 400; i++)
        if (p[i] == wanted) {
            at = i;
            break;
        }
    return at;
}

void product(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
}

void pair(void) {
    for (int i = 0; i < N; i++)
        a[i][0] = i;
    for (int i = 0; i < N; i++)
        b[i][0] = a[i][0];
}
