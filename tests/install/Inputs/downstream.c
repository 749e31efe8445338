/* A user's program. Its own map_find must not meet lathe's internal one. */
#include <lathe/lathe.h>

#include <stdio.h>
#include <string.h>

int map_find(void);
int map_find(void) {
    return 41;
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx)
        return 1;
    const char *missing = argc > 1 ? argv[1] : "no-such-file.bc";
    lathe_module *module = lathe_module_load(ctx, &missing, 1, NULL);
    bool refused = !module && lathe_ctx_status(ctx) != LATHE_OK && *lathe_ctx_error(ctx);
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    printf("lathe %s, own map_find %d, missing file %s\n", lathe_version(), map_find(),
           refused ? "refused" : "accepted");
    return 0;
}
