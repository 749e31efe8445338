#include "base/unionfind.h"

bool uf_add(lathe_ctx *ctx, unionfind *u, uint32_t *id) {
    if (u->parent.len == UINT32_MAX) {
        ctx_fail(ctx, LATHE_NO_MEMORY, "more than 2^32 - 1 sets");
        return false;
    }
    uint32_t fresh = (uint32_t)u->parent.len;
    if (!vec_reserve(ctx, &u->parent, u->parent.len + 1) || !vec_push(ctx, &u->rank, 0))
        return false;
    u->parent.at[u->parent.len++] = fresh;
    *id = fresh;
    return true;
}

uint32_t uf_find(unionfind *u, uint32_t id) {
    uint32_t *parent = u->parent.at;
    lathe_assert(id < u->parent.len);
    while (parent[id] != id) {
        parent[id] = parent[parent[id]];
        id = parent[id];
    }
    return id;
}

uint32_t uf_union(unionfind *u, uint32_t a, uint32_t b) {
    a = uf_find(u, a);
    b = uf_find(u, b);
    if (a == b)
        return a;
    lathe_assert(u->parent.at[a] == a && u->parent.at[b] == b);
    if (u->rank.at[a] < u->rank.at[b]) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    u->parent.at[b] = a;
    if (u->rank.at[a] == u->rank.at[b])
        u->rank.at[a]++;
    return a;
}

void uf_free(lathe_ctx *ctx, unionfind *u) {
    vec_free(ctx, &u->parent);
    vec_free(ctx, &u->rank);
}
