/* Lines of the same length: how often each letter stands in each column, and how many differ from
 * the line before. */
#include "everyday.h"

enum { LETTERS = 26 };

typedef struct {
    int lines, length;
    char **line;
} text;

#ifdef HAND
NOINLINE void count_letters(const text *t, int (*often)[LETTERS]) {
    int length = t->length;
    memset(often, 0, (size_t)length * sizeof *often);
    for (int i = 0; i < t->lines; i++) {
        const char *line = t->line[i];
        for (int c = 0; c < length; c++)
            if (line[c] >= 'a' && line[c] <= 'z')
                often[c][line[c] - 'a']++;
    }
}

NOINLINE void count_changes(const text *t, int *changes) {
    int length = t->length;
    for (int c = 0; c < length; c++)
        changes[c] = 0;
    for (int i = 1; i < t->lines; i++) {
        const char *line = t->line[i], *before = t->line[i - 1];
        for (int c = 0; c < length; c++)
            changes[c] += line[c] != before[c];
    }
}
#else
NOINLINE void count_letters(const text *t, int (*often)[LETTERS]) {
    for (int c = 0; c < t->length; c++) {
        for (int k = 0; k < LETTERS; k++)
            often[c][k] = 0;
        for (int i = 0; i < t->lines; i++) {
            char letter = t->line[i][c];
            if (letter >= 'a' && letter <= 'z')
                often[c][letter - 'a']++;
        }
    }
}

NOINLINE void count_changes(const text *t, int *changes) {
    for (int c = 0; c < t->length; c++) {
        changes[c] = 0;
        for (int i = 1; i < t->lines; i++)
            if (t->line[i][c] != t->line[i - 1][c])
                changes[c]++;
    }
}
#endif

int main(void) {
    text t = {at_run_time(SCALED(8000)), at_run_time(SCALED(512)), NULL};
    int (*often)[LETTERS] = allocate((size_t)t.length * sizeof *often);
    int *changes = allocate((size_t)t.length * sizeof *changes);
    char *all = (char *)some_bytes((size_t)t.lines * t.length, 1);
    t.line = allocate((size_t)t.lines * sizeof *t.line);
    for (int i = 0; i < t.lines; i++)
        t.line[i] = all + (size_t)i * t.length;
    for (size_t i = 0; i < (size_t)t.lines * t.length; i++)
        all[i] = (char)('a' + (all[i] & 31));
    for (int round = 0; round < 12; round++) {
        count_letters(&t, often);
        count_changes(&t, changes);
        all[round] = (char)('a' + changes[round] % LETTERS);
    }
    print_bits("often", often, (size_t)t.length * sizeof *often);
    print_bits("changes", changes, (size_t)t.length * sizeof *changes);
    free(often);
    free(changes);
    free(all);
    free(t.line);
}
