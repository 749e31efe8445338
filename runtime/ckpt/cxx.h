/* What C++ needs besides C: new and delete, which allocate like malloc. The names are the
 * compiler's. */
#pragma once

#include "alloc.h"

#include <stdbool.h>

/* Whether an exception is on its way or being handled: what was thrown is memory of the C++
 * library, so nothing can be saved now. */
bool ck_in_exception(void);

#pragma GCC visibility push(default)
void *lathe_ckpt__Znwm(size_t size);
void *lathe_ckpt__Znam(size_t size);
void *lathe_ckpt__ZnwmRKSt9nothrow_t(size_t size, const void *tag);
void *lathe_ckpt__ZnamRKSt9nothrow_t(size_t size, const void *tag);
void *lathe_ckpt__ZnwmSt11align_val_t(size_t size, size_t alignment);
void *lathe_ckpt__ZnamSt11align_val_t(size_t size, size_t alignment);
void lathe_ckpt__ZdlPv(void *block);
void lathe_ckpt__ZdaPv(void *block);
void lathe_ckpt__ZdlPvm(void *block, size_t size);
void lathe_ckpt__ZdaPvm(void *block, size_t size);
void lathe_ckpt__ZdlPvRKSt9nothrow_t(void *block, const void *tag);
void lathe_ckpt__ZdaPvRKSt9nothrow_t(void *block, const void *tag);
void lathe_ckpt__ZdlPvSt11align_val_t(void *block, size_t alignment);
void lathe_ckpt__ZdaPvSt11align_val_t(void *block, size_t alignment);
void lathe_ckpt__ZdlPvmSt11align_val_t(void *block, size_t size, size_t alignment);
void lathe_ckpt__ZdaPvmSt11align_val_t(void *block, size_t size, size_t alignment);
#pragma GCC visibility pop
