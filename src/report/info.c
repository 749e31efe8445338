#include "ir/module.h"

#include "base/json.h"

/* JSON: {"functions": N} */
char *lathe_module_info(lathe_module *m, bool as_json) {
    str out;
    str_init(&out, m->ctx);
    uint64_t functions = 0;
    ir_each_function(fn, m->llvm) {
        functions += ctx_tick(m->ctx, 1);
    }
    if (as_json) {
        json j;
        json_init(&j, &out);
        json_begin_object(&j);
        json_member_uint(&j, "functions", functions);
        json_end_object(&j);
    } else {
        str_printf(&out, "functions %llu\n", (unsigned long long)functions);
    }
    char *text = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}
