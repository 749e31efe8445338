/* Functions of generated code that take a freed object again, or free one, without a call of the
 * runtime, as long as the program has one thread; LLVM inlines them. Like the runtime they look at
 * the marks of freed objects: what is freed must not look freed, and what is taken again must. If
 * it is not so, the runtime is called, which looks closer, and ends the program. */
#include "dtrans/pool/pool.h"

#include "ir/attr.h"
#include "pool/rtpool_abi.h"

#include <stddef.h>

enum { POOL, SHIFT, LAST }; /* parameters */

/* A function while it is built. */
typedef struct quick {
    LLVMBuilderRef b;
    LLVMValueRef fn;
    LLVMTypeRef byte, narrow, word, pointer;
    LLVMBasicBlockRef slow;
} quick;

static quick begin(LLVMModuleRef m, const char *name, bool takes) {
    LLVMContextRef llvm = LLVMGetModuleContext(m);
    quick q = {.b = LLVMCreateBuilderInContext(llvm),
               .byte = LLVMInt8TypeInContext(llvm),
               .narrow = LLVMInt32TypeInContext(llvm),
               .word = LLVMInt64TypeInContext(llvm),
               .pointer = LLVMPointerTypeInContext(llvm, 0)};
    LLVMTypeRef params[] = {q.pointer, q.word, takes ? q.word : q.pointer};
    LLVMTypeRef result = takes ? q.pointer : LLVMVoidTypeInContext(llvm);
    q.fn = LLVMAddFunction(m, name, LLVMFunctionType(result, params, 3, false));
    LLVMSetLinkage(q.fn, LLVMInternalLinkage);
    ir_attr_add(q.fn, IR_AT_FUNCTION, "alwaysinline", 0);
    ir_attr_add(q.fn, IR_AT_FUNCTION, "nounwind", 0);
    LLVMPositionBuilderAtEnd(q.b, LLVMAppendBasicBlockInContext(llvm, q.fn, "entry"));
    q.slow = LLVMAppendBasicBlockInContext(llvm, q.fn, "slow");
    return q;
}

static LLVMValueRef number(const quick *q, uint64_t value) {
    return LLVMConstInt(q->word, value, false);
}

static LLVMValueRef param(const quick *q, unsigned i) {
    return LLVMGetParam(q->fn, i);
}

static LLVMValueRef at_byte(const quick *q, LLVMValueRef from, LLVMValueRef offset) {
    return LLVMBuildInBoundsGEP2(q->b, q->byte, from, &offset, 1, "");
}

static LLVMValueRef member(const quick *q, size_t offset) {
    return at_byte(q, param(q, POOL), number(q, offset));
}

/* Goes on in a new block if the condition holds. */
static void only_if(const quick *q, LLVMValueRef condition, LLVMBasicBlockRef otherwise) {
    LLVMBasicBlockRef next =
        LLVMAppendBasicBlockInContext(LLVMGetTypeContext(q->pointer), q->fn, "");
    LLVMBuildCondBr(q->b, condition, next, otherwise);
    LLVMPositionBuilderAtEnd(q->b, next);
}

static void unless_null(const quick *q, LLVMValueRef value, LLVMBasicBlockRef null) {
    only_if(q, LLVMBuildIsNotNull(q->b, value, ""), null);
}

static void unless_crowded(const quick *q) {
    LLVMValueRef alone =
        LLVMBuildLoad2(q->b, q->pointer, member(q, offsetof(struct lathe_pool, alone)), "alone");
    unless_null(q, LLVMBuildLoad2(q->b, q->byte, alone, ""), q->slow);
}

static LLVMValueRef load_word(const quick *q, LLVMValueRef from) {
    LLVMValueRef word = LLVMBuildLoad2(q->b, q->narrow, from, "");
    LLVMSetAlignment(word, sizeof(uint32_t));
    return word;
}

static void store_word(const quick *q, LLVMValueRef word, LLVMValueRef to) {
    LLVMSetAlignment(LLVMBuildStore(q->b, word, to), sizeof(uint32_t));
}

/* Hides a link, or shows it. */
static LLVMValueRef masked(const quick *q, LLVMValueRef link) {
    LLVMValueRef mask = load_word(q, member(q, offsetof(struct lathe_pool, mask)));
    return LLVMBuildXor(q->b, link, mask, "");
}

