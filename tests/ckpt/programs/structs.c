// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Structs passed and returned by value, large and small.
#include <stdio.h>
void checkpoint(void);
struct small {
    int a;
    float b;
};
struct large {
    double d[6];
    char tag;
    struct small s;
};
static struct small twist(struct small s, int k) {
    s.a += k;
    checkpoint();
    s.b *= 1.5f;
    return s;
}
static struct large step(struct large l, struct small s) {
    for (int i = 0; i < 6; i++) {
        l.d[i] += s.b;
        if (i == 3)
            checkpoint();
    }
    l.s = twist(l.s, s.a % 5);
    l.tag++;
    return l;
}
int main(void) {
    struct large l = {{1, 2, 3, 4, 5, 6}, 'a', {1, 0.25f}};
    struct small s = {3, 0.5f};
    for (int i = 0; i < 25; i++) {
        l = step(l, s);
        s = twist(s, i);
        s.b = s.b > 100 ? 0.5f : s.b;
        l.s.b = l.s.b > 100 ? 0.25f : l.s.b;
    }
    printf("%.17g %d %d %a %a\n", l.d[5], l.tag, l.s.a, l.s.b, s.b);
}
