/* The translation units of a link: the modules of all records, each held against the object that
 * carries it. */
#pragma once

#include "cc/link/outside.h"

#include <llvm-c/Core.h>

typedef struct cc_unit {
    LLVMModuleRef module;
    size_t member; /* in cc_inputs.members */
} cc_unit;

typedef VEC(cc_unit) cc_units;

/* Reads the records of all members that are still to be merged. A member whose bitcode cannot stand
 * for it becomes a native one. Adds to o what assembler in the units names. */
void cc_units_read(cc_units *units, LLVMContextRef llvm, cc_inputs *in, cc_outside *o);

/* The same units as clang's pipeline simplified them, once the above has judged them. False, and no
 * units, if one was not kept in that form. */
bool cc_units_read_simplified(cc_units *units, LLVMContextRef llvm, cc_inputs *in);

/* What linkers make of a definition with that linkage; CC_UNDEFINED for none they see. */
cc_definition cc_linkage_definition(LLVMLinkage linkage);

/* Functions, variables, aliases and ifuncs of a module, one after the other; NULL first and last.
 */
LLVMValueRef cc_next_global(LLVMModuleRef module, LLVMValueRef last);
