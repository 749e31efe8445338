/* Numbers that nobody outside the process can guess, for positions and secrets of pools. */
#pragma once

#include <stdint.h>

/* The same numbers in every run if LATHE_POOL_SEED is set or the system does not randomize the
 * program's addresses (as under a debugger), unless the program has privileges that its user has
 * not: then neither counts. */
uint64_t pool_random(void);
