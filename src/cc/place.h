/* Where lathe's own files are: beside the program that runs. */
#ifndef LATHE_CC_PLACE_H
#define LATHE_CC_PLACE_H

#include "base/arena.h"

/* The path of the pass plugin, NULL if it is not there. */
const char *cc_plugin_path(arena *mem);

#endif
