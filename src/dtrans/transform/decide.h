/* For the files of the base: where decisions come from, the transform or a file. A file is held
 * against the program: what it says about a type has to be something that the transform might have
 * decided there. */
#ifndef LATHE_DTRANS_DECIDE_H
#define LATHE_DTRANS_DECIDE_H

#include "dtrans/transform/base.h"

/* Fills b->decisions anew for a round. */
void dtrans_decide_all(DTransOptBase *b);

/* What b->given has changes for cannot be done. False, with the status set if there is any. */
bool dtrans_refuse_given(DTransOptBase *b);
/* The same for the file of a program that may not change as a whole. */
void dtrans_refuse_plan(DTransInfo *info, const dtrans_hooks *hooks);

/* Reads the hooks' file into `given`, which is empty, and is b->given then. */
void dtrans_read_plan(DTransOptBase *b, dtrans_decisions *given);

#endif
