// RUN: %torture --kills=4 --damage=1 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// What constructors print comes once, although they run at each start, and so does what destructors
// print; memory that they fill is the restored one.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);

static int *numbers;

__attribute__((constructor)) static void begin(void) {
    printf("first\n");
    numbers = calloc(10, sizeof *numbers);
}

__attribute__((destructor)) static void end(void) {
    printf("last %d\n", numbers[3]);
}

int main(void) {
    for (int i = 0; i < 40; i++) {
        numbers[i % 10] += i;
        checkpoint();
        printf("%d\n", numbers[(i + 3) % 10]);
    }
    return 0;
}
