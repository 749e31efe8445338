/* A number that changes with the instructions and variables of a module, for asserts that it was
 * only read. Depends on addresses: of use within one run, and never in output. */
#ifndef LATHE_DTRANS_MARK_H
#define LATHE_DTRANS_MARK_H

#include "ir/module.h"

uint64_t dtrans_module_mark(LLVMModuleRef m);

#endif
