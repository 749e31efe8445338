/* What the program has asked to be called at its end: a list in memory that is saved, since the C
 * library's own is that of the process. */
#pragma once

#include "store.h"

ck_range ck_exits_range(void);
/* The list is gone through when the process exits, before what was registered earlier. */
void ck_exits_start(void);
/* Whether that has begun: nothing is saved any more. */
bool ck_exits_begun(void);

#pragma GCC visibility push(default)
int lathe_ckpt_atexit(void (*function)(void));
int lathe_ckpt_on_exit(void (*function)(int status, void *argument), void *argument);
int lathe_ckpt_cxa_atexit(void (*function)(void *argument), void *argument, void *object);
#pragma GCC visibility pop
