#include "cc/link/command.h"

#include "base/io.h"
#include "cc/driver/driver_steps.h"
#include "cc/objects/cc_reasons.h"
#include "ir/input.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool ask_clang(cc_command *c, sys_jobs *jobs, const cc_args *args, ir_input *answer) {
    sys_words words = {0};
    int fd = memfd_create("lathe-command", MFD_CLOEXEC);
    vec_push(c->ctx, &words, args->clang);
    vec_push(c->ctx, &words, "-###");
    for (size_t i = 0; i < args->words.len; i++)
        vec_push(c->ctx, &words, args->words.at[i]);
    vec_push(c->ctx, &words, NULL);
    const sys_child child = {.words = words.at, .out = fd, .err = fd, .jobs = jobs};
    bool ok = fd >= 0 && ctx_ok(c->ctx) && sys_run(c->ctx, &child) == 0 &&
              lseek(fd, 0, SEEK_SET) == 0 && ir_input_slurp(c->ctx, answer, fd);
    io_close(fd);
    vec_free(c->ctx, &words);
    return ok;
}

/* Options that let symbols be resolved by other rules than those lathe knows, or objects be
 * distinguished by their names. */
static const char unfollowed[] =
    "allow-multiple-definition default-script dT incremental Ur just-symbols plugin relocatable "
    "script start-lib zmuldefs";

/* -T is a script's, but for those that say where a section lies. */
static const char addresses[] = "Tbss Tdata Tldata-segment Trodata-segment Ttext Ttext-segment";

static bool is_unfollowed(const char *word) {
    const char *name = word + strspn(word, "-");
    size_t length = strcspn(name, "=");
    if (word[0] == '@')
        return true;
    if (word[0] != '-')
        return false;
    if (word[1] == 'T')
        return !str_is_listed(addresses, name, length);
    return str_is_listed(unfollowed, name, length) || strcmp(word, "-r") == 0 ||
           strcmp(word, "-i") == 0 || strncmp(word, "-R", 2) == 0;
}

static const char *find_unfollowed(const cc_command *c) {
    for (size_t i = 1; i < c->words.len; i++) {
        bool value = strcmp(c->words.at[i - 1], "-z") == 0;
        if (value ? strcmp(c->words.at[i], "muldefs") == 0 : is_unfollowed(c->words.at[i]))
            return c->words.at[i];
    }
    return NULL;
}

/* The one command there is. */
static bool take_command(cc_command *c, const char *text) {
    cc_steps steps = {0};
    cc_steps_read(c->ctx, c->mem, text, &steps);
    bool one = steps.at.len == 1;
    for (size_t i = 0; one && i < steps.at.at[0].words.len; i++)
        vec_push(c->ctx, &c->words, steps.at.at[0].words.at[i]);
    cc_steps_free(c->ctx, &steps);
    return one;
}

/* The value of an option that takes one in the next word or after '=', NULL if it is another. */
static const char *value_of(const cc_command *c, size_t index, const char *option) {
    const char *word = c->words.at[index], *name = word + strspn(word, "-");
    size_t length = strlen(option);
    if (word[0] != '-' || strncmp(name, option, length) != 0)
        return NULL;
    if (name[length] == '=')
        return name + length + 1;
    return !name[length] && index + 1 < c->words.len ? c->words.at[index + 1] : NULL;
}

static void note_symbols(cc_command *c) {
    const char *value;
    for (size_t i = 1; i < c->words.len; i++) {
        if ((value = value_of(c, i, "wrap")))
            vec_push(c->ctx, &c->wrapped, value);
        if ((value = value_of(c, i, "defsym")))
            vec_push(c->ctx, &c->defined, value);
    }
}

bool cc_command_find(cc_command *c, lathe_ctx *ctx, arena *mem, sys_jobs *jobs, const cc_args *args,
                     const char **why) {
    *c = (cc_command){.ctx = ctx, .mem = mem};
    ir_input answer = {.name = "clang -###"};
    *why = CC_WHY_NO_COMMAND;
    bool ok = ask_clang(c, jobs, args, &answer);
    if (ok && !take_command(c, answer.bytes)) {
        *why = CC_WHY_SEVERAL_COMMANDS;
        ok = false;
    }
    ir_input_free(ctx, &answer);
    const char *word = ok ? find_unfollowed(c) : NULL;
    if (word) {
        *why = cc_explain(mem, CC_WHY_LINKER_OPTION, word);
        return false;
    }
    note_symbols(c);
    for (size_t i = 0; i < c->words.len; i++) {
        const char *name = c->words.at[i] + strspn(c->words.at[i], "-");
        c->exports |= strcmp(name, "export-dynamic") == 0 || strcmp(c->words.at[i], "-E") == 0;
    }
    return ok && ctx_ok(ctx);
}

void cc_command_free(cc_command *c) {
    vec_free(c->ctx, &c->words);
    vec_free(c->ctx, &c->wrapped);
    vec_free(c->ctx, &c->defined);
}

enum { MAX_STATES = 32 };

typedef struct editor {
    const cc_command *command;
    const cc_inputs *in;
    const cc_relink *how;
    sys_words *out;
    arena *mem;
    map objects;  /* paths of the merged ones → whether a word names them */
    map archives; /* paths of those with merged members → the same */
    bool placed;  /* the merged object replaces it */
    bool whole;   /* archives are taken whole here */
    bool states[MAX_STATES];
    size_t state_count;
    size_t extracted;
    const char *why;
} editor;

