/* What it owns. */
#include "base/good.h"
#include "dtrans/cost/layout_cost.h"

int beside(void) {
    return good(5);
}
