// Histograms, gathers and scatters: references that are indexed through a subscript or a base.
#include <stdio.h>
#define N 32
int hist[16], idx[N], val[N], out[N], *rows[8], start[9], col[N], next[N];
unsigned char bytes[64];
struct cell { int key, weight; struct cell *link; } cells[N];

void histogram(int n) {
    for (int i = 0; i < n; i++)
        hist[val[i] & 15]++;
}
void byte_histogram(void) {
    for (int i = 0; i < 64; i++)
        hist[bytes[i] >> 4]++;
}
void gather(int n) {
    for (int i = 0; i < n; i++)
        out[i] = val[idx[i]];
}
void scatter(int n) {
    for (int i = 0; i < n; i++)
        out[idx[i] + 1] = val[i];
}
void twice(int n) {
    for (int i = 0; i < n; i++)
        out[i] += val[idx[idx[i]]];
}
void by_row(int n) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < n; j++)
            rows[i][j] += i;
}
void sparse(int n) {
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            out[i] += val[k] * col[k];
}
void permute(int n) {
    for (int i = 0; i < n; i++) {
        int t = idx[i];
        idx[i] = idx[n - 1 - i];
        idx[n - 1 - i] = t;
    }
}
void fields(int n) {
    for (int i = 0; i < n; i++)
        cells[i].weight = cells[idx[i]].key + 1;
}
int chase(int i) {
    int s = 0;
    while (i >= 0) {
        s += val[i];
        i = next[i];
    }
    return s;
}
int list(struct cell *c) {
    int s = 0;
    for (; c; c = c->link)
        s += c->weight;
    return s;
}
int main(void) {
    static int store[8][4];
    long s = 0;
    for (int i = 0; i < N; i++) {
        idx[i] = (i * 5) % (N - 1);
        val[i] = i * 3;
        col[i] = i % 5;
        next[i] = i - 3 >= 0 ? i - 3 : -1;
        cells[i].key = i;
        cells[i].link = i ? &cells[i - 1] : 0;
    }
    for (int i = 0; i < 64; i++)
        bytes[i] = (unsigned char)(i * 41);
    for (int i = 0; i < 8; i++)
        rows[i] = store[i];
    for (int i = 0; i < 9; i++)
        start[i] = i * 4 > 30 ? 30 : i * 4;
    histogram(N);
    byte_histogram();
    gather(N);
    scatter(N);
    twice(N);
    by_row(4);
    sparse(8);
    permute(N);
    fields(N);
    for (int i = 0; i < N; i++)
        s = s * 3 + out[i] + hist[i % 16] + cells[i].weight + idx[i] + store[i / 4][i % 4];
    printf("%ld %d %d\n", s, chase(N - 1), list(&cells[N - 1]));
    return 0;
}
