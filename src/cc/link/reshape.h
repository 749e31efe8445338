/* From records to optimised bitcode, in a process of its own: LLVM may crash, and what it needs of
 * time and memory is not known before. */
#pragma once

#include "cc/link/budget.h"
#include "cc/link/command.h"

typedef struct cc_reshape_job {
    lathe_ctx *ctx;
    const cc_args *args;
    cc_inputs *in; /* members that turn out not to be fit for it become native ones */
    const cc_command *command;
    const cc_elf *output; /* of the native link */
    const char *bitcode;  /* the file to be written */
    const char *findings; /* the file for its part of the report, NULL if there is to be none */
    cc_budget budget;
    bool unchanged; /* filled in: nothing of the program changes, and there is no bitcode */
} cc_reshape_job;

/* False if it failed; why then says why. */
bool cc_reshape(sys_jobs *jobs, cc_reshape_job *job, const char **why);
