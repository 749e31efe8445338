/* What a pass about layouts could not do, as remarks. Nothing happens if the context has no list
 * for them.
 *
 * A remark about a type stands where the type is declared, one about a use where the use is; both
 * need debug info. Remarks must be about some function: about types it is main. */
#pragma once

#include "base/remark.h"
#include "dtrans/analysis/type_info.h"

/* Adds a remark about a type that begins with its name; the caller adds the rest. False if none is
 * wanted. */
bool dtrans_remark(DTransInfo *info, uint32_t type, remark_kind kind, const char *pass,
                   const char *name);

/* The same about why not, at a position if there is one. */
bool dtrans_remark_at(DTransInfo *info, uint32_t type, LLVMValueRef where, const char *pass,
                      const char *name);

/* Why nothing of the program may change, if so. */
void dtrans_remark_program(DTransInfo *info, const char *pass);
/* That the user keeps the type, if so, and the first use of each condition that blocks it. */
void dtrans_remark_missed(DTransInfo *info, uint32_t type, const char *pass,
                          dtrans_transform transform);

/* All this for all types and transforms. */
void dtrans_remark_analysis(DTransInfo *info);
