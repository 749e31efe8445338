/* What it owns. */
#include "base/good.h"
#include "dtrans/cost/cost.h"

int beside(void) {
    return good(5);
}
