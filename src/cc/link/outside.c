#include "cc/link/outside.h"

#include "cc/link/link_runtime.h"
#include "cc/objects/cc_reasons.h"
#include "ir/libfuncs.h"

#include <ctype.h>
#include <string.h>

const char *cc_kept_reason(cc_kept kept) {
    static const char *const reasons[CC_KEPT_REASONS] = {
        [CC_HIDDEN] = "not seen from outside",
        [CC_KEPT_EXPORTED] = "exported dynamically",
        [CC_KEPT_NATIVE] = "named by objects without bitcode",
        [CC_KEPT_NAMED] = "named by linker options, scripts or assembler",
        [CC_KEPT_MARKED] = "marked as used, or in sections of their own",
        [CC_KEPT_RUNTIME] = "called by code that the compiler generates",
        [CC_KEPT_ENTRY] = "where the program begins or ends",
        [CC_KEPT_GROUP] = "in one group with such a symbol",
    };
    return reasons[kept];
}

static void add_name(cc_outside *o, const char *name) {
    if (*name && !map_find_s(&o->named, name))
        map_put_s(&o->named, name);
}

void cc_outside_name(cc_outside *o, const char *name) {
    add_name(o, name);
    o->main_named |= strcmp(name, "main") == 0;
}

const char *cc_outside_prefixed(arena *mem, const char *prefix, const char *name) {
    return arena_printf(mem, "%s%s", prefix, name);
}

/* Assembler has '$' before what is meant as a number. */
void cc_outside_name_all(cc_outside *o, const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        while (i < length && (text[i] == '$' || !str_is_symbol_char(text[i])))
            i++;
        size_t start = i;
        while (i < length && str_is_symbol_char(text[i]))
            i++;
        if (i == start || isdigit((unsigned char)text[start]))
            continue;
        char *name = arena_strndup(&o->mem, text + start, i - start);
        if (name)
            cc_outside_name(o, name);
    }
}

/* Names may be alone, after '=', or right after a letter as in -umain: a few too many do no
 * harm. */
static void name_words(cc_outside *o, const cc_command *command) {
    for (size_t i = 1; i < command->words.len; i++) {
        const char *word = command->words.at[i], *value = strchr(word, '=');
        if (strcmp(command->words.at[i - 1], "-o") == 0) {
            add_name(o, word); /* programs are often called "main" */
            continue;
        }
        cc_outside_name(o, word);
        if (value)
            cc_outside_name(o, value + 1);
        if (word[0] == '-' && word[1])
            cc_outside_name(o, word + 2);
    }
}

/* "left = right": what is to the left gets a meaning that no object gives it. */
static void note_assignments(cc_outside *o, const char *text) {
    for (const char *p = text; (p = strchr(p, '=')); p++) {
        const char *end = p;
        while (end > text && strchr("+-*/&|<>", end[-1]))
            end--;
        while (end > text && isspace((unsigned char)end[-1]))
            end--;
        const char *start = end;
        while (start > text && str_is_symbol_char(start[-1]))
            start--;
        char *name = start < end ? arena_strndup(&o->mem, start, (size_t)(end - start)) : NULL;
        if (name)
            map_put_s(&o->assigned, name);
    }
}

static void note_options(cc_outside *o, const cc_command *command) {
    for (size_t i = 0; i < command->defined.len; i++) {
        const char *text = command->defined.at[i];
        cc_outside_name_all(o, text, strlen(text));
        note_assignments(o, text);
    }
    for (size_t i = 0; i < command->wrapped.len; i++) {
        const char *name = command->wrapped.at[i];
        const char *wrapper = cc_outside_prefixed(&o->mem, "__wrap_", name);
        const char *real = cc_outside_prefixed(&o->mem, "__real_", name);
        map_put_s(&o->wrapped, name);
        cc_outside_name(o, name);
        cc_outside_name(o, wrapper ? wrapper : "");
        cc_outside_name(o, real ? real : "");
    }
}

/* Scripts that only list files, as that of libc is, name no symbols. */
static void name_scripts(cc_outside *o, const cc_inputs *in) {
    static const char *const signs[] = {"=", "EXTERN", "PROVIDE", "ENTRY"};
    for (size_t i = 0; i < in->scripts.len; i++) {
        const char *text = in->scripts.at[i];
        bool names = false;
        for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
            names |= strstr(text, signs[s]) != NULL;
        if (names)
            cc_outside_name_all(o, text, strlen(text));
        note_assignments(o, text);
        if (strstr(text, "SECTIONS"))
            ctx_fail(o->ctx, LATHE_GAVE_UP, CC_WHY_SCRIPT);
    }
}

void cc_outside_init(cc_outside *o, const cc_inputs *in, const cc_command *command,
                     const cc_elf *output) {
    *o = (cc_outside){.ctx = in->ctx};
    arena_init(&o->mem, o->ctx);
    map_init_strings(&o->claims, o->ctx);
    map_init_strings(&o->exported, o->ctx);
    map_init_strings(&o->named, o->ctx);
    map_init_strings(&o->wrapped, o->ctx);
    map_init_strings(&o->assigned, o->ctx);
    o->exports_all = command->exports || cc_elf_is_shared(output);
    cc_elf_list_defined(output, SHT_DYNSYM, NULL, &o->exported);
    name_words(o, command);
    note_options(o, command);
    name_scripts(o, in);
}

