// RUN: %torture --every=0.002 --kills=6 %s
// REQUIRES: ckpt-runtime
// The loops of innermost.c, so long that a save becomes due in the middle of them.
#define SIZE 20000
#include "innermost.c"
