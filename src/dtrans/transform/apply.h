/* Carries out a plan. */
#pragma once

#include "dtrans/transform/layout_plan.h"

/* Tests for null, of the old program: first of all. */
void dtrans_apply_nulls(const dtrans_plan *p);
/* Edits the instructions; those of constants are left to dtrans_new_address. Then functions are
 * copied, as they are by then. */
void dtrans_apply_edits(const dtrans_plan *p);
void dtrans_apply_clones(const dtrans_plan *p);

/* The constant address that replaces edit->at, over the new variable `base`. */
LLVMValueRef dtrans_new_address(const dtrans_plan *p, const dtrans_edit *edit, LLVMValueRef base);

/* For the files of this part. */
/* EDIT_PIECES, see layout_pieces.c. The builder stands before edit->at, which is erased. */
void dtrans_apply_pieces(const dtrans_plan *p, LLVMBuilderRef b, const dtrans_edit *edit);
LLVMValueRef dtrans_scaled(LLVMBuilderRef b, LLVMValueRef value, uint64_t from, uint64_t to);
/* A copy of a function beside it, under its name with a suffix; NULL if it cannot be copied. */
LLVMValueRef dtrans_copy_function(lathe_module *m, LLVMValueRef fn, const char *suffix);
/* The instruction in the copy that stands where `inst` stands in the original. */
LLVMValueRef dtrans_counterpart(LLVMValueRef inst, LLVMValueRef copy);
