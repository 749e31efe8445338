/* A transform of its own: every struct that may change gets its fields in the opposite order, and
 * the base rewrites the program for it.
 *
 * For examples/inventory.c it prints:
 *     struct.warehouse: its first field is element 5 of 552 bytes
 *     struct.item: its first field is element 11 of 120 bytes
 *     struct.order: its first field is element 4 of 40 bytes
 *     3 changed
 */
#include <lathe/transform.h>

#include <stdio.h>

/* A struct of which a field must stay where it is is left alone. */
static void plan_type(lathe_transform *t, size_t type) {
    lathe_dtrans *d = lathe_transform_analysis(t);
    size_t count = lathe_dtrans_field_count(d, type);
    uint32_t order[16];
    bool any = count > 1 && count <= 16 && lathe_transform_may_change(t, type);
    for (size_t i = 0; any && i < count; i++) {
        order[i] = (uint32_t)(count - 1 - i);
        any = !lathe_transform_is_field_needed(t, type, i);
    }
    if (any)
        lathe_transform_decide(t, type, LATHE_TRANSFORM_ORDER, order, count);
}

static void plan(lathe_transform *t, void *data) {
    (void)data;
    for (size_t i = 0; i < lathe_dtrans_type_count(lathe_transform_analysis(t)); i++)
        plan_type(t, i);
}

static void show(lathe_transform *t, void *data) {
    lathe_transform_change c = LATHE_INIT(lathe_transform_change);
    (void)data;
    for (size_t i = 0; lathe_transform_change_get(t, i, &c); i++)
        printf("%s: its first field is element %u of %llu bytes\n",
               lathe_dtrans_type_name(lathe_transform_analysis(t), c.type),
               lathe_transform_new_element(t, c.type, 0),
               (unsigned long long)lathe_transform_new_size(t, c.from));
}

int main(int argc, char **argv) {
    const lathe_transform_hooks hooks =
        LATHE_WITH(lathe_transform_hooks, .name = "backwards", .plan = plan, .before_edits = show);
    size_t changed = 0;
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, NULL);
    if (m && lathe_transform_run(m, &hooks, NULL, &changed) == LATHE_OK)
        printf("%zu changed\n", changed);
    int code = lathe_status_exit_code(lathe_ctx_status(ctx));
    if (code)
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return code;
}
