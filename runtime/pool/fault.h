/* What freed objects hold, and the end of a program that gives a pool what is not an allocated
 * object of it. */
#pragma once

#include "pool/rtpool_abi.h"

#include <stdbool.h>

/* Makes a freed object the one before `next`, shifted. */
void pool_write_link(const struct lathe_pool *pool, void *object, uint32_t next);
/* The next one. False if the object does not hold what was written there. */
bool pool_read_link(const struct lathe_pool *pool, const void *object, uint32_t *next);

/* What is at an address, which may be any. What looks freed is, except by accident. */
typedef enum pool_state { POOL_NO_OBJECT, POOL_LOOKS_FREED, POOL_ALLOCATED } pool_state;
pool_state pool_state_of(const struct lathe_pool *pool, const void *address);
/* Whether an allocated object is there, and no accident counts. */
bool pool_is_allocated(const struct lathe_pool *pool, const void *address);

/* End the program with a message: what is freed is not an allocated object; the first of the freed
 * objects does not hold what was written there. */
_Noreturn void pool_bad_free(const struct lathe_pool *pool, const void *object);
_Noreturn void pool_damaged(void);
