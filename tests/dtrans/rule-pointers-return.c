// RUN: lathe dtrans %s -- -DRETURN | FileCheck %s --check-prefix=RETURN
// RUN: lathe dtrans %s | FileCheck %s --check-prefix=LEAVE
// RUN: %compare %s --cflags=-DRETURN
// RUN: %compare %s
//
// A pointer that leaves the program as text or bytes may come back as one that nothing ties to the
// struct. As long as none that comes in is followed, those that leave do no harm.

// RETURN: struct.inside: {{.*}}
// RETURN: reorder-fields legal
// RETURN: struct.printed: {{.*}}
// RETURN: reorder-fields blocked by
// RETURN: struct.written: {{.*}}
// RETURN: reorder-fields blocked by

// LEAVE: struct.inside: {{.*}}
// LEAVE: reorder-fields legal
// LEAVE: struct.printed: {{.*}}
// LEAVE: reorder-fields legal
// LEAVE: struct.written: {{.*}}
// LEAVE: reorder-fields legal

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printed {
    int first;
    long second;
    char third;
};
struct written {
    int first;
    long second;
    char third;
};
struct inside {
    int first;
    long second;
    char third;
};

static int as_text(int n) {
    struct printed *p = malloc(sizeof *p);
    char text[40];
    void *back = &n;
    p->first = n + 5;
    p->second = 6;
    p->third = 7;
    snprintf(text, sizeof text, "%p", (void *)p);
    printf("%d\n", text[0] == '0');
#ifdef RETURN
    if (sscanf(text, "%p", &back) != 1)
        return 1;
#endif
    int result = *(int *)back + (int)p->second + p->third;
    free(p);
    return result;
}

static int as_bytes(int n) {
    struct written *w = malloc(sizeof *w);
    FILE *file = tmpfile();
    void *out = w;
    int *in = &n;
    w->first = n + 5;
    w->second = 6;
    w->third = 7;
    fwrite(&out, sizeof out, 1, file);
    rewind(file);
#ifdef RETURN
    if (fread(&in, sizeof in, 1, file) != 1)
        return 1;
#else
    long number;
    if (fread(&number, sizeof number, 1, file) != 1)
        return 1;
    printf("%d\n", number != 0);
#endif
    int result = *in + (int)w->second + w->third;
    fclose(file);
    free(w);
    return result;
}

int main(int argc, char **argv) {
    struct inside *i = malloc(sizeof *i);
    i->first = argc;
    i->second = 2;
    i->third = 3;
    printf("%d %ld %d\n", i->first, i->second, i->third);
    printf("%d %d\n", as_text(argc), as_bytes(argc));
    free(i);
    return 0;
}

// CHANGES -DRETURN dtrans-base-test: struct.inside base-test 24
// CHANGES -DRETURN dtrans-base-test<ptr-as-int>: struct.inside base-test 24
// CHANGES -DRETURN dtrans-shuffle<seed=1>: struct.inside shuffle 107
// CHANGES -DRETURN dtrans-shuffle<seed=2>: struct.inside shuffle 80
// CHANGES -DRETURN dtrans-shuffle<seed=3>: struct.inside shuffle 88
// CHANGES -DRETURN dtrans-delete-fields: struct.inside delete-fields 4
// CHANGES -DRETURN dtrans-reorder-fields: struct.inside reorder-fields 16
// CHANGES -DRETURN dtrans-delete-fields,dtrans-reorder-fields: struct.inside delete-fields 4
// CHANGES -DRETURN dtrans-aos-to-soa: nothing
// CHANGES -DRETURN dtrans-aos-to-soa<force>: struct.inside aos-to-soa
// CHANGES -DRETURN dtrans-aos-to-soa<force;index=32>: struct.inside aos-to-soa
// CHANGES -DRETURN default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES -DRETURN dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.inside shuffle+aos-to-soa
// CHANGES -DRETURN dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.inside aos-to-soa+shuffle
// CHANGES -DRETURN dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.inside delete-fields+aos-to-soa
// CHANGES -DRETURN dtrans-split<force>: struct.inside split
// CHANGES -DRETURN dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.inside shuffle+shuffle 120
// CHANGES -DRETURN dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.inside delete-fields+split
// CHANGES -DRETURN dtrans-pool<force>: struct.inside pool 24
// CHANGES -DRETURN dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.inside shuffle+pool 80
// CHANGES -DRETURN dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.inside delete-fields+pool 4
// CHANGES -DRETURN dtrans-pool<force;split>: struct.inside pool 24
// CHANGES -DRETURN dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.inside shuffle+pool 16
// CHANGES -DRETURN dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.inside delete-fields+pool 4
// CHANGES -DRETURN hir-canonicalize,hir-identity: nothing
// CHANGES -DRETURN hir-canonicalize<join>,hir-identity<join>: nothing
// CHANGES -DRETURN hir-canonicalize<join>,hir-fuse: nothing
// CHANGES -DRETURN hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES -DRETURN hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES -DRETURN hir-optimize: nothing
// CHANGES dtrans-base-test: struct.inside base-test 24; struct.printed base-test 24; struct.written base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.inside base-test 24; struct.printed base-test 24; struct.written base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.inside shuffle 107; struct.printed shuffle 80; struct.written shuffle 77
// CHANGES dtrans-shuffle<seed=2>: struct.inside shuffle 80; struct.printed shuffle 112; struct.written shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.inside shuffle 88; struct.printed shuffle 88; struct.written shuffle 88
// CHANGES dtrans-delete-fields: struct.inside delete-fields 4; struct.printed delete-fields 4; struct.written delete-fields 4
// CHANGES dtrans-reorder-fields: struct.inside reorder-fields 16; struct.printed reorder-fields 16; struct.written reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.inside delete-fields 4; struct.printed delete-fields 4; struct.written delete-fields 4
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.inside aos-to-soa; struct.written aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.inside aos-to-soa; struct.written aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.inside shuffle+aos-to-soa; struct.printed shuffle 82; struct.written shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.inside aos-to-soa+shuffle; struct.printed delete-fields+shuffle 92; struct.written aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.inside delete-fields+aos-to-soa; struct.printed delete-fields 4; struct.written delete-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.inside split; struct.written split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.inside shuffle+shuffle 77; struct.printed shuffle+shuffle 136; struct.written shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.inside delete-fields+split; struct.printed delete-fields 4; struct.written delete-fields+split
// CHANGES dtrans-pool<force>: struct.inside pool 24; struct.printed pool 24; struct.written pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.inside shuffle+pool 80; struct.printed shuffle+pool 82; struct.written shuffle+pool 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.inside delete-fields+pool 4; struct.printed delete-fields+pool 4; struct.written delete-fields+pool 4
// CHANGES dtrans-pool<force;split>: struct.inside pool 24; struct.printed pool 24; struct.written pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.inside shuffle+pool 16; struct.printed shuffle+pool 87; struct.written shuffle+pool 98
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.inside delete-fields+pool 4; struct.printed delete-fields+pool 4; struct.written delete-fields+pool 4
// CHANGES hir-canonicalize,hir-identity: nothing
// CHANGES hir-canonicalize<join>,hir-identity<join>: nothing
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
