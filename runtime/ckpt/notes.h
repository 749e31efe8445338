/* What must be undone at a restart although no open file knows of it: files that the program
 * created, emptied, changed, renamed or removed after the commit it resumes from. Before each such
 * change, what is needed to bring back what was goes into PREFIX-GENERATION.undo in the store,
 * under the generation that is the newest then (0: none yet). A restart undoes the notes of its
 * generation and of later ones, the newest first (notes_undo.c).
 *
 * A file is noted once between two commits, piece by piece as it is written over, and not at all if
 * it was created since the last one. It is known by device and inode: the same file has many paths,
 * and keeps its inode when it is renamed.
 *
 * A start from the beginning after a run that was killed before its first commit undoes all of that
 * run. A file that was replaced by others meanwhile is left as it is. Notes are not synced, so
 * after a power failure some may be missing.
 *
 * Notes older than the generations that are kept go; PREFIX-GENERATION.gone says up to where. */
#pragma once

#include "store.h"

/* What is going to happen to a file; the greater one needs all that the lesser needs. */
typedef enum ck_change { CK_GROWS = 1, CK_REWRITES = 2 } ck_change;

/* A file that was noted since the last commit. */
typedef struct ck_seen {
    uint64_t device, inode, size;
    bool created;        /* since the last commit, so that it has nothing to bring back */
    bool gone;           /* the last name of it was removed */
    unsigned char *kept; /* a bit for each piece of CK_KEPT bytes; NULL: none was kept */
} ck_seen;

enum { CK_KEPT = 1 << 14 };

typedef struct ck_notes {
    ck_store *store;
    ck_seen *seen;
    size_t seen_count, seen_room;
    uint32_t *index; /* a hash table of seen, by device and inode; 0: empty, else position + 1 */
    size_t index_size;
    bool is_open;
    int file;   /* of the notes that are being written, if it is open */
    bool any;   /* there may be some in the store */
    bool fails; /* and that was said */
} ck_notes;

/* Those of the run, for calls of the program; NULL: none are kept. */
extern ck_notes *ck_notes_active __attribute__((visibility("hidden")));

/* Before a file is opened for writing. True if it is not there yet: ck_notes_created is to
 * follow. */
bool ck_notes_before(ck_notes *notes, const char *path, ck_change change);
void ck_notes_created(ck_notes *notes, int file);
/* Before an open regular file gets bytes at `from`, or is cut or extended to a size. */
void ck_notes_writing(ck_notes *notes, int file, off_t from, uint64_t size);
void ck_notes_resizing(ck_notes *notes, int file, off_t size);
/* Before calls that take these paths. */
void ck_notes_removing(ck_notes *notes, const char *path);
void ck_notes_renaming(ck_notes *notes, const char *from, const char *to);
void ck_notes_linking(ck_notes *notes, const char *from, const char *to);
void ck_notes_making_directory(ck_notes *notes, const char *path);
void ck_notes_making_link(ck_notes *notes, const char *path);
void ck_notes_changing_mode(ck_notes *notes, const char *path);

/* Whether there are still all the notes that going back to the generation takes. */
bool ck_notes_can_undo(const ck_notes *notes, uint64_t generation);
/* Makes all files what they were when the generation was committed. Those notes are then gone. */
void ck_notes_undo(ck_notes *notes, uint64_t generation);
/* Whether there are notes of a run that has no generation. */
bool ck_notes_reach_start(const ck_notes *notes);
/* After a save: notes that no kept generation needs go. */
void ck_notes_commit(ck_notes *notes);
void ck_notes_free(ck_notes *notes);

/* The path that a descriptor's file has now; false if it has none. */
bool ck_path_of(int file, char out[4096]);
