/* The runtime's names, as runtime/ckpt/rt_abi.h declares them, in the module. */
#pragma once

#include "ckpt/inject.h"
#include "ckpt/rt_abi.h"

typedef enum ckpt_symbol {
    CKPT_RT_DUE,
    CKPT_RT_MODE,
    CKPT_RT_SP,
    CKPT_RT_BEGIN,
    CKPT_RT_SAVE,
    CKPT_RT_LOAD,
    CKPT_RT_RUN,
} ckpt_symbol;

/* Declared now if it was not. */
LLVMValueRef ckpt_runtime(lathe_module *m, ckpt_symbol symbol);
LLVMValueRef ckpt_runtime_call(lathe_module *m, LLVMBuilderRef b, ckpt_symbol symbol,
                               LLVMValueRef *args, unsigned count);

/* lathe_ckpt_begin for code that seldom calls it: the call leaves the caller's registers alone
 * where the target has a convention for that. */
LLVMValueRef ckpt_begin_call(lathe_module *m, LLVMBuilderRef b, LLVMValueRef site);

/* Puts the name into the program itself: no table of another object's addresses is needed. */
void ckpt_keep_near(LLVMValueRef global);

/* Where a site is, in a cell of its own section. */
LLVMValueRef ckpt_place(lathe_module *m, const char *text);
/* A private constant string. */
LLVMValueRef ckpt_text(lathe_module *m, const char *text);
/* A private constant. */
LLVMValueRef ckpt_constant(lathe_module *m, const char *name, LLVMValueRef value);

/* A constant that is a struct of abi.h: all its members, in order. */
typedef struct ckpt_member {
    size_t offset; /* in the struct */
    LLVMValueRef value;
} ckpt_member;
LLVMValueRef ckpt_struct(lathe_module *m, const ckpt_member *members, unsigned count);
/* A private constant array of such structs, which have one type; a null pointer if it is empty. */
LLVMValueRef ckpt_table(lathe_module *m, const char *name, LLVMValueRef *rows, size_t count);
LLVMValueRef ckpt_null(lathe_module *m);
