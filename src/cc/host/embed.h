/* The half of lathe cc that runs inside clang: a pass at the start of the pipeline, and one
 * where it has simplified the unit and would go on to vectorize. */
#pragma once

#include "base/str.h"

#include <llvm-c/Core.h>

/* The environment variable by which cc/driver asks for it: the level as one digit, then flags,
 * then the words for code generation, each after a byte 0x1f. */
#define CC_EMBED_VARIABLE "LATHE_EMBED"
#define CC_EMBED_LOOPS "l"      /* loop nests are changed */
#define CC_EMBED_SIMPLIFIED "s" /* the record gets what clang simplifies, too */
#define CC_EMBED_TRIAL "t"      /* no record; if the unit has structs that may change, stop there */

/* With CC_EMBED_TRIAL: the descriptor that learns, by a byte, that the compilation has stopped. */
#define CC_TRIAL_VARIABLE "LATHE_TRIAL"

/* Whether the variable is set and has the flag. */
bool cc_embed_has(const char *variable, const char *flag);

/* Whether the module has struct types that transforms may change. */
bool cc_embed_has_structs(lathe_ctx *ctx, LLVMModuleRef module);
/* Whether the module may be compiled again: not with module asm, nor sanitized or instrumented. */
bool cc_embed_is_possible(LLVMModuleRef module);
/* Puts a record into the module with the bitcode of what the front end made of it; `options` is
 * that variable's text, `notes` says what has become of loop nests since. Options that objects
 * cannot keep make it none. False with the status set; the module is then as it was. */
bool cc_embed(lathe_ctx *ctx, LLVMModuleRef module, LLVMMemoryBufferRef bitcode,
              const char *options, const str *notes);

/* Adds the bitcode of the module as it has become to its record, if it has one. */
bool cc_embed_simplified(lathe_ctx *ctx, LLVMModuleRef module);
