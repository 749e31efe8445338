/* Functions that calls appear to only while code is optimised and generated: nothing in the bitcode
 * names them, and still a program's own definition must be there to be found. */
#pragma once

#include <stdbool.h>

bool cc_is_runtime_name(const char *name);
