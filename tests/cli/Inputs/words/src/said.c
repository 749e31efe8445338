// What is behind a comment is in no message.
const char *after = "the loop behind it";
const char *near_misses[] = {"replaced", "in place", "place-varies", "there is no memory",
                             "it is no longer there", "understands"};
const char *two = "no loop-invariant "
                  "place in it";
const char *number = "'%s' is no number";
/* Comments may say what is told, apart or behind, have names such as `loose` and loose.c, and looser
 * bounds; but strays are found in any line,
 * and written Loosely, too. */
#include "after.h" // as one may wish
