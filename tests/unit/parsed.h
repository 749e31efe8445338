/* A module from text, for tests that look at it through LLVM-C. */
#ifndef LATHE_TESTS_PARSED_H
#define LATHE_TESTS_PARSED_H

#include "ir/module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct parsed {
    lathe_ctx *ctx;
    LLVMContextRef llvm;
    lathe_module m;
} parsed;

static inline parsed parse(const char *text) {
    parsed p = {.ctx = lathe_ctx_new(), .llvm = LLVMContextCreate()};
    assert_non_null(p.ctx);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    char *message = NULL;
    LLVMModuleRef llvm;
    if (LLVMParseIRInContext2(p.llvm, buffer, &llvm, &message))
        fail_msg("%s", message);
    LLVMDisposeMemoryBuffer(buffer);
    p.m = (lathe_module){.ctx = p.ctx, .llvm_ctx = p.llvm, .llvm = llvm};
    return p;
}

static inline void parsed_free(parsed *p) {
    LLVMDisposeModule(p->m.llvm);
    LLVMContextDispose(p->llvm);
    lathe_ctx_free(p->ctx);
}

static inline void assert_valid(parsed *p) {
    char *message = NULL;
    if (LLVMVerifyModule(p->m.llvm, LLVMReturnStatusAction, &message))
        fail_msg("%s", message);
    LLVMDisposeMessage(message);
}

/* Whether the module's text has the words. */
static inline bool says(parsed *p, const char *words) {
    char *text = LLVMPrintModuleToString(p->m.llvm);
    bool found = strstr(text, words) != NULL;
    LLVMDisposeMessage(text);
    return found;
}

static inline LLVMValueRef inst_at(parsed *p, const char *fn, unsigned number) {
    LLVMValueRef f = LLVMGetNamedFunction(p->m.llvm, fn);
    ir_each_block (bb, f)
        ir_each_inst (inst, bb)
            if (number-- == 0)
                return inst;
    return NULL;
}

/* An allocator that fails from the given allocation on. */
typedef struct failing {
    uint64_t left;
} failing;

static inline void *fail_after(void *data, void *old, size_t size) {
    failing *f = data;
    if (size == 0) {
        free(old);
        return NULL;
    }
    if (f->left == 0)
        return NULL;
    f->left--;
    return realloc(old, size);
}

#endif
