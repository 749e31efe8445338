/* Runs passes of lathe's and of LLVM's on a program, and hears what they did.
 *
 * For examples/inventory.c it prints:
 *     remarks: yes
 *     changed: yes
 *     usage: unknown pass name 'no-such-pass'
 */
#include <lathe/lathe.h>

#include <stdio.h>
#include <string.h>

static void hear(void *data, const lathe_remark *remark) {
    size_t *done = data;
    *done += remark->kind == LATHE_REMARK_PASSED;
}

int main(int argc, char **argv) {
    size_t remarks = 0, changed = 0;
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_ctx_set_remarks(ctx, hear, &remarks);
    lathe_load_options options = LATHE_WITH(lathe_load_options, .passes = "mem2reg");
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, &options);
    if (m && lathe_run_passes_changed(m, "dtrans-delete-fields,default<O1>", NULL, &changed) ==
                 LATHE_OK) {
        printf("remarks: %s\nchanged: %s\n", remarks ? "yes" : "no", changed ? "yes" : "no");
        lathe_run_passes(m, "no-such-pass", NULL);
    }
    const char *error = lathe_ctx_error(ctx);
    printf("%s: %.*s\n", lathe_status_name(lathe_ctx_status(ctx)), (int)strcspn(error, "(;,\n"),
           error);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return 0;
}
