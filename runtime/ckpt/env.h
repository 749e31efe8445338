/* The environment. It holds secrets that no file should hold, so it is not saved: it is that of the
 * process that asks, as clocks are. Programs keep what getenv returns, though. So values are copied
 * to slots that are the same in every process and are not saved; what is saved is which names were
 * asked for, and a restart fills the slots again. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The names that were asked for, in memory that is saved; 0: none. */
uint64_t ck_env_asked(void);
/* Takes over what memory that was restored holds, and fills the slots; false if it is damaged. */
bool ck_env_put(uint64_t asked);

#pragma GCC visibility push(default)
char *lathe_ckpt_getenv(const char *name);
char *lathe_ckpt_secure_getenv(const char *name);
#pragma GCC visibility pop
