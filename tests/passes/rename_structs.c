/* ir-rename-structs: every named struct becomes an identical copy under a new name.
 *
 * Needs: nothing.
 * Keeps: the program's behaviour, all names but those of types, debug information, order of
 *        functions and of variables.
 * Breaks: every type, and pointers to variables and instructions that carried one.
 * Declines when: never.
 */
#include "ir/map/valuemap.h"
#include "passes/passes.h"

typedef struct renamer {
    const char *prefix;
    str name;
} renamer;

static const char *new_name(void *data, LLVMTypeRef type, bool dependent) {
    (void)dependent;
    renamer *r = data;
    const char *old = LLVMGetStructName(type);
    if (!old)
        return NULL;
    str_clear(&r->name);
    str_add(&r->name, r->prefix);
    str_add(&r->name, old);
    return str_text(&r->name);
}

lathe_status ir_rename_structs(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    const char *prefix = ir_param_get(params, "prefix");
    renamer r = {.prefix = prefix ? prefix : "lathe."};
    str_init(&r.name, m->ctx);
    ir_typemap types;
    ir_valuemap values;
    ir_typemap_init(&types, m->ctx, m->llvm_ctx);
    ir_typemap_set_namer(&types, new_name, &r);
    ir_valuemap_init(&values, m, &types);
    ir_valuemap_run(&values);
    ir_valuemap_free(&values);
    ir_typemap_free(&types);
    str_free(&r.name);
    return m->ctx->status;
}
