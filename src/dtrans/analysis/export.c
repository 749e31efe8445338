/* A list of what code outside the program uses makes a library whole: all else becomes internal, so
 * that nobody outside can use it by mistake without the linker noticing. */
#include "dtrans/analysis/info.h"
#include "ir/llvmpasses.h"

#include <stdio.h>
#include <string.h>

static bool is_there(lathe_module *m, const char *name) {
    return LLVMGetNamedFunction(m->llvm, name) || LLVMGetNamedGlobal(m->llvm, name) ||
           LLVMGetNamedGlobalAlias(m->llvm, name, strlen(name));
}

static bool is_listed(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *p = names; *p; p += strcspn(p, ","), p += *p == ',')
        if (strcspn(p, ",") == length && strncmp(p, name, length) == 0)
            return true;
    return false;
}

static void warn(lathe_ctx *ctx, const char *name) {
    char text[256];
    snprintf(text, sizeof text, "--export: the program has no '%s'", name);
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = text});
}

/* "internalize<preserve-gv=main;preserve-gv=f>" */
static bool add_names(str *pass, arena *mem, lathe_module *m, const char *names) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$";
    str_add(pass, "internalize<preserve-gv=main");
    for (const char *p = names; *p; p += *p == ',') {
        size_t length = strcspn(p, ",");
        const char *name = arena_strndup(mem, p, length);
        p += length;
        if (!name || !*name)
            continue;
        if (strspn(name, letters) != length)
            ctx_fail(m->ctx, LATHE_USAGE, "--export: '%s' is no name of a function", name);
        if (!is_there(m, name))
            warn(m->ctx, name);
        str_printf(pass, ";preserve-gv=%s", name);
    }
    str_add_char(pass, '>');
    return ctx_ok(m->ctx);
}

static void run(lathe_module *m, const char *pass) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = ir_run_llvm(m->ctx, m->llvm, pass, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return;
    char *text = LLVMGetErrorMessage(error);
    ctx_fail(m->ctx, LATHE_INTERNAL, "%s: %s", pass, text);
    LLVMDisposeErrorMessage(text);
}

/* What is weak may be replaced from outside, and stays as it is: the program is not whole then. */
static bool has_weak(LLVMModuleRef llvm) {
    ir_each_function (fn, llvm)
        if (dtrans_is_replaceable(fn))
            return true;
    ir_each_global (g, llvm)
        if (dtrans_is_replaceable(g))
            return true;
    return false;
}

bool dtrans_export(lathe_module *m, const char *names) {
    str pass;
    arena mem;
    ir_drop_knowledge(m);
    ir_forget_origin(m);
    str_init(&pass, m->ctx);
    arena_init(&mem, m->ctx);
    ir_settings_put(&m->settings, m->ctx, DTRANS_EXPORTS, names);
    if (add_names(&pass, &mem, m, names) && !has_weak(m->llvm)) {
        run(m, str_text(&pass));
        ir_settings_put(&m->settings, m->ctx, DTRANS_LINKED,
                        is_listed(names, "main") ? DTRANS_LINKED_MAIN : "yes");
    }
    arena_free(&mem);
    str_free(&pass);
    return ctx_ok(m->ctx);
}
