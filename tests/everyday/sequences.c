// RUN: %python %tests/everyday/everyday.py %s
/* Tables of two words: longest common subsequence and distance. */
#include "everyday.h"
enum { MOST = 90 };
static int table[MOST + 1][MOST + 1];
int common(const char *a, const char *b, int n, int m) {
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                table[i][j] = table[i - 1][j - 1] + 1;
            else
                table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
    return table[n][m];
}
int distance(const char *a, const char *b, int n, int m, unsigned short (*t)[MOST + 1]) {
    for (int i = 0; i <= n; i++)
        t[i][0] = (unsigned short)i;
    for (int j = 0; j <= m; j++)
        t[0][j] = (unsigned short)j;
    for (int j = 1; j <= m; j++)
        for (int i = 1; i <= n; i++) {
            int least = t[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            least = t[i - 1][j] + 1 < least ? t[i - 1][j] + 1 : least;
            t[i][j] = (unsigned short)(t[i][j - 1] + 1 < least ? t[i][j - 1] + 1 : least);
        }
    return t[n][m];
}
int main(void) {
    char a[MOST + 1], b[MOST + 1];
    static unsigned short t[MOST + 1][MOST + 1];
    for (int i = 0; i <= MOST; i++)
        a[i] = (char)('a' + draw() % 4), b[i] = (char)('a' + draw() % 4);
    printf("%d %d\n", common(a, b, MOST, MOST), distance(a, b, MOST, MOST, t));
    printf("%d %d\n", common(a, a, MOST, 30), distance(a, b, 0, 5, t));
    printf("%d\n", distance((char *)&t[40][0], b, 60, 70, t));
    show("table", table, sizeof table);
    show("t", t, sizeof t);
}

// CHANGES hir-optimize: distance()
