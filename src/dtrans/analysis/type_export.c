/* A list of what code outside the program uses makes a library whole: all else becomes internal, so
 * that nobody outside can use it by mistake without the linker noticing. */
#include "dtrans/analysis/type_info.h"
#include "dtrans/analysis/type_settings.h"
#include "ir/llvmpasses.h"

#include <stdio.h>
#include <string.h>

static bool is_there(lathe_module *m, const char *name) {
    return LLVMGetNamedFunction(m->llvm, name) || LLVMGetNamedGlobal(m->llvm, name) ||
           LLVMGetNamedGlobalAlias(m->llvm, name, strlen(name));
}

static void warn(lathe_ctx *ctx, const char *label, const char *name) {
    char text[256];
    snprintf(text, sizeof text, "%s: the program has no '%s'", label, name);
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = text});
}

/* "internalize<preserve-gv=main;preserve-gv=f>" */
static void add_names(str *pass, lathe_module *m, const lathe_dtrans_names *names,
                      const char *label) {
    str_add(pass, "internalize<preserve-gv=main");
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->at[i];
        if (!is_there(m, name))
            warn(m->ctx, label, name);
        str_printf(pass, ";preserve-gv=%s", name);
    }
    str_add_char(pass, '>');
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

static ir_linked linked_by(const lathe_dtrans_names *names) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->at[i], "main") == 0)
            return IR_LINKED_MAIN_USED;
    return IR_LINKED;
}

bool dtrans_export(lathe_module *m, const lathe_dtrans_names *names) {
    const char *label = names->label ? names->label : "exports";
    str pass;
    ir_drop_knowledge(m);
    ir_forget_origin(m);
    str_init(&pass, m->ctx);
    add_names(&pass, m, names, label);
    ir_name_list_set(&m->settings.exports, m->ctx, names->at, names->count, label);
    if (ctx_ok(m->ctx) && !has_weak(m->llvm)) {
        ir_run_llvm(m, &(ir_llvm_run){.passes = str_text(&pass), .doing = str_text(&pass)});
        m->settings.linked = linked_by(names);
    }
    str_free(&pass);
    return ctx_ok(m->ctx);
}
