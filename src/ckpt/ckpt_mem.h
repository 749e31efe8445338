/* ckpt_mem mode: a function saves into memory that its caller gave it. */
#pragma once

#include "ckpt/ckpt_options.h"
#include "ckpt/ckpt_refuse.h"
#include "ckpt/ckpt_sites.h"
#include "ckpt/inject.h"

/* The parameter to save into; NULL if the function has none. */
LLVMValueRef ckpt_mem_parameter(lathe_module *m, LLVMValueRef fn, const ckpt_options *options);

/* The same, and how many bytes it has, if FUNC:ARG:BYTES says it; else 0. */
LLVMValueRef ckpt_mem_find(lathe_module *m, LLVMValueRef fn, const ckpt_options *options,
                           uint64_t *bytes);

/* Whether the function saves into such a parameter already. More checkpoints would use the same
 * memory: those that come in with inlined code are the runtime's. */
bool ckpt_mem_is_injected(LLVMValueRef fn);

/* LATHE_USAGE if what FUNC:ARG:BYTES names is not in the program: nothing must be done instead of
 * what was asked for. Before optimisers have seen the program, which remove functions. */
bool ckpt_mem_place_check(lathe_module *m, const ckpt_options *options);

/* Notes how many bytes an argument points to: FUNC:ARG:BYTES, where BYTES is an expression over the
 * other arguments, such as n*n*8. FUNC is a name in IR or in the source. Before functions are
 * injected. LATHE_USAGE if there is no such function or argument, or BYTES is not one. */
bool ckpt_say_size(lathe_module *m, const char *text);
/* The same for every line of a text, and of a file; what follows a # says nothing. */
bool ckpt_say_sizes(lathe_module *m, const char *text);
bool ckpt_read_sizes(lathe_module *m, const char *path);

/* Puts checkpoints into every function with such a parameter and points, except those that are
 * refused. A function found wanting is added to the refused, and the module is then to be read
 * again: it has been changed. */
bool ckpt_mem_inject(lathe_module *m, const ckpt_options *options, ckpt_refusals *refused,
                     ckpt_sites *sites);
