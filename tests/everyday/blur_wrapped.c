// RUN: %python %tests/everyday/everyday.py %s
/* An image on a torus: neighbours by remainders. */
#include "everyday.h"
void smooth(int w, int h, const unsigned char *from, unsigned char *to) {
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            int s = from[y * w + x] * 4;
            s += from[((y + 1) % h) * w + x] + from[((y + h - 1) % h) * w + x];
            s += from[y * w + (x + 1) % w] + from[y * w + (x + w - 1) % w];
            to[y * w + x] = (unsigned char)(s / 8);
        }
}
int main(void) {
    static unsigned char a[6000], b[6000];
    fill_bytes(a, 6000);
    smooth(70, 60, a, b), smooth(70, 60, b, a), smooth(1, 1, a, b), smooth(2, 1, b, a);
    show("apart", a, sizeof a);
    smooth(70, 60, a, a), smooth(70, 60, a, a + 70), smooth(70, 60, a + 71, a);
    show("itself", a, sizeof a);
}

// CHANGES hir-optimize: nothing
