#include "base/map.h"

#include <string.h>

void map_init(map *m, lathe_ctx *ctx) {
    *m = (map){.ctx = ctx};
}

void map_init_strings(map *m, lathe_ctx *ctx) {
    *m = (map){.ctx = ctx, .strings = true};
}

void map_free(map *m) {
    ctx_free(m->ctx, m->at, m->cap * sizeof *m->at);
    ctx_free(m->ctx, m->slots, m->slot_count * sizeof *m->slots);
    *m = (map){.ctx = m->ctx, .strings = m->strings};
}

void map_clear(map *m) {
    m->len = 0;
    if (m->slots)
        memset(m->slots, 0, m->slot_count * sizeof *m->slots);
}

static uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static uint64_t hash_string(const char *s) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return mix(h);
}

static size_t probe_string(const map *m, const char *key) {
    size_t mask = m->slot_count - 1;
    size_t i = (size_t)hash_string(key) & mask;
    while (m->slots[i] && strcmp(m->at[m->slots[i] - 1].key.s, key) != 0)
        i = (i + 1) & mask;
    return i;
}

/* The slot that holds the key, or the free slot where it belongs. Needs a free slot. */
static size_t probe(const map *m, map_word key) {
    lathe_assert(m->len < m->slot_count && !(m->slot_count & (m->slot_count - 1)));
    if (m->strings)
        return probe_string(m, key.s);
    size_t mask = m->slot_count - 1;
    size_t i = (size_t)mix(key.u) & mask;
    while (m->slots[i] && m->at[m->slots[i] - 1].key.u != key.u)
        i = (i + 1) & mask;
    return i;
}

static bool grow_slots(map *m) {
    size_t count = m->slot_count ? m->slot_count * 2 : 16;
    size_t bytes;
    if (count > UINT32_MAX) {
        ctx_fail(m->ctx, LATHE_NO_MEMORY, "a map cannot hold more than 2^31 entries");
        return false;
    }
    if (!ctx_size_mul(m->ctx, count, sizeof *m->slots, &bytes))
        return false;
    uint32_t *slots = ctx_realloc(m->ctx, NULL, 0, bytes);
    if (!slots)
        return false;
    memset(slots, 0, bytes);
    ctx_free(m->ctx, m->slots, m->slot_count * sizeof *m->slots);
    m->slots = slots;
    m->slot_count = count;
    for (size_t i = 0; i < m->len; i++)
        m->slots[probe(m, m->at[i].key)] = (uint32_t)(i + 1);
    return true;
}

static bool grow_entries(map *m) {
    size_t cap = m->cap ? m->cap * 2 : 8;
    size_t bytes;
    if (!ctx_size_mul(m->ctx, cap, sizeof *m->at, &bytes))
        return false;
    map_entry *at = ctx_realloc(m->ctx, m->at, m->cap * sizeof *m->at, bytes);
    if (!at)
        return false;
    m->at = at;
    m->cap = cap;
    return true;
}

static map_word *find_word(const map *m, map_word key) {
    if (!m->slot_count)
        return NULL;
    uint32_t slot = m->slots[probe(m, key)];
    return slot ? &m->at[slot - 1].value : NULL;
}

/* Half of the slots stay free: every taken one on the way to a key costs a look at its entry. */
static map_word *put_word(map *m, map_word key) {
    if ((m->len + 1) * 2 > m->slot_count && !grow_slots(m))
        return find_word(m, key);
    size_t slot = probe(m, key);
    if (m->slots[slot])
        return &m->at[m->slots[slot] - 1].value;
    if (m->len == m->cap && !grow_entries(m))
        return NULL;
    m->at[m->len] = (map_entry){.key = key};
    m->slots[slot] = (uint32_t)++m->len;
    return &m->at[m->len - 1].value;
}

map_word *map_find_u(const map *m, uint64_t key) {
    lathe_assert(!m->strings);
    return find_word(m, (map_word){.u = key});
}

map_word *map_find(const map *m, const void *key) {
    lathe_assert(!m->strings);
    return find_word(m, (map_word){.cp = key});
}

map_word *map_find_s(const map *m, const char *key) {
    lathe_assert(m->strings && key);
    return find_word(m, (map_word){.s = key});
}

map_word *map_put_u(map *m, uint64_t key) {
    lathe_assert(!m->strings);
    return put_word(m, (map_word){.u = key});
}

map_word *map_put(map *m, const void *key) {
    lathe_assert(!m->strings);
    return put_word(m, (map_word){.cp = key});
}

map_word *map_put_s(map *m, const char *key) {
    lathe_assert(m->strings && key);
    return put_word(m, (map_word){.s = key});
}

void map_set(map *m, const void *key, map_word value) {
    map_word *place = put_word(m, (map_word){.cp = key});
    if (place)
        *place = value;
}

void *map_get(const map *m, const void *key) {
    map_word *value = map_find(m, key);
    return value ? value->p : NULL;
}

uint64_t map_number(const map *m, const void *key) {
    const map_word *value = map_find(m, key);
    return value ? value->u : 0;
}

uint64_t map_number_u(const map *m, uint64_t key) {
    const map_word *value = map_find_u(m, key);
    return value ? value->u : 0;
}

bool map_set_number(map *m, const void *key, uint64_t number) {
    map_word *value = map_put(m, key);
    if (value)
        value->u = number;
    return value;
}

bool map_add_u(map *m, uint64_t key) {
    map_word *value = map_put_u(m, key);
    if (!value || value->u)
        return false;
    value->u = 1;
    return true;
}

bool map_add(map *m, const void *key) {
    return map_add_u(m, (map_word){.cp = key}.u);
}
