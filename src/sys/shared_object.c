#include "sys/shared_object.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A host may have loaded what lathe is in for itself alone; passes call it by its names. */
static void make_visible(void) {
    Dl_info here;
    if (dladdr((void *)lathe_version, &here) && here.dli_fname)
        dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

const void *sys_load_symbol(lathe_ctx *ctx, const char *path, const char *symbol) {
    char whole[PATH_MAX];
    if (!realpath(path, whole) || access(whole, R_OK) != 0) {
        ctx_fail(ctx, LATHE_IO, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    make_visible();
    void *object = dlopen(whole, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!object) {
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s: cannot be loaded: %s", path, dlerror());
        return NULL;
    }
    const void *found = dlsym(object, symbol);
    if (!found)
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s: it has no passes for lathe (lathe/pass.h)", path);
    return found;
}
