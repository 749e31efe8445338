/* Narrow pointers in memory, and calls of the runtime instead of malloc and free. */
#include "dtrans/pool/pool.h"

#include "dtrans/transform/apply.h"
#include "ir/attr.h"
#include "ir/llvmx.h"
#include "ir/value.h"
#include "pool/rtpool_abi.h"

#include <stddef.h>
#include <string.h>

/* One wrapper's copy for one pool. */
typedef struct wrapper_copy {
    LLVMValueRef from, to;
    uint32_t type;
} wrapper_copy;

typedef struct rewriting {
    pool *p;
    LLVMBuilderRef b;
    LLVMContextRef llvm;
    LLVMModuleRef m;
    LLVMTypeRef word, narrow, pointer;
    VEC(wrapper_copy) copies;
    VEC(pool_site) sites; /* also those inside copies */
} rewriting;

static const char pool_alloc[] = "lathe_pool_alloc", pool_zalloc[] = "lathe_pool_zalloc",
                  pool_free[] = "lathe_pool_free", pool_release[] = "lathe_pool_release",
                  pool_take[] = "lathe_pool_take", pool_ztake[] = "lathe_pool_ztake";

/* allocsize with one argument that counts bytes, as LLVM encodes it. */
static uint64_t sized_by(unsigned argument) {
    return (uint64_t)argument << 32 | UINT32_MAX;
}

/* As the runtime declares it, and with what LLVM knows of malloc and free. */
static LLVMValueRef runtime(const rewriting *r, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(r->m, name);
    if (fn)
        return fn;
    bool sized = name == pool_take || name == pool_ztake;
    bool allocates = name == pool_alloc || name == pool_zalloc || sized;
    LLVMTypeRef params[] = {r->pointer, sized ? r->word : r->pointer};
    unsigned count = name == pool_free || sized ? 2 : 1;
    LLVMTypeRef result = allocates ? r->pointer : LLVMVoidTypeInContext(r->llvm);
    fn = LLVMAddFunction(r->m, name, LLVMFunctionType(result, params, count, false));
    LLVMSetVisibility(fn, LLVMHiddenVisibility);
    ir_attr_add(fn, IR_AT_FUNCTION, "nounwind", 0);
    ir_attr_add(fn, IR_AT_FUNCTION, "willreturn", 0);
    if (allocates)
        ir_attr_add(fn, LLVMAttributeReturnIndex, "noalias", 0);
    if (sized)
        ir_attr_add(fn, IR_AT_FUNCTION, "allocsize", sized_by(1));
    return fn;
}

static LLVMValueRef number(const rewriting *r, uint64_t value) {
    return LLVMConstInt(r->narrow, value, false);
}

/* Always 0, see the runtime. */
static LLVMValueRef crowded(const rewriting *r) {
    return pool_runtime_variable(r->m, "lathe_pool_crowded", LLVMInt8TypeInContext(r->llvm));
}

static LLVMValueRef add_private(const rewriting *r, LLVMValueRef init, const char *name) {
    LLVMValueRef variable = LLVMAddGlobal(r->m, LLVMTypeOf(init), name ? name : "");
    LLVMSetLinkage(variable, LLVMInternalLinkage);
    LLVMSetInitializer(variable, init);
    return variable;
}

/* The parts of objects besides the first: struct lathe_pool_part. */
static LLVMValueRef parts_variable(const rewriting *r, const pool_type *t, const char *of) {
    VEC(LLVMValueRef) rows = {0};
    LLVMTypeRef halves[] = {r->narrow, r->narrow};
    LLVMTypeRef row = LLVMStructTypeInContext(r->llvm, halves, 2, false);
    for (uint32_t i = 1; i < t->groups.count; i++) {
        LLVMValueRef values[] = {number(r, t->parts[i].offset), number(r, t->parts[i].size)};
        vec_push(r->p->ctx, &rows, LLVMConstStructInContext(r->llvm, values, 2, false));
    }
    LLVMValueRef all = LLVMConstArray2(row, rows.at, rows.len);
    LLVMValueRef variable =
        add_private(r, all, arena_printf(&r->p->mem, "lathe.pool.%s.parts", of));
    LLVMSetGlobalConstant(variable, true);
    vec_free(r->p->ctx, &rows);
    return variable;
}

/* The pool of a type: struct lathe_pool of runtime/pool/rtpool_abi.h, of which the state begins
 * empty. */
