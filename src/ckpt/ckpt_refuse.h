/* Why something gets no checkpoints: a stable id, a sentence, a position. */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "ir/srcloc.h"

typedef struct ckpt_refusal {
    const char *function; /* "" for the whole program */
    const char *id;       /* a literal */
    const char *reason;
    const char *file; /* NULL if unknown */
    unsigned line, column;
} ckpt_refusal;

typedef struct ckpt_refusals {
    lathe_module *m;
    arena mem;
    VEC(ckpt_refusal) all;
    map functions; /* name -> 1 */
    size_t shown;
} ckpt_refusals;

void ckpt_refusals_init(ckpt_refusals *r, lathe_module *m);
void ckpt_refusals_free(ckpt_refusals *r);

/* at is the instruction to blame, or NULL for the function itself, which may be NULL: the program.
 */
void ckpt_refuse(ckpt_refusals *r, LLVMValueRef fn, LLVMValueRef at, const char *id,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Adds copies of those that another module of the same program has. */
void ckpt_refusals_add(ckpt_refusals *r, const ckpt_refusals *from);

bool ckpt_is_refused(const ckpt_refusals *r, LLVMValueRef fn);

/* Reports to the context those not reported yet. */
void ckpt_show_refusals(ckpt_refusals *r);

/* File, line and column of an instruction; no file if it has no line of its own. */
ir_place ckpt_place_of(lathe_module *m, arena *mem, LLVMValueRef inst);
/* "file.c:12", NULL if there is no file. */
const char *ckpt_place_text(arena *mem, const ir_place *place);