/* Archives that are the C library, or parts of it. */
static bool is_system(const cc_member *m) {
    static const char *const bases[] = {"libc.a",  "libm.a",    "libpthread.a",    "librt.a",
                                        "libdl.a", "libmvec.a", "libc_nonshared.a"};
    const char *base = m->archive ? str_base_name(m->archive) : NULL;
    for (size_t i = 0; base && i < sizeof bases / sizeof *bases; i++) {
        size_t stem = strlen(bases[i]) - strlen(".a");
        bool versioned = strncmp(base, bases[i], stem) == 0 && base[stem] == '-' &&
                         isdigit((unsigned char)base[stem + 1]);
        if (versioned || strcmp(base, bases[i]) == 0)
            return true;
    }
    return false;
}

/* The object a program starts in hands main to the C library, which calls it once. Any other may
 * call it as it likes. */
static bool is_start_file(const cc_member *m) {
    const char *base = str_base_name(m->name);
    bool starts = false, hands_over = false;
    if (m->archive || !str_is_listed("crt1.o Scrt1.o gcrt1.o rcrt1.o grcrt1.o", base, strlen(base)))
        return false;
    cc_symtab table = cc_elf_symbols(&m->elf, SHT_SYMTAB);
    for (size_t k = 0; k < table.count; k++) {
        cc_symbol s = cc_elf_symbol(&table, k);
        starts |= !s.undefined && strcmp(s.name, "_start") == 0;
        hands_over |= s.undefined && strcmp(s.name, "__libc_start_main") == 0;
    }
    return starts && hands_over;
}

static void claim(cc_outside *o, const cc_symbol *s, size_t order) {
    cc_definition definition = cc_symbol_definition(s);
    map_word *known = map_put_s(&o->claims, s->name);
    if (!known)
        return;
    if (!known->u && vec_push(o->ctx, &o->list, (cc_claim){CC_UNDEFINED, order}))
        known->u = o->list.len;
    if (known->u && definition > o->list.at[known->u - 1].definition)
        o->list.at[known->u - 1] = (cc_claim){definition, order};
}

/* Which of the two then holds, and for whom, is not the same for all linkers. */
static void check_assigned(cc_outside *o, const cc_member *m) {
    cc_symtab table = cc_elf_symbols(&m->elf, SHT_SYMTAB);
    for (size_t k = 0; k < table.count && ctx_tick(o->ctx, 1); k++) {
        cc_symbol s = cc_elf_symbol(&table, k);
        if (cc_symbol_is_global(&s) && !s.undefined && map_find_s(&o->assigned, s.name))
            ctx_fail(o->ctx, LATHE_GAVE_UP, CC_WHY_SCRIPT_SYMBOL, s.name);
    }
}

static void note_library(cc_outside *o, const char *name) {
    if (!o->library && lib_find(name, strlen(name)))
        o->library = name;
}

void cc_outside_add_native(cc_outside *o, const cc_inputs *in) {
    for (size_t i = 0; i < o->assigned.len; i++)
        note_library(o, o->assigned.at[i].key.s);
    for (size_t i = 0; o->assigned.len && i < in->members.len; i++)
        if (in->members.at[i].native == CC_MERGED)
            check_assigned(o, &in->members.at[i]);
    for (size_t i = 0; i < in->members.len; i++) {
        const cc_member *m = &in->members.at[i];
        if (m->native == CC_MERGED)
            continue;
        cc_symtab table = cc_elf_symbols(&m->elf, SHT_SYMTAB);
        bool system = is_system(m);
        for (size_t k = 0; k < table.count && ctx_tick(o->ctx, 1); k++) {
            cc_symbol s = cc_elf_symbol(&table, k);
            if (!cc_symbol_is_global(&s))
                continue;
            claim(o, &s, i);
            o->main_named |= strcmp(s.name, "main") == 0 && !is_start_file(m);
            if (!system && !s.undefined)
                note_library(o, s.name);
        }
    }
}

/* Two common definitions become one in the end, and neither must go. */
bool cc_outside_prevails(const cc_outside *o, const char *name, cc_definition definition,
                         size_t order) {
    const map_word *known = map_find_s(&o->claims, name);
    if (!known || !known->u)
        return false;
    const cc_claim *c = &o->list.at[known->u - 1];
    return c->definition > definition ||
           (c->definition == definition && definition == CC_WEAK && c->order < order);
}

bool cc_outside_calls_main(const cc_outside *o) {
    return o->main_named || map_find_s(&o->exported, "main");
}

cc_kept cc_outside_keeps(const cc_outside *o, const char *name) {
    if (str_is_listed("main _start _init _fini", name, strlen(name)))
        return CC_KEPT_ENTRY;
    if (map_find_s(&o->exported, name))
        return CC_KEPT_EXPORTED;
    if (map_find_s(&o->claims, name))
        return CC_KEPT_NATIVE;
    if (cc_is_runtime_name(name))
        return CC_KEPT_RUNTIME;
    return map_find_s(&o->named, name) ? CC_KEPT_NAMED : CC_HIDDEN;
}
