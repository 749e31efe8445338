/* Hash map with open addressing. Keys are 64-bit words, pointers, or strings; values are 64-bit
 * words or pointers. Entries stand in insertion order, so that walking a map never depends on
 * addresses:  for (size_t i = 0; i < m.len; i++) use(m.at[i].key, m.at[i].value);
 *
 * Invariants: 1. at[0..len) are all live; removal shifts nothing, it is not offered.
 *             2. string keys are borrowed and must outlive the map.
 */
#pragma once

#include "base/assert.h"
#include "base/ctx.h"

typedef union map_word {
    uint64_t u;
    void *p;
    const void *cp;
    const char *s;
} map_word;

typedef struct map_entry {
    map_word key;
    map_word value;
} map_entry;

typedef struct map {
    lathe_ctx *ctx;
    map_entry *at;
    size_t len, cap;
    uint32_t *slots; /* entry index + 1, 0 = free; slot_count is a power of two */
    size_t slot_count;
    bool strings;
} map;

void map_init(map *m, lathe_ctx *ctx);
void map_init_strings(map *m, lathe_ctx *ctx);
void map_free(map *m);
/* Forgets all entries, keeps the memory. */
void map_clear(map *m);

/* The value's slot, or NULL if the key is absent. Valid until the next insertion. */
map_word *map_find_u(const map *m, uint64_t key);
map_word *map_find(const map *m, const void *key);
map_word *map_find_s(const map *m, const char *key);

/* The value's slot, inserted as 0 if absent. NULL, with the context's status set, on failure. */
map_word *map_put_u(map *m, uint64_t key);
map_word *map_put(map *m, const void *key);
map_word *map_put_s(map *m, const char *key);

/* Sets the value of a key that is a pointer or a string; on failure only the context's status. */
void map_set(map *m, const void *key, map_word value);

/* The stored pointer, or NULL. */
void *map_get(const map *m, const void *key);

/* Maps that keep numbers, of which 0 says as much as no entry. */
uint64_t map_number(const map *m, const void *key);
uint64_t map_number_u(const map *m, uint64_t key);
bool map_set_number(map *m, const void *key, uint64_t number);

/* Maps that are sets: whether the key is new; it is kept, with 1. False on failure, too. */
bool map_add(map *m, const void *key);
bool map_add_u(map *m, uint64_t key);
