/* The same for matrices larger than caches are. */
#define SIZE 2000
#define TIMES 5
#include "transpose.c"
