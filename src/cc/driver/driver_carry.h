/* What objects are to carry, and how clang's pipeline learns it: by the plugin that is loaded into
 * it, and by the variable LATHE_EMBED (cc/host/embed.h). */
#pragma once

#include "base/str.h"
#include "cc/driver/args.h"

/* Whether the objects that this command line makes should carry bitcode. */
bool cc_carry_is_wanted(const cc_args *args);

/* The variable and its value, NAME=VALUE. NULL without memory. In a trial, what is compiled gets no
 * record, and the compiler stops where it has structs that may change. */
const char *cc_carry_variable(arena *mem, const cc_args *args, bool trial);

/* The option that loads the plugin. NULL, with the reason, if there is none that clang can load, or
 * if code depends on words that objects cannot keep. */
const char *cc_carry_option(arena *mem, const cc_args *args, const char **why);
