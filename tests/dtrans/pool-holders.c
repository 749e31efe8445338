// Fields of other structs become narrow if those may change, and hold nothing else.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' \
// RUN:   --passes='dtrans-shuffle<seed=6>,dtrans-pool<force>'
// RUN: lathe opt --passes='dtrans-pool<force>' --dtrans-skip=shelf %s -o - | FileCheck %s --check-prefix=SKIP
// RUN: lathe opt --passes='dtrans-pool<force>' --dtrans-skip=book %s -o - | FileCheck %s --check-prefix=KEPT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct book { struct book *next; int pages; };
struct shelf { struct book *first; char name; struct book *last; };
struct pair { struct book *a; int n; short m; };
struct any { struct dvd *what; int kind; };
struct dvd { struct dvd *next; int minutes; };
struct local { struct book *best; short n; };
struct start { struct book *at; int n; };

// CHECK-DAG: %__DPL_struct.book = type { i32, i32 }
// CHECK-DAG: %__DPLDT_struct.shelf = type { i32, i32, i8 }
// CHECK-DAG: %struct.pair = type { ptr, i32, i16 }
// CHECK-DAG: %struct.any = type { ptr, i32 }
// WHY-DAG: PoolArray struct.dvd {{.*}}: more than one object
// CHECK-DAG: %__DPL_struct.dvd = type { i32, i32 }
// CHECK-DAG: %__DPLDT_struct.local = type { i32, i16 }
// CHECK-DAG: @start = internal global %__DPLDT_struct.start { i32 0, i32 7 }
// SKIP-DAG: %struct.shelf = type { ptr, i8, ptr }
// SKIP-DAG: %__DPL_struct.book = type { i32, i32 }
// KEPT-DAG: %struct.book = type { ptr, i32 }
// KEPT-DAG: %struct.shelf = type { ptr, i8, ptr }
// KEPT-DAG: %__DPL_struct.dvd = type { i32, i32 }

// WHY-DAG: PoolHolder struct.book {{.*}}: a struct that is passed by value holds such a pointer
__attribute__((noinline)) int pages(struct pair p) { return p.a->pages * 100 + p.n + p.m; }

static struct start start = {NULL, 7};

static struct book *book(int pages, struct book *next) {
    struct book *b = malloc(sizeof *b);
    b->pages = pages;
    b->next = next;
    return b;
}
static struct dvd *dvd(int minutes) {
    struct dvd *d = malloc(sizeof *d);
    d->minutes = minutes;
    d->next = NULL;
    return d;
}
__attribute__((noinline)) static void best(struct local *l, struct book *b) {
    for (; b; b = b->next, l->n++)
        if (!l->best || l->best->pages < b->pages)
            l->best = b;
}

static struct any *use(struct any *a) { return a; }

int main(void) {
    struct shelf *s = calloc(2, sizeof *s), copy;
    struct any one = {dvd(90), 0}, rest = {malloc(2 * sizeof *rest.what), 1};
    struct local l = {NULL, 0};
    s[0].last = book(1, NULL);
    s[0].first = book(2, s[0].last);
    s[1] = s[0];
    s[1].name = 'x';
    memcpy(&copy, &s[1], sizeof copy);
    rest.what[l.n].minutes = 70;
    best(&l, s[0].first);
    start.at = l.best;
    struct dvd *d = use(&one)->what;
    d->next = dvd(80);
    printf("%d %c %d %d %d %d %d %d %d\n", s[1].first->next->pages, copy.name,
           copy.last->pages, pages((struct pair){copy.first, 3, 4}),
           use(&rest)->what[0].minutes, d->next->minutes, l.best->pages, l.n,
           start.at->pages + start.n);
    return 0;
}