static LLVMValueRef pool_variable(rewriting *r, uint32_t type) {
    pool_type *t = &r->p->types[type];
    if (t->variable)
        return t->variable;
    enum { STATE = sizeof(struct lathe_pool) - offsetof(struct lathe_pool, mask) };
    LLVMTypeRef state = LLVMArrayType2(r->word, STATE / sizeof(uint64_t));
    const char *of = r->p->b->info->types.at[type].name;
    LLVMValueRef parts = t->split ? parts_variable(r, t, of) : LLVMConstNull(r->pointer);
    LLVMValueRef values[] = {number(r, t->size),
                             number(r, t->shift),
                             LLVMConstInt(r->word, r->p->options.limit, false),
                             number(r, t->split ? t->per_granule : 0),
                             number(r, t->split ? t->groups.count - 1 : 0),
                             parts,
                             crowded(r),
                             number(r, t->held_outside ? LATHE_POOL_HELD_OUTSIDE : 0),
                             number(r, 0),
                             LLVMConstNull(state)};
    LLVMValueRef whole =
        LLVMConstStructInContext(r->llvm, values, sizeof values / sizeof *values, false);
    t->variable = add_private(r, whole, arena_printf(&r->p->mem, "lathe.pool.%s", of));
    LLVMSetAlignment(t->variable, _Alignof(struct lathe_pool));
    return t->variable;
}

static LLVMValueRef shifted_amount(const rewriting *r, uint32_t type) {
    return LLVMConstInt(r->word, r->p->types[type].shift, false);
}

static void rewrite_load(rewriting *r, const pool_edit *e) {
    LLVMValueRef bits = dtrans_retype_load(r->b, e->at, r->narrow);
    LLVMValueRef wide = LLVMBuildZExt(r->b, bits, r->word, "");
    if (r->p->types[e->type].shift) {
        wide = LLVMBuildShl(r->b, wide, shifted_amount(r, e->type), "");
        LLVMSetNUW(wide, true);
        LLVMSetNSW(wide, true);
    }
    ir_replace_inst(e->at, LLVMBuildIntToPtr(r->b, wide, r->pointer, ""));
}

static void rewrite_store(rewriting *r, const pool_edit *e) {
    LLVMValueRef value = LLVMGetOperand(e->at, 0), bits;
    if (LLVMIsAConstantPointerNull(value)) {
        bits = LLVMConstNull(r->narrow);
    } else {
        bits = LLVMBuildPtrToInt(r->b, value, r->word, "");
        if (r->p->types[e->type].shift)
            bits = LLVMBuildLShr(r->b, bits, shifted_amount(r, e->type), "");
        bits = LLVMBuildTrunc(r->b, bits, r->narrow, "");
    }
    LLVMSetOperand(e->at, 0, bits);
}

static void rewrite_address(rewriting *r, const pool_edit *e) {
    dtrans_retype_address(r->p->ctx, r->b, e->at, e->elements);
}

static void rewrite_variable(rewriting *r, const pool_edit *e) {
    dtrans_retype_variable(r->b, e->at, e->elements);
}

static void rewrite_size(rewriting *r, const pool_edit *e) {
    LLVMValueRef size = LLVMGetOperand(e->at, e->operand);
    uint64_t word = LLVMPointerSize(r->p->b->layouts.target);
    LLVMSetOperand(e->at, e->operand, dtrans_scaled(r->b, size, word, sizeof(uint32_t)));
}

/* Takes an object from a pool, or gives it back, where the library was called. Functions of the
 * runtime have one parameter or two, those of generated code get the shift, too. */
static LLVMValueRef build_call(rewriting *r, LLVMValueRef old, LLVMValueRef fn, uint32_t type,
                               LLVMValueRef last) {
    unsigned count = LLVMCountParams(fn);
    LLVMValueRef args[] = {pool_variable(r, type), count > 2 ? shifted_amount(r, type) : last,
                           last};
    LLVMValueRef call = LLVMBuildCall2(r->b, LLVMGlobalGetValueType(fn), fn, args, count, "");
    ir_carry_inst(old, call);
    return call;
}

/* Where LLVM is to find out sizes, calls say it. Objects in parts are zeroed by the runtime, which
 * knows where all are. */
static LLVMValueRef build_take(rewriting *r, const pool_site *site) {
    LLVMValueRef size = LLVMConstInt(r->word, r->p->types[site->type].size, false);
    if (r->p->b->sizes_left && !r->p->types[site->type].split)
        return build_call(r, site->call, runtime(r, site->zeroed ? pool_ztake : pool_take),
                          site->type, size);
    if (site->zeroed && r->p->types[site->type].split)
        return build_call(r, site->call, runtime(r, pool_zalloc), site->type, NULL);
    LLVMValueRef fn = site->zeroed
                          ? pool_quick_take(r->m, "lathe.pool.ztake", runtime(r, pool_zalloc), true)
                          : pool_quick_take(r->m, "lathe.pool.take", runtime(r, pool_alloc), false);
    return build_call(r, site->call, fn, site->type, size);
}

