/* The commands by which clang's driver compiles and links, as its -### shows them. Running them
 * one by one instead of the driver gives the same files and messages, and a point between compiling
 * and linking. */
#pragma once

#include "cc/driver/args.h"
#include "sys/sys_run.h"

typedef struct cc_step {
    sys_words words;    /* the program first */
    const char *output; /* of its -o, NULL if it has none */
} cc_step;

typedef struct cc_steps {
    VEC(cc_step) at;
    const char *messages; /* what the driver says besides: warnings, line by line */
    const char *verbose;  /* all it says, for -v */
} cc_steps;

/* Asks the driver. Temporary files get names in `directory`. False without the status set if the
 * driver refuses: it then says so best itself. Free it in any case. */
bool cc_steps_find(lathe_ctx *ctx, arena *mem, const cc_args *args, const char *directory,
                   cc_steps *steps);
void cc_steps_free(lathe_ctx *ctx, cc_steps *steps);

/* Reads what -### printed; exposed for tests. */
void cc_steps_read(lathe_ctx *ctx, arena *mem, const char *text, cc_steps *steps);

bool cc_step_has(const cc_step *step, const char *word);
