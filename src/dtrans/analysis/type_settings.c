/* The check of lathe_dtrans_settings, and their forms as text. Messages name the member by its
 * label, so that a command that filled it from an option can call it by that. */
#include "dtrans/analysis/type_settings.h"

#include "dtrans/analysis/transforms.h"

static const char *label_of(const lathe_dtrans_names *names, const char *member) {
    return names->label ? names->label : member;
}

static bool check_names(lathe_ctx *ctx, const lathe_dtrans_names *names, const char *member) {
    const char *label = label_of(names, member);
    if (names->count && !names->at)
        ctx_fail(ctx, LATHE_USAGE, "%s: there are %zu names, but no list of them", label,
                 names->count);
    for (size_t i = 0; ctx_ok(ctx) && i < names->count; i++)
        if (!names->at[i] || !*names->at[i])
            ctx_fail(ctx, LATHE_USAGE, "%s: name %zu of %zu is empty", label, i + 1, names->count);
    return ctx_ok(ctx);
}

/* What a pipeline of LLVM's can carry. */
static bool is_symbol(const char *text) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$";
    return !text[strspn(text, letters)];
}

static bool check_exports(lathe_ctx *ctx, const lathe_dtrans_names *exports) {
    if (!check_names(ctx, exports, "exports"))
        return false;
    for (size_t i = 0; i < exports->count; i++)
        if (!is_symbol(exports->at[i]))
            ctx_fail(ctx, LATHE_USAGE, "%s: '%s' is not the name of a function",
                     label_of(exports, "exports"), exports->at[i]);
    return ctx_ok(ctx);
}

/* What follows a colon: a number of an argument. */
static const char *skip_number(const char *text) {
    size_t digits = *text == ':' ? strspn(text + 1, "0123456789") : 0;
    return digits && digits < 4 ? text + 1 + digits : NULL;
}

bool dtrans_is_allocator(const char *text) {
    size_t name = strcspn(text, ":");
    const char *end = name ? skip_number(text + name) : NULL;
    if (end && *end == ':')
        end = skip_number(end);
    return end && !*end;
}

static bool check_allocators(lathe_ctx *ctx, const lathe_dtrans_names *allocators) {
    if (!check_names(ctx, allocators, "allocators"))
        return false;
    for (size_t i = 0; i < allocators->count; i++)
        if (!dtrans_is_allocator(allocators->at[i]))
            ctx_fail(
                ctx, LATHE_USAGE,
                "%s: '%s' is not a function and the numbers of its arguments, from 0, that say "
                "how much it allocates: NAME:SIZE or NAME:SIZE:COUNT",
                label_of(allocators, "allocators"), allocators->at[i]);
    return ctx_ok(ctx);
}

/* Fails with "…one of aos-to-soa, …" after the message. */
static bool fail_forced(lathe_ctx *ctx, str *message) {
    dtrans_list_forced(message);
    ctx_fail(ctx, LATHE_USAGE, "%s", str_text(message));
    str_free(message);
    return false;
}

static bool fail_transform(lathe_ctx *ctx, const lathe_dtrans_settings *s, const char *label,
                           size_t index) {
    const char *word = s->forced[index].transform;
    str message;
    str_init(&message, ctx);
    str_printf(&message, "%s: entry %zu of %zu has the transform '%s'; it must be one of ", label,
               index + 1, s->forced_count, word ? word : "");
    return fail_forced(ctx, &message);
}

static bool check_forced(lathe_ctx *ctx, const lathe_dtrans_settings *s, const char *label) {
    if (s->forced_count && !s->forced)
        ctx_fail(ctx, LATHE_USAGE, "%s: there are %zu entries, but no list of them", label,
                 s->forced_count);
    for (size_t i = 0; ctx_ok(ctx) && i < s->forced_count; i++) {
        const lathe_dtrans_forced *f = &s->forced[i];
        if (!f->transform || !dtrans_can_force(f->transform))
            fail_transform(ctx, s, label, i);
        else if (!f->type || !*f->type)
            ctx_fail(ctx, LATHE_USAGE, "%s: entry %zu of %zu has no name of a type", label, i + 1,
                     s->forced_count);
    }
    return ctx_ok(ctx);
}

