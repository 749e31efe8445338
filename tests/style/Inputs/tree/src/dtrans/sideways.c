/* What it owns. */
#include "base/good.h"
#include "ckpt/live.h"
#include "ir/pass.h"

int sideways(void) {
    return good(1);
}
