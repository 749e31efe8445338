/* How many letters must change to make one word of another: a table of as many rows as letters. */
#include "everyday.h"

static inline int least(int a, int b) {
    return a < b ? a : b;
}

#ifdef HAND
NOINLINE int distance(const char *s, int m, const char *t, int n) {
    size_t bytes = (size_t)(n + 1) * sizeof(int);
    int *row = allocate(bytes), *next = allocate(bytes);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= m; i++) {
        int *restrict to = next;
        const int *restrict from = row;
        const char letter = s[i - 1];
        for (int j = 1; j <= n; j++)
            to[j] = least(from[j] + 1, from[j - 1] + (letter != t[j - 1]));
        int left = i;
        to[0] = i;
        for (int j = 1; j <= n; j++)
            to[j] = left = least(to[j], left + 1);
        next = row;
        row = to;
    }
    int found = row[n];
    free(row);
    free(next);
    return found;
}
#else
NOINLINE int distance(const char *s, int m, const char *t, int n) {
    int *d = allocate((size_t)(m + 1) * (n + 1) * sizeof *d);
    for (int i = 0; i <= m; i++)
        d[i * (n + 1)] = i;
    for (int j = 0; j <= n; j++)
        d[j] = j;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int cost = s[i - 1] == t[j - 1] ? 0 : 1;
            d[i * (n + 1) + j] =
                least(least(d[(i - 1) * (n + 1) + j] + 1, d[i * (n + 1) + j - 1] + 1),
                      d[(i - 1) * (n + 1) + j - 1] + cost);
        }
    int found = d[m * (n + 1) + n];
    free(d);
    return found;
}
#endif

int main(void) {
    int m = at_run_time(SCALED(3000)), n = at_run_time(SCALED(2800)), total = 0;
    char *s = (char *)some_bytes((size_t)m, 1), *t = (char *)some_bytes((size_t)n, 2);
    for (int i = 0; i < m; i++)
        s[i] = (char)('a' + (s[i] & 7));
    for (int j = 0; j < n; j++)
        t[j] = (char)('a' + (t[j] & 7));
    for (int round = 0; round < 6; round++) {
        total = total * 7 + distance(s, m - round, t, n);
        s[round] = 'z';
    }
    print_bits("distance", &total, sizeof total);
    free(s);
    free(t);
}
