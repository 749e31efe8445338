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
 * Words are looked at in literals only: what is told behind a comment is not. */
const char *said = "what is told";
