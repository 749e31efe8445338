/* What it owns. */
#include "base/good.h"
