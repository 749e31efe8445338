/* A file that grows beyond RLIMIT_FSIZE raises a signal that ends the program. While the runtime
 * writes, that is an error of the write and nothing more. */
#pragma once

#include <signal.h>
#include <stdbool.h>

typedef struct ck_quiet {
    sigset_t before;
    bool was_pending;
} ck_quiet;

ck_quiet ck_quiet_begin(void);
/* errno stays. */
void ck_quiet_end(const ck_quiet *quiet);
