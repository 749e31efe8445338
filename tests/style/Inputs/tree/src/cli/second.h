/* What it owns. */
#include "base/good.h"
#include "cli/third.h"
