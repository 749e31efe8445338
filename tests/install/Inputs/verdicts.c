/* A user's program that asks which structs of a file may be reordered. */
#include <lathe/dtrans.h>

#include <stdio.h>

static void show(lathe_dtrans *d, size_t type) {
    const char *why[1] = {"-"};
    lathe_dtrans_use use = LATHE_INIT(lathe_dtrans_use);
    lathe_dtrans_blocked_by(d, type, "reorder-fields", why, 1);
    if (!lathe_dtrans_use_get(d, type, 0, &use))
        use.function = "-";
    printf("%s: %llu bytes, %zu fields, %s, %s, %s\n", lathe_dtrans_type_name(d, type),
           (unsigned long long)lathe_dtrans_type_size(d, type), lathe_dtrans_field_count(d, type),
           lathe_dtrans_is_legal(d, type, "reorder-fields") ? "legal" : "blocked", why[0],
           use.function);
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    const char *path = argc > 1 ? argv[1] : "";
    lathe_module *module = ctx ? lathe_module_load(ctx, &path, 1, NULL) : NULL;
    lathe_dtrans *d = module ? lathe_dtrans_analyze(module, NULL) : NULL;
    for (size_t i = 0; d && i < lathe_dtrans_type_count(d); i++)
        show(d, i);
    char *json = d ? lathe_dtrans_json(d, NULL) : NULL;
    printf("json: %s\n", json && json[0] == '{' ? "yes" : "no");
    lathe_free(json);
    lathe_dtrans_free(d);
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return 0;
}
