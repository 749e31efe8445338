/* ckpt-live: live-in, live-out and tracked values of every block.
 *
 * Needs: nothing; after ckpt-split, all that a block computes is live out of its upper half.
 * Keeps: everything; it only prints, or writes JSON.
 * Breaks: nothing.
 * Declines when: the file cannot be written.
 */
#include "base/json.h"
#include "ckpt/ckpt_passes.h"
#include "ckpt/live_json.h"
#include "ckpt/tracked.h"
#include "ckpt/valnames.h"
#include "ir/names.h"

typedef struct printer {
    lathe_module *m;
    arena mem;
    map names; /* value -> text */
    ir_names blocks;
    ckpt_tracking tracking;
    json *j;
} printer;

static const char *name_of(printer *p, LLVMValueRef value) {
    const char *name = map_get(&p->names, value);
    return name ? name : "?";
}

static void add_block_key(printer *p, uint32_t b) {
    str text;
    str_init(&text, p->m->ctx);
    ir_names_add_block(&p->blocks, &text, p->tracking.live->cfg->blocks[b]);
    json_key(p->j, str_text(&text) + (*str_text(&text) == '%'));
    str_free(&text);
}

static void add_value(printer *p, const ckpt_tracked *t) {
    char *type = LLVMPrintTypeToString(LLVMIsAAllocaInst(t->value) ? LLVMGetAllocatedType(t->value)
                                                                   : LLVMTypeOf(t->value));
    json_write_object(p->j, JSON("name", name_of(p, t->value)),
                      JSON("kind", ckpt_kind_name(t->kind)), JSON("type", type),
                      JSON_KNOWN("bytes", t->bytes));
    LLVMDisposeMessage(type);
}

static void add_set(printer *p, const char *key, const bitset *set) {
    json_member_array(p->j, key);
    for (int64_t i = 0; (i = bitset_next(set, (size_t)i)) != BITSET_END; i++)
        json_string(p->j, name_of(p, ir_live_value(p->tracking.live, (uint32_t)i)));
    json_end_array(p->j);
}

static void add_tracked(printer *p, uint32_t b) {
    ckpt_tracked each;
    json_member_array(p->j, "tracked");
    for (size_t at = 0; ckpt_next_tracked(&p->tracking, b, &at, &each);)
        add_value(p, &each);
    json_end_array(p->j);
}

static void add_blocks(printer *p) {
    const ir_live *live = p->tracking.live;
    for (uint32_t b = 0; b < live->cfg->count && ctx_tick(p->m->ctx, 1); b++) {
        add_block_key(p, b);
        json_begin_object(p->j);
        add_set(p, "live_in", &live->in[b]);
        add_set(p, "live_out", &live->out[b]);
        add_tracked(p, b);
        json_end_object(p->j);
    }
}

static void add_function(lathe_module *m, json *j, LLVMValueRef fn) {
    printer p = {.m = m, .j = j};
    arena_init(&p.mem, m->ctx);
    map_init(&p.names, m->ctx);
    bool named = ir_names_init(&p.blocks, m->ctx, fn);
    if (named && ckpt_name_values(&p.names, &p.mem, m, fn) &&
        ckpt_tracking_init(&p.tracking, m, fn)) {
        json_member_object(j, LLVMGetValueName(fn));
        add_blocks(&p);
        json_end_object(j);
    }
    ckpt_tracking_free(&p.tracking);
    ir_names_free(&p.blocks);
    map_free(&p.names);
    arena_free(&p.mem);
}

void ckpt_live_json(lathe_module *m, str *out) {
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("ckpt-live"));
    json_member_object(&j, "functions");
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            add_function(m, &j, fn);
    json_end_object(&j);
    json_end_object(&j);
}

lathe_status ckpt_live_pass(lathe_module *m, const ir_params *params, str *out) {
    const char *file = ir_param_get(params, "json");
    str text;
    str_init(&text, m->ctx);
    ckpt_live_json(m, &text);
    if (ctx_ok(m->ctx) && file)
        ir_write_file(m->ctx, file, str_text(&text), text.len);
    else if (ctx_ok(m->ctx))
        str_add_n(out, str_text(&text), text.len);
    str_free(&text);
    return m->ctx->status;
}
