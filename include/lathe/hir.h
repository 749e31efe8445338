/* lathe: the loop nests of a program as high-level trees.
 *
 * Ownership words are those of lathe.h. Strings that these functions return without LATHE_GIVE
 * live as long as the HIR. Functions with loops are numbered from 0 in the order of the program,
 * regions (outermost loop nests) of a function and loops that are in no region from 0 as well.
 * Numbers out of range are harmless: they give NULL, 0 or false.
 */
#ifndef LATHE_HIR_H
#define LATHE_HIR_H

#include <lathe/lathe.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lathe_hir lathe_hir;

/* Zero-initialise, then set what differs. */
typedef struct lathe_hir_options {
    const char *function; /* only this one; LATHE_USAGE if there is none. NULL: all */
    bool as_is;           /* the module's loops are not brought into shape first */
} lathe_hir_options;

/* Builds the HIR of the module's functions. The module's loops are brought into shape for it
 * (docs/hir.md), unless the options say otherwise; it must outlive the HIR, and must not change
 * while that is asked. options may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API lathe_hir *lathe_hir_build(LATHE_KEEP lathe_module *module,
                                                const lathe_hir_options *options);
/* Reads files of HIR as text, as lathe_hir_text shows it; "-" is the standard input. It is read as
 * HIR of a machine with 64-bit pointers. function: only this one, LATHE_USAGE if there is none;
 * NULL: all. NULL on failure: LATHE_IO, or LATHE_BAD_INPUT with file, line and column in the
 * message. */
LATHE_GIVE LATHE_API lathe_hir *lathe_hir_read(LATHE_KEEP lathe_ctx *ctx, const char *const *paths,
                                               size_t count, const char *function);
LATHE_API void lathe_hir_free(LATHE_TAKE lathe_hir *h);

typedef struct lathe_hir_counts {
    size_t loops; /* all loops: modelled or not */
    size_t regions;
    size_t do_loops;         /* run a known number of times */
    size_t multi_exit_loops; /* the same at most, unless a goto leaves them before */
    size_t while_loops;      /* run until a goto leaves them */
    size_t not_modelled;     /* are in no region */
} lathe_hir_counts;

/* Of one function, or with LATHE_HIR_ALL of all. */
#define LATHE_HIR_ALL SIZE_MAX
LATHE_API lathe_hir_counts lathe_hir_count(LATHE_KEEP const lathe_hir *h, size_t function);

LATHE_API size_t lathe_hir_function_count(LATHE_KEEP const lathe_hir *h);
LATHE_API const char *lathe_hir_function_name(LATHE_KEEP const lathe_hir *h, size_t function);

/* Why a loop is not modelled, or not as one that runs a known number of times. */
typedef struct lathe_hir_refusal {
    const char *id;     /* "irreducible", …: see docs/hir.md */
    const char *reason; /* one sentence, no full stop */
    const char *loop;   /* the name of its first block */
    bool modelled;      /* as a loop that runs until a goto leaves it */
    const char *file;   /* NULL if unknown */
    unsigned line, column;
} lathe_hir_refusal;

LATHE_API size_t lathe_hir_refusal_count(LATHE_KEEP const lathe_hir *h, size_t function);
LATHE_API bool lathe_hir_refusal_get(LATHE_KEEP const lathe_hir *h, size_t function, size_t index,
                                     lathe_hir_refusal *refusal);

/* What is shown. Zero-initialise, then set what differs. */
typedef struct lathe_hir_view {
    size_t region;      /* only this one of each function, counted from 1; 0: all */
    bool numbers;       /* text: the nodes' numbers */
    bool verbose;       /* text: symbases, levels, types, strides */
    const char *folder; /* text: paths below it are shown without it; NULL: whole paths */
} lathe_hir_view;

/* Text for people, and the document of docs/hir-json.md. view may be NULL. Malloc'd, free() them;
 * NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_hir_text(LATHE_KEEP lathe_hir *h, const lathe_hir_view *view);
LATHE_GIVE LATHE_API char *lathe_hir_json(LATHE_KEEP lathe_hir *h, const lathe_hir_view *view);

#ifdef __cplusplus
}
#endif
#endif
