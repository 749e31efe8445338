/* Lines, words and the longest word of a text, with a table of what characters are. */
#include "everyday.h"

typedef struct {
    long lines, words, longest, letters[4];
} counts;

static unsigned char kind[256];

#ifdef HAND
NOINLINE void scan(const char *text, size_t length, counts *found) {
    counts c = {0};
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        unsigned of = kind[*at];
        if (of) {
            const unsigned char *start = at;
            for (; at < end && (of = kind[*at]) != 0; at++)
                c.letters[of]++;
            c.words++;
            c.longest = at - start > c.longest ? at - start : c.longest;
        }
        for (; at < end && !kind[*at]; at++) {
            c.lines += *at == '\n';
            c.letters[0]++;
        }
    }
    *found = c;
}
#else
NOINLINE void scan(const char *text, size_t length, counts *found) {
    long word = 0;
    memset(found, 0, sizeof *found);
    for (size_t i = 0; i < length; i++) {
        found->letters[kind[(unsigned char)text[i]]]++;
        if (text[i] == '\n')
            found->lines++;
        if (kind[(unsigned char)text[i]]) {
            if (word++ == 0)
                found->words++;
            if (word > found->longest)
                found->longest = word;
        } else {
            word = 0;
        }
    }
}
#endif

int main(void) {
    size_t length = (size_t)at_run_time(SCALED(4000000));
    char *text = (char *)some_bytes(length, 1);
    counts found;
    for (int c = 0; c < 256; c++)
        kind[c] = c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c > '\n' && c < 'A' ? 3 : 0;
    for (size_t i = 0; i < length; i++)
        text[i] = "etaoin shrdlu\nETAOIN cmfwyp 2718"[text[i] & 31];
    for (int round = 0; round < 30; round++) {
        scan(text, length, &found);
        text[round] = (char)('a' + found.words % 26);
    }
    print_bits("found", &found, sizeof found);
    free(text);
}
