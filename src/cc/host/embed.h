/* The half of lathe cc that runs inside clang: a pass at the start of the pipeline, and one
 * where it has simplified the unit and would go on to vectorize. */
#pragma once

#include "base/ctx.h"

#include <llvm-c/Core.h>

/* The environment variable by which cc/driver asks for it: the level as one digit, then flags,
 * then the words for code generation, each after a byte 0x1f. */
#define CC_EMBED_VARIABLE "LATHE_EMBED"
#define CC_EMBED_LOOPS "l"      /* loop nests are changed */
#define CC_EMBED_SIMPLIFIED "s" /* the record gets what clang simplifies, too */

/* Whether the variable is set and has the flag. */
bool cc_embed_has(const char *variable, const char *flag);

/* Puts a record with the module's bitcode into the module; `options` is that variable's text.
 * Modules that must not be compiled again (with module asm, sanitized, instrumented) are left
 * without one. False with the status set; the module is then as it was. */
bool cc_embed(lathe_ctx *ctx, LLVMModuleRef module, const char *options);

/* Adds the bitcode of the module as it has become to its record, if it has one. */
bool cc_embed_simplified(lathe_ctx *ctx, LLVMModuleRef module);