static void add(editor *e, const char *word) {
    vec_push(e->command->ctx, e->out, word);
}

static void place(editor *e) {
    if (!e->placed)
        add(e, e->how->object);
    if (!e->placed && e->how->runtime)
        add(e, e->how->runtime);
    e->placed = true;
}

static void list_merged(editor *e) {
    map_init_strings(&e->objects, e->command->ctx);
    map_init_strings(&e->archives, e->command->ctx);
    for (size_t i = 0; i < e->in->members.len; i++) {
        const cc_member *m = &e->in->members.at[i];
        if (m->native == CC_MERGED)
            map_put_s(m->archive ? &e->archives : &e->objects, m->archive ? m->archive : m->name);
    }
}

/* "-lx" and "-l:libx.a" represent some path that ends so. */
static bool names_archive(const char *word, const char *archive) {
    const char *base = str_base_name(archive);
    if (strncmp(word, "-l:", 3) == 0)
        return strcmp(base, str_base_name(word + 3)) == 0;
    if (strncmp(word, "-l", 2) != 0)
        return strcmp(word, archive) == 0;
    size_t length = strlen(word + 2);
    return strncmp(base, "lib", 3) == 0 && strncmp(base + 3, word + 2, length) == 0 &&
           strcmp(base + 3 + length, ".a") == 0;
}

/* The archive with merged members that a word represents, NULL if there is none. */
static const char *merged_archive(editor *e, const char *word) {
    const char *found = NULL;
    for (size_t i = 0; i < e->archives.len; i++) {
        const char *archive = e->archives.at[i].key.s;
        if (!names_archive(word, archive))
            continue;
        e->archives.at[i].value.u = true;
        if (found)
            e->why = cc_explain(e->mem, CC_WHY_ARCHIVES, word);
        found = archive;
    }
    return found;
}

static bool write_file(const char *path, const char *bytes, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    bool ok = io_write_all(fd, bytes, size);
    return close(fd) == 0 && ok;
}

/* What an archive that is taken whole has besides the merged members. */
static void extract_native(editor *e, const char *archive) {
    for (size_t i = 0; i < e->in->members.len; i++) {
        const cc_member *m = &e->in->members.at[i];
        if (m->native == CC_MERGED || !m->archive || strcmp(m->archive, archive) != 0)
            continue;
        char *path = arena_printf(e->mem, "%s/%zu-%s", e->how->scratch, e->extracted++,
                                  str_base_name(m->name));
        if (path && write_file(path, m->bytes, m->size))
            add(e, path);
        else
            e->why = cc_explain(e->mem, CC_WHY_ARCHIVE, archive);
    }
}

static void note_state(editor *e, const char *word) {
    const char *name = word + strspn(word, "-");
    if (strcmp(name, "whole-archive") == 0)
        e->whole = true;
    else if (strcmp(name, "no-whole-archive") == 0)
        e->whole = false;
    else if (strcmp(name, "push-state") == 0 && e->state_count < MAX_STATES)
        e->states[e->state_count++] = e->whole;
    else if (strcmp(name, "pop-state") == 0 && e->state_count)
        e->whole = e->states[--e->state_count];
}

/* Archives stay, for what the compiler may come to need of them; members whose symbols the merged
 * object defines are not asked for again. */
static void edit_word(editor *e, const char *word) {
    const char *archive;
    map_word *object = map_find_s(&e->objects, word);
    if (object) {
        object->u = true;
        place(e);
        return;
    }
    if ((word[0] != '-' || strncmp(word, "-l", 2) == 0) && (archive = merged_archive(e, word))) {
        place(e);
        if (e->whole) {
            extract_native(e, archive);
            return;
        }
    }
    if (word[0] == '-')
        note_state(e, word);
    add(e, word);
}

static bool is_in_script(const editor *e, const char *path) {
    for (size_t i = 0; i < e->in->scripts.len; i++)
        if (strstr(e->in->scripts.at[i], str_base_name(path)))
            return true;
    return false;
}

/* What the linker seems to have read, and nobody has named, may be a trick of names. */
static void check_named(editor *e, const map *paths) {
    for (size_t i = 0; i < paths->len && !e->why; i++)
        if (!paths->at[i].value.u && !is_in_script(e, paths->at[i].key.s))
            e->why = cc_explain(e->mem, CC_WHY_NOT_NAMED, paths->at[i].key.s);
}

bool cc_command_edit(const cc_command *c, const cc_inputs *in, const cc_relink *how,
                     sys_words *words, const char **why) {
    editor e = {.command = c, .in = in, .how = how, .out = words, .mem = c->mem};
    list_merged(&e);
    for (size_t i = 0; i < c->words.len; i++) {
        const char *word = c->words.at[i];
        if (strcmp(word, "-o") == 0 && i + 1 < c->words.len) {
            add(&e, word);
            add(&e, how->output);
            i++;
        } else if (value_of(c, i, "dependency-file")) {
            i += strchr(word, '=') == NULL; /* the first link wrote it, from what is known */
        } else {
            edit_word(&e, word);
        }
    }
    add(&e, NULL);
    if (!e.placed && !e.why)
        e.why = CC_WHY_NO_OBJECTS;
    check_named(&e, &e.objects);
    check_named(&e, &e.archives);
    *why = e.why;
    map_free(&e.objects);
    map_free(&e.archives);
    return !e.why && ctx_ok(c->ctx);
}
