/* Whether a pool pays: a guess from sizes alone. */
#include "dtrans/pool/pool.h"

#include <string.h>

/* What glibc's malloc takes for an object. */
static uint64_t chunk_of(uint64_t size) {
    enum { HEADER = 8, STEP = 16, LEAST = 32 };
    uint64_t chunk = (size + HEADER + STEP - 1) / STEP * STEP;
    return chunk < LEAST ? LEAST : chunk;
}

bool pool_has_threads(const pool *p) {
    static const char *const names[] = {"pthread_create", "thrd_create", "clone",
                                        "__kmpc_fork_call"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(p->b->m->llvm, names[i]);
        if (fn && LLVMGetFirstUse(fn))
            return true;
    }
    return false;
}

static bool is_named(const pool *p, uint32_t type) {
    const char *name = p->b->info->types.at[type].name, *dot = strchr(name, '.');
    return strcmp(name, p->options.only) == 0 || (dot && strcmp(dot + 1, p->options.only) == 0);
}

/* The pool saves malloc's header and padding, and half of each pointer that becomes narrow; large
 * objects gain too little. Threads would wait for one another. */
bool pool_is_worthwhile(const pool *p, uint32_t type) {
    enum { LARGE = 512 };
    const dtrans_type *t = &p->b->info->types.at[type];
    if (p->options.only)
        return is_named(p, type);
    if (p->options.all)
        return true;
    return t->size <= LARGE && chunk_of(t->size) * 7 >= t->size * 8 && !pool_has_threads(p);
}
