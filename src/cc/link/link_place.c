#include "cc/link/link_place.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { ROOM = 1 << 20 };

/* Linkers remove an old output first; with it still there, a file system may be too full. */
static bool has_room(const char *folder, const struct stat *old) {
    struct statvfs fs;
    if (statvfs(folder, &fs) != 0)
        return false;
    return (uint64_t)fs.f_bavail * fs.f_frsize >= (uint64_t)old->st_size * 4 + ROOM;
}

static const char *join(arena *mem, const char *folder, const char *name) {
    return arena_printf(mem, "%s/%s", folder, name);
}

bool cc_place_init(cc_place *place, arena *mem, const char *output) {
    struct stat old;
    const char *slash = strrchr(output, '/'), *name = str_base_name(output);
    char *folder =
        slash ? arena_strndup(mem, output, (size_t)(slash - output) + 1) : arena_strdup(mem, ".");
    *place = (cc_place){.output = output};
    if (!folder || !*name)
        return false;
    if (stat(output, &old) == 0 && (!S_ISREG(old.st_mode) || !has_room(folder, &old)))
        return false;
    char *made = (char *)join(mem, folder, ".lathe-XXXXXX");
    if (!made || !mkdtemp(made))
        return false;
    place->folder = made;
    place->native = join(mem, made, name);
    const char *again = join(mem, made, "again");
    place->made = again && mkdir(again, 0700) == 0 ? join(mem, again, name) : NULL;
    if (place->native && place->made)
        return true;
    cc_place_free(place);
    return false;
}

bool cc_place_install(const cc_place *place, const char *file) {
    return rename(file, place->output) == 0;
}

void cc_place_free(const cc_place *place) {
    if (place->native)
        unlink(place->native);
    if (place->made)
        unlink(place->made);
    if (place->folder) {
        char again[4096];
        if (snprintf(again, sizeof again, "%s/again", place->folder) < (int)sizeof again)
            rmdir(again);
        rmdir(place->folder);
    }
}
