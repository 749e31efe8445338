#include "store.h"

#include "buffer.h"
#include "private.h"
#include "rt_plan.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SUFFIX ".ckpt"

__attribute__((format(printf, 2, 3))) static void say(const ck_store *store, const char *format,
                                                      ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    store->config.voice.say(store->config.voice.user, text);
}

void ck_store_name(const ck_store *store, uint64_t generation, const char *suffix,
                   char name[CK_NAME_SIZE]) {
    snprintf(name, CK_NAME_SIZE, "%s-%010" PRIu64 "%s", store->prefix, generation, suffix);
}

/* Generations */

static bool add_generation(ck_store *store, ck_generation generation) {
    if (!ck_array_reserve(&store->generations, &store->room, store->count + 1,
                          sizeof *store->generations))
        return false;
    size_t at = store->count++;
    for (; at && store->generations[at - 1].number > generation.number; at--)
        store->generations[at] = store->generations[at - 1];
    store->generations[at] = generation;
    return true;
}

/* Whether name is one that a store gives: PREFIX-NUMBER and the suffix, in the very form it has. */
static bool parse_name(const char *name, const char *suffix, char prefix[17], uint64_t *number) {
    char same[CK_NAME_SIZE];
    if (sscanf(name, "%16[0-9a-f]-%10" SCNu64, prefix, number) != 2 || strlen(prefix) != 16)
        return false;
    snprintf(same, sizeof same, "%s-%010" PRIu64 "%s", prefix, *number, suffix);
    return !strcmp(name, same);
}

bool ck_store_is_name(const ck_store *store, const char *name, const char *suffix,
                      uint64_t *generation) {
    char prefix[17];
    return parse_name(name, suffix, prefix, generation) && !strcmp(prefix, store->prefix);
}

static bool visit_name(void *user, const char *name) {
    ck_store *store = user;
    char prefix[17], done[CK_NAME_SIZE], temporary[CK_NAME_SIZE];
    uint64_t number;
    snprintf(done, sizeof done, "%s.done", store->prefix);
    snprintf(temporary, sizeof temporary, "%s.tmp", store->prefix);
    if (!strcmp(name, done))
        store->was_done = true;
    else if (!strcmp(name, temporary))
        ck_private_remove(store->config.io, store->dir, name);
    if (!parse_name(name, SUFFIX, prefix, &number))
        return true;
    if (strcmp(prefix, store->prefix)) {
        if (strcmp(name, store->foreign) > 0)
            snprintf(store->foreign, sizeof store->foreign, "%s", name);
        return true;
    }
    return add_generation(store, (ck_generation){.number = number});
}

static void remove_generation(ck_store *store, size_t at) {
    char name[CK_NAME_SIZE];
    ck_store_name(store, store->generations[at].number, SUFFIX, name);
    if (!ck_private_remove(store->config.io, store->dir, name))
        return;
    store->count--;
    memmove(&store->generations[at], &store->generations[at + 1],
            (store->count - at) * sizeof *store->generations);
}

static void remove_all(ck_store *store) {
    for (size_t i = store->count; i-- > 0;)
        remove_generation(store, i);
}

/* Opening */

/* Whoever may write to the directory may put files there or take them away, so only the user may.
 * A symbolic link as the last part of the path may have been planted, too; a path that ends in a
 * slash says that it is meant. */
