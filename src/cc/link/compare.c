#include "cc/link/compare.h"

#include "cc/objects/cc_reasons.h"

#include <string.h>

/* A set of dynamic symbols by name and version, "name@version". */
typedef struct table {
    lathe_ctx *ctx;
    arena *mem;
    cc_symtab symbols;
    cc_versions versions;
    map keys; /* → symbol + 1 */
} table;

static void add_key(table *t, size_t index) {
    cc_symbol s = cc_elf_symbol(&t->symbols, index);
    if (!cc_symbol_is_global(&s))
        return;
    const char *key = arena_printf(t->mem, "%s%s%s", s.name, t->versions.hidden[index] ? "@" : "@@",
                                   t->versions.at[index]);
    map_word *place = key ? map_put_s(&t->keys, key) : NULL;
    if (place)
        place->u = index + 1;
}

static bool read_table(table *t, lathe_ctx *ctx, arena *mem, const cc_elf *elf) {
    *t = (table){.ctx = ctx, .mem = mem, .symbols = cc_elf_symbols(elf, SHT_DYNSYM)};
    map_init_strings(&t->keys, ctx);
    if (!cc_elf_versions(elf, mem, &t->versions))
        return false;
    for (size_t i = 1; i < t->symbols.count && ctx_tick(ctx, 1); i++)
        add_key(t, i);
    return ctx_ok(ctx);
}

/* The size of a function is its compiler's business. */
static bool is_same(const cc_symbol *a, const cc_symbol *b) {
    bool sized = a->type == STT_OBJECT || a->type == STT_TLS;
    return a->bind == b->bind && a->type == b->type && a->visibility == b->visibility &&
           (!sized || a->size == b->size);
}

static const char *compare_defined(const table *native, const table *made, const map *defined) {
    for (size_t i = 0; i < native->keys.len; i++) {
        cc_symbol s = cc_elf_symbol(&native->symbols, native->keys.at[i].value.u - 1);
        if (s.undefined)
            continue;
        const map_word *other = map_find_s(&made->keys, native->keys.at[i].key.s);
        if (!other && !map_find_s(defined, s.name))
            continue;
        cc_symbol t = other ? cc_elf_symbol(&made->symbols, other->u - 1) : (cc_symbol){0};
        if (!other || t.undefined || !is_same(&s, &t))
            return cc_explain(native->mem, CC_WHY_OUTPUT_DEFINES, s.name);
    }
    return NULL;
}

/* What is newly needed must come from a library that is linked, which its version shows. */
static const char *compare_added(const table *native, const table *made) {
    for (size_t i = 0; i < made->keys.len; i++) {
        size_t index = made->keys.at[i].value.u - 1;
        if (map_find_s(&native->keys, made->keys.at[i].key.s))
            continue;
        cc_symbol s = cc_elf_symbol(&made->symbols, index);
        if (!s.undefined)
            return cc_explain(native->mem, CC_WHY_OUTPUT_EXPORTS, s.name);
        if (!*made->versions.at[index] && s.bind != STB_WEAK)
            return cc_explain(native->mem, CC_WHY_OUTPUT_NEEDS, s.name);
    }
    return NULL;
}

static bool needs(const cc_elf *elf, const char *library) {
    uint64_t name;
    for (size_t i = 0; cc_elf_dynamic(elf, DT_NEEDED, i, &name); i++)
        if (strcmp(cc_elf_dynamic_string(elf, name), library) == 0)
            return true;
    return false;
}

static const char *compare_libraries(arena *mem, const cc_elf *native, const cc_elf *made) {
    uint64_t name, flags;
    for (size_t i = 0; cc_elf_dynamic(made, DT_NEEDED, i, &name); i++) {
        const char *library = cc_elf_dynamic_string(made, name);
        if (!needs(native, library))
            return cc_explain(mem, CC_WHY_OUTPUT_LIBRARY, library);
    }
    if (cc_elf_dynamic(made, DT_TEXTREL, 0, &flags) &&
        !cc_elf_dynamic(native, DT_TEXTREL, 0, &flags))
        return CC_WHY_OUTPUT_TEXTREL;
    return NULL;
}

