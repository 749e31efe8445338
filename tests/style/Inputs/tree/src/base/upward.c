/* What it owns. */
#include "base/good.h"
#include "ir/ir_pass.h"

int upward(void) {
    return good(0);
}
