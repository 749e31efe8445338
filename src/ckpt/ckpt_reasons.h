/* Why a program or function gets no checkpoints: each name is an id and a sentence, a format for
 * ckpt_refuse. ckpt_reasons.c has what they mean. */
#pragma once

#include "base/reason.h"

/* Functions that cannot be restored. */
#define CKPT_WHY_SETJMP "ckpt-setjmp", "a stack position that setjmp marks cannot be returned to"
#define CKPT_WHY_SETJMP_BUFFERS                                                                    \
    "ckpt-setjmp",                                                                                 \
        "one call of setjmp may fill several buffers, and only the last is known where "           \
        "the frame is restored"
#define CKPT_WHY_ASM_STATE "ckpt-asm", "inline assembly has state that cannot be seen"
#define CKPT_WHY_ASM_LEAVES                                                                        \
    "ckpt-asm", "inline assembly leaves the program, with effects that cannot be seen"
#define CKPT_WHY_ASM_MODULE "ckpt-asm", "the program has assembly of its own"
#define CKPT_WHY_EXCEPTION                                                                         \
    "ckpt-exception", "the checkpoint can be reached while an exception is handled: what was "     \
                      "thrown is not saved"
#define CKPT_WHY_FUNCLET "ckpt-exception", "its handlers of exceptions cannot be restored"
#define CKPT_WHY_MUSTTAIL "ckpt-musttail", "a musttail call leaves no frame to restore"
#define CKPT_WHY_ASM_GOTO "ckpt-asm-goto", "assembly that jumps cannot be entered again"
#define CKPT_WHY_VARARGS                                                                           \
    "ckpt-varargs", "its variable arguments lie on the machine's stack, which is not saved"
#define CKPT_WHY_STACK "ckpt-stack", "it looks at the machine's stack, which is not saved"
#define CKPT_WHY_TYPE                                                                              \
    "ckpt-type", "it has values of a type that cannot be stored, or that has no fixed size"
#define CKPT_WHY_TYPE_OF "ckpt-type", "'%s' is of a type without a fixed size"
#define CKPT_WHY_LIBC_POINTER                                                                      \
    "ckpt-libc-pointer", "it keeps a pointer of the C library, which is another in the next "      \
                         "process"

/* What the program uses. */
#define CKPT_WHY_CALLBACK                                                                          \
    "ckpt-callback", "a checkpoint can be reached from what '%s' calls, and its own frame cannot " \
                     "be entered again"
#define CKPT_WHY_EXTERNAL_USED "ckpt-external", "'%s' is used: %s"
#define CKPT_WHY_EXTERNAL_STREAM                                                                   \
    "ckpt-external", "the address of '%s' is taken, and it takes a stream"
#define CKPT_WHY_EXTERNAL_UNKNOWN                                                                  \
    "ckpt-external", "'%s' is not known: it may have state that is not saved"
#define CKPT_WHY_STREAM_FIELDS                                                                     \
    "ckpt-stream", "it looks into a stream, which is an object of the runtime's"
#define CKPT_WHY_ENVIRON "ckpt-environment", "'%s' is used: %s"
#define CKPT_WHY_ENVP "ckpt-environment", "main takes envp: %s"
#define CKPT_WHY_THREAD_LOCAL                                                                      \
    "ckpt-thread-local", "'%s' is thread-local, and lies elsewhere in the next process"
#define CKPT_WHY_LIBC_VARIABLE "ckpt-libc-variable", "'%s' is changed, or its address is taken"
#define CKPT_WHY_EXTERNAL_VARIABLE                                                                 \
    "ckpt-external-variable", "the variable '%s' is outside the program, and would not be saved"
#define CKPT_WHY_FUNCTION_POINTER                                                                  \
    "ckpt-function-pointer",                                                                       \
        "the address of '%s' is taken, and it lies elsewhere in the next process: call it from a " \
        "function of the program and take the address of that"
#define CKPT_WHY_ORDER                                                                             \
    "ckpt-order", "'%s' can be called after a checkpoint: %s, and is lost at a restart"
#define CKPT_WHY_REQUEST                                                                           \
    "ckpt-request", "'%s' is used with a request that is not a constant, or that has effects "     \
                    "that are not saved"

/* The program as a whole. */
#define CKPT_WHY_NO_MAIN "ckpt-no-main", "there is no main, so the program is not whole"
#define CKPT_WHY_MAIN                                                                              \
    "ckpt-main", "main is not declared as int main(int, char **), with or without parameters"
#define CKPT_WHY_HALF "ckpt-half", "save or restore alone is for functions with ckpt_mem"

/* Functions with ckpt_mem. */
#define CKPT_WHY_MEM_GONE                                                                          \
    "ckpt-mem-gone",                                                                               \
        "the caller was optimised, and no longer passes the memory: put the checkpoints in before"
#define CKPT_WHY_MEM_OWN                                                                           \
    "ckpt-mem-own", "the function itself uses '%s', the memory that it is to save into"
#define CKPT_WHY_MEM_POINTER                                                                       \
    "ckpt-mem-pointer", "'%s' points neither into one local or global variable nor into the "      \
                        "memory of one argument"
#define CKPT_WHY_MEM_SIZE "ckpt-mem-size", "the size of the memory that '%s' points to is unknown"
#define CKPT_WHY_MEM_STORED_POINTER                                                                \
    "ckpt-mem-stored-pointer", "a pointer is stored in '%s', and would not be right after a "      \
                               "restart"

/* All of them, with what they mean; ends with a row of nothing. */
extern const reason_row ckpt_reasons[];
