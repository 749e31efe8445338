#include <stdlib.h>

struct __attribute__((btf_decl_tag("lathe.keep"))) late {
    char a;
    long b;
};
struct bare {
    short a;
    long b;
};

int more(int n) {
    struct late *l = malloc(sizeof *l);
    struct bare *b = malloc(sizeof *b);
    l->b = n;
    b->b = l->b;
    int r = (int)b->b;
    free(l), free(b);
    return r;
}
