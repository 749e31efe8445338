/* Pipelines of transforms of layouts, made from their rows. */
#include "pass/defaults.h"

#include "base/nearest.h"
#include "dtrans/analysis/transforms.h"
#include "pass/pipeline.h"
#include "pass/rooms.h"

#include <string.h>

#define SHUFFLE "shuffle:"

/* The transforms of one pipeline. */
typedef struct chosen {
    bool has[DTRANS_TRANSFORMS];
    bool leaves_marks;
    bool by_default; /* nobody has chosen */
} chosen;

static dtrans_transform named(const char *name) {
    return dtrans_transform_named(name, strlen(name));
}

static void add_pass(str *out, const chosen *c, const dtrans_row *row) {
    bool beside = row->beside && c->has[named(row->beside)];
    const char *params = beside ? row->beside_params : c->by_default ? row->default_params : NULL;
    str_printf(out, "%s%s", out->len ? "," : "", row->pass.name);
    if (params)
        str_printf(out, "<%s>", params);
}

static void choose(chosen *c, const dtrans_row *row) {
    c->has[row->transform] = true;
    c->leaves_marks |= row->leaves_marks;
}

static void add_end(str *out, const chosen *c) {
    if (c->leaves_marks)
        str_add(out, ",dtrans-strip-annotations");
}

const char *pass_layouts(arena *mem, bool with_runtime) {
    chosen c = {.by_default = true};
    const dtrans_row *row;
    str out;
    str_init(&out, mem->ctx);
    for (size_t i = 0; (row = dtrans_row_in_turn(i)); i++)
        if (row->turn && (with_runtime || !row->needs_runtime))
            choose(&c, row);
    for (size_t i = 0; (row = dtrans_row_in_turn(i)); i++)
        if (c.has[row->transform])
            add_pass(&out, &c, row);
    add_end(&out, &c);
    const char *text = arena_strndup(mem, str_text(&out), out.len);
    str_free(&out);
    return text;
}

const char *pass_row(arena *mem, bool layouts, bool with_runtime) {
    str out;
    str_init(&out, mem->ctx);
    const char *text = layouts ? pass_layouts(mem, with_runtime) : NULL;
    str_add(&out, text ? text : "");
    for (const pass_room *room = mem->ctx->rooms; room; room = room->next)
        for (const ir_pass *p = room->passes; p->name; p++)
            str_printf(&out, "%s%s", out.len ? "," : "", p->name);
    text = out.len ? arena_strndup(mem, str_text(&out), out.len) : NULL;
    str_free(&out);
    return text;
}

/* The word at p, up to a comma. */
static size_t length_of(const char *p) {
    return strcspn(p, ",");
}

/* How many of them are "shuffle:" and a number; 0 if it is not that. */
static size_t shuffle_length(const char *word) {
    size_t length = length_of(word), before = strlen(SHUFFLE);
    if (length <= before || length >= before + 20 || memcmp(word, SHUFFLE, before) != 0)
        return 0;
    return strspn(word + before, "0123456789") == length - before ? length : 0;
}

/* NULL if it is no pass of a shared object. */
static const ir_pass *loaded_named(const lathe_ctx *ctx, const char *word) {
    for (const pass_room *room = ctx->rooms; room; room = room->next)
        for (const ir_pass *p = room->passes; p->name; p++)
            if (strlen(p->name) == length_of(word) && !memcmp(p->name, word, length_of(word)))
                return p;
    return NULL;
}

static bool fail_word(lathe_ctx *ctx, const char *option, const char *word) {
    str takes;
    const dtrans_row *row;
    nearest n = nearest_init(word, length_of(word));
    for (size_t i = 0; (row = dtrans_row_in_turn(i)); i++)
        nearest_consider(&n, dtrans_transform_name(row->transform));
    for (const pass_room *room = ctx->rooms; room; room = room->next)
        for (const ir_pass *p = room->passes; p->name; p++)
            nearest_consider(&n, p->name);
    nearest_consider(&n, SHUFFLE "SEED");
    nearest_consider(&n, "none");
    str_init(&takes, ctx);
    dtrans_list_transforms(&takes);
    ctx_fail(ctx, LATHE_USAGE,
             "'%.*s' is not a transform for %s%s%s%s; it takes none, or a list of %s and " SHUFFLE
             "SEED",
             (int)length_of(word), word, option, n.found ? " (did you mean '" : "",
             n.found ? n.found : "", n.found ? "'?)" : "", str_text(&takes));
    str_free(&takes);
    return false;
}

/* After the word and its comma; NULL at the end. */
static const char *next_word(const char *word) {
    size_t length = length_of(word);
    return word[length] ? word + length + 1 : NULL;
}

bool pass_add_chosen(str *out, const char *option, const char *words) {
    chosen c = {0};
    for (const char *p = words; p; p = next_word(p)) {
        dtrans_transform t = dtrans_transform_named(p, length_of(p));
        if (t < DTRANS_TRANSFORMS)
            choose(&c, dtrans_row_of(t));
        else if (!shuffle_length(p) && !loaded_named(out->ctx, p))
            return fail_word(out->ctx, option, p);
    }
    for (const char *p = words; p; p = next_word(p)) {
        size_t before = strlen(SHUFFLE), shuffle = shuffle_length(p);
        const ir_pass *loaded = loaded_named(out->ctx, p);
        if (shuffle)
            str_printf(out, "%sdtrans-shuffle<seed=%.*s>", out->len ? "," : "",
                       (int)(shuffle - before), p + before);
        else if (loaded)
            str_printf(out, "%s%s", out->len ? "," : "", loaded->name);
        else
            add_pass(out, &c, dtrans_row_of(dtrans_transform_named(p, length_of(p))));
    }
    add_end(out, &c);
    return ctx_ok(out->ctx);
}
