/* The longest common subsequence of two texts, in a table of rows. */
#include "everyday.h"

#ifdef HAND
NOINLINE void fill_table(int **best, const char *s, int m, const char *t, int n) {
    for (int i = 1; i <= m; i++) {
        const int *restrict above = best[i - 1];
        int *restrict row = best[i], left = 0;
        const char letter = s[i - 1];
        for (int j = 1; j <= n; j++) {
            int with = above[j - 1] + (letter == t[j - 1]);
            row[j] = above[j] > with ? above[j] : with;
        }
        for (int j = 1; j <= n; j++)
            row[j] = left = row[j] > left ? row[j] : left;
    }
}
#else
NOINLINE void fill_table(int **best, const char *s, int m, const char *t, int n) {
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            if (s[i - 1] == t[j - 1])
                best[i][j] = best[i - 1][j - 1] + 1;
            else if (best[i - 1][j] >= best[i][j - 1])
                best[i][j] = best[i - 1][j];
            else
                best[i][j] = best[i][j - 1];
        }
}
#endif

int main(void) {
    int m = at_run_time(SCALED(3600)), n = at_run_time(SCALED(3000));
    char *s = (char *)some_bytes((size_t)m, 1), *t = (char *)some_bytes((size_t)n, 2);
    int **best = allocate((size_t)(m + 1) * sizeof *best);
    for (int i = 0; i <= m; i++)
        best[i] = allocate((size_t)(n + 1) * sizeof **best);
    for (int i = 0; i < m; i++)
        s[i] &= 3;
    for (int j = 0; j < n; j++)
        t[j] &= 3;
    for (int round = 0; round < 3; round++) {
        fill_table(best, s, m, t, n);
        s[round] = (char)(best[m][n] & 3);
    }
    print_bits("last row", best[m], (size_t)(n + 1) * sizeof **best);
    for (int i = 0; i <= m; i++)
        free(best[i]);
    free(best);
    free(s);
    free(t);
}
