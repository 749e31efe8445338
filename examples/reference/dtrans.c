/* Says which structs of a program may change their layout, and what keeps the others.
 *
 * For examples/inventory.c it prints:
 *     struct.warehouse: 552 bytes, 6 fields; reorder-fields: yes; first: items at 0
 *     struct.item: 120 bytes, 12 fields; reorder-fields: yes; first: active at 0
 *     struct.price: 24 bytes, 3 fields; reorder-fields: yes; first: currency at 0
 *     struct.order: 40 bytes, 5 fields; reorder-fields: yes; first: urgent at 0
 */
#include <lathe/dtrans.h>

#include <stdio.h>

static void show(lathe_dtrans *d, size_t type) {
    const char *blocker[1] = {"yes"};
    lathe_dtrans_field first = LATHE_INIT(lathe_dtrans_field);
    if (lathe_dtrans_field_get(d, type, 0, &first))
        lathe_dtrans_blocked_by(d, type, "reorder-fields", blocker, 1);
    printf("%s: %llu bytes, %zu fields; reorder-fields: %s; first: %s at %llu\n",
           lathe_dtrans_type_name(d, type), (unsigned long long)lathe_dtrans_type_size(d, type),
           lathe_dtrans_field_count(d, type), blocker[0], first.name,
           (unsigned long long)first.offset);
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, NULL);
    lathe_dtrans *d = m ? lathe_dtrans_analyze(m, NULL) : NULL;
    for (size_t i = 0; d && i < lathe_dtrans_type_count(d); i++)
        if (lathe_dtrans_type_size(d, i))
            show(d, i);
    int code = lathe_status_exit_code(lathe_ctx_status(ctx));
    if (code)
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
    lathe_dtrans_free(d);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return code;
}
