/* Many translation units become one module that says of each symbol whether the outside sees it. */
#pragma once

#include "cc/link/units.h"

/* A symbol of the merged module that is still visible. */
typedef struct cc_kept_symbol {
    const char *name;
    cc_kept why;
} cc_kept_symbol;

typedef VEC(cc_kept_symbol) cc_kept_symbols;

/* Takes the units, in the order of the link, and makes one module of them, in which the definitions
 * are those that the linker chose, called `name`. NULL with the status set if that cannot be done.
 */
LLVMModuleRef cc_merge(LLVMContextRef llvm, const char *name, cc_units *units, const cc_outside *o);

/* Makes local what the outside does not see. Lists the others in the module's order. */
void cc_internalize(lathe_ctx *ctx, LLVMModuleRef module, const cc_outside *o, arena *mem,
                    cc_kept_symbols *kept);
