#include "cc/objects/kind.h"

#include "base/io.h"
#include "cc/objects/archive.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool begins_as_bitcode(const char *bytes, size_t size) {
    static const unsigned char magic[4] = {'B', 'C', 0xc0, 0xde};
    return bytes && size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

static bool holds_bitcode(const char *bytes, size_t size) {
    cc_archive archive;
    cc_archive_member member;
    if (begins_as_bitcode(bytes, size))
        return true;
    return cc_archive_open(&archive, bytes, size) && cc_archive_next(&archive, &member) &&
           begins_as_bitcode(member.bytes, member.size);
}

bool cc_is_bitcode(const char *path) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is = false;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        size_t size = (size_t)info.st_size;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            is = holds_bitcode(bytes, size);
            munmap(bytes, size);
        }
    }
    io_close(fd);
    return is;
}
