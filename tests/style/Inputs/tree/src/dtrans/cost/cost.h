#include "dtrans/layout.h"

int cost(void);
