/* hir-test-sequence: several transforms of loop nests, as the driver has them.
 *
 * Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, to the bit.
 * Breaks: the code of loop nests that are changed; all others stay as they are.
 * Declines when: a step is no transform; the single transforms decline as they do alone.
 */
#include "hir/transform/loop_steps.h"
#include "passes/passes.h"

#include <stdlib.h>
#include <string.h>

static const hir_step *find(const char *name, size_t length) {
    for (const ir_pass *p = hir_transform_list; p->name; p++)
        if (strlen(p->name + 4) == length && memcmp(p->name + 4, name, length) == 0)
            return p->data;
    return NULL;
}

/* One of "tile/4:sink:interchange/2", which ends at a colon; the number is a factor, a size or a
 * level. */
static bool read_step(lathe_ctx *ctx, const char *text, hir_step *step) {
    size_t length = strcspn(text, "/:");
    const hir_step *t = find(text, length);
    if (!t) {
        ctx_fail(ctx, LATHE_USAGE, "steps=…%s: expected names of transforms without hir-", text);
        return false;
    }
    *step = *t;
    long number = text[length] == '/' ? strtol(text + length + 1, NULL, 10) : 2;
    if (number < 1 + (t->size_key != NULL) || number > UINT16_MAX)
        ctx_fail(ctx, LATHE_USAGE, "steps=…%s: expected a size or a level", text);
    if (text[length] == '/')
        *(t->size_key ? &step->size : &step->level) = (uint32_t)number;
    return ctx_ok(ctx);
}

lathe_status hir_test_sequence_pass(lathe_module *m, const ir_params *params, str *out) {
    hir_step steps[16];
    const char *text = ir_param_get(params, "steps");
    size_t count = 0;
    (void)out;
    for (; text && *text && count < 16; text += strcspn(text, ":"), text += *text == ':')
        if (!read_step(m->ctx, text, &steps[count++]))
            return m->ctx->status;
    if (!text || *text || !count)
        return ctx_fail(m->ctx, LATHE_USAGE, "steps=…: expected 1 to 16 transforms");
    return hir_run_steps(m, steps, count, hir_assumed(params));
}
