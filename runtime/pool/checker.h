/* Tools that watch every access to memory, where the program runs with one: AddressSanitizer,
 * LeakSanitizer, Valgrind's memcheck. They see objects of pools as they see those of malloc. */
#pragma once

#include "pool/rtpool_abi.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether there is one. Then freed objects are not taken again soon, so that who still uses one is
 * seen, and only the runtime allocates and frees. */
bool pool_is_checked(void);
bool pool_has_memcheck(void);
/* Memory that nothing may use yet, in which objects will be. */
void pool_note_chunk(void *chunk, size_t bytes);
/* An object is allocated (with bytes that are all zero, or unknown ones), or was freed. */
void pool_note_taken(const struct lathe_pool *pool, void *object, bool zeroed);
void pool_note_freed(const struct lathe_pool *pool, void *object);
/* The runtime's own data at the beginning of a freed object. */
typedef struct pool_words {
    uint32_t at[2];
} pool_words;
/* Looking leaves it open, as an object that is allocated after all must be: cover it otherwise. */
pool_words pool_peek(const void *object);
void pool_cover(const void *object);
void pool_poke(void *object, pool_words words);

/* Where a part of an object besides the first lies. */
void *pool_part_of(const struct lathe_pool *pool, const void *object, uint32_t part);
void pool_clear(const struct lathe_pool *pool, void *object);
