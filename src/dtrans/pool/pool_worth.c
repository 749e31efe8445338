/* Whether a pool pays. */
#include "dtrans/pool/pool.h"

#include "dtrans/cost/layout_cost.h"

/* Whether it shows that the program starts threads. A question of cost alone: the runtime asks the
 * C library at each call, and is right about threads that are started under any name. */
static bool has_threads(const pool *p) {
    static const char *const names[] = {"pthread_create", "thrd_create", "clone",
                                        "__kmpc_fork_call"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(p->b->m->llvm, names[i]);
        if (fn && LLVMGetFirstUse(fn))
            return true;
    }
    return false;
}

/* A part of a type that is there so many times. */
typedef struct part {
    LLVMTypeRef type;
    uint64_t times;
} part;

/* The pointers in an object, at any depth. */
static uint64_t pointers_in(const pool *p, LLVMTypeRef type) {
    VEC(part) work = {0};
    uint64_t count = 0;
    vec_push(p->ctx, &work, (part){type, 1});
    while (work.len && ctx_tick(p->ctx, 1)) {
        part at = vec_pop(&work);
        LLVMTypeKind kind = LLVMGetTypeKind(at.type);
        count += kind == LLVMPointerTypeKind ? at.times : 0;
        if (kind == LLVMArrayTypeKind)
            vec_push(p->ctx, &work,
                     (part){LLVMGetElementType(at.type), at.times * LLVMGetArrayLength2(at.type)});
        for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(at.type);
             i++)
            vec_push(p->ctx, &work, (part){LLVMStructGetTypeAtIndex(at.type, i), at.times});
    }
    vec_free(p->ctx, &work);
    return count;
}

/* The pool saves malloc's header and padding, and half of each pointer if all become narrow; large
 * objects gain too little. Threads would wait for one another. */
bool pool_is_worthwhile(pool *p, uint32_t type) {
    enum { LARGE = 512 };
    const dtrans_type *t = &p->b->info->types.at[type];
    uint64_t narrow = t->size - pointers_in(p, t->llvm) * sizeof(uint32_t);
    if (p->options.only)
        return dtrans_is_named(t, p->options.only);
    if (p->options.all || t->forced)
        return p->options.all || dtrans_is_forced(t, p->b->hooks->name) ||
               dtrans_is_forced(t, "dtrans-split-pool");
    double now = cost_of_nodes(t), then = cost_of_pooled(t, narrow);
    p->types[type].estimate = then / now;
    return t->size <= LARGE && cost_pays(now, then) && !has_threads(p);
}
