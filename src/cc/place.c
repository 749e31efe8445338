#include "cc/place.h"

#include "base/str.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* As seen from the folder of the program: in a build tree, and installed. */
static const char *const places[] = {"../lib/lathe-plugin.so",
                                     "../" LATHE_LIBDIR "/lathe-plugin.so"};

static bool find_folder(char folder[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    return slash;
}

const char *cc_plugin_path(arena *mem) {
    char folder[PATH_MAX];
    const char *found = NULL;
    str path;
    if (!find_folder(folder))
        return NULL;
    str_init(&path, mem->ctx);
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        str_clear(&path);
        str_printf(&path, "%s%s", folder, places[i]);
        if (access(str_text(&path), R_OK) == 0)
            found = arena_strdup(mem, str_text(&path));
    }
    str_free(&path);
    return found;
}
