/* What a transform of layouts decides about each type: values that say all that is needed to carry
 * them out, and their form as text, which is read back as the same.
 *
 *   lathe-plan dtrans-split
 *   chosen bits=64 groups=0,0,1,- of struct.node
 *
 * A line for each type that changes, in the order of the module; "-" is IR_NONE. */
#pragma once

#include "dtrans/analysis/type_info.h"

/* Numbers by field, of which each transform has its own. */
typedef enum dtrans_list {
    DTRANS_ORDER,  /* by position: the field that goes there, IR_NONE if none does */
    DTRANS_GROUP,  /* which part the field goes into */
    DTRANS_NARROW, /* 1 of pointers that are kept in fewer bits */
    DTRANS_LISTS,
    DTRANS_NO_LIST = DTRANS_LISTS /* to decide without one */
} dtrans_list;

typedef struct dtrans_decision {
    bool changes;
    bool chosen;   /* for its own sake, not with others */
    uint32_t bits; /* of what pointers to it become; 0: they stay */
    uint32_t *list[DTRANS_LISTS];
} dtrans_decision;

typedef struct dtrans_decisions {
    arena mem;
    dtrans_decision *at; /* by type */
} dtrans_decisions;

void dtrans_decisions_init(dtrans_decisions *d, const DTransInfo *info);
void dtrans_decisions_free(dtrans_decisions *d);
bool dtrans_decision_equal(const dtrans_decision *a, const dtrans_decision *b, uint32_t fields);

/* Decisions by type; NULL: that nothing changes. */
void dtrans_decisions_write(const dtrans_decision *types, const DTransInfo *info, const char *pass,
                            str *out);
/* Into decisions that are empty. False with LATHE_BAD_INPUT; `name` is that of the file. */
bool dtrans_decisions_read(dtrans_decisions *d, const DTransInfo *info, const char *pass,
                           const char *name, const char *text);
