/* Functions outside the program, judged by the table externals.def. */
#ifndef LATHE_CKPT_EXTERNALS_H
#define LATHE_CKPT_EXTERNALS_H

#include <stddef.h>

typedef enum ckpt_verdict {
    CKPT_EXT_FINE,
    CKPT_EXT_STREAM,
    CKPT_EXT_REPLACED,
    CKPT_EXT_AGAIN,
    CKPT_EXT_CALLS,
    CKPT_EXT_BEFORE,
    CKPT_EXT_REFUSED,
    CKPT_EXT_REFUSED_ON_PATH,
} ckpt_verdict;

typedef struct ckpt_external {
    const char *name;
    ckpt_verdict verdict;
    unsigned argument;  /* of STREAM and CALLS */
    const char *reason; /* of BEFORE and REFUSED */
} ckpt_external;

/* NULL for what the table does not know. */
const ckpt_external *ckpt_external_find(const char *name);

/* The rows in order; NULL at the end. */
const ckpt_external *ckpt_external_at(size_t index);

#endif
