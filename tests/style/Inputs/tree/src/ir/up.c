/* What it owns. */
#include "base/good.h"
#include "ir/edit/down.h"

int up(void) {
    return good(3);
}
