/* ir-ptrclasses: the pointer classes of a module as text, alone or joined with those of others.
 *
 * Needs: any module.
 * Keeps: everything; the module is only read.
 * Breaks: nothing.
 * Declines when: a graph to be merged is damaged, or contradicts the module.
 */
#include "ir/input.h"
#include "ir/ptr/ptr.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static lathe_status merge_file(ptr_graph *g, const char *path) {
    ir_input in = {.name = path};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ctx_fail(g->ctx, LATHE_IO, "%s: cannot be read: %s", path, strerror(errno));
    if (ir_input_slurp(g->ctx, &in, fd))
        ptr_read(g, in.bytes, path);
    close(fd);
    ir_input_free(g->ctx, &in);
    return g->ctx->status;
}

static lathe_status write_graph(ptr_graph *g, const char *path) {
    str text;
    str_init(&text, g->ctx);
    ptr_write(g, &text);
    if (ctx_ok(g->ctx))
        ir_write_file(g->ctx, path, str_text(&text), text.len);
    str_free(&text);
    return g->ctx->status;
}

lathe_status ptr_classes_pass(lathe_module *m, const ir_params *params, str *out) {
    ptr_graph g;
    ptr_build(&g, m);
    for (size_t i = 0; ctx_ok(m->ctx) && i < params->len; i++)
        if (strcmp(params->at[i].key, "merge") == 0)
            merge_file(&g, params->at[i].value);
    const char *path = ir_param_get(params, "write");
    if (ctx_ok(m->ctx) && path)
        write_graph(&g, path);
    if (ctx_ok(m->ctx))
        ptr_close(&g);
    if (ctx_ok(m->ctx) && !ir_param_given(params, "quiet"))
        ptr_print(&g, ir_param_given(params, "all"), out);
    ptr_graph_free(&g);
    return m->ctx->status;
}
