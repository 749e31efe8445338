/* Functions of generated code that take a freed object again, or free one, without a call of the
 * runtime, as long as the program has one thread; LLVM inlines them. */
#include "dtrans/pool/quick.h"

#include "pool/abi.h"

#include <stddef.h>
#include <string.h>

/* A function while it is built. */
typedef struct quick {
    LLVMBuilderRef b;
    LLVMValueRef fn;
    LLVMTypeRef byte, narrow, word, pointer;
    LLVMBasicBlockRef slow;
} quick;

static void add_attribute(const quick *q, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMContextRef llvm = LLVMGetTypeContext(q->pointer);
    LLVMAddAttributeAtIndex(q->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(llvm, kind, 0));
}

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
    add_attribute(&q, "alwaysinline");
    add_attribute(&q, "nounwind");
    LLVMPositionBuilderAtEnd(q.b, LLVMAppendBasicBlockInContext(llvm, q.fn, "entry"));
    q.slow = LLVMAppendBasicBlockInContext(llvm, q.fn, "slow");
    return q;
}

static LLVMValueRef member(const quick *q, size_t offset) {
    LLVMValueRef index = LLVMConstInt(q->word, offset, false);
    return LLVMBuildInBoundsGEP2(q->b, q->byte, LLVMGetParam(q->fn, 0), &index, 1, "");
}

/* Goes on in a new block, or slowly if the value is null. */
static void unless_null(const quick *q, LLVMValueRef value, LLVMBasicBlockRef null) {
    LLVMBasicBlockRef next =
        LLVMAppendBasicBlockInContext(LLVMGetTypeContext(q->pointer), q->fn, "");
    LLVMBuildCondBr(q->b, LLVMBuildIsNotNull(q->b, value, ""), next, null);
    LLVMPositionBuilderAtEnd(q->b, next);
}

static void unless_crowded(const quick *q) {
    LLVMValueRef alone =
        LLVMBuildLoad2(q->b, q->pointer, member(q, offsetof(struct lathe_pool, alone)), "alone");
    unless_null(q, LLVMBuildLoad2(q->b, q->byte, alone, ""), q->slow);
}

/* One of four bytes, wherever it is. */
static LLVMValueRef load_link(const quick *q, LLVMValueRef from) {
    LLVMValueRef link = LLVMBuildLoad2(q->b, q->narrow, from, "");
    LLVMSetAlignment(link, sizeof(uint32_t));
    return link;
}

static void store_link(const quick *q, LLVMValueRef link, LLVMValueRef to) {
    LLVMSetAlignment(LLVMBuildStore(q->b, link, to), sizeof(uint32_t));
}

static LLVMValueRef finish(quick *q) {
    LLVMDisposeBuilder(q->b);
    return q->fn;
}

LLVMValueRef pool_quick_take(LLVMModuleRef m, const char *name, LLVMValueRef slow, bool zeroed) {
    LLVMValueRef known = LLVMGetNamedFunction(m, name);
    if (known)
        return known;
    quick q = begin(m, name, true);
    LLVMValueRef pool = LLVMGetParam(q.fn, 0), shift = LLVMGetParam(q.fn, 1);
    unless_crowded(&q);
    LLVMValueRef freed = member(&q, offsetof(struct lathe_pool, freed));
    LLVMValueRef first = load_link(&q, freed);
    unless_null(&q, first, q.slow);
    LLVMValueRef address = LLVMBuildShl(q.b, LLVMBuildZExt(q.b, first, q.word, ""), shift, "");
    LLVMValueRef object = LLVMBuildIntToPtr(q.b, address, q.pointer, "object");
    store_link(&q, load_link(&q, object), freed);
    if (zeroed)
        LLVMBuildMemSet(q.b, object, LLVMConstNull(q.byte), LLVMGetParam(q.fn, 2),
                        sizeof(uint32_t));
    LLVMBuildRet(q.b, object);
    LLVMPositionBuilderAtEnd(q.b, q.slow);
    LLVMBuildRet(q.b, LLVMBuildCall2(q.b, LLVMGlobalGetValueType(slow), slow, &pool, 1, ""));
    return finish(&q);
}

LLVMValueRef pool_quick_give(LLVMModuleRef m, const char *name, LLVMValueRef slow) {
    LLVMValueRef known = LLVMGetNamedFunction(m, name);
    if (known)
        return known;
    quick q = begin(m, name, false);
    LLVMValueRef shift = LLVMGetParam(q.fn, 1), object = LLVMGetParam(q.fn, 2);
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(LLVMGetTypeContext(q.pointer), q.fn, "done");
    unless_null(&q, object, done);
    unless_crowded(&q);
    LLVMValueRef freed = member(&q, offsetof(struct lathe_pool, freed));
    store_link(&q, load_link(&q, freed), object);
    LLVMValueRef address = LLVMBuildPtrToInt(q.b, object, q.word, "");
    address = LLVMBuildLShr(q.b, address, shift, "");
    store_link(&q, LLVMBuildTrunc(q.b, address, q.narrow, ""), freed);
    LLVMBuildBr(q.b, done);
    LLVMPositionBuilderAtEnd(q.b, q.slow);
    LLVMValueRef args[] = {LLVMGetParam(q.fn, 0), object};
    LLVMBuildCall2(q.b, LLVMGlobalGetValueType(slow), slow, args, 2, "");
    LLVMBuildBr(q.b, done);
    LLVMPositionBuilderAtEnd(q.b, done);
    LLVMBuildRetVoid(q.b);
    return finish(&q);
}
