/* How to use lathe as a library:
 *
 *     reshape IN... OUT
 *
 * reads a program (C, LLVM IR text or bitcode; several files are linked), says which of its structs
 * may change shape and what stops the others, deletes fields that nobody reads, puts the others
 * into the best order, and writes the program to OUT (bitcode, or text if it ends in .ll).
 *
 *     cc reshape.c -o reshape $(pkg-config --cflags --libs lathe)
 */
#include <lathe/dtrans.h>

#include <stdio.h>
#include <string.h>

/* What the library warns of, such as types that no struct of the program has the name of. */
static void show_diagnostic(void *data, const lathe_diag *diag) {
    (void)data;
    if (diag->severity >= LATHE_WARNING)
        fprintf(stderr, "reshape: %s\n", diag->message);
}

static void show_field(lathe_dtrans *d, size_t type, size_t index) {
    lathe_dtrans_field f = LATHE_INIT(lathe_dtrans_field);
    if (!lathe_dtrans_field_get(d, type, index, &f) || f.padding)
        return;
    printf("    %3llu  %s %s%s\n", (unsigned long long)f.offset, f.type, f.name,
           f.never_read ? "  (never read)" : "");
}

/* A type that may not change has a reason, and a place in the source where it is to be seen. */
static void show_type(lathe_dtrans *d, size_t type) {
    const char *blocker[1] = {""};
    printf("  %s, %llu bytes: ", lathe_dtrans_type_name(d, type),
           (unsigned long long)lathe_dtrans_type_size(d, type));
    if (lathe_dtrans_is_legal(d, type, "reorder-fields")) {
        printf("may change\n");
        for (size_t i = 0; i < lathe_dtrans_field_count(d, type); i++)
            show_field(d, type, i);
        return;
    }
    lathe_dtrans_blocked_by(d, type, "reorder-fields", blocker, 1);
    printf("%s", blocker[0]);
    lathe_dtrans_use use = LATHE_INIT(lathe_dtrans_use);
    for (size_t i = 0; lathe_dtrans_use_get(d, type, i, &use); i++)
        if (strcmp(use.condition, blocker[0]) == 0) {
            printf(", since %s", use.reason);
            break;
        }
    printf("\n");
}

static bool show_types(lathe_module *module, const char *title) {
    lathe_dtrans *d = lathe_dtrans_analyze(module, NULL);
    if (!d)
        return false;
    const char *reason = lathe_dtrans_not_whole_reason(d);
    printf("%s:%s%s\n", title, reason ? " nothing may change: " : "", reason ? reason : "");
    for (size_t i = 0; i < lathe_dtrans_type_count(d); i++)
        show_type(d, i);
    lathe_dtrans_free(d);
    return true;
}

/* Deleting comes first: what is gone needs no place. */
static bool reshape(lathe_module *module) {
    static const char *const transforms[] = {"delete-fields", "reorder-fields"};
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
        size_t changed;
        if (lathe_dtrans_apply(module, transforms[i], &changed) != LATHE_OK)
            return false;
        printf("%s: %zu changed\n", transforms[i], changed);
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: reshape IN... OUT\n");
        return 2;
    }
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx)
        return 1;
    lathe_ctx_set_diag(ctx, show_diagnostic, NULL);
    const char *const *inputs = (const char *const *)argv + 1;
    lathe_module *module = lathe_module_load(ctx, inputs, (size_t)argc - 2, NULL);
    if (module && show_types(module, "before") && reshape(module) && show_types(module, "after"))
        lathe_module_write(module, argv[argc - 1]);
    if (lathe_ctx_status(ctx) != LATHE_OK)
        fprintf(stderr, "reshape: %s\n", lathe_ctx_error(ctx));
    int code = lathe_status_exit_code(lathe_ctx_status(ctx));
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return code;
}
