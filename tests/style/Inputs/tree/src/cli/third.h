/* What it owns. */
#include "cli/first.h"
