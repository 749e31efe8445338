/* A line of values, each of which becomes the mean of its neighbourhood. */
#define FORMS 2
#include "forms.h"

enum { N = SCALED(400000), STEPS = 400 };
VECTOR(double, a, N);
VECTOR(double, b, N);

KERNEL void relax(GIVEN(int STEPS, INTS(int N) LINE(double, a, N), LINE(double, b, N))) {
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < N - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < N - 1; i++)
            a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    relax(GIVEN(at_run_time(STEPS), INTS(at_run_time(N)) a, b));
    PRINT(a);
}
