// RUN: %torture --kills=3 --every=0.004 %s
// REQUIRES: ckpt-runtime
// The runtime's timer ends no call of the program's early.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
void checkpoint(void);
int main(void) {
    struct timespec ten_ms = {0, 10000000}, rest;
    int early = 0;
    for (int i = 0; i < 8; i++) {
        early += nanosleep(&ten_ms, &rest) != 0;
        early += usleep(9000) != 0;
        early += clock_nanosleep(CLOCK_MONOTONIC, 0, &ten_ms, NULL) != 0;
        checkpoint();
    }
    early += sleep(1) != 0;
    printf("%d\n", early);
    return 0;
}
