#include "pass/pipeline.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 4 || strcmp(argv[1], "opt") != 0 || strncmp(argv[2], "--passes=", 9) != 0)
        return 2;
    lathe_ctx *ctx = lathe_ctx_new();
    const char *path = argv[3];
    const char *out = argc == 6 ? argv[5] : NULL;
    lathe_module *m = lathe_module_load(ctx, &path, 1, NULL);
    str text;
    str_init(&text, ctx);
    if (m)
        pass_run_pipeline(m, argv[2] + 9, &text);
    fputs(str_text(&text), stdout);
    if (ctx_ok(ctx) && out) {
        char *message = NULL;
        if (strcmp(out, "-") == 0)
            fputs(LLVMPrintModuleToString(m->llvm), stdout);
        else
            LLVMPrintModuleToFile(m->llvm, out, &message);
    }
    if (!ctx_ok(ctx))
        fprintf(stderr, "lathe: error: %s\n", lathe_ctx_error(ctx));
    int code = lathe_status_exit_code(ctx->status);
    lathe_module_free(m);
    str_free(&text);
    lathe_ctx_free(ctx);
    return code;
}
