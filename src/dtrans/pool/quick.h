/* What generated code does itself for a pool, see struct lathe_pool in runtime/pool/rtpool_abi.h.
 */
#ifndef LATHE_DTRANS_POOL_QUICK_H
#define LATHE_DTRANS_POOL_QUICK_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* ptr (ptr pool, i64 shift, i64 size): an object, all zero if asked for. `slow` is the
 * runtime's function for the same. Made once for each name. */
LLVMValueRef pool_quick_take(LLVMModuleRef m, const char *name, LLVMValueRef slow, bool zeroed);
/* void (ptr pool, i64 shift, ptr object): frees an object of the pool, or null. Not for pointers
 * that may be anything else. */
LLVMValueRef pool_quick_give(LLVMModuleRef m, const char *name, LLVMValueRef slow);
/* A variable of the runtime that is not exported. */
LLVMValueRef pool_runtime_variable(LLVMModuleRef m, const char *name, LLVMTypeRef type);

#endif
