/* One lock for all pools. */
#pragma once

#include <stdbool.h>

/* False if there is nobody to keep out; pool_unlock gets the answer. */
bool pool_lock(void);
/* The same without waiting; false if somebody else holds it. */
bool pool_try_lock(bool *locked);
void pool_unlock(bool locked);

/* What is not 0 while the process has one thread only; NULL if the C library does not say. */
const char *pool_single(void);
