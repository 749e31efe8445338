/* What a file of gen_nests.py and nest_main.c agree on. */
#include <errno.h>
#include <math.h>

/* Whether functions set it is open with -fno-math-errno. */
#ifdef __NO_MATH_ERRNO__
static int not_looked_at;
#define ERRNO (*(volatile int *)&not_looked_at)
#else
#define ERRNO errno
#endif

enum kind { BYTES, SMALL, FLOATS, DOUBLES };

struct area {
    void *at; /* NULL of the last */
    unsigned long size;
    enum kind kind;
};

struct call {
    int n, m;
    unsigned apart; /* elements from q to p */
};

typedef void kernel(int n, int m, void *p, void *q, void *e);

struct nest {
    const char *name; /* NULL of the last */
    kernel *run;
    const struct area *areas;
    const struct call *calls;
    unsigned call_count;
    unsigned element; /* bytes, of what p, q and e point to */
    enum kind kind;
    unsigned edge; /* elements from e to the end of a page, behind which there is nothing */
    int at_start;  /* e is the start of a page, before which there is nothing */
};

extern const struct nest nests[];

/* Calls must stay in their order. */
void note(unsigned long value);
/* What was noted last. */
unsigned long noted_last(void) __attribute__((pure));
/* Depends on its arguments only. */
unsigned long scramble(unsigned long value) __attribute__((const));
