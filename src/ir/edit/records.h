/* Debug records of values that get successors of another type: LLVM-C can neither change nor erase
 * a record, and replacing all uses asks for the same type. */
#ifndef LATHE_IR_RECORDS_H
#define LATHE_IR_RECORDS_H

#include "ir/module.h"

/* The successor of a value, NULL if it has none. */
typedef LLVMValueRef (*ir_successor_fn)(void *data, LLVMValueRef value);

/* Wherever a record says that a variable has a value with a successor, another one behind it says
 * that it has the successor. The old record is to die with the old value. What is computed from
 * several values, and assignments to memory, are left to die without one. */
void ir_restate_records(lathe_module *m, LLVMValueRef fn, ir_successor_fn successor, void *data);

#endif
