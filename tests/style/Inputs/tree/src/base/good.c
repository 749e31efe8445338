#include "base/good.h"

int good(int x) {
    return x + 1;
}
