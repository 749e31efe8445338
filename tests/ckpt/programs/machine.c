// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A state machine in one switch, with checkpoints in some of its cases.
#include <stdio.h>
void checkpoint(void);
static int run(const char *s, int rounds) {
    enum { START, WORD, NUMBER, SPACE } state = START;
    int count[4] = {0}, total = 0;
    for (const char *p = s; rounds; p++) {
        switch (state) {
        case START:
            checkpoint();
            state = *p >= '0' && *p <= '9' ? NUMBER : WORD;
            break;
        case WORD:
            if (*p == ' ')
                state = SPACE;
            break;
        case NUMBER:
            total = (total * 10 + *p) % 10007;
            if (*p == ' ') {
                checkpoint();
                state = SPACE;
            }
            break;
        case SPACE:
            state = START;
        }
        count[state]++;
        if (!*p) {
            p = s - 1;
            rounds--;
        }
    }
    return count[0] + 3 * count[1] + 5 * count[2] + 7 * count[3] + total;
}
int main(void) {
    printf("%d\n", run("abc 123 de 4567 f 8 ghi", 25));
}
