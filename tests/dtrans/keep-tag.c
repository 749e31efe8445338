// The declaration tag "lathe.keep" reaches debug info, in whichever translation unit it stands.
//
// RUN: lathe opt --passes=dtrans-shuffle,dtrans-analysis %s -- -g | FileCheck %s
// RUN: lathe dtrans %s -- -g | FileCheck %s --check-prefix=TEXT
// RUN: lathe opt --passes=dtrans-shuffle,dtrans-analysis %s -o %t.ll -- -g0 \
// RUN:   | FileCheck %s --check-prefix=NO-DEBUG --implicit-check-not=kept
// RUN: lathe opt --passes=dtrans-shuffle,dtrans-shuffle,dtrans-analysis %s \
// RUN:   %tests/dtrans/Inputs/keep-tag-more.c -- -g -DMORE \
// RUN:   | FileCheck %s --check-prefix=MORE
// RUN: lathe opt --dtrans-skip=bare --passes=dtrans-shuffle,dtrans-analysis %s \
// RUN:   %tests/dtrans/Inputs/keep-tag-more.c -- -g -DMORE 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SKIP
#include <stdlib.h>

#define TAG(text) __attribute__((btf_decl_tag(text)))

struct TAG("lathe.keep") wire {
    char kind;
    long payload;
};
typedef struct TAG("mine") TAG("lathe.keep") {
    char a;
    long b;
} unnamed;
struct TAG("lathe.kept") near_miss {
    char a;
    long b;
};
struct twin {
    short a;
    long b;
};
struct holder {
    char a;
    struct wire inside;
};

int more(int n);

int main(int argc, char **argv) {
    (void)argv;
    struct wire *w = malloc(sizeof *w);
    unnamed *u = malloc(sizeof *u);
    struct near_miss *m = malloc(sizeof *m);
    struct holder *h = malloc(sizeof *h);
    w->payload = argc;
    u->b = w->payload;
    m->b = u->b;
    h->inside.payload = m->b;
    struct twin *t = malloc(sizeof *t);
    t->b = h->inside.payload;
    int r = (int)t->b;
    free(w), free(u), free(m), free(h), free(t);
#ifdef MORE
    return more(r);
#else
    return r;
#endif
}

// CHECK-DAG: type struct.wire size 16 align 8 legal reorder-fields delete-fields
// CHECK-DAG: kept by lathe.keep in the source
// CHECK-DAG: type struct.{{anon|unnamed}} size 16 align 8 legal reorder-fields delete-fields split aos-to-soa pool
// CHECK-DAG: type __DSH_struct.near_miss
// CHECK-DAG: type __DSH_struct.holder
// TEXT: kept as it is by lathe.keep in the source
// NO-DEBUG-DAG: type __DSH_struct.wire
// NO-DEBUG-DAG: type __DSH_struct.near_miss
//
// Linking has made one type of near_miss and one that is kept; `late` has no type of its own.
// MORE-DAG: type struct.wire size 16 align 8
// MORE-DAG: type struct.near_miss size 16 align 8
// MORE-DAG: kept by lathe.keep in the source, under another name
// MORE-DAG: type __DSH___DSH_struct.holder
// MORE-DAG: type __DSH___DSH_struct.twin
// SKIP-NOT: warning
// SKIP: type struct.twin size 16 align 8
// SKIP: kept by --dtrans-skip, under another name
