#include "folders.h"

#include "alloc.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

/* In the program's memory. */
struct lathe_ckpt_folder {
    char *path;
    char *entries; /* one after the other, each of d_reclen bytes */
    size_t size, room, at;
    int failed; /* 0, or what reading the entries ended with */
};

/* What comes after the name is not the entry's, and may be anything of libc's. */
static int add(lathe_ckpt_folder *folder, const struct dirent *entry) {
    size_t size = entry->d_reclen;
    size_t used = offsetof(struct dirent, d_name) + strlen(entry->d_name) + 1;
    if (folder->room - folder->size < size) {
        size_t room = 2 * folder->room + 4096 + size;
        char *bigger = lathe_ckpt_realloc(folder->entries, room);
        if (!bigger)
            return ENOMEM;
        folder->entries = bigger;
        folder->room = room;
    }
    memset(folder->entries + folder->size, 0, size);
    memcpy(folder->entries + folder->size, entry, used < size ? used : size);
    folder->size += size;
    return 0;
}

/* The names that the directory has now. */
static int fill(lathe_ckpt_folder *folder, DIR *stream) {
    int failed = 0;
    folder->size = folder->at = 0;
    errno = 0;
    for (const struct dirent *entry; !failed && (entry = readdir(stream)); errno = 0)
        failed = add(folder, entry);
    return failed ? failed : errno;
}

/* give: the object of a directory; NULL if memory is out */
static lathe_ckpt_folder *make(const char *path) {
    lathe_ckpt_folder *folder = lathe_ckpt_calloc(1, sizeof *folder);
    char *copy = folder ? lathe_ckpt_strdup(path) : NULL;
    if (copy) {
        folder->path = copy;
        return folder;
    }
    lathe_ckpt_free(folder);
    return NULL;
}

lathe_ckpt_folder *lathe_ckpt_opendir(const char *path) {
    int before = errno;
    DIR *stream = opendir(path);
    lathe_ckpt_folder *folder = stream ? make(path) : NULL;
    if (folder)
        folder->failed = fill(folder, stream);
    if (stream) {
        closedir(stream);
        errno = folder ? before : ENOMEM;
    }
    return folder;
}

int lathe_ckpt_closedir(lathe_ckpt_folder *folder) {
    lathe_ckpt_free(folder->path);
    lathe_ckpt_free(folder->entries);
    lathe_ckpt_free(folder);
    return 0;
}

struct dirent *lathe_ckpt_readdir(lathe_ckpt_folder *folder) {
    if (folder->at >= folder->size) {
        if (folder->failed)
            errno = folder->failed;
        return NULL;
    }
    struct dirent *entry = (struct dirent *)(folder->entries + folder->at);
    folder->at += entry->d_reclen;
    return entry;
}

__attribute__((alias("lathe_ckpt_readdir"))) struct dirent *
lathe_ckpt_readdir64(lathe_ckpt_folder *folder);

void lathe_ckpt_rewinddir(lathe_ckpt_folder *folder) {
    DIR *stream = opendir(folder->path);
    folder->at = 0;
    if (!stream)
        return;
    folder->failed = fill(folder, stream);
    closedir(stream);
}

long lathe_ckpt_telldir(lathe_ckpt_folder *folder) {
    return (long)folder->at;
}

void lathe_ckpt_seekdir(lathe_ckpt_folder *folder, long at) {
    folder->at = at >= 0 && (size_t)at <= folder->size ? (size_t)at : folder->size;
}
