/* A directory of checkpoints of one program with one set of arguments, called generations.
 *
 *   PREFIX.lock              held by the process that may write under this prefix
 *   PREFIX-GENERATION.ckpt   PREFIX: the fingerprint of program and arguments, so that runs with
 *                            other arguments neither use nor remove each other's
 *   PREFIX.done              the last run came to its end; its generations no longer count
 *   PREFIX.tmp               being written, or left by a process that was killed
 *   PREFIX-GENERATION.undo, .gone   what files were before they were written to, see notes.h
 *   PREFIX.out, PREFIX-OFFSET-N.cut, .kept   of the standard output, see cutoff.h
 *
 * Nothing else in the directory is read, written or removed, and none of these unless it is a
 * regular file of the user that others may not access (private.h).
 *
 * Invariants:
 *  1. A name ending in .ckpt appears only by renaming a file that is complete and synced.
 *  2. Nothing is removed before what replaces it is synced, directory entry included.
 *  3. `keep` generations are kept whose files have no file in common: each of the `keep` slots has
 *     a base of its own, and later generations of the slot hold what changed since that base.
 *     Damage to any one file therefore leaves keep - 1 generations.
 * A store that fails to save stays usable: the next save tries again. */
#pragma once

#include "rt_file.h"

enum { CK_MAX_KEEP = 16, CK_NAME_SIZE = 48 };
#define CK_NOTES ".undo"
#define CK_NOTES_GONE ".gone"

/* Where messages go: one sentence part without a newline. */
typedef struct ck_voice {
    void (*say)(void *user, const char *text);
    void *user;
} ck_voice;

typedef struct ck_config {
    const ck_io *io;
    ck_voice voice;
    const char *path;
    ck_key key;
    unsigned level; /* the program was optimised at, plus 1; 0 if it is not known */
    unsigned keep;
    uint64_t program, arguments, arena;
} ck_config;

/* Memory to be saved: ascending, disjoint. */
typedef struct ck_range {
    uint64_t address, size;
} ck_range;

/* The base of later generations of a slot. */
typedef struct ck_slot {
    uint64_t base, base_id;
    ck_page *pages;
    size_t page_count;
} ck_slot;

typedef struct ck_generation {
    uint64_t number, base;
    bool good; /* written or read by this process */
} ck_generation;

typedef struct ck_store {
    ck_config config;
    int dir, lock;
    char prefix[17];
    ck_generation *generations; /* ascending */
    size_t count, room;
    char foreign[CK_NAME_SIZE]; /* a generation of another program or other arguments, or empty */
    bool was_done;
    ck_slot slots[CK_MAX_KEEP];
    uint64_t saves;
} ck_store;

/* A generation in memory. */
typedef struct ck_loaded {
    ck_file file, base;
    bool has_base;
    void *memory[2];
} ck_loaded;

typedef enum ck_opened { CK_OPENED, CK_BUSY, CK_FAILED } ck_opened;

/* The reason why it was not opened goes to the voice. */
ck_opened ck_store_open(ck_store *store, const ck_config *config);
void ck_store_close(ck_store *store);

/* The newest generation that is valid and that accept agrees to; false if there is none. */
typedef bool ck_accept(void *user, const ck_loaded *loaded, const char **why);
bool ck_store_load(ck_store *store, ck_loaded *out, ck_accept *accept, void *user);
void ck_loaded_free(ck_loaded *loaded);

typedef struct ck_saved {
    uint64_t generation, file_size, stored, total; /* stored: bytes of pages in the file */
} ck_saved;

/* Sections are those of the draft except for pages and data. out may be NULL. */
bool ck_store_save(ck_store *store, const ck_bytes section[CK_KIND_END], const ck_range *ranges,
                   size_t range_count, ck_saved *out);
/* The program came to its end. */
void ck_store_complete(ck_store *store);

/* PREFIX-GENERATION and the suffix; and whether a name is that, in the very form it is given. */
void ck_store_name(const ck_store *store, uint64_t generation, const char *suffix,
                   char name[CK_NAME_SIZE]);
bool ck_store_is_name(const ck_store *store, const char *name, const char *suffix,
                      uint64_t *generation);
/* The notes of notes.h, and the one below. */
void ck_store_drop_notes(ck_store *store);
/* The file that says where the standard output began; see cutoff.h. */
void ck_store_output_name(const ck_store *store, char name[CK_NAME_SIZE]);
