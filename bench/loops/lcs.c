/* The longest common subsequence of two texts. */
#include "check.h"

enum { N = SCALED(7000), LETTERS = 4 };
static unsigned char s[N], t[N];
static int best[N + 1][N + 1];

static void compare(void) {
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            if (s[i - 1] == t[j - 1])
                best[i][j] = best[i - 1][j - 1] + 1;
            else
                best[i][j] = best[i - 1][j] > best[i][j - 1] ? best[i - 1][j] : best[i][j - 1];
        }
}

int main(void) {
    fill_bytes(s, N, 1);
    fill_bytes(t, N, 2);
    for (int i = 0; i < N; i++) {
        s[i] %= LETTERS;
        t[i] %= LETTERS;
    }
    compare();
    print_bits("best", best[N], sizeof best[N]);
}
