/* What it owns. */
#include "cli/third.h"