static void put_names(lathe_module *m, ir_name_list *to, const lathe_dtrans_names *names,
                      const char *member) {
    ir_name_list_set(to, m->ctx, names->at, names->count, label_of(names, member));
}

bool dtrans_set_choice(lathe_module *m, const lathe_dtrans_names *only,
                       const lathe_dtrans_names *skip) {
    if (!check_names(m->ctx, only, "only") || !check_names(m->ctx, skip, "skip"))
        return false;
    put_names(m, &m->settings.only, only, "only");
    put_names(m, &m->settings.skip, skip, "skip");
    ir_drop_knowledge(m);
    return ctx_ok(m->ctx);
}

bool dtrans_set_forced(lathe_module *m, const lathe_dtrans_settings *s) {
    const char *label = s->forced_label ? s->forced_label : "forced";
    arena mem;
    if (!check_forced(m->ctx, s, label))
        return false;
    arena_init(&mem, m->ctx);
    const char **words = arena_array(&mem, 2 * s->forced_count + 1, const char *);
    for (size_t i = 0; words && i < s->forced_count; i++) {
        words[2 * i] = s->forced[i].transform;
        words[2 * i + 1] = s->forced[i].type;
    }
    ir_name_list_set(&m->settings.forced, m->ctx, words, 2 * s->forced_count, label);
    arena_free(&mem);
    ir_drop_knowledge(m);
    return ctx_ok(m->ctx);
}

bool dtrans_set_exports(lathe_module *m, const lathe_dtrans_names *exports) {
    return check_exports(m->ctx, exports) && (!exports->count || dtrans_export(m, exports));
}

bool dtrans_set(lathe_module *m, const lathe_dtrans_settings *s) {
    const char *label = s->forced_label ? s->forced_label : "forced";
    if (!check_forced(m->ctx, s, label) || !check_exports(m->ctx, &s->exports) ||
        !check_allocators(m->ctx, &s->allocators))
        return false;
    put_names(m, &m->settings.allocators, &s->allocators, "allocators");
    return dtrans_set_choice(m, &s->only, &s->skip) && dtrans_set_forced(m, s) &&
           dtrans_set_exports(m, &s->exports);
}

static size_t count_words(const char *text) {
    size_t count = 1;
    for (; *text; text++)
        count += *text == ',';
    return count;
}

/* The word at *text, which moves after it and its comma. */
static const char *next_word(arena *mem, const char **text) {
    size_t length = strcspn(*text, ",");
    const char *word = arena_strndup(mem, *text, length);
    *text += length;
    *text += **text == ',';
    return word;
}

lathe_dtrans_names dtrans_names_parse(arena *mem, const char *text, const char *label) {
    lathe_dtrans_names names = {.label = label};
    const char **at = text ? arena_array(mem, count_words(text), const char *) : NULL;
    while (at && *text) {
        const char *word = next_word(mem, &text);
        if (word && *word)
            at[names.count++] = word;
    }
    names.at = at;
    return names;
}

static bool parse_forced(arena *mem, const char *word, lathe_dtrans_forced *forced) {
    const char *colon = strchr(word, ':');
    if (!colon || !colon[1])
        return false;
    *forced = (lathe_dtrans_forced){arena_strndup(mem, word, (size_t)(colon - word)), colon + 1};
    return forced->transform && dtrans_can_force(forced->transform);
}

static bool fail_word(lathe_ctx *ctx, const char *label, const char *word, const char *form) {
    str message;
    str_init(&message, ctx);
    str_printf(&message, "%s: '%s' is not %s ", label, word, form);
    return fail_forced(ctx, &message);
}

bool dtrans_forced_parse(lathe_ctx *ctx, arena *mem, const char *text, const char *form,
                         lathe_dtrans_settings *settings) {
    lathe_dtrans_forced *list =
        text ? arena_array(mem, count_words(text), lathe_dtrans_forced) : NULL;
    settings->forced = list;
    settings->forced_count = 0;
    while (list && *text) {
        const char *word = next_word(mem, &text);
        if (word && *word && !parse_forced(mem, word, &list[settings->forced_count++]))
            return fail_word(ctx, settings->forced_label, word, form);
    }
    return ctx_ok(ctx);
}
