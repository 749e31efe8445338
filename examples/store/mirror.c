/* A checkpoint store that keeps a second copy: each generation is in the mirror before it counts in
 * the store, so that either folder alone is enough to resume. A worked example for "How to add a
 * checkpoint store" in CONTRIBUTING.md: a backend is a table of calls (runtime/ckpt/rt_io.h), and
 * takes from ck_io_system what it does not change.
 *
 * Promises what store.h promises of the store, for the mirror too:
 *  1. a name ending in .ckpt appears there only by renaming a file that is complete and synced;
 *  2. nothing is removed there before it is removed in the store.
 * If the mirror fails, the save fails as a whole, with errno set, and the next save tries again.
 *
 *   mirror FOLDER    saves two generations below FOLDER, loses the store, resumes from the mirror
 */
#include "ckpt/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct mirror {
    ck_io io;
    int dir;
} mirror;

static bool copy_all(const ck_io *io, int from, int to) {
    char bytes[1 << 16];
    ssize_t size;
    while ((size = io->read(io, from, bytes, sizeof bytes)) > 0)
        if (!ck_write_all(io, to, bytes, (size_t)size))
            return false;
    return size == 0 && ck_fsync(io, to);
}

/* The file is complete and synced in the store, under its temporary name. */
static bool copy_file(const mirror *m, int dir, const char *name) {
    const ck_io *system = &ck_io_system;
    int from = system->openat(system, dir, name, O_RDONLY | O_NOFOLLOW, 0);
    int to = from < 0 ? -1
                      : system->openat(system, m->dir, name,
                                       O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    bool done = to >= 0 && copy_all(system, from, to);
    int failed = errno;
    if (from >= 0)
        system->close(system, from);
    if (to >= 0)
        system->close(system, to);
    errno = failed;
    return done;
}

static int mirror_rename(const ck_io *io, int dir, const char *from, const char *to) {
    const mirror *m = io->user;
    const ck_io *system = &ck_io_system;
    if (!copy_file(m, dir, from) || system->rename(system, m->dir, from, to) ||
        !ck_fsync(system, m->dir))
        return -1;
    return system->rename(system, dir, from, to);
}

static int mirror_unlink(const ck_io *io, int dir, const char *name) {
    const mirror *m = io->user;
    int result = ck_io_system.unlink(&ck_io_system, dir, name);
    if (!result)
        ck_io_system.unlink(&ck_io_system, m->dir, name); /* gone already is as good */
    return result;
}

static bool mirror_open(mirror *m, const char *path) {
    const ck_io *system = &ck_io_system;
    *m = (mirror){.io = ck_io_system, .dir = -1};
    m->io.user = m;
    m->io.rename = mirror_rename;
    m->io.unlink = mirror_unlink;
    if (!system->mkdir(system, path, 0700) || errno == EEXIST)
        m->dir = system->open(system, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    return m->dir >= 0;
}

/* ---- The example: what the runtime does with a store, in short. ---- */

static void say(void *user, const char *text) {
    (void)user;
    fprintf(stderr, "mirror: %s\n", text);
}

static ck_config config_of(const ck_io *io, const char *path) {
    return (ck_config){.io = io, .voice = {say, NULL}, .path = path, .keep = 2, .program = 1};
}

static bool save_twice(const ck_io *io, const char *path, unsigned char *page) {
    ck_config config = config_of(io, path);
    ck_store store;
    bool done = true;
    if (ck_store_open(&store, &config) != CK_OPENED)
        return false;
    for (unsigned char round = 1; done && round <= 2; round++) {
        ck_range range = {(uintptr_t)page, CK_PAGE};
        ck_bytes section[CK_KIND_END] = {[CK_INFO] = {"example", 8}};
        memset(page, round, CK_PAGE);
        done = ck_store_save(&store, section, &range, 1, NULL);
    }
    ck_store_close(&store);
    return done;
}

static bool resume(const char *path, const unsigned char *page) {
    ck_config config = config_of(&ck_io_system, path);
    ck_store store;
    ck_loaded loaded;
    ck_cursor cursor;
    const ck_page *found;
    const void *data = NULL;
    bool same = false;
    if (ck_store_open(&store, &config) != CK_OPENED)
        return false;
    if (ck_store_load(&store, &loaded, NULL, NULL)) {
        ck_cursor_init(&cursor, &loaded.file, loaded.has_base ? &loaded.base : NULL);
        same = ck_cursor_next(&cursor, &found, &data) && data && !memcmp(data, page, CK_PAGE);
        printf("generation %" PRIu64 " from %s is %s\n", loaded.file.header.generation,
               strrchr(path, '/') + 1, same ? "what was saved" : "wrong");
        ck_loaded_free(&loaded);
    }
    ck_store_close(&store);
    return same;
}

int main(int argc, char **argv) {
    char primary[1000], second[1000], lost[1010];
    unsigned char *page = aligned_alloc(CK_PAGE, CK_PAGE);
    mirror m;
    if (argc != 2 || !page)
        return 2;
    snprintf(primary, sizeof primary, "%s/store", argv[1]);
    snprintf(second, sizeof second, "%s/mirror", argv[1]);
    snprintf(lost, sizeof lost, "%s.lost", primary);
    bool done = mirror_open(&m, second) && save_twice(&m.io, primary, page) &&
                !rename(primary, lost) && resume(second, page);
    free(page);
    return done ? 0 : 1;
}
