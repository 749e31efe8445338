// Triangular, minimum and data-dependent bounds.
#include <stdio.h>
#define N 10
double L[N][N], x[N], b[N];
int m[N][N], len[N], count;

void forward(int n) {
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int j = 0; j < i; j++)
            s -= L[i][j] * x[j];
        x[i] = s / L[i][i];
    }
}
void backward(int n) {
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int j = i + 1; j < n; j++)
            s -= L[j][i] * x[j];
        x[i] = s / L[i][i];
    }
}
void cholesky(int n) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                L[i][j] -= L[i][k] * L[j][k] * 0.001;
}
void upper(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[i][j] = i + j;
}
void lower(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            m[i][j] = i * j;
}
void banded(int n, int w) {
    for (int i = 0; i < n; i++) {
        int from = i - w > 0 ? i - w : 0, to = i + w < n - 1 ? i + w : n - 1;
        for (int j = from; j <= to; j++)
            m[i][j]++;
    }
}
void tiled(int n) {
    for (int ii = 0; ii < n; ii += 4)
        for (int i = ii; i < (ii + 4 < n ? ii + 4 : n); i++)
            m[i][0] += i;
}
void rows(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < len[i]; j++)
            m[i][j] += 2;
}
void changing(void) {
    for (int i = 0; i < count; i++)
        if (m[i][0] & 1)
            count--;
}
void smaller(int n, int k) {
    int to = n < k ? n : k;
    for (int i = 0; i < to; i++)
        b[i] += 1;
}
int main(void) {
    double s = 0;
    count = N;
    for (int i = 0; i < N; i++) {
        b[i] = i + 1;
        len[i] = (i * 7) % N - 1;
        for (int j = 0; j < N; j++)
            L[i][j] = i == j ? 2 : 0.1 * (i - j);
    }
    forward(N);
    backward(N);
    cholesky(N);
    upper(N);
    lower(N);
    banded(N, 2);
    tiled(N);
    rows(N);
    changing();
    smaller(5, 20);
    smaller(-3, 20);
    for (int i = 0; i < N; i++) {
        s += x[i] + b[i];
        for (int j = 0; j < N; j++)
            s += m[i][j] + L[i][j];
    }
    printf("%.6f %d\n", s, count);
    return 0;
}
