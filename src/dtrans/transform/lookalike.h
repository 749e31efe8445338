/* Objects of a struct whose initializer has another LLVM type. */
#ifndef LATHE_DTRANS_LOOKALIKE_H
#define LATHE_DTRANS_LOOKALIKE_H

#include "base/limits.h"
#include "dtrans/transform/layout_init.h"

bool dtrans_can_cut(const DTransInfo *info, LLVMTypeRef declared, LLVMValueRef init, uint32_t type);
bool dtrans_remap_lookalike(const dtrans_layouts *l, LLVMTypeRef declared, LLVMValueRef init,
                            uint32_t type, dtrans_image *out);

/* What an element that nothing maps to starts with: the layouts' fill byte, or zero. */
LLVMValueRef dtrans_filler(const dtrans_layouts *l, LLVMTypeRef type);

#endif
