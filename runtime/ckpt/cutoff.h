/* A restart cuts the standard output back to where it was at the commit. What comes after that
 * was written by the program after the commit, or by others after the program was killed: nobody
 * can know before the program has written its part again. So it is kept in the store, as
 * PREFIX-OFFSET-N.cut. Once the program's output is as long again, it is compared: the same bytes
 * go, others stay (.kept), and this is reported.
 *
 * Before the first commit, PREFIX.out holds where the output began, and what was before it. */
#pragma once

#include "store.h"

typedef struct ck_cutoff {
    const ck_store *store;
    bool pending; /* there is something to compare */
} ck_cutoff;

/* Copies what comes after `from` to the store. False if that cannot be: it must not be cut then. */
bool ck_cutoff_keep(ck_cutoff *cutoff, int file, off_t from);
/* At a start from the beginning: notes where the output to a file begins. */
void ck_cutoff_begin(ck_cutoff *cutoff, int file, off_t start);
/* Where the output of a run began that was killed before its first commit, if this is the same file
 * and what stood before it is the same; -1 otherwise. */
off_t ck_cutoff_begun(ck_cutoff *cutoff, int file);
/* After a commit, and at the end, when no more is to be expected. */
void ck_cutoff_compare(ck_cutoff *cutoff, int file, bool at_end);
