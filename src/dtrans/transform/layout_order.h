/* The order of a struct's fields: smallest size first, then hot and related fields on as few cache
 * lines as possible. A greedy packing is improved by local search: exchanges and moves of single
 * fields, as long as one helps. */
#pragma once

#include "dtrans/analysis/type_info.h"

typedef struct dtrans_order {
    uint32_t *field; /* of the old struct, in the new order; padding elements are left out */
    uint32_t count;
    uint64_t size;
    double cost;  /* expected number of accesses that need one more line than they had to */
    double reach; /* how far from the front hot fields are; decides between equals */
} dtrans_order;

/* The order the struct has. Elements before `first` and from `end` on keep their positions. False
 * on failure. Memory comes from `mem`. */
bool dtrans_order_of(dtrans_order *order, arena *mem, const dtrans_type *t,
                     LLVMTargetDataRef target);
/* Improves an order, or leaves it as it is; it never gets larger. */
void dtrans_order_improve(dtrans_order *order, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target, uint32_t first, uint32_t end);
