// RUN: %python %tests/everyday/everyday.py %s
/* Tables of strings: letters by position, matches, and upper case in place. */
#include "everyday.h"
enum { COUNT = 50, WIDE = 24 };
static char words[COUNT][WIDE];
void by_position(int n, int m, char (*w)[WIDE], unsigned (*count)[26]) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            if (w[i][j] >= 'a' && w[i][j] <= 'z')
                count[j][w[i][j] - 'a']++;
}
int matches(int n, char **list, const char *what) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (what[k] && list[i][k] == what[k])
            k++;
        found += !what[k];
    }
    return found;
}
void upper(int n, int m, char (*w)[WIDE], const char *from) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            char c = from[i * WIDE + j];
            w[i][j] = (char)(c >= 'a' && c <= 'z' ? c - 32 : c);
        }
}
int main(void) {
    static unsigned count[WIDE + 8][26];
    static char out[COUNT][WIDE];
    char *list[COUNT];
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < WIDE - 1; j++)
            words[i][j] = (char)('a' + draw() % (1 + (unsigned)j * 2 % 26));
        list[i] = words[i * 3 % COUNT];
    }
    by_position(COUNT, WIDE, words, count), by_position(COUNT - 1, WIDE + 8, words, count);
    show("count", count, sizeof count);
    printf("%d %d\n", matches(COUNT, list, "aa"), matches(COUNT, list, ""));
    upper(COUNT, WIDE, out, &words[0][0]), upper(COUNT - 1, WIDE, words, &words[0][1]);
    upper(COUNT - 1, WIDE, words + 1, &words[0][0]);
    show("out", out, sizeof out), show("words", words, sizeof words);
}

// CHANGES hir-optimize: upper()
