/* What C library functions do: one table for all engines (libfuncs.def), so that a call into libc
 * is understood the same way everywhere. What they do with pointer arguments is for the pointer
 * classes: a function of which that is not in the table is an unknown external, and what its
 * arguments reach escapes. What they hide is for checkpoints: a function without a verdict is
 * refused.
 *
 * The rows describe glibc's prototypes as they arrive in LLVM IR: a va_list is a pointer, a small
 * struct passed by value is an integer. A program may declare a function differently or define
 * one of the same name, so a caller first checks that the callee is an external declaration with
 * as many parameters as the row has letters.
 */
#pragma once

#include <stddef.h>

/* The letters are how the table writes them. Pointers are not kept beyond the call unless said.
 * Any pointer argument may be NULL where the C library allows it. */
typedef enum lib_arg {
    /* Not a pointer, or a pointer never followed by the library itself (qsort_r's last argument,
     * which only the callback sees). */
    LIB_NONE = '.',
    /* Characters, narrow or wide, are read. As the tail of the printf family it also covers %p,
     * which follows nothing, and %n, which writes one integer: no pointer is read or written. */
    LIB_TEXT_IN = 'r',
    LIB_TEXT_OUT = 'w',  /* characters, narrow or wide, are written, and may be read first */
    LIB_BYTES_IN = 'R',  /* raw bytes of any object are inspected or leave the program */
    LIB_BYTES_OUT = 'W', /* raw bytes of any object are overwritten from outside, or filled */
    LIB_COPY_TO = 'D', /* receives the contents, pointers included, of the LIB_COPY_FROM argument */
    LIB_COPY_FROM = 'S',
    /* One scalar, or an array of scalars, of a fixed C type is written, and may be read first.
     * As the tail of the scanf family the format decides: %d and its like write one scalar, %s,
     * %c and %[ write characters into an array, neither of them pointers; but %p and %ms store a
     * pointer, which is library memory (LIB_RESULT_LIBRARY) to the program. So a pointer loaded
     * from a cell that was passed in such a tail is of unknown origin, unless the format is
     * known to have neither. */
    LIB_SCALAR_OUT = 's',
    LIB_SCALAR_IN = 'i', /* one scalar (or array of scalars) of a fixed C type is read */
    LIB_FREE = 'f',      /* the object's life ends (free, realloc's old block) */
    LIB_HANDLE = 'h',    /* an object only the library looks into: FILE, DIR, pthread_mutex_t */
    /* A struct, or an array of them, whose layout the library defines: struct stat, struct tm.
     * It is read or written. Pointers the library follows or leaves in it lead to text or
     * to library memory (LIB_RESULT_LIBRARY); structs that carry the program's own pointers into
     * the library (iovec, msghdr, option, sigaction) are LIB_KEEP instead. */
    LIB_STRUCT = 'o',
    LIB_PTR_OUT = 'p',  /* a cell that receives a pointer to fresh heap memory (posix_memalign) */
    LIB_LINE_BUF = 'b', /* a cell holding a heap text buffer that may be replaced (getline) */
    LIB_END_OUT = 'e',  /* a cell that receives a pointer into the first LIB_TEXT_IN argument */
    /* A cell holding a pointer into a text that the call reads or writes, moving the pointer
     * along or setting it to NULL (strsep, mbsrtowcs, iconv). */
    LIB_TEXT_KEEP = 't',
    LIB_LIBRARY_OUT = 'l', /* a cell that holds or receives a pointer to library memory */
    /* A va_list. The pointers in it are used as the function without the v uses its tail:
     * LIB_TEXT_IN in the printf family, LIB_SCALAR_OUT in the scanf family. */
    LIB_VA_LIST = 'v',
    LIB_CALLBACK = 'c', /* a function the library calls, perhaps on a thread, see `callback` */
    LIB_KEEP = 'k',     /* kept by the library beyond the call, or too wild to say: escapes */
} lib_arg;

