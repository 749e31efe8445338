/* Numbers of bytes that are expressions over parameters: "n*n*8", "(1024)*4". */
#pragma once

#include "base/map.h"
#include "ir/module.h"

/* What an expression is made of. Values are constants as long as all that goes in is. */
typedef struct ckpt_size_reader {
    lathe_module *m;
    LLVMValueRef fn;
    const map *names; /* parameter -> name in the source */
    LLVMBuilderRef b; /* NULL: only check, and compute constants */
    const char *at, *end;
    const char *wrong; /* NULL: nothing; else what, with the text it is about */
    const char *about;
    size_t about_length;
} ckpt_size_reader;

/* Reads the whole expression. *constant is the number if nothing in it is known only when the
 * function is called, else 0; the result is its value if there is a builder. Whether it could be
 * read: r->wrong says why not. */
bool ckpt_size_read(ckpt_size_reader *r, const char *text, size_t length, uint64_t *constant,
                    LLVMValueRef *value);

/* How many bytes an argument is said to point to: a number, or the expression that it is. Neither
 * if nothing is said. */
typedef struct ckpt_said_size {
    uint64_t bytes;
    const char *expression; /* ends in NUL; lives in the arena */
} ckpt_said_size;
ckpt_said_size ckpt_said_bytes(lathe_module *m, arena *mem, LLVMValueRef argument);
