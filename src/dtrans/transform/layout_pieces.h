/* Carries out EDIT_PIECES. */
#ifndef LATHE_DTRANS_TRANSFORM_PIECES_H
#define LATHE_DTRANS_TRANSFORM_PIECES_H

#include "dtrans/transform/layout_plan.h"

/* The builder stands before edit->at, which is erased. */
void dtrans_apply_pieces(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *edit);

#endif
