/* What it owns. */
#include "hir/node.h"

int text(void) {
    return 4;
}
