#include "base/assert.h"

#ifdef LATHE_ASSERTS
#include <stdio.h>
#include <stdlib.h>

void lathe_assert_failed(const char *what, const char *file, int line, const char *in) {
    fprintf(stderr, "%s:%d: %s: assertion '%s' does not hold\n", file, line, in, what);
    abort();
}
#endif