static bool open_directory(ck_store *store) {
    const ck_io *io = store->config.io;
    const char *path = store->config.path, *why = NULL;
    struct stat s;
    bool made = !io->mkdir(io, path, 0700);
    if (!made && errno != EEXIST) {
        say(store, "cannot create the directory: %s", strerror(errno));
        return false;
    }
    store->dir = io->open(io, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    if (store->dir < 0 || io->fstat(io, store->dir, &s)) {
        int failed = errno;
        bool link = !io->lstat(io, AT_FDCWD, path, &s) && S_ISLNK(s.st_mode);
        say(store, "cannot open the directory: %s",
            link ? "it is a symbolic link; if that is meant, end it with a slash"
                 : strerror(failed));
        return false;
    }
    if (!ck_is_private(&s, S_IWGRP | S_IWOTH, &why)) {
        say(store, "the directory is not used: %s", why);
        return false;
    }
    int parent = made ? io->openat(io, store->dir, "..", O_RDONLY | O_DIRECTORY, 0) : -1;
    if (parent >= 0)
        ck_fsync(io, parent);
    ck_close(io, parent);
    return true;
}

static ck_opened take_lock(ck_store *store) {
    const ck_io *io = store->config.io;
    const char *why = NULL;
    char name[CK_NAME_SIZE];
    snprintf(name, sizeof name, "%s.lock", store->prefix);
    store->lock = ck_private_open(io, store->dir, name, O_RDWR | O_CREAT, &why);
    if (store->lock >= 0 && !io->lock(io, store->lock))
        return CK_OPENED;
    if (store->lock >= 0 && errno == EWOULDBLOCK) {
        say(store, "another process is using it");
        return CK_BUSY;
    }
    say(store, "cannot lock it: %s", why ? why : strerror(errno));
    return CK_FAILED;
}

void ck_store_output_name(const ck_store *store, char name[CK_NAME_SIZE]) {
    snprintf(name, CK_NAME_SIZE, "%s.out", store->prefix);
}

static bool remove_note(void *user, const char *name) {
    const ck_store *store = user;
    uint64_t generation;
    if (ck_store_is_name(store, name, CK_NOTES, &generation) ||
        ck_store_is_name(store, name, CK_NOTES_GONE, &generation))
        ck_private_remove(store->config.io, store->dir, name);
    return true;
}

void ck_store_drop_notes(ck_store *store) {
    char name[CK_NAME_SIZE];
    ck_store_output_name(store, name);
    ck_private_remove(store->config.io, store->dir, name);
    store->config.io->list(store->config.io, store->dir, remove_note, store);
}

/* Generations of a run that came to its end, and notes of what it wrote, go before the mark that
 * says so. */
static void forget_done(ck_store *store) {
    const ck_io *io = store->config.io;
    char done[CK_NAME_SIZE];
    snprintf(done, sizeof done, "%s.done", store->prefix);
    remove_all(store);
    ck_store_drop_notes(store);
    if (!store->count && ck_fsync(io, store->dir))
        ck_private_remove(io, store->dir, done);
}

ck_opened ck_store_open(ck_store *store, const ck_config *config) {
    *store = (ck_store){.config = *config, .dir = -1, .lock = -1};
    uint64_t identity[2] = {config->program, config->arguments};
    snprintf(store->prefix, sizeof store->prefix, "%016" PRIx64,
             ck_hash(&(ck_key){0}, identity, sizeof identity));
    if (!store->config.keep)
        store->config.keep = 1;
    if (store->config.keep > CK_MAX_KEEP)
        store->config.keep = CK_MAX_KEEP;
    ck_opened opened = open_directory(store) ? take_lock(store) : CK_FAILED;
    if (opened == CK_OPENED && config->io->list(config->io, store->dir, visit_name, store)) {
        say(store, "cannot list it: %s", strerror(errno));
        opened = CK_FAILED;
    }
    if (opened != CK_OPENED)
        ck_store_close(store);
    else if (store->was_done)
        forget_done(store);
    return opened;
}

void ck_store_close(ck_store *store) {
    const ck_io *io = store->config.io;
    ck_close(io, store->lock);
    ck_close(io, store->dir);
    store->lock = store->dir = -1;
    for (unsigned i = 0; i < CK_MAX_KEEP; i++)
        free(store->slots[i].pages);
    free(store->generations);
    memset(store->slots, 0, sizeof store->slots);
    store->generations = NULL;
    store->count = store->room = 0;
}

/* Loading */

static bool read_generation(const ck_store *store, uint64_t number, ck_file *out, void **memory,
                            const char **why) {
    char name[CK_NAME_SIZE];
    size_t size;
    ck_store_name(store, number, SUFFIX, name);
    *memory = ck_private_read(store->config.io, store->dir, name, &size, why);
    if (!*memory || !ck_file_parse(out, *memory, size, &store->config.key, why))
        return false;
    if (out->header.generation != number)
        *why = "it is another generation";
    else if (out->header.program != store->config.program)
        *why = "it is of another program";
    else if (out->header.arguments != store->config.arguments)
        *why = "it is of other arguments";
    else if (out->header.arena != store->config.arena)
        *why = "the address of its arena is taken";
    else
        return true;
    return false;
}

static bool load_generation(const ck_store *store, uint64_t number, ck_loaded *out,
                            const char **why) {
    *out = (ck_loaded){0};
    if (!read_generation(store, number, &out->file, &out->memory[0], why))
        return false;
    uint64_t base = out->file.header.base;
    if (!base)
        return true;
    out->has_base = true;
    return read_generation(store, base, &out->base, &out->memory[1], why) &&
           ck_file_match_base(&out->file, &out->base, why);
}

/* Whoever expected to resume wants to know what is different. */
static void say_foreign(const ck_store *store) {
    const char *why, *what = "of another program or of other arguments";
    char levels[96];
    ck_file file;
    size_t size;
    void *data = ck_private_read(store->config.io, store->dir, store->foreign, &size, &why);
    if (data && ck_file_parse(&file, data, size, &store->config.key, &why)) {
        if (file.header.program == store->config.program)
            what = "of other arguments";
        else if (file.header.arguments == store->config.arguments)
            what = "of another program, or another build of it";
        unsigned level = file.header.flags >> CK_FLAG_LEVEL & CK_LEVELS;
        if (file.header.program != store->config.program &&
            file.header.arguments == store->config.arguments && level && store->config.level &&
            level != store->config.level) {
            snprintf(levels, sizeof levels,
                     "of a program that was built with -O%u, and this one with -O%u", level - 1,
                     store->config.level - 1);
            what = levels;
        }
    }
    free(data);
    say(store, "the saved state is %s: starting from the beginning", what);
}

bool ck_store_load(ck_store *store, ck_loaded *out, ck_accept *accept, void *user) {
    for (size_t i = store->count; i-- > 0;) {
        ck_generation *generation = &store->generations[i];
        const char *why = "";
        if (load_generation(store, generation->number, out, &why) &&
            (!accept || accept(user, out, &why))) {
            generation->base = out->file.header.base;
            generation->good = true;
            return true;
        }
        say(store, "generation %" PRIu64 " is not used: %s", generation->number, why);
        ck_loaded_free(out);
    }
    if (*store->foreign && !store->count)
        say_foreign(store);
    return false;
}

void ck_loaded_free(ck_loaded *loaded) {
    free(loaded->memory[0]);
    free(loaded->memory[1]);
    *loaded = (ck_loaded){0};
}

/* Saving */

static uint64_t next_generation(const ck_store *store) {
    return store->count ? store->generations[store->count - 1].number + 1 : 1;
}

/* The newest `keep` good generations and their bases stay. */
static bool is_needed(const ck_store *store, uint64_t number) {
    unsigned left = store->config.keep;
    for (size_t i = store->count; i-- > 0 && left;) {
        const ck_generation *g = &store->generations[i];
        if (!g->good)
            continue;
        if (g->number == number || g->base == number)
            return true;
        left--;
    }
    for (unsigned i = 0; i < store->config.keep; i++)
        if (store->slots[i].pages && store->slots[i].base == number)
            return true;
    return false;
}

static void prune(ck_store *store) {
    for (size_t i = store->count; i-- > 0;)
        if (!is_needed(store, store->generations[i].number))
            remove_generation(store, i);
}

static bool write_file(ck_store *store, ck_draft *draft, const char *temporary) {
    const ck_io *io = store->config.io;
    ck_private_remove(io, store->dir, temporary);
    int file = ck_private_create(io, store->dir, temporary);
    if (file < 0)
        return false;
    bool ok = ck_draft_write(draft, io, file, &store->config.key) && ck_fsync(io, file);
    int failed = errno;
    if (io->close(io, file) && ok) {
        ok = false;
        failed = errno;
    }
    errno = failed;
    return ok;
}

static bool commit(ck_store *store, ck_draft *draft) {
    const ck_io *io = store->config.io;
    char temporary[CK_NAME_SIZE], name[CK_NAME_SIZE];
    snprintf(temporary, sizeof temporary, "%s.tmp", store->prefix);
    ck_store_name(store, draft->header.generation, SUFFIX, name);
    if (!write_file(store, draft, temporary) || io->rename(io, store->dir, temporary, name)) {
        int failed = errno;
        ck_private_remove(io, store->dir, temporary);
        errno = failed;
        return false;
    }
    /* From here on the name may be there, so the number must not be used again. */
    ck_generation generation = {draft->header.generation, draft->header.base, false};
    if (!add_generation(store, generation) || !ck_fsync(io, store->dir))
        return false;
    store->generations[store->count - 1].good = true;
    return true;
}

/* A slot gets a new base when what changed since the old one is half of everything. */
static void choose_base(ck_draft *draft, ck_page *pages, size_t count, const ck_slot *slot) {
    uint64_t all = ck_plan_stored(pages, count);
    if (slot->pages && ck_plan_against(pages, count, slot) <= all / 2) {
        draft->header.base = slot->base;
        draft->header.base_id = slot->base_id;
        return;
    }
    ck_plan_alone(pages, count);
}

static void take_base(ck_slot *slot, const ck_draft *draft, ck_page *pages) {
    free(slot->pages);
    *slot = (ck_slot){.base = draft->header.generation,
                      .base_id = draft->header.hash,
                      .pages = pages,
                      .page_count = draft->page_count};
}

static void describe(const ck_draft *draft, ck_saved *out) {
    *out = (ck_saved){.generation = draft->header.generation,
                      .file_size = draft->header.file_size,
                      .stored = ck_plan_stored(draft->pages, draft->page_count)};
    for (size_t i = 0; i < draft->page_count; i++)
        out->total += draft->pages[i].size;
}

bool ck_store_save(ck_store *store, const ck_bytes section[CK_KIND_END], const ck_range *ranges,
                   size_t range_count, ck_saved *out) {
    ck_draft draft = {.header = {.flags = (store->config.level & CK_LEVELS) << CK_FLAG_LEVEL,
                                 .program = store->config.program,
                                 .arguments = store->config.arguments,
                                 .arena = store->config.arena,
                                 .generation = next_generation(store),
                                 .time = time(NULL)}};
    memcpy(draft.section, section, sizeof draft.section);
    ck_page *pages = ck_plan_pages(ranges, range_count, &store->config.key, &draft.page_count);
    ck_slot *slot = &store->slots[store->saves % store->config.keep];
    draft.pages = pages;
    if (pages)
        choose_base(&draft, pages, draft.page_count, slot);
    if (!pages || !commit(store, &draft)) {
        say(store, "generation %" PRIu64 " was not saved: %s", draft.header.generation,
            strerror(errno));
        free(pages);
        return false;
    }
    if (out)
        describe(&draft, out);
    store->saves++;
    if (draft.header.base)
        free(pages);
    else
        take_base(slot, &draft, pages);
    prune(store);
    return true;
}

/* A process that is killed here leaves either a generation to resume from or the mark. Nothing
 * waits for the disk: a mark that is lost with the power costs a repetition of what came after the
 * last generation. */
void ck_store_complete(ck_store *store) {
    const ck_io *io = store->config.io;
    char done[CK_NAME_SIZE];
    snprintf(done, sizeof done, "%s.done", store->prefix);
    store->config.keep = 1;
    for (unsigned i = 0; i < CK_MAX_KEEP; i++) {
        free(store->slots[i].pages);
        store->slots[i] = (ck_slot){0};
    }
    prune(store);
    const char *why = NULL;
    int file = ck_private_open(io, store->dir, done, O_WRONLY | O_CREAT, &why);
    if (file < 0)
        say(store, "cannot mark it complete: %s", why);
    remove_all(store);
    ck_close(io, file);
}
