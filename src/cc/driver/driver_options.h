/* What must be known of clang's options to tell them from inputs. */
#ifndef LATHE_CC_DRIVER_OPTIONS_H
#define LATHE_CC_DRIVER_OPTIONS_H

#include <stddef.h>

/* How many of the next words are values of the option: -o takes one, -ofile none. */
size_t cc_option_values(const char *word);

#endif
