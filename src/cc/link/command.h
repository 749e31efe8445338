/* The linker's own command line. clang's words hide which object stands where: -Wl, -Xlinker and
 * options that imply libraries are resolved only there. */
#pragma once

#include "cc/driver/args.h"
#include "cc/objects/inputs.h"
#include "sys/sys_run.h"

typedef struct cc_command {
    lathe_ctx *ctx;
    arena *mem;
    sys_words words;   /* the program first */
    sys_words wrapped; /* symbols of --wrap */
    sys_words defined; /* "symbol=expression" of --defsym */
    bool exports;      /* every symbol of an executable is exported, too */
} cc_command;

/* Asks clang. On failure false, and why says what cannot be followed: also for options that make
 * symbols mean something else than their names say. Free it in any case. */
bool cc_command_find(cc_command *command, lathe_ctx *ctx, arena *mem, sys_jobs *jobs,
                     const cc_args *args, const char **why);
void cc_command_free(cc_command *command);

typedef struct cc_relink {
    const char *object;  /* instead of all merged ones */
    const char *runtime; /* an archive that object needs, NULL if it needs none */
    const char *output;
    const char *scratch; /* a folder for members that must become files of their own */
} cc_relink;

/* The same link with the merged members replaced. Ends with NULL; false if there is no position,
 * with why filled. */
bool cc_command_edit(const cc_command *command, const cc_inputs *in, const cc_relink *how,
                     sys_words *words, const char **why);
