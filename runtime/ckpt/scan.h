/* The scanf family: %m has libc allocate what it reads, so what it stores is exchanged for a copy
 * in the program's memory, which the program frees. */
#pragma once

#pragma GCC visibility push(default)
#include "rt_abi.h"

#include <stdarg.h>

#define CK_SCANNERS(X) X() X(isoc99_) X(isoc23_)
#define CK_DECLARE(prefix)                                                                         \
    int lathe_ckpt_##prefix##scanf(const char *format, ...);                                       \
    int lathe_ckpt_##prefix##sscanf(const char *text, const char *format, ...);                    \
    int lathe_ckpt_##prefix##fscanf(lathe_ckpt_file *file, const char *format, ...);               \
    int lathe_ckpt_##prefix##vscanf(const char *format, va_list args);                             \
    int lathe_ckpt_##prefix##vsscanf(const char *text, const char *format, va_list args);          \
    int lathe_ckpt_##prefix##vfscanf(lathe_ckpt_file *file, const char *format, va_list args);
CK_SCANNERS(CK_DECLARE)
#undef CK_DECLARE
#pragma GCC visibility pop
