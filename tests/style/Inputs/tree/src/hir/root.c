#include "hir/text/text.h"

int root(void) {
    return text();
}
