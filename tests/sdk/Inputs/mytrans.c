/* The smallest transform: every struct that may change becomes an equal one of another name. With a
 * second argument the types are made by hooks of its own. */
#include <lathe/transform.h>
#include <llvm-c/Core.h>
#include <stdio.h>

static size_t types_of(lathe_transform *t) {
    return lathe_dtrans_type_count(lathe_transform_analysis(t));
}

static void plan(lathe_transform *t, void *data) {
    (void)data;
    for (size_t i = 0; i < types_of(t); i++)
        if (lathe_transform_may_change(t, i))
            lathe_transform_decide(t, i, LATHE_TRANSFORM_ORDER, NULL, 0);
}

static bool prepare(lathe_transform *t, void *data) {
    bool any = false;
    (void)data;
    for (size_t i = 0; i < types_of(t); i++)
        if (lathe_transform_may_change(t, i))
            any |= lathe_transform_replace(t, i, "MyOwn.") != NULL;
    return any;
}

static void populate(lathe_transform *t, void *data) {
    lathe_transform_change c = LATHE_INIT(lathe_transform_change);
    (void)data;
    for (size_t i = 0; lathe_transform_change_get(t, i, &c); i++)
        if (!c.dependent)
            lathe_transform_set_body(t, c.type, NULL, NULL,
                                     lathe_dtrans_field_count(lathe_transform_analysis(t), c.type));
}

static const lathe_transform_hooks short_way = {.struct_size = sizeof short_way,
                                                .name = "my-opt",
                                                .prefix = "MyOpt.",
                                                .dependent_prefix = "MyDep.",
                                                .plan = plan};
static const lathe_transform_hooks long_way = {.struct_size = sizeof long_way,
                                               .name = "my-opt",
                                               .dependent_prefix = "MyDep.",
                                               .prepare_types = prepare,
                                               .populate_types = populate};

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    const char *paths[] = {argv[1]};
    size_t changed = 0;
    lathe_module *m = lathe_module_load(ctx, paths, 1, NULL);
    if (m && lathe_transform_run(m, argc > 2 ? &long_way : &short_way, NULL, &changed) == LATHE_OK)
        lathe_module_write(m, "-");
    fprintf(stderr, "%s%zu\n", lathe_ctx_error(ctx), changed);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return !changed;
}
