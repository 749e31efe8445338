/* What it owns. */
#include "base/good.h"
#include "ir/ir_pass.h"
#include "lathe/lathe.h"
#include "pool/runtime.h"

int down(void) {
    return good(2);
}
