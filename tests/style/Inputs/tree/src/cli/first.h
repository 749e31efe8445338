/* What it owns. */
#include "cli/second.h"
