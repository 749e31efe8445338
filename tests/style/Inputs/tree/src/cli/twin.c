/* What it owns. */
#include "base/good.h"

static int once(int x) {
    int y = good(x);
    return y + good(y);
}

int unused(int x) {
    return once(x) + twice(x);
}
