#include "sys/where.h"

#include "base/str.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *sys_own_path(arena *mem) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self);
    const char *path =
        length > 0 && length < PATH_MAX ? arena_strndup(mem, self, (size_t)length) : NULL;
    return path ? path : "lathe";
}

/* The folder above the program's own, "" if the system does not say. */
static void find_prefix(char prefix[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", prefix, PATH_MAX - 1);
    prefix[length > 0 ? length : 0] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(prefix, '/');
        if (slash)
            *slash = '\0';
    }
}

/* In the first of the folders that has it; those that do not begin with a slash are in the prefix.
 */
static const char *find_in(lathe_ctx *ctx, arena *mem, const char *const *folders, size_t count,
                           const char *file) {
    char prefix[PATH_MAX];
    find_prefix(prefix);
    str path;
    str_init(&path, ctx);
    const char *found = NULL;
    for (size_t i = 0; i < count && !found && ctx_ok(ctx); i++) {
        str_clear(&path);
        bool whole = folders[i][0] == '/';
        str_printf(&path, "%s%s%s/%s", whole ? "" : prefix, whole ? "" : "/", folders[i], file);
        if (access(str_text(&path), R_OK) == 0)
            found = arena_strdup(mem, str_text(&path));
    }
    if (!found)
        ctx_fail(ctx, LATHE_IO, "%s: cannot be read: %s; is lathe installed as a whole?",
                 str_text(&path), strerror(errno));
    str_free(&path);
    return found;
}

static const char *find(lathe_ctx *ctx, arena *mem, const char *file) {
    static const char *const folders[] = {"lib", LATHE_LIBDIR};
    return find_in(ctx, mem, folders, sizeof folders / sizeof *folders, file);
}

const char *sys_plugin_path(lathe_ctx *ctx, arena *mem) {
    return find(ctx, mem, "lathe-plugin.so");
}

const char *sys_runtime_path(lathe_ctx *ctx, arena *mem) {
    return find(ctx, mem, "liblathe-ckpt.a");
}

const char *sys_pool_path(lathe_ctx *ctx, arena *mem) {
    return find(ctx, mem, "liblathe-pool.a");
}

const char *sys_share_path(lathe_ctx *ctx, arena *mem, const char *file) {
    static const char *const folders[] = {LATHE_DATADIR "/lathe"};
    return find_in(ctx, mem, folders, 1, file);
}

const char *sys_include_path(arena *mem) {
    char prefix[PATH_MAX];
    find_prefix(prefix);
    const char *header = arena_printf(mem, "%s/include/lathe/ckpt.h", prefix);
    bool there = header && access(header, R_OK) == 0;
    return there ? arena_printf(mem, "%s/include", prefix) : NULL;
}

bool sys_can_run(arena *mem, const char *program) {
    const char *path = getenv("PATH");
    if (strchr(program, '/'))
        return access(program, X_OK) == 0;
    for (const char *p = path ? path : ""; *p; p += strcspn(p, ":"), p += *p == ':') {
        str whole;
        str_init(&whole, mem->ctx);
        str_printf(&whole, "%.*s/%s", (int)strcspn(p, ":"), p, program);
        bool found = access(str_text(&whole), X_OK) == 0;
        str_free(&whole);
        if (found)
            return true;
    }
    return false;
}
