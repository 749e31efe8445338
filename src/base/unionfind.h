/* Disjoint sets over 0..n-1, growing. Near-constant time per operation (rank + path halving). */
#ifndef LATHE_BASE_UNIONFIND_H
#define LATHE_BASE_UNIONFIND_H

#include "base/vec.h"

typedef struct unionfind {
    VEC(uint32_t) parent;
    VEC(uint8_t) rank;
} unionfind;

/* Adds a set of one. False, with the context's status set, when there is no memory. */
bool uf_add(lathe_ctx *ctx, unionfind *u, uint32_t *id);
uint32_t uf_find(unionfind *u, uint32_t id);
/* Joins two sets and returns the representative of the result. */
uint32_t uf_union(unionfind *u, uint32_t a, uint32_t b);
void uf_free(lathe_ctx *ctx, unionfind *u);

#endif
