/* --wrap=NAME: where an object needs NAME, it gets __wrap_NAME, and where it needs __real_NAME, it
 * gets NAME. In one module, what was needed from other objects is defined inside, where the linker
 * no longer looks: so the names change before the units become one. */
#pragma once

#include "cc/link/units.h"

/* Renames what units need. False with the status set where linkers do not agree on what happens: an
 * object that both has and uses a wrapped symbol. */
bool cc_wrap_units(const cc_units *units, const cc_outside *o);
/* What is still called __real_NAME in the merged module becomes NAME, if the module has that; the
 * linker sees to the rest. */
void cc_wrap_whole(LLVMModuleRef whole, const cc_outside *o);
