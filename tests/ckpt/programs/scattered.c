// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Scattered reads and writes, sparse files, and descriptors copied in every way.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    int p[2], f = open("sparse", O_RDWR | O_CREAT | O_TRUNC, 0644), waiting = 0;
    long h = 1;
    if (pipe2(p, O_CLOEXEC | O_NONBLOCK))
        return 1;
    for (int i = 0; i < 50; i++) {
        int a = i, b = i * i, c = 0, d = 0;
        struct iovec out[2] = {{&a, sizeof a}, {&b, sizeof b}},
                     in[2] = {{&c, sizeof c}, {&d, sizeof d}};
        lseek(f, (off_t)(i * 7919 % 50) * 4096, SEEK_SET);
        if (writev(f, out, 2) != 8 || pwritev(f, out, 2, (off_t)(i % 9) * 10000) != 8)
            return 2;
        next();
        lseek(f, -8, SEEK_CUR);
        if (readv(f, in, 2) != 8 || preadv(f, in, 2, (off_t)(i % 4) * 10000) < 0)
            return 3;
        h = (h * 31 + c + d) % 1000003;
        int g = fcntl(f, F_DUPFD, 20 + i % 3), k = dup3(p[1], 40, O_CLOEXEC);
        off_t at = lseek(g, 0, SEEK_CUR);
        next();
        h = (h * 31 + g + (long)at + fcntl(k, F_GETFD) + (fcntl(k, F_GETFL) & O_NONBLOCK)) %
            1000003;
        if (write(k, &i, 1) != 1)
            return 4;
        close(g);
        close(k);
        next();
        fd_set set;
        FD_ZERO(&set);
        FD_SET(p[0], &set);
        struct pollfd one = {p[0], POLLIN, 0};
        struct timeval none = {0, 0};
        h += select(p[0] + 1, &set, NULL, NULL, &none) + poll(&one, 1, 0);
        ioctl(p[0], FIONREAD, &waiting);
        char byte = 0;
        if (i % 3 && read(p[0], &byte, 1) != 1)
            return 5;
        h = (h * 31 + byte + waiting) % 1000003;
        next();
    }
    printf("%ld\n", h);
    return 0;
}