bool cc_compare(cc_inputs *in, const cc_elf *native, const cc_elf *made, const char **why) {
    arena *mem = &in->mem;
    table old, new;
    map defined;
    bool ok = read_table(&old, in->ctx, mem, native);
    ok = read_table(&new, in->ctx, mem, made) && ok;
    map_init_strings(&defined, in->ctx);
    for (size_t i = 0; i < in->members.len; i++)
        cc_elf_list_defined(&in->members.at[i].elf, SHT_SYMTAB, NULL, &defined);
    *why = ok ? compare_defined(&old, &new, &defined) : "out of memory";
    if (!*why && native->header.e_type != made->header.e_type)
        *why = CC_WHY_OUTPUT_KIND;
    if (!*why)
        *why = compare_added(&old, &new);
    if (!*why)
        *why = compare_libraries(mem, native, made);
    map_free(&defined);
    map_free(&old.keys);
    map_free(&new.keys);
    return !*why && ctx_ok(in->ctx);
}

/* Symbols that merged members define and the merged object does not show. */
static void list_hidden(const cc_inputs *in, const cc_elf *merged, map *hidden) {
    map shown;
    map_init_strings(&shown, in->ctx);
    cc_elf_list_defined(merged, SHT_SYMTAB, NULL, &shown);
    for (size_t i = 0; i < in->members.len; i++)
        if (in->members.at[i].native == CC_MERGED)
            cc_elf_list_defined(&in->members.at[i].elf, SHT_SYMTAB, &shown, hidden);
    map_free(&shown);
}

static const char *check_new(cc_inputs *in, const cc_inputs *added, const map *hidden) {
    for (size_t i = 0; i < added->members.len; i++) {
        cc_symtab t = cc_elf_symbols(&added->members.at[i].elf, SHT_SYMTAB);
        for (size_t k = 0; k < t.count && ctx_tick(in->ctx, 1); k++) {
            cc_symbol s = cc_elf_symbol(&t, k);
            if (cc_symbol_is_global(&s) && map_find_s(hidden, s.name))
                return cc_explain(&in->mem, CC_WHY_OUTPUT_PART, s.name);
        }
    }
    return NULL;
}

/* The lines of a trace that the first link had none of; NULL with why if one is of a member that
 * the merged object replaces. */
static bool find_new(cc_inputs *in, const char *trace, const char *scratch, str *added,
                     const char **why) {
    map lines;
    map_init_strings(&lines, in->ctx);
    for (size_t i = 0; i < in->members.len; i++) {
        map_word *place = map_put_s(&lines, in->members.at[i].line);
        if (place)
            place->u |= in->members.at[i].native == CC_MERGED ? 2 : 1;
    }
    *why = NULL;
    for (const char *p = trace; !*why && *p; p += *p == '\n') {
        size_t length = strcspn(p, "\n");
        char *line = arena_strndup(&in->mem, p, length);
        const map_word *known = line ? map_find_s(&lines, line) : NULL;
        if (known && (known->u & 2))
            *why = cc_explain(&in->mem, CC_WHY_OUTPUT_TWICE, line);
        else if (line && !known && strncmp(line, scratch, strlen(scratch)) != 0)
            str_printf(added, "%s\n", line);
        p += length;
    }
    map_free(&lines);
    return !*why && ctx_ok(in->ctx);
}

bool cc_compare_traces(cc_inputs *in, const char *trace, const char *scratch, const cc_elf *merged,
                       const char **why) {
    str lines;
    cc_inputs added = {0};
    map hidden;
    str_init(&lines, in->ctx);
    map_init_strings(&hidden, in->ctx);
    bool ok = find_new(in, trace, scratch, &lines, why);
    if (ok && lines.len) {
        ok = cc_inputs_read(&added, in->ctx, str_text(&lines), why);
        list_hidden(in, merged, &hidden);
        if (ok && (*why = check_new(in, &added, &hidden)))
            ok = false;
        cc_inputs_free(&added);
    }
    map_free(&hidden);
    str_free(&lines);
    return ok && ctx_ok(in->ctx);
}
