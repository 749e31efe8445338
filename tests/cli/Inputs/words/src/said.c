// What is behind a comment is in no message.
const char *after = "the loop behind it";
const char *near_misses[] = {"replaced", "in place", "place-varies", "there is no memory",
                             "it is no longer there", "understands"};
const char *two = "no loop-invariant "
                  "place in it";
const char *number = "'%s' is no number";