typedef enum lib_result {
    LIB_RESULT_NONE = 'n',    /* no pointer */
    LIB_RESULT_HEAP = 'a',    /* fresh heap memory, contents undefined */
    LIB_RESULT_ZEROED = 'z',  /* fresh heap memory, zero-filled */
    LIB_RESULT_TEXT = 'd',    /* fresh heap memory holding text made by the library (strdup) */
    LIB_RESULT_REALLOC = 'g', /* argument 0 or a fresh block with its contents */
    /* Memory owned by the library (getenv, localtime, fopen), or anything a LIB_KEEP argument of
     * this or another call let escape (strtok, pthread_getspecific, signal). */
    LIB_RESULT_LIBRARY = 'l',
    LIB_RESULT_THROUGH = 't', /* a pointer into the text the LIB_TEXT_KEEP argument's cell held */
    /* '0'…'9': a pointer into the object of that argument, or NULL. When the argument itself is
     * NULL, getcwd and realpath return what LIB_RESULT_TEXT says; tmpnam, tmpnam_r, ctermid and
     * cuserid return NULL or a text of LIB_RESULT_LIBRARY. */
} lib_result;

/* What a function writes that reads and writes no memory but errno, and surely returns. */
typedef enum lib_errno {
    LIB_ERRNO_OTHER = 0,
    LIB_ERRNO_ANY = '~',
    LIB_ERRNO_DOMAIN = '^', /* nothing, or EDOM: two such calls may be made in either order */
} lib_errno;

/* What the checkpoint engine makes of a call; libfuncs.def says what each one means. */
typedef enum lib_verdict {
    LIB_CKPT_UNJUDGED,
    LIB_CKPT_FINE,
    LIB_CKPT_STREAM,
    LIB_CKPT_REPLACED,
    LIB_CKPT_AGAIN,
    LIB_CKPT_CALLBACK,
    LIB_CKPT_BEFORE,
    LIB_CKPT_REFUSED,
    LIB_CKPT_REFUSED_ON_PATH,
} lib_verdict;

typedef struct lib_func {
    const char *name; /* stays first: the lookup compares rows by it */
    char result;      /* lib_result or a digit */
    const char *args; /* one letter per fixed parameter, NULL if that is not known */
    char tail; /* a lib_arg for each variadic argument that is a pointer, 0 if not variadic */
    /* For LIB_CALLBACK: one character per parameter of the callback: a digit names the argument
     * whose object's elements, or which itself, it receives (qsort: "00", bsearch: "01",
     * qsort_r: "004"), '.' no pointer, 'k' an escaped pointer, 'l' library memory, '+' at the end
     * that all others are the variadic arguments; NULL if there is no callback. In these rows the
     * element arrays are not touched as raw bytes, whatever a reader that does not know callbacks
     * must make of the letters: LIB_BYTES_IN are elements the library only shows to the callback;
     * LIB_BYTES_OUT are elements of arg[size] bytes that it also permutes as wholes, so that every
     * byte keeps its offset within an element and no byte comes from outside (qsort); LIB_COPY_FROM
     * is an element copied as a whole after the elements of LIB_COPY_TO (lsearch). */
    const char *callback;
    /* Sizes, as argument numbers, -1 if none: the bytes allocated, or at most touched through the
     * arguments with letters R, W, D and S, are arg[size] * (count < 0 ? 1 : arg[count]). For
     * allocations and counted memory functions; -1 with such letters means any number of bytes. */
    signed char size, count;
    unsigned noreturn : 1;
    char errno_only; /* lib_errno */

    unsigned argument; /* of STREAM and CALLBACK */
    lib_verdict verdict;
    const char *reason; /* of BEFORE and both kinds of REFUSED */
} lib_func;

/* The row for a function name, NULL if what it does with its arguments is not known. The fortified
 * spellings (__memcpy_chk and so on) and the __isoc99_ and __isoc23_ prefixes are rows of their
 * own. */
const lib_func *lib_find(const char *name, size_t length);

/* The row for a function name, NULL if checkpoints have no verdict on it. */
const lib_func *lib_find_judged(const char *name);

/* Whether a call with so many arguments passes what the row's prototype asks for. One that does not
 * is not a call of that function. */
int lib_fits(const lib_func *row, size_t arguments);

/* Every row in order of name (as strcmp orders), NULL from the end on. */
const lib_func *lib_at(size_t index);

/* Whether the name of a struct or union type, without "struct." or "union.", belongs to libc,
 * POSIX or the Linux interfaces: stat, tm, … Anonymous structs go by their typedef, as in the IR
 * (div_t), and a number added on a clash of names ("stat.12") does not matter. The program may
 * have a type of its own by such a name: "yes" is a reason for care, not a proof. */
int lib_owns_struct(const char *name, size_t length);
