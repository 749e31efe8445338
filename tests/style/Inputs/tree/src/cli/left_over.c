/* What it owns. */
#include "base/good.h"

static int again(int x) {
    int y = good(x);
    return y + good(y);
}

int twice(int x) {
    return again(x);
}

/* docs/none.md is not there, docs/page.md is.
 * A comment may say what is told behind it, but not what is loose. */
const char *said = "what is told";
