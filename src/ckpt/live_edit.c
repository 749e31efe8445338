#include "ckpt/live_edit.h"

#include "base/json_read.h"
#include "ckpt/tracked.h"
#include "ckpt/valnames.h"
#include "ir/analyses.h"
#include "ir/input.h"
#include "ir/names.h"

typedef struct editor {
    lathe_module *m;
    LLVMValueRef fn;
    arena *mem; /* of what stays */
    json_in in;
    map names; /* value -> text */
    ckpt_tracking tracking;
    ckpt_live_edits *edits;
} editor;

bool ckpt_live_edit_is(const ckpt_live_edit *edit, const char *name) {
    size_t length = strlen(edit->name);
    return name && strncmp(name, edit->name, length) == 0 &&
           (name[length] == '\0' || name[length] == '.');
}

static const json_value *read_document(const json_in *in, const char *text) {
    ir_input file = {0};
    if (text)
        return json_read(in, text, strlen(text));
    if (!ir_input_read_text(in->ctx, &file, in->name))
        return NULL;
    const json_value *root = json_read(in, file.bytes, file.size);
    ir_input_free(in->ctx, &file);
    return root;
}

static const json_value *functions_of(const json_in *in, const char *text) {
    const json_value *root = read_document(in, text);
    if (root && root->kind != JSON_OBJECT) {
        json_wrong(in, root, "is not what ckpt-live writes");
        return NULL;
    }
    return root ? json_get(in, root, "functions", JSON_OBJECT) : NULL;
}

/* ---- one block ---- */

static size_t times_said(const json_value *tracked, const char *name) {
    size_t times = 0;
    json_each (one, tracked) {
        const json_value *said = one->kind == JSON_OBJECT ? json_find(one, "name") : NULL;
        times += said && said->kind == JSON_STRING && strcmp(said->text, name) == 0;
    }
    return times;
}

/* A parameter and the local that the front end puts it into have one name. */
static size_t times_tracked(editor *e, uint32_t block, const char *name) {
    ckpt_tracked each;
    size_t times = 0;
    for (size_t at = 0; ckpt_next_tracked(&e->tracking, block, &at, &each);) {
        const char *own = map_get(&e->names, each.value);
        times += own && strcmp(own, name) == 0;
    }
    return times;
}

static bool is_name(const editor *e, const char *name) {
    for (size_t i = 0; i < e->names.len; i++)
        if (e->names.at[i].value.s && strcmp(e->names.at[i].value.s, name) == 0)
            return true;
    return false;
}

static void add(editor *e, uint32_t directive, const char *name, bool added) {
    ckpt_live_edit edit = {directive, arena_strdup(e->mem, name), added};
    if (edit.name)
        vec_push(e->m->ctx, e->edits, edit);
}

static void compare(editor *e, uint32_t block, uint32_t directive, const json_value *tracked) {
    ckpt_tracked each;
    for (size_t at = 0; ckpt_next_tracked(&e->tracking, block, &at, &each);) {
        const char *name = map_get(&e->names, each.value);
        if (name && !times_said(tracked, name))
            add(e, directive, name, false);
    }
    json_each (one, tracked) {
        const char *name = one->kind == JSON_OBJECT ? json_get_text(&e->in, one, "name") : NULL;
        if (!name) {
            json_wrong(&e->in, one, "is not an object with a name");
            return;
        }
        if (!is_name(e, name)) {
            json_wrong(&e->in, one, "'%s' is not a value of '%s'", name, LLVMGetValueName(e->fn));
            return;
        }
        if (times_said(tracked, name) > times_tracked(e, block, name))
            add(e, directive, name, true);
    }
}

/* ---- one function ---- */

/* After ckpt-split, the half that a checkpoint is in. */
static const json_value *find_block(const json_value *blocks, const char *name, arena *mem) {
    const json_value *found = json_find(blocks, name);
    const char *upper = arena_printf(mem, "%s.upper", name);
    return found || !upper ? found : json_find(blocks, upper);
}

static void compare_blocks(editor *e, const json_value *blocks) {
    const ir_cfg *cfg = e->tracking.live->cfg;
    ir_names names;
    uint32_t directive = 0;
    bool named = ir_names_init(&names, e->m->ctx, e->fn);
    for (uint32_t b = 0; named && b < cfg->count && ctx_ok(e->m->ctx); b++) {
        if (!ir_cfg_reachable(cfg, b))
            continue;
        str text;
        str_init(&text, e->m->ctx);
        ir_names_add_block(&names, &text, cfg->blocks[b]);
        const json_value *block =
            find_block(blocks, str_text(&text) + (*str_text(&text) == '%'), e->mem);
        const json_value *tracked = block ? json_get(&e->in, block, "tracked", JSON_ARRAY) : NULL;
        ir_each_inst (inst, cfg->blocks[b])
            if (ckpt_is_directive(inst) && ++directive && tracked)
                compare(e, b, directive, tracked);
        str_free(&text);
    }
    ir_names_free(&names);
}

bool ckpt_live_edits_read(ckpt_live_edits *edits, arena *mem, lathe_module *m, LLVMValueRef fn,
                          const ckpt_options *options) {
    if (!options->live && !options->live_name)
        return true;
    arena scratch;
    arena_init(&scratch, m->ctx);
    editor e = {.m = m, .fn = fn, .mem = mem, .edits = edits};
    e.in = (json_in){m->ctx, &scratch, options->live_name ? options->live_name : "live"};
    map_init(&e.names, m->ctx);
    const json_value *functions = functions_of(&e.in, options->live);
    const json_value *blocks = functions ? json_find(functions, LLVMGetValueName(fn)) : NULL;
    if (blocks && ckpt_name_values(&e.names, &scratch, m, fn)) {
        if (ckpt_tracking_init(&e.tracking, m, fn))
            compare_blocks(&e, blocks);
        ckpt_tracking_free(&e.tracking);
        ir_analyses_forget(m, fn);
    }
    map_free(&e.names);
    arena_free(&scratch);
    return ctx_ok(m->ctx);
}

bool ckpt_live_edits_check(lathe_module *m, const ckpt_options *options) {
    if (!options->live && !options->live_name)
        return true;
    arena scratch;
    arena_init(&scratch, m->ctx);
    json_in in = {m->ctx, &scratch, options->live_name ? options->live_name : "live"};
    const json_value *functions = functions_of(&in, options->live);
    if (functions)
        json_each (function, functions) {
            LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, function->key);
            if (function->kind != JSON_OBJECT || !fn || LLVMIsDeclaration(fn))
                json_wrong(&in, function, "no function '%s' is defined in this program",
                           function->key);
        }
    arena_free(&scratch);
    return ctx_ok(m->ctx);
}
