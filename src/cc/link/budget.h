/* What a link may cost beyond clang's own: a small multiple of what compiling the program has cost,
 * and nothing that is known before objects are read. When it is used up, clang's link stands.
 *
 * Work is counted first, so that the same program on any machine gets the same answer. Seconds are
 * the second line, for LLVM's own passes, which count nothing and cannot be interrupted: whoever
 * works under them does so in a process of its own, and dies of SIGXCPU. */
#pragma once

#include "cc/driver/args.h"
#include "cc/objects/inputs.h"

typedef struct cc_budget {
    uint64_t operations; /* as ctx_tick counts them, 0 for no bound */
    unsigned seconds;    /* of processor time, for each process, 0 for no bound */
} cc_budget;

/* By the size of the bitcode, or by what the user says. */
cc_budget cc_budget_of(const cc_inputs *in, const cc_args *args);

/* The rest of this process is to be done under the budget. */
void cc_budget_begin(const cc_budget *b, lathe_ctx *ctx);

/* Whether a process ended so because its seconds were used up. */
bool cc_budget_is_used_up(int code);
