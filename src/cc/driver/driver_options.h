/* What must be known of clang's options to distinguish them from inputs. */
#pragma once

#include <stddef.h>

/* How many of the next words are values of the option: -o takes one, -ofile none. */
size_t cc_option_values(const char *word);
