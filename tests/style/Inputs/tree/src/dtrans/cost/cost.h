/* What it owns. */
#include "dtrans/layout.h"

int cost(void);