/* What the second word of an object is while it is free. */
static LLVMValueRef mark_of(const quick *q, LLVMValueRef shifted) {
    LLVMValueRef mark = load_word(q, member(q, offsetof(struct lathe_pool, mark)));
    return LLVMBuildXor(q->b, shifted, mark, "");
}

static LLVMValueRef second_word(const quick *q, LLVMValueRef object) {
    return at_byte(q, object, number(q, sizeof(uint32_t)));
}

static LLVMValueRef finish(quick *q) {
    LLVMDisposeBuilder(q->b);
    return q->fn;
}

LLVMValueRef pool_runtime_variable(LLVMModuleRef m, const char *name, LLVMTypeRef type) {
    LLVMValueRef known = LLVMGetNamedGlobal(m, name);
    if (known)
        return known;
    LLVMValueRef variable = LLVMAddGlobal(m, type, name);
    LLVMSetVisibility(variable, LLVMHiddenVisibility);
    return variable;
}

/* The first of the freed objects, which loses its mark. */
static LLVMValueRef take_first(const quick *q) {
    LLVMValueRef freed = member(q, offsetof(struct lathe_pool, freed));
    LLVMValueRef first = load_word(q, freed);
    unless_null(q, first, q->slow);
    LLVMValueRef wide = LLVMBuildZExt(q->b, first, q->word, "");
    LLVMValueRef address = LLVMBuildShl(q->b, wide, param(q, SHIFT), "");
    LLVMValueRef object = LLVMBuildIntToPtr(q->b, address, q->pointer, "object");
    LLVMValueRef second = second_word(q, object), mark = mark_of(q, first);
    only_if(q, LLVMBuildICmp(q->b, LLVMIntEQ, load_word(q, second), mark, ""), q->slow);
    store_word(q, masked(q, load_word(q, object)), freed);
    store_word(q, LLVMConstNull(q->narrow), second);
    return object;
}

LLVMValueRef pool_quick_take(LLVMModuleRef m, const char *name, LLVMValueRef slow, bool zeroed) {
    LLVMValueRef known = LLVMGetNamedFunction(m, name);
    if (known)
        return known;
    quick q = begin(m, name, true);
    LLVMValueRef pool = param(&q, POOL);
    unless_crowded(&q);
    LLVMValueRef object = take_first(&q);
    if (zeroed)
        LLVMBuildMemSet(q.b, object, LLVMConstNull(q.byte), param(&q, LAST), sizeof(uint32_t));
    LLVMBuildRet(q.b, object);
    LLVMPositionBuilderAtEnd(q.b, q.slow);
    LLVMBuildRet(q.b, LLVMBuildCall2(q.b, LLVMGlobalGetValueType(slow), slow, &pool, 1, ""));
    return finish(&q);
}

static void add_freed(const quick *q, LLVMValueRef object) {
    LLVMValueRef freed = member(q, offsetof(struct lathe_pool, freed));
    LLVMValueRef address = LLVMBuildPtrToInt(q->b, object, q->word, "");
    address = LLVMBuildLShr(q->b, address, param(q, SHIFT), "");
    LLVMValueRef shifted = LLVMBuildTrunc(q->b, address, q->narrow, "");
    LLVMValueRef second = second_word(q, object), mark = mark_of(q, shifted);
    only_if(q, LLVMBuildICmp(q->b, LLVMIntNE, load_word(q, second), mark, ""), q->slow);
    store_word(q, mark, second);
    store_word(q, masked(q, load_word(q, freed)), object);
    store_word(q, shifted, freed);
}

LLVMValueRef pool_quick_give(LLVMModuleRef m, const char *name, LLVMValueRef slow) {
    LLVMValueRef known = LLVMGetNamedFunction(m, name);
    if (known)
        return known;
    quick q = begin(m, name, false);
    LLVMValueRef object = param(&q, LAST);
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(LLVMGetTypeContext(q.pointer), q.fn, "done");
    unless_null(&q, object, done);
    unless_crowded(&q);
    add_freed(&q, object);
    LLVMBuildBr(q.b, done);
    LLVMPositionBuilderAtEnd(q.b, q.slow);
    LLVMValueRef args[] = {param(&q, POOL), object};
    LLVMBuildCall2(q.b, LLVMGlobalGetValueType(slow), slow, args, 2, "");
    LLVMBuildBr(q.b, done);
    LLVMPositionBuilderAtEnd(q.b, done);
    LLVMBuildRetVoid(q.b);
    return finish(&q);
}
