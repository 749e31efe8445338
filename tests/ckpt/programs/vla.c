// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Arrays whose sizes are known at run time only, in nested scopes and in recursion.
#include <stdio.h>
#include <string.h>
void checkpoint(void);
static long fill(int n, int m) {
    double grid[n][m];
    long sum = 0;
    for (int i = 0; i < n; i++) {
        int row[m];
        for (int j = 0; j < m; j++) {
            row[j] = i * j;
            grid[i][j] = row[j] * 0.5;
        }
        checkpoint();
        for (int j = 0; j < m; j++)
            sum += row[j] + (long)grid[i / 2][j];
    }
    if (n > 4)
        sum += fill(n - 2, m + 1);
    char *text = __builtin_alloca((size_t)m);
    memset(text, n, (size_t)m);
    checkpoint();
    return sum + text[m - 1] + (long)grid[n - 1][m - 1];
}
int main(void) {
    printf("%ld\n", fill(13, 5));
}
