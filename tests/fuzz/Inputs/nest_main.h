/* What a file of gen_nests.py and nest_main.c agree on. */
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

typedef void kernel(int n, int m, void *p, void *q);

struct nest {
    const char *name; /* NULL of the last */
    kernel *run;
    const struct area *areas;
    const struct call *calls;
    unsigned call_count;
    unsigned element; /* bytes, of what p and q point to */
    enum kind kind;
};

extern const struct nest nests[];

/* Calls must stay in their order. */
void note(unsigned long value);
