// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Wide strings, in memory of the program's.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
void checkpoint(void);
int main(void) {
    wchar_t buffer[64] = L"";
    long h = 0;
    for (int i = 0; i < 40; i++) {
        wchar_t *copy = wcsdup(L"wide text"), *end, *state;
        checkpoint();
        wcsncpy(buffer, copy, 63);
        wcsncat(buffer, L" 12", 3);
        h = (h * 31 + (long)wcslen(buffer) + wcstol(buffer + 10, &end, 10) +
             towupper((wint_t)copy[i % 9]) + iswalpha((wint_t)copy[i % 9])) %
            1000003;
        wchar_t *w = wcstok(buffer, L" ", &state);
        checkpoint();
        while ((w = wcstok(NULL, L" ", &state)))
            h += (long)wcslen(w);
        h += wcscmp(copy, L"wide") > 0;
        free(copy);
    }
    printf("%ld\n", h);
    return 0;
}
