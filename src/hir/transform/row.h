/* A row: memory on the stack with a place for a temp in each iteration of a loop. */
#ifndef LATHE_HIR_ROW_H
#define LATHE_HIR_ROW_H

#include "hir/node.h"

typedef struct hir_row {
    hir_temp temp;
    hir_temp base; /* its address */
    hir_symbase symbase;
    uint64_t count;
} hir_row;

/* Whether there can be one: the loop runs a constant number of times, not too often, and the temp
 * has a type that can be loaded and stored. */
bool hir_row_is_possible(const hir *h, const HLLoop *loop, hir_temp t);
/* Changes the function: its frame gets the memory. False without memory. */
bool hir_row_make(hir *h, const HLLoop *loop, hir_temp t, hir_row *row);
/* temp = row[i], row[i] = temp for the loop's i; nowhere yet. NULL without memory. */
HLInst *hir_row_load(hir *h, const hir_row *row, const HLLoop *loop);
HLInst *hir_row_store(hir *h, const hir_row *row, const HLLoop *loop);

#endif
