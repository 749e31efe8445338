/* ckpt-live: live-in, live-out and tracked values of every block.
 *
 * Needs: nothing; after ckpt-split, all that a block computes is live out of its upper half.
 * Keeps: everything; it only prints, or writes JSON.
 * Breaks: nothing.
 * Declines when: the file cannot be written.
 */
#include "base/json.h"
#include "ckpt/ckpt_passes.h"
#include "ckpt/ckpt_sites.h"
#include "ckpt/objects.h"
#include "ckpt/valnames.h"
#include "ir/analyses.h"
#include "ir/names.h"
#include "ir/size.h"

/* Tracked is what a checkpoint at the end of the block saves: the values live there, and the memory
 * they lead to that is live and that the function modifies. The addresses of locals are not state:
 * their memory is. */
typedef struct printer {
    lathe_module *m;
    arena mem;
    map names; /* value -> text */
    ir_names blocks;
    const ir_live *live;
    ckpt_objects objects;
    json *j;
} printer;

static const char *name_of(printer *p, LLVMValueRef value) {
    const char *name = map_get(&p->names, value);
    return name ? name : "?";
}

static void add_block_key(printer *p, uint32_t b) {
    str text;
    str_init(&text, p->m->ctx);
    ir_names_add_block(&p->blocks, &text, p->live->cfg->blocks[b]);
    json_key(p->j, str_text(&text) + (*str_text(&text) == '%'));
    str_free(&text);
}

static void add_value(printer *p, LLVMValueRef value, ckpt_kind kind, uint64_t bytes) {
    char *type = LLVMPrintTypeToString(LLVMIsAAllocaInst(value) && kind == CKPT_MEMORY
                                           ? LLVMGetAllocatedType(value)
                                           : LLVMTypeOf(value));
    json_write_object(p->j, JSON("name", name_of(p, value)), JSON("kind", ckpt_kind_name(kind)),
                      JSON("type", type), JSON_KNOWN("bytes", bytes));
    LLVMDisposeMessage(type);
}

static uint64_t bytes_of(const printer *p, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return ir_abi_size(ir_layout(p->m), type);
}

static ckpt_kind kind_of(LLVMValueRef value) {
    return LLVMIsAArgument(value) ? CKPT_ARGUMENT : CKPT_VALUE;
}

static void add_set(printer *p, const char *key, const bitset *set, bool tracked) {
    json_member_array(p->j, key);
    for (int64_t i = 0; (i = bitset_next(set, (size_t)i)) != BITSET_END; i++) {
        LLVMValueRef value = ir_live_value(p->live, (uint32_t)i);
        if (!tracked)
            json_string(p->j, name_of(p, value));
        else if (!LLVMIsAAllocaInst(value))
            add_value(p, value, kind_of(value), bytes_of(p, value));
    }
}

static void add_tracked(printer *p, uint32_t b) {
    add_set(p, "tracked", &p->live->out[b], true);
    for (size_t i = 0; i < p->objects.all.len; i++) {
        const ckpt_object *o = &p->objects.all.at[i];
        if (o->modified && ckpt_object_live_out(o, p->live, b))
            add_value(p, o->root, CKPT_MEMORY, o->bytes);
    }
    json_end_array(p->j);
}

static void add_blocks(printer *p) {
    for (uint32_t b = 0; b < p->live->cfg->count && ctx_tick(p->m->ctx, 1); b++) {
        add_block_key(p, b);
        json_begin_object(p->j);
        add_set(p, "live_in", &p->live->in[b], false);
        json_end_array(p->j);
        add_set(p, "live_out", &p->live->out[b], false);
        json_end_array(p->j);
        add_tracked(p, b);
        json_end_object(p->j);
    }
}

static void add_function(lathe_module *m, json *j, LLVMValueRef fn) {
    printer p = {.m = m, .j = j};
    arena_init(&p.mem, m->ctx);
    map_init(&p.names, m->ctx);
    bool named = ir_names_init(&p.blocks, m->ctx, fn);
    if (named && ckpt_name_values(&p.names, &p.mem, m, fn) && (p.live = ir_live_of(m, fn)) &&
        ckpt_objects_find(&p.objects, m, fn)) {
        json_member_object(j, LLVMGetValueName(fn));
        add_blocks(&p);
        json_end_object(j);
    }
    if (p.objects.ctx)
        ckpt_objects_free(&p.objects);
    ir_names_free(&p.blocks);
    map_free(&p.names);
    arena_free(&p.mem);
}

lathe_status ckpt_live_pass(lathe_module *m, const ir_params *params, str *out) {
    const char *file = ir_param_get(params, "json");
    str text;
    json j;
    str_init(&text, m->ctx);
    json_init(&j, &text);
    json_begin_object(&j);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            add_function(m, &j, fn);
    json_end_object(&j);
    if (ctx_ok(m->ctx) && file)
        ir_write_file(m->ctx, file, str_text(&text), text.len);
    else if (ctx_ok(m->ctx))
        str_add_n(out, str_text(&text), text.len);
    str_free(&text);
    return m->ctx->status;
}
