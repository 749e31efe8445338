// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// SplitConditionalBB 1: blocks that end in a switch or a computed goto, not only in a branch.
#include <stdio.h>
void checkpoint(void);

static long run(const unsigned char *code, int rounds) {
    static void *const targets[] = {&&add, &&twice, &&save, &&leave};
    long x = 1;
    int at = 0;
next:
    x &= 0xffffffff;
    goto *targets[code[at++]];
add:
    x += rounds * 3 + at;
    goto next;
twice:
    x = x * 2 + 1;
    checkpoint();
    goto next;
save:
    checkpoint();
    x ^= 0x55;
    goto next;
leave:
    if (--rounds) {
        at = 0;
        goto next;
    }
    return x;
}

int main(void) {
    static const unsigned char code[] = {0, 2, 1, 0, 3};
    unsigned x = 7;
    for (int i = 0; i < 40; i++) {
        checkpoint();
        switch (x % 7) {
        case 0:
            x = x / 7 + 5;
            checkpoint();
            break;
        case 1:
            x += 9;
            /* fall through */
        case 2:
            checkpoint();
            x = x * 3 + 1;
            break;
        case 5:
            continue;
        default:
            x ^= (unsigned)i << 3;
        }
        x += 11;
    }
    printf("%u %ld\n", x, run(code, 20));
    return 0;
}
