/* What the user asked of ckpt-inject. */
#pragma once

#include "ckpt/inject.h"
#include "ir/ir_pass.h"

/* FUNC:ARG:BYTES. ARG is a name or a number. */
typedef struct ckpt_mem_place {
    const char *text; /* NULL if not said */
    const char *function, *argument;
    size_t function_length, argument_length;
    uint64_t bytes;
} ckpt_mem_place;

typedef struct ckpt_options {
    ckpt_inject inject;
    bool automatic; /* choose the positions, instead of the directives */
    bool program;   /* the whole program is here: use the runtime */
    ckpt_mem_place mem;
    const char *name;
    uint32_t level;        /* the program is optimised at, plus 1; 0: not known */
    const char *live;      /* the JSON of ckpt-live, edited; NULL: none, or what is in the file */
    const char *live_name; /* of that file; NULL: none */
} ckpt_options;

/* LATHE_USAGE for what makes no sense. */
bool ckpt_options_read(ckpt_options *o, lathe_ctx *ctx, const ir_params *params);

/* The same for FUNC:ARG:BYTES alone. */
bool ckpt_mem_place_read(ckpt_mem_place *p, lathe_ctx *ctx, const char *text);

/* Whether the instruction is a call of checkpoint(). */
bool ckpt_is_directive(LLVMValueRef inst);
/* Makes calls of those that may throw, by their declaration: what is called never does. */
void ckpt_calm_directives(lathe_module *m);
bool ckpt_has_directive(LLVMValueRef fn);
/* Calls checkpoint(), which is declared if it is not. */
void ckpt_build_directive(lathe_module *m, LLVMBuilderRef b);
/* Adds such a call to the end of the block, before the compare that its branch alone
 * uses, which need not be saved then. */
void ckpt_add_directive(lathe_module *m, LLVMBasicBlockRef bb);
