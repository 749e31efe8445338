/* Remarks: what a pass did or could not do, for people and tools that read them later. Passes fill
 * the list that hangs on the context, if one does; src/report/report_remarks.c writes it. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef enum remark_kind { REMARK_PASSED, REMARK_MISSED, REMARK_ANALYSIS } remark_kind;

/* Together, the values of a remark's parts read as a sentence. Keys are literals; "String" is for
 * text between the facts. */
typedef lathe_remark_part remark_part;

typedef struct remark {
    remark_kind kind;
    const char *pass, *name; /* literals */
    const char *function;
    const char *file; /* NULL if the position is unknown */
    unsigned line, column;
    size_t first_part, part_count; /* in remark_list.parts */
} remark;

struct remark_list {
    lathe_ctx *ctx;
    arena mem;
    VEC(remark) all;
    VEC(remark_part) parts;
};
typedef struct remark_list remark_list;

void remark_list_init(remark_list *l, lathe_ctx *ctx);
void remark_list_free(remark_list *l);

/* Adds a remark; strings that are not literals are copied. */
void remark_add(remark_list *l, const remark *r);
/* Adds a part to the remark added last. */
void remark_add_part(remark_list *l, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a fact and the text in front of it. */
void remark_add_fact(remark_list *l, const char *text, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
