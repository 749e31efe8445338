/* Code for the merged program, by clang, with the options that its objects were compiled with. */
#pragma once

#include "cc/objects/inputs.h"
#include "sys/sys_run.h"

typedef struct cc_codegen {
    const char *clang;
    const char *bitcode; /* optimised */
    const char *object;  /* to be written */
    unsigned seconds;    /* as in sys_child */
    int least_level;     /* of generating code, if the objects have a lower one */
} cc_codegen;

/* clang's exit code. output is what the native link made: it shows where the code will lie. */
int cc_codegen_run(sys_jobs *jobs, const cc_inputs *in, const cc_elf *output,
                   const cc_codegen *how);