/* Every use of free has become one of pool_release. */
static void rewrite_free(rewriting *r, const pool_edit *e) {
    if (e->type == IR_NONE) {
        LLVMSetOperand(e->at, (unsigned)LLVMGetNumOperands(e->at) - 1,
                       LLVMGetNamedFunction(r->m, "free"));
        return;
    }
    LLVMValueRef fn = runtime(r, pool_free), object = LLVMGetOperand(e->at, 0);
    if (e->sure)
        fn = pool_quick_give(r->m, "lathe.pool.give", fn);
    build_call(r, e->at, fn, e->type, object);
    LLVMInstructionEraseFromParent(e->at);
}

static void rewrite_edits(rewriting *r) {
    static void (*const how[])(rewriting *, const pool_edit *) = {
        [POOL_LOAD] = rewrite_load,       [POOL_STORE] = rewrite_store,
        [POOL_ADDRESS] = rewrite_address, [POOL_VARIABLE] = rewrite_variable,
        [POOL_SIZE] = rewrite_size,       [POOL_FREE] = rewrite_free,
    };
    for (size_t i = 0; i < r->p->edits.len && ctx_tick(r->p->b->ctx, 1); i++) {
        const pool_edit *e = &r->p->edits.at[i];
        LLVMPositionBuilderBefore(r->b, e->at);
        how[e->kind](r, e);
    }
}

static LLVMValueRef copy_of(rewriting *r, LLVMValueRef fn, uint32_t type) {
    lathe_ctx *ctx = r->p->b->ctx;
    for (size_t i = 0; i < r->copies.len; i++)
        if (r->copies.at[i].from == fn && r->copies.at[i].type == type)
            return r->copies.at[i].to;
    pool_calls calls = {0};
    LLVMValueRef copy =
        pool_yields(ctx, fn, &calls) ? dtrans_copy_function(r->p->b->m, fn, ".pool") : NULL;
    if (!copy)
        ctx_fail(ctx, LATHE_INTERNAL, "dtrans-pool: '%s' cannot be copied", LLVMGetValueName(fn));
    for (size_t i = 0; copy && i < calls.len; i++) {
        LLVMValueRef inner = dtrans_counterpart(calls.at[i], copy);
        LLVMValueRef callee = LLVMGetCalledValue(inner);
        vec_push(ctx, &r->sites,
                 (pool_site){inner, type, strcmp(LLVMGetValueName(callee), "calloc") == 0});
    }
    vec_push(ctx, &r->copies, (wrapper_copy){fn, copy, type});
    vec_free(ctx, &calls);
    return copy;
}

/* What a wrapper's attributes say of the size of its result is about malloc. */
static void redirect(rewriting *r, const pool_site *site) {
    LLVMValueRef to = copy_of(r, LLVMGetCalledValue(site->call), site->type);
    if (!to)
        return;
    LLVMSetOperand(site->call, (unsigned)LLVMGetNumOperands(site->call) - 1, to);
    ir_attr_remove(site->call, IR_AT_FUNCTION, "allocsize");
}

static void rewrite_sites(rewriting *r) {
    lathe_ctx *ctx = r->p->b->ctx;
    for (size_t i = 0; i < r->p->sites.len; i++)
        if (r->p->types[r->p->sites.at[i].type].pooled)
            vec_push(ctx, &r->sites, r->p->sites.at[i]);
    for (size_t i = 0; i < r->sites.len && ctx_tick(ctx, 1); i++) {
        pool_site site = r->sites.at[i];
        if (!LLVMIsDeclaration(LLVMGetCalledValue(site.call))) {
            redirect(r, &site);
            continue;
        }
        LLVMPositionBuilderBefore(r->b, site.call);
        ir_replace_inst(site.call, build_take(r, &site));
    }
}

/* Wherever memory is freed that may be a pool's, or the function is handed on. */
static void replace_free(rewriting *r) {
    LLVMValueRef fn = LLVMGetNamedFunction(r->m, "free");
    if (fn && LLVMGetFirstUse(fn))
        LLVMReplaceAllUsesWith(fn, runtime(r, pool_release));
}

static rewriting begin(DTransOptBase *b, pool *p) {
    LLVMContextRef llvm = b->m->llvm_ctx;
    return (rewriting){.p = p,
                       .b = LLVMCreateBuilderInContext(llvm),
                       .llvm = llvm,
                       .m = b->m->llvm,
                       .word = LLVMInt64TypeInContext(llvm),
                       .narrow = LLVMInt32TypeInContext(llvm),
                       .pointer = LLVMPointerTypeInContext(llvm, 0)};
}

void pool_rewrite_uses(DTransOptBase *b, void *data) {
    rewriting r = begin(b, data);
    replace_free(&r);
    rewrite_edits(&r);
    LLVMDisposeBuilder(r.b);
}

void pool_rewrite_sites(DTransOptBase *b, void *data) {
    rewriting r = begin(b, data);
    rewrite_sites(&r);
    vec_free(b->ctx, &r.copies);
    vec_free(b->ctx, &r.sites);
    LLVMDisposeBuilder(r.b);
}
