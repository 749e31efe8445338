#include "cli/layouts.h"

#include "dtrans/analysis/type_settings.h"

bool cli_set_layouts(cli_run *run) {
    const cli_request *r = run->request;
    arena mem;
    arena_init(&mem, run->ctx);
    lathe_dtrans_settings settings = {
        .struct_size = sizeof settings,
        .only = dtrans_names_parse(&mem, r->dtrans_only, "--dtrans-only"),
        .skip = dtrans_names_parse(&mem, r->dtrans_skip, "--dtrans-skip"),
        .exports = dtrans_names_parse(&mem, r->exports, "--export"),
        .allocators = dtrans_names_parse(&mem, r->dtrans_alloc, "--dtrans-alloc"),
        .forced_label = "--dtrans-force",
    };
    if (dtrans_forced_parse(run->ctx, &mem, r->dtrans_force, "PASS:TYPE with one of the passes",
                            &settings))
        lathe_dtrans_set(run->module, &settings);
    arena_free(&mem);
    return ctx_ok(run->ctx);
}
