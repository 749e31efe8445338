/* What must be undone at restart although no open stream tells of it: a file that was opened for
 * appending after the last commit and closed again. Before such a file is opened, its size goes
 * into PREFIX.undo in the store, with the generation that was the newest then. A restart cuts every
 * file back that was noted at the generation it resumes from, or later.
 *
 * A start from the beginning undoes nothing: without a checkpoint to go with it, a file may have
 * been changed for good reasons meanwhile. Notes are not synced, so after a power failure lines
 * that were appended since the last commit may be there twice. */
#ifndef LATHE_RUNTIME_CKPT_NOTES_H
#define LATHE_RUNTIME_CKPT_NOTES_H

#include "store.h"

typedef struct ck_notes {
    ck_store *store;
    uint64_t newest; /* generation of the newest note; 0: there are none */
    uint64_t seen[64];
    unsigned seen_count; /* paths noted since the last commit */
} ck_notes;

void ck_notes_add(ck_notes *notes, const char *path);
void ck_notes_undo(ck_notes *notes, uint64_t generation);
/* After a save: notes that no kept generation needs go. */
void ck_notes_commit(ck_notes *notes);
/* At the end of a run, and at the beginning of one. */
void ck_notes_drop(ck_notes *notes);

#endif
