/* What it owns. */
#include "base/good.h"
#include "ckpt/live.h"
#include "ir/ir_pass.h"

int sideways(void) {
    return good(1);
}
