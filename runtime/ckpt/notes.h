/* What must be undone at a restart although no open stream knows of it: files that the program
 * created, emptied, changed or appended to after the commit it resumes from. Before a file is
 * opened for writing, what is needed to bring it back goes into PREFIX-GENERATION.undo in the
 * store, under the generation that is the newest then (0: none yet). A restart undoes the notes of
 * its generation and of later ones, the newest first.
 *
 * A start from the beginning after a run that was killed before its first commit undoes all of that
 * run. Device and inode identify a file: one that was replaced meanwhile is somebody else's, and
 * is left as it is. Notes are not synced, so after a power failure some may be missing.
 *
 * Notes older than the generations that are kept go; PREFIX-GENERATION.gone says up to where. */
#pragma once

#include "store.h"

/* What is going to happen to a file; the greater one needs all that the lesser needs. */
typedef enum ck_change { CK_GROWS = 1, CK_REWRITES = 2 } ck_change;

typedef struct ck_seen {
    uint64_t path; /* its hash */
    ck_change change;
} ck_seen;

typedef struct ck_notes {
    ck_store *store;
    ck_seen *seen; /* what was noted since the last commit */
    size_t seen_count, seen_room;
    bool any;   /* there may be some in the store */
    bool fails; /* and that was said */
} ck_notes;

/* Before the file is opened. True if it is not there yet: ck_notes_created is to follow. */
bool ck_notes_before(ck_notes *notes, const char *path, ck_change change);
void ck_notes_created(ck_notes *notes, int file);

/* Whether there are still all the notes that going back to the generation takes. */
bool ck_notes_can_undo(const ck_notes *notes, uint64_t generation);
/* Makes all files what they were when the generation was committed. Those notes are then gone. */
void ck_notes_undo(ck_notes *notes, uint64_t generation);
/* Whether there are notes of a run that has no generation. */
bool ck_notes_reach_start(const ck_notes *notes);
/* After a save: notes that no kept generation needs go. */
void ck_notes_commit(ck_notes *notes);
void ck_notes_free(ck_notes *notes);
