#include "cxx.h"

#include <stdlib.h>

/* Of the C++ library, if the program is linked with it: throws std::bad_alloc; what is being thrown
 * and handled by this thread. */
__attribute__((weak)) void _ZSt17__throw_bad_allocv(void);
typedef struct exceptions {
    void *caught;
    unsigned uncaught;
} exceptions;
__attribute__((weak)) exceptions *__cxa_get_globals_fast(void);

bool ck_in_exception(void) {
    const exceptions *now = __cxa_get_globals_fast ? __cxa_get_globals_fast() : NULL;
    return now && (now->caught || now->uncaught);
}

static void *or_throw(void *block) {
    if (!block && _ZSt17__throw_bad_allocv)
        _ZSt17__throw_bad_allocv();
    if (!block)
        abort();
    return block;
}

/* Two objects have two addresses, also if they are empty. */
static size_t at_least_one(size_t size) {
    return size ? size : 1;
}

void *lathe_ckpt__Znwm(size_t size) {
    return or_throw(lathe_ckpt_malloc(at_least_one(size)));
}

void *lathe_ckpt__Znam(size_t size) {
    return lathe_ckpt__Znwm(size);
}

void *lathe_ckpt__ZnwmRKSt9nothrow_t(size_t size, const void *tag) {
    (void)tag;
    return lathe_ckpt_malloc(at_least_one(size));
}

void *lathe_ckpt__ZnamRKSt9nothrow_t(size_t size, const void *tag) {
    return lathe_ckpt__ZnwmRKSt9nothrow_t(size, tag);
}

void *lathe_ckpt__ZnwmSt11align_val_t(size_t size, size_t alignment) {
    return or_throw(lathe_ckpt_memalign(alignment, at_least_one(size)));
}

void *lathe_ckpt__ZnamSt11align_val_t(size_t size, size_t alignment) {
    return lathe_ckpt__ZnwmSt11align_val_t(size, alignment);
}

void lathe_ckpt__ZdlPv(void *block) {
    lathe_ckpt_free(block);
}

void lathe_ckpt__ZdaPv(void *block) {
    lathe_ckpt_free(block);
}

void lathe_ckpt__ZdlPvm(void *block, size_t size) {
    (void)size;
    lathe_ckpt_free(block);
}

void lathe_ckpt__ZdaPvm(void *block, size_t size) {
    lathe_ckpt__ZdlPvm(block, size);
}

void lathe_ckpt__ZdlPvRKSt9nothrow_t(void *block, const void *tag) {
    (void)tag;
    lathe_ckpt_free(block);
}

void lathe_ckpt__ZdaPvRKSt9nothrow_t(void *block, const void *tag) {
    lathe_ckpt__ZdlPvRKSt9nothrow_t(block, tag);
}

void lathe_ckpt__ZdlPvSt11align_val_t(void *block, size_t alignment) {
    (void)alignment;
    lathe_ckpt_free(block);
}

void lathe_ckpt__ZdaPvSt11align_val_t(void *block, size_t alignment) {
    lathe_ckpt__ZdlPvSt11align_val_t(block, alignment);
}

void lathe_ckpt__ZdlPvmSt11align_val_t(void *block, size_t size, size_t alignment) {
    (void)size;
    (void)alignment;
    lathe_ckpt_free(block);
}

void lathe_ckpt__ZdaPvmSt11align_val_t(void *block, size_t size, size_t alignment) {
    lathe_ckpt__ZdlPvmSt11align_val_t(block, size, alignment);
}
