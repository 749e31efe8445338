/* Whether one output of a link can stand for another. */
#pragma once

#include "cc/objects/inputs.h"

/* The new output defines the same dynamic symbols, of the same kinds and versions, needs no other
 * libraries and nothing of them that is not there. Symbols that no object defines (copies of a
 * library's variables, the linker's own) may be missing. False with why filled. */
bool cc_compare(cc_inputs *in, const cc_elf *native, const cc_elf *made, const char **why);

/* Whether a second link has read none of what the merged object stands for: neither the members
 * themselves nor, newly, others that need symbols which the merged object hides. scratch is the
 * folder of files made for that link. */
bool cc_compare_traces(cc_inputs *in, const char *trace, const char *scratch, const cc_elf *merged,
                       const char **why);
