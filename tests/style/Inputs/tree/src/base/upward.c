/* What it owns. */
#include "base/good.h"
#include "ir/pass.h"

int upward(void) {
    return good(0);
}
