#include "pass/pipeline.h"

#include "base/bisect.h"
#include "ir/analyses.h"
#include "ir/llvmpasses.h"

#include <string.h>

/* One element of a pipeline: name, and the text between < and > if there is any. */
typedef struct element {
    const char *text;
    size_t length;
    size_t name_length;
} element;

/* The element at p, up to a comma outside all brackets. */
static element next_element(const char *p) {
    element e = {.text = p};
    int depth = 0;
    for (; *p && (depth > 0 || *p != ','); p++) {
        if (strchr("<(", *p))
            depth++;
        else if (strchr(">)", *p))
            depth--;
    }
    e.length = (size_t)(p - e.text);
    e.name_length = strcspn(e.text, "<(,");
    if (e.name_length > e.length)
        e.name_length = e.length;
    return e;
}

/* Splits "key=value;word" in place. */
static lathe_status parse_params(lathe_ctx *ctx, char *text, ir_params *params) {
    for (char *next, *p = text; p && *p; p = next) {
        next = p + strcspn(p, ";");
        if (*next)
            *next++ = '\0';
        char *value = strchr(p, '=');
        if (value)
            *value++ = '\0';
        if (!ir_params_add(ctx, params, p, value))
            break;
    }
    return ctx->status;
}

/* The parameters of an element; they point into text. */
static lathe_status parse_element(lathe_ctx *ctx, const ir_pass *pass, element e, str *text,
                                  ir_params *params) {
    *params = (ir_params){.pass = pass};
    if (e.length > e.name_length) {
        if (e.text[e.name_length] != '<' || e.text[e.length - 1] != '>') {
            return ctx_fail(ctx, LATHE_USAGE, "'%.*s': parameters of a pass go into <…>",
                            (int)e.length, e.text);
        }
        str_add_n(text, e.text + e.name_length + 1, e.length - e.name_length - 2);
    }
    return parse_params(ctx, text->at, params);
}

static lathe_status run_own(lathe_module *m, const ir_pass *pass, element e, str *out) {
    str text;
    ir_params params;
    str_init(&text, m->ctx);
    if (parse_element(m->ctx, pass, e, &text, &params) == LATHE_OK) {
        if (!pass->keeps_knowledge) {
            ir_begin_change(m);
            ir_mark_changed(m);
        }
        ctx_timer timer = ctx_phase_begin(m->ctx, pass->name);
        bisect_next_pass(m->ctx);
        pass->run(m, &params, out);
        ctx_phase_end(m->ctx, timer);
        if (ctx_ok(m->ctx))
            ir_verify_changes(m, pass->name);
    }
    str_free(&text);
    return m->ctx->status;
}

const ir_pass *pass_check(lathe_ctx *ctx, const char *text) {
    str params_text;
    ir_params params;
    element e = next_element(text);
    const ir_pass *pass = e.text[e.length] ? NULL : pass_find(ctx, e.text, e.name_length);
    str_init(&params_text, ctx);
    if (pass && parse_element(ctx, pass, e, &params_text, &params) != LATHE_OK)
        pass = NULL;
    str_free(&params_text);
    return pass;
}

static lathe_status run_llvm(lathe_module *m, const char *passes) {
    ir_begin_change(m);
    ctx_timer timer = ctx_phase_begin(m->ctx, "llvm passes");
    bool ran = ir_run_llvm(m, &(ir_llvm_run){.passes = passes,
                                             .for_target = true,
                                             .tuning = IR_LLVM_AS_CLANG,
                                             .failure = LATHE_USAGE});
    ctx_phase_end(m->ctx, timer);
    if (ran)
        ir_verify(m, passes);
    return m->ctx->status;
}

/* Neighbouring LLVM passes go to LLVM in one call, so that they share analyses. */
static void run_elements(lathe_module *m, const char *pipeline, str *out) {
    str foreign;
    str_init(&foreign, m->ctx);
    for (const char *p = pipeline; ctx_ok(m->ctx) && *p;) {
        element e = next_element(p);
        p = e.text + e.length + (e.text[e.length] == ',');
        const ir_pass *pass = pass_find(m->ctx, e.text, e.name_length);
        if (!pass) {
            if (foreign.len)
                str_add_char(&foreign, ',');
            str_add_n(&foreign, e.text, e.length);
            continue;
        }
        if (foreign.len && run_llvm(m, foreign.at) != LATHE_OK)
            break;
        str_clear(&foreign);
        run_own(m, pass, e, out);
    }
    if (ctx_ok(m->ctx) && foreign.len)
        run_llvm(m, foreign.at);
    ir_drop_knowledge(m);
    ir_analyses_forget(m, NULL); /* the module is in the caller's hands again */
    str_free(&foreign);
}

lathe_status pass_run_pipeline(lathe_module *m, const char *pipeline, str *out,
                               change_list *changes) {
    change_list *others = m->ctx->changes;
    size_t before = changes ? changes->all.len : 0;
    m->ctx->changes = changes;
    run_elements(m, pipeline, out);
    m->ctx->changes = others;
    if (changes && !ctx_ok(m->ctx))
        changes->all.len = before;
    return m->ctx->status;
}
