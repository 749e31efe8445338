/* The half of lathe cc that runs inside clang: a pass at the start of the pipeline. */
#ifndef LATHE_CC_EMBED_H
#define LATHE_CC_EMBED_H

#include "base/ctx.h"

#include <llvm-c/Core.h>

/* Puts a record with the module's bitcode into the module. `options` is what cc/compile handed
 * over in the environment, see there. Modules that must not be linked again (with module asm,
 * sanitized, instrumented) are left without one. False with the status set; the module is then as
 * it was. */
bool cc_embed(lathe_ctx *ctx, LLVMModuleRef module, const char *options);

#endif
