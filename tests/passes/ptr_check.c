/* ir-test-ptr-check: what a traced program did must be what its graph of classes allows.
 *
 * The log has a line "SITE SITE DELTA" for each pair of classes whose accesses met in one byte: the
 * second access began DELTA bytes beyond the first; and a line "touched N" for each run.
 *
 * Needs: the module as it was before ir-test-ptr-trace, and a log of its runs.
 * Keeps: everything; the module is only read.
 * Breaks: nothing.
 * Declines when: the log is not such a log (bad input), or shows accesses whose classes are
 * disjoint (a gate that fails, with each pair named).
 */
#include "ir/input.h"

#include "base/show.h"
#include "ir/value.h"
#include "passes/passes.h"
#include "passes/ptr_touch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct checker {
    ptr_graph *g;
    const ptr_touches *touches;
    str text; /* of the pair being shown */
    uint64_t touched, met, outside, walked, apart;
} checker;

static bool is_lost(checker *k, ptr_class c) {
    return ptr_marked(k->g, c, PTR_ESCAPES) || ptr_marked(k->g, c, PTR_UNKNOWN);
}

/* The one way out of a member that the graph does not follow. */
static bool is_walked_member(checker *k, ptr_class c) {
    return k->g->nodes.at[c].holders.len && ptr_marked(k->g, c, PTR_WALKED);
}

static void print_class(checker *k, const ptr_touch *touch) {
    const ptr_node *n = &k->g->nodes.at[touch->class];
    ir_place place = ir_srcloc_inst(&k->g->places, touch->inst);
    str_printf(&k->text, "  class %u at ", touch->class);
    ir_place_print(&k->text, &place);
    show_printf(&k->text, " in @%s:", LLVMGetValueName(ir_function_of(touch->inst)));
    char *text = LLVMPrintValueToString(touch->inst);
    show_add(&k->text, text);
    LLVMDisposeMessage(text);
    show_printf(&k->text, "\n    extent %" PRId64 " stride %" PRIu64 "%s", n->extent, n->stride,
                n->flat ? " flat" : "");
    for (uint32_t f = n->types.first; f; f = k->g->facts.at[f].next)
        show_printf(&k->text, " %s", k->g->shapes.at[k->g->facts.at[f].detail].name);
    for (int m = 0; n->marks && m < PTR_MARKS; m++)
        if (n->marks->at[m].witness)
            show_printf(&k->text, " %s", ptr_mark_name((ptr_mark)m));
    for (size_t i = 0; i < n->fields.len; i++)
        str_printf(&k->text, " %+" PRId64 ":%u", n->fields.at[i].offset,
                   ptr_find(k->g, n->fields.at[i].target));
    for (size_t i = 0; i < n->holders.len; i++)
        str_printf(&k->text, " in %u%+" PRId64, ptr_find(k->g, n->holders.at[i].container),
                   n->holders.at[i].offset);
    str_add_char(&k->text, '\n');
}

static void report(checker *k, const char *id, const ptr_touch *a, const ptr_touch *b,
                   int64_t delta) {
    str_clear(&k->text);
    str_printf(&k->text, "accesses meet, the second %" PRId64 " bytes beyond the first\n", delta);
    print_class(k, a);
    print_class(k, b);
    ir_place place = ir_srcloc_inst(&k->g->places, b->inst);
    ctx_diag(k->g->ctx, &(lathe_diag){.severity = LATHE_ERROR,
                                      .id = id,
                                      .file = place.file,
                                      .line = place.line,
                                      .column = place.column,
                                      .message = str_text(&k->text)});
}

static void check_pair(checker *k, const ptr_touch *a, const ptr_touch *b, int64_t delta) {
    if (a->class && b->class &&
        (ptr_reaches(k->g, a->class, delta, b->class) ||
         ptr_reaches(k->g, b->class, -delta, a->class))) {
        k->met++;
    } else if (a->class && b->class && is_lost(k, a->class) && is_lost(k, b->class)) {
        k->outside++;
    } else if (is_walked_member(k, a->class) || is_walked_member(k, b->class)) {
        k->walked++;
        report(k, "ptr-walked", a, b, delta);
    } else {
        k->apart++;
        report(k, "ptr-apart", a, b, delta);
    }
}

/* One line; false if it is not a line of a log. */
static bool check_line(checker *k, char *line) {
    char *end;
    if (str_starts_with(line, "touched ")) {
        k->touched += strtoull(line + 8, &end, 10);
        return *end == 0;
    }
    size_t count = k->touches->at.len;
    unsigned long a = strtoul(line, &end, 10);
    unsigned long b = strtoul(end, &end, 10);
    char *start = end;
    long long delta = strtoll(end, &end, 10);
    if (end == start || *end || a >= count || b >= count)
        return false;
    check_pair(k, &k->touches->at.at[a], &k->touches->at.at[b], delta);
    return true;
}

static void check_text(checker *k, char *text, const char *file) {
    size_t number = 0;
    for (char *line = text, *next; line && *line && ctx_tick(k->g->ctx, 1); line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        number++;
        if (!check_line(k, line)) {
            ctx_fail(k->g->ctx, LATHE_BAD_INPUT, "%s:%zu: no line of a trace of this module", file,
                     number);
            return;
        }
    }
}

static void check_file(checker *k, const char *path) {
    ir_input in = {.name = path};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        ctx_fail(k->g->ctx, LATHE_IO, "%s: cannot be read: %s", path, strerror(errno));
        return;
    }
    if (ir_input_slurp(k->g->ctx, &in, fd))
        check_text(k, in.bytes, path);
    close(fd);
    ir_input_free(k->g->ctx, &in);
}

static void check_log(checker *k, const char *path, str *out) {
    check_file(k, path);
    str_printf(out,
               "touched %" PRIu64 ", met %" PRIu64 ", outside %" PRIu64 ", walked %" PRIu64
               ", disjoint %" PRIu64 "\n",
               k->touched, k->met, k->outside, k->walked, k->apart);
    if (k->apart + k->walked)
        ctx_fail(k->g->ctx, LATHE_GATE_FAILED,
                 "%" PRIu64 " pairs of accesses overlap although their alias classes are disjoint",
                 k->apart + k->walked);
}

lathe_status ptr_check_pass(lathe_module *m, const ir_params *params, str *out) {
    const char *path = ir_param_get(params, "log");
    if (!path)
        return ctx_fail(m->ctx, LATHE_USAGE, "ir-test-ptr-check needs log=FILE");
    ptr_graph g;
    ptr_touches touches = {0};
    checker k = {.g = &g, .touches = &touches};
    str_init(&k.text, m->ctx);
    ptr_build(&g, m);
    if (ctx_ok(m->ctx))
        ptr_touches_find(&touches, &g, m);
    if (ctx_ok(m->ctx))
        ptr_close(&g);
    if (ctx_ok(m->ctx))
        check_log(&k, path, out);
    str_free(&k.text);
    vec_free(m->ctx, &touches.at);
    ptr_graph_free(&g);
    return m->ctx->status;
}
