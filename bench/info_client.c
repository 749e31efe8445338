/* The work of `lathe info FILE` without the command around it, for counting instructions: the
 * command's watchdog takes the slowness of a simulated processor for a hang. */
#include <lathe/lathe.h>

#include <stdio.h>

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    const char *path = argc == 2 ? argv[1] : "";
    lathe_module *module = ctx ? lathe_module_load(ctx, &path, 1, NULL) : NULL;
    char *text = module ? lathe_module_info(module, false) : NULL;
    if (text)
        fputs(text, stdout);
    else
        fprintf(stderr, "info_client: %s\n", ctx ? lathe_ctx_error(ctx) : "no memory");
    int code = text ? 0 : 1;
    lathe_free(text);
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return code;
}
