/* Input files as bytes: reading them, telling what they are, and turning C into bitcode. */
#pragma once

#include "base/ctx.h"

typedef enum ir_input_kind { IR_INPUT_C, IR_INPUT_BITCODE, IR_INPUT_TEXT } ir_input_kind;

/* Invariant: once read, bytes[size] is NUL. */
typedef struct ir_input {
    const char *name; /* for messages: the path as given, "<stdin>" for "-" */
    ir_input_kind kind;
    char *bytes; /* the bitcode or text to parse; for C what clang made of it */
    size_t size, cap;
} ir_input;

/* Reads (and for C compiles) one input. False, with the status set, when it cannot be IR. */
bool ir_input_read(lathe_ctx *ctx, ir_input *in, const char *path,
                   const lathe_load_options *options);
/* Reads one input that is text for lathe itself, whatever its name ends in. */
bool ir_input_read_text(lathe_ctx *ctx, ir_input *in, const char *path);
void ir_input_free(lathe_ctx *ctx, ir_input *in);

/* Appends the whole of an open file. name is for messages. */
bool ir_input_slurp(lathe_ctx *ctx, ir_input *in, int fd);

/* Runs clang on a C file; the bitcode becomes in->bytes. */
bool ir_input_compile(lathe_ctx *ctx, ir_input *in, const char *path,
                      const lathe_load_options *options);
/* Writes the C file with everything it includes to fd. */
bool ir_input_preprocess(lathe_ctx *ctx, const char *path, int fd,
                         const lathe_load_options *options);

/* What is declared in a C file under names that contain `name`, as clang prints it. */
bool ir_input_declarations(lathe_ctx *ctx, ir_input *in, const char *path, const char *name,
                           const lathe_load_options *options);

/* Whether a file of that name is taken for C or C++. */
bool ir_input_is_c(const char *path);
