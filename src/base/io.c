#include "base/io.h"

#include <errno.h>
#include <unistd.h>

bool io_write_all(int fd, const char *bytes, size_t size) {
    while (size) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

void io_close(int fd) {
    if (fd >= 0)
        close(fd);
}
