/* What the user says about the layouts of a program, checked before anything depends on it:
 * lathe_dtrans_settings becomes the module's ir_settings. */
#pragma once

#include "base/arena.h"
#include "ir/module.h"
#include "lathe/dtrans.h"

/* Checks all of it, and then puts it in place of what was said before. False with LATHE_USAGE, and
 * what was said before, if a member is not sound. */
bool dtrans_set(lathe_module *m, const lathe_dtrans_settings *settings);
/* The same for members of their own. */
bool dtrans_set_choice(lathe_module *m, const lathe_dtrans_names *only,
                       const lathe_dtrans_names *skip);
bool dtrans_set_forced(lathe_module *m, const lathe_dtrans_settings *settings);
bool dtrans_set_exports(lathe_module *m, const lathe_dtrans_names *exports);

/* Only what is named, and main, is used from outside from now on: all else becomes internal, and
 * the module is linked, unless weak definitions may be replaced. The names
 * have been checked; those of nothing are reported. */
bool dtrans_export(lathe_module *m, const lathe_dtrans_names *names);

/* Whether the text is NAME:SIZE or NAME:SIZE:COUNT. */
bool dtrans_is_allocator(const char *text);

/* "node,edge" as names, in mem. Empty ones count for nothing; NULL says nothing. */
lathe_dtrans_names dtrans_names_parse(arena *mem, const char *text, const char *label);
/* "pool:node,split:arc" as the settings' forced, in mem. False with LATHE_USAGE if a word is not a
 * transform, a colon and a type; `form` is what the message calls that. */
bool dtrans_forced_parse(lathe_ctx *ctx, arena *mem, const char *text, const char *form,
                         lathe_dtrans_settings *settings);
