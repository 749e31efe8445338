/* Initializers under changed layouts: a global variable's type and contents, built anew.
 *
 * An initialised object often does not have its struct's LLVM type: front ends write padding,
 * unions and bit-fields out as bytes, and long tables as their first entries and a zero rest. Such
 * a look-alike is cut into its scalars, and each goes where its bytes go.
 *
 * Invariants:
 *  1. Pointers in an initializer are taken as they are: the caller has rewritten them already.
 *  2. The result has the size and the bytes of the new layout, but not always its alignment: the
 *     caller states that of the global.
 *  3. What dtrans_can_remap_initializer agrees to, every change of any layouts can be done on.
 */
#pragma once

#include "dtrans/transform/layout.h"

typedef struct dtrans_image {
    LLVMTypeRef type;
    LLVMValueRef init; /* NULL: none */
} dtrans_image;

/* Whether the initializer (NULL: none) is cut where the struct is, so that fields may move. The
 * object is one, or an array, of the DTrans type, or, with IR_NONE, what its declared type says.
 * Nothing is built, and no layouts are needed: for planning. */
bool dtrans_can_remap_initializer(const DTransInfo *info, LLVMTypeRef declared, LLVMValueRef init,
                                  uint32_t type);

/* Builds the new type and initializer. They are the new struct, or an array of it, unless the
 * scalars are of other types than the struct's; then a packed literal struct. False if the
 * initializer cannot be remapped, or if the context failed; `out` is then untouched. */
bool dtrans_remap_initializer(const dtrans_layouts *l, LLVMTypeRef declared, LLVMValueRef init,
                              uint32_t type, dtrans_image *out);

/* A constant as one of another type: pointers become integers, also in arrays. NULL if that is not
 * the difference. */
LLVMValueRef dtrans_fit_constant(lathe_ctx *ctx, LLVMValueRef c, LLVMTypeRef type);

/* lookalike.c: objects of a struct whose initializer has another LLVM type. */
bool dtrans_can_cut(const DTransInfo *info, LLVMTypeRef declared, LLVMValueRef init, uint32_t type);
bool dtrans_remap_lookalike(const dtrans_layouts *l, LLVMTypeRef declared, LLVMValueRef init,
                            uint32_t type, dtrans_image *out);

/* What an element that nothing maps to starts with: the layouts' fill byte, or zero. */
LLVMValueRef dtrans_filler(const dtrans_layouts *l, LLVMTypeRef type);
