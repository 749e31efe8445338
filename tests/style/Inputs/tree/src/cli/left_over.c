#include "base/good.h"

static int again(int x) {
    int y = good(x);
    return y + good(y);
}

int twice(int x) {
    return again(x);
}
