/* lathe/ckpt.h: what is live. Analyses of a function are forgotten when it changes,
 * so what the caller gets is a copy. */
#include "api/arguments.h"
#include "ckpt/live_json.h"
#include "ckpt/tracked.h"
#include "ckpt/valnames.h"
#include "lathe/ckpt.h"

typedef struct live_set {
    lathe_ckpt_value *at;
    size_t count;
} live_set;

enum { SETS = LATHE_CKPT_TRACKED + 1 };

typedef struct live_block {
    LLVMBasicBlockRef bb;
    live_set sets[SETS];
} live_block;

struct lathe_ckpt_live {
    lathe_ctx *ctx;
    arena mem;
    live_block *blocks;
    size_t count;
};

/* While it is filled. */
typedef struct filler {
    lathe_ckpt_live *live;
    map names; /* value -> text */
    ckpt_tracking tracking;
} filler;

static const char *type_of(lathe_ckpt_live *live, const ckpt_tracked *t) {
    bool local = t->kind == CKPT_MEMORY && LLVMIsAAllocaInst(t->value);
    LLVMTypeRef type = local ? LLVMGetAllocatedType(t->value) : LLVMTypeOf(t->value);
    char *text = LLVMPrintTypeToString(type);
    char *kept = arena_strdup(&live->mem, text);
    LLVMDisposeMessage(text);
    return kept;
}

static lathe_ckpt_value value_of(filler *f, const ckpt_tracked *t) {
    const char *name = map_get(&f->names, t->value);
    return (lathe_ckpt_value){.value = t->value,
                              .name = name ? name : "?",
                              .type = type_of(f->live, t),
                              .kind = (lathe_ckpt_kind)t->kind,
                              .bytes = t->bytes};
}

static void fill_values(filler *f, live_set *set, const bitset *values) {
    size_t count = 0;
    for (int64_t i = 0; (i = bitset_next(values, (size_t)i)) != BITSET_END; i++)
        count++;
    set->at = arena_array(&f->live->mem, count + 1, lathe_ckpt_value);
    for (int64_t i = 0; set->at && (i = bitset_next(values, (size_t)i)) != BITSET_END; i++) {
        ckpt_tracked t =
            ckpt_as_tracked(&f->tracking, ir_live_value(f->tracking.live, (uint32_t)i));
        set->at[set->count++] = value_of(f, &t);
    }
}

static void fill_tracked(filler *f, live_set *set, uint32_t block) {
    ckpt_tracked each;
    size_t count = 0;
    for (size_t at = 0; ckpt_next_tracked(&f->tracking, block, &at, &each); count++)
        continue;
    set->at = arena_array(&f->live->mem, count + 1, lathe_ckpt_value);
    for (size_t at = 0; set->at && ckpt_next_tracked(&f->tracking, block, &at, &each);)
        set->at[set->count++] = value_of(f, &each);
}

static void fill(filler *f) {
    const ir_live *from = f->tracking.live;
    lathe_ckpt_live *live = f->live;
    live->blocks = arena_array(&live->mem, from->cfg->count + 1, live_block);
    for (uint32_t b = 0; live->blocks && b < from->cfg->count && ctx_tick(live->ctx, 1); b++) {
        live_block *block = &live->blocks[live->count++];
        block->bb = from->cfg->blocks[b];
        fill_values(f, &block->sets[LATHE_CKPT_LIVE_IN], &from->in[b]);
        fill_values(f, &block->sets[LATHE_CKPT_LIVE_OUT], &from->out[b]);
        fill_tracked(f, &block->sets[LATHE_CKPT_TRACKED], b);
    }
}

lathe_ckpt_live *lathe_ckpt_live_analyze(lathe_module *m, LLVMValueRef function) {
    lathe_ckpt_live *live = NULL;
    if (!function || !LLVMIsAFunction(function) || LLVMIsDeclaration(function))
        ctx_fail(m->ctx, LATHE_USAGE, "function: it is not a function with a body");
    if (ctx_ok(m->ctx))
        live = ctx_realloc(m->ctx, NULL, 0, sizeof *live);
    if (!live)
        return NULL;
    *live = (lathe_ckpt_live){.ctx = m->ctx};
    arena_init(&live->mem, m->ctx);
    filler f = {.live = live};
    map_init(&f.names, m->ctx);
    if (ckpt_name_values(&f.names, &live->mem, m, function) &&
        ckpt_tracking_init(&f.tracking, m, function))
        fill(&f);
    ckpt_tracking_free(&f.tracking);
    map_free(&f.names);
    if (ctx_ok(m->ctx))
        return live;
    lathe_ckpt_live_free(live);
    return NULL;
}

void lathe_ckpt_live_free(lathe_ckpt_live *live) {
    if (!live)
        return;
    arena_free(&live->mem);
    ctx_free(live->ctx, live, sizeof *live);
}

size_t lathe_ckpt_live_block_count(const lathe_ckpt_live *live) {
    return live->count;
}

LLVMBasicBlockRef lathe_ckpt_live_block(const lathe_ckpt_live *live, size_t block) {
    return block < live->count ? live->blocks[block].bb : NULL;
}

size_t lathe_ckpt_live_count(const lathe_ckpt_live *live, size_t block, lathe_ckpt_set set) {
    return block < live->count && (unsigned)set < SETS ? live->blocks[block].sets[set].count : 0;
}

bool lathe_ckpt_live_get(const lathe_ckpt_live *live, size_t block, lathe_ckpt_set set,
                         size_t index, lathe_ckpt_value *value) {
    return index < lathe_ckpt_live_count(live, block, set) &&
           api_fill(live->ctx, value, &live->blocks[block].sets[set].at[index], "value");
}

uint64_t lathe_ckpt_live_bytes(const lathe_ckpt_live *live, size_t block) {
    uint64_t bytes = 0;
    size_t count = lathe_ckpt_live_count(live, block, LATHE_CKPT_TRACKED);
    for (size_t i = 0; i < count; i++)
        bytes += live->blocks[block].sets[LATHE_CKPT_TRACKED].at[i].bytes;
    return bytes;
}

char *lathe_ckpt_live_json(lathe_module *m) {
    str out;
    str_init(&out, m->ctx);
    ckpt_live_json(m, &out);
    char *text = ctx_ok(m->ctx) ? str_give(&out) : NULL;
    str_free(&out);
    return text;
}
