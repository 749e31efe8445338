// What a transform decides is a value: written to a file and carried out from there, it makes the
// module that the transform makes at once. Writing it changes nothing.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: lathe opt --passes=mem2reg %s -o p.bc && lathe opt --passes=verify p.bc -o none.ll
// RUN: lathe opt --passes='dtrans-delete-fields<plan=delete>' p.bc -o no.ll && diff no.ll none.ll
// RUN: lathe opt --passes='dtrans-delete-fields' p.bc -o once.ll && not diff -q once.ll none.ll
// RUN: lathe opt --passes='dtrans-delete-fields<apply=delete>' p.bc -o two.ll && diff once.ll two.ll
// RUN: FileCheck %s --check-prefix=DELETE --input-file=delete
// DELETE: {{^}}lathe-plan dtrans-delete-fields{{$}}
// DELETE-NEXT: {{^}}order=0,-,2,3,4,5 of struct.node{{$}}
// DELETE-NOT: {{.}}

// RUN: lathe opt --passes='dtrans-reorder-fields<plan=order>' p.bc -o no.ll && diff no.ll none.ll
// RUN: lathe opt --passes='dtrans-reorder-fields' p.bc -o once.ll && not diff -q once.ll none.ll
// RUN: lathe opt --passes='dtrans-reorder-fields<apply=order>' p.bc -o two.ll && diff once.ll two.ll

// RUN: lathe opt --passes='dtrans-aos-to-soa<force;plan=soa>' p.bc -o no.ll && diff no.ll none.ll
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' p.bc -o once.ll && not diff -q once.ll none.ll
// RUN: lathe opt --passes='dtrans-aos-to-soa<apply=soa>' p.bc -o two.ll && diff once.ll two.ll
// RUN: FileCheck %s --check-prefix=SOA --input-file=soa
// SOA: {{^}}chosen bits=32 of struct.point{{$}}

// RUN: lathe opt --passes='dtrans-split<type=point;groups=x+k,y;plan=split>' p.bc -o no.ll && diff no.ll none.ll
// RUN: lathe opt --passes='dtrans-split<type=point;groups=x+k,y;force>' p.bc -o once.ll && not diff -q once.ll none.ll
// RUN: lathe opt --passes='dtrans-split<type=point;groups=x+k,y;force;plan=split>' p.bc -o no.ll
// RUN: lathe opt --passes='dtrans-split<apply=split>' p.bc -o two.ll && diff once.ll two.ll
// RUN: FileCheck %s --check-prefix=SPLIT --input-file=split
// SPLIT: {{^}}chosen bits=32 groups=0,0,1,2 of struct.point{{$}}

// RUN: lathe opt --passes='dtrans-pool<force;split;plan=pool>' p.bc -o no.ll && diff no.ll none.ll
// RUN: lathe opt --passes='dtrans-pool<force;split>' p.bc -o once.ll && not diff -q once.ll none.ll
// RUN: lathe opt --passes='dtrans-pool<apply=pool>' p.bc -o two.ll && diff once.ll two.ll
// RUN: FileCheck %s --check-prefix=POOL --input-file=pool
// POOL: {{^}}chosen groups={{[01,]+}} narrow=-,-,-,1,-,- of struct.node{{$}}

// What the plan was made with is in it: bits of indexes, and pointers that keep their width.
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;index=64;plan=soa>' p.bc -o no.ll
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;index=64>' p.bc -o once.ll
// RUN: lathe opt --passes='dtrans-aos-to-soa<apply=soa>' p.bc -o two.ll && diff once.ll two.ll
// RUN: FileCheck %s --check-prefix=WIDE --input-file=soa
// WIDE: {{^}}chosen bits=64 of struct.point{{$}}
// RUN: lathe opt --passes='dtrans-pool<force;wide;plan=pool>' p.bc -o no.ll
// RUN: lathe opt --passes='dtrans-pool<force;wide>' p.bc -o once.ll
// RUN: lathe opt --passes='dtrans-pool<apply=pool>' p.bc -o two.ll && diff once.ll two.ll

// What was blamed while the plan was made is left alone when it is carried out: struct.machine holds
// pointers that would become narrow otherwise.
// RUN: lathe opt --passes='dtrans-pool<force;plan=pool>' %tests/run/machine.c -o no.ll && not grep struct.machine pool
// RUN: lathe opt --passes='dtrans-pool<force>' %tests/run/machine.c -o once.ll
// RUN: lathe opt --passes='dtrans-pool<apply=pool>' %tests/run/machine.c -o two.ll && diff once.ll two.ll

// Where nothing may change, that is the plan, and it is carried out.
// RUN: lathe opt --passes='dtrans-pool<plan=nothing>' %tests/ir/split-blocks.ll -o no.ll
// RUN: FileCheck %s --check-prefix=NOTHING --input-file=nothing
// NOTHING: {{^}}lathe-plan dtrans-pool{{$}}
// NOTHING-NOT: {{.}}
// RUN: lathe opt --passes='dtrans-pool<apply=nothing>' %tests/ir/split-blocks.ll -o two.ll && diff no.ll two.ll

// The decision decides, not what would be decided anew: another order of the same fields.
// RUN: printf 'lathe-plan dtrans-reorder-fields\norder=5,3,2,1,4,0 of struct.node\n' > mine
// RUN: lathe opt --passes='dtrans-reorder-fields<apply=mine>' p.bc -o mine.ll
// RUN: FileCheck %s --check-prefix=MINE --input-file=mine.ll
// MINE: %__DRF_struct.node = type { i32, ptr, double, i64, i8, i8 }
// RUN: clang -O1 -w mine.ll -o mine.exe && ./mine.exe > mine.out
// RUN: clang -O1 -w none.ll -o none.exe && ./none.exe | diff - mine.out

// What a file asks for is held against the program: a field twice, a field lost, one that is read
// deleted, more bits than there are, a struct that may not change.
// RUN: printf 'lathe-plan dtrans-reorder-fields\norder=5,3,2,1,4,5 of struct.node\n' > bad
// RUN: not lathe opt --passes='dtrans-reorder-fields<apply=bad>' p.bc -o bad.ll 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: printf 'lathe-plan dtrans-reorder-fields\norder=5,3,2,1,4,- of struct.node\n' > bad
// RUN: not lathe opt --passes='dtrans-reorder-fields<apply=bad>' p.bc -o bad.ll 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: printf 'lathe-plan dtrans-delete-fields\norder=0,-,2,3,-,5 of struct.node\n' > bad
// RUN: not lathe opt --passes='dtrans-delete-fields<apply=bad>' p.bc -o bad.ll 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: dtrans-{{.*}}-fields: what 'bad' says about 'struct.node' cannot be done in this program; plan again
// RUN: printf 'lathe-plan dtrans-split\nchosen bits=16 groups=0,0,1,2 of struct.point\n' > bad
// RUN: not lathe opt --passes='dtrans-split<apply=bad>' p.bc -o bad.ll 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: dtrans-split: what 'bad' says about 'struct.point' cannot be done
// RUN: printf 'lathe-plan dtrans-pool\nchosen of struct.point\n' > bad
// RUN: not lathe opt --passes='dtrans-pool<apply=bad>' p.bc -o bad.ll 2>&1 | FileCheck %s --check-prefix=POOLED
// POOLED: dtrans-pool: what 'bad' says about 'struct.{{node|point}}' cannot be done
// RUN: printf 'lathe-plan dtrans-reorder-fields\norder=1,0 of struct.seen\n' > bad
// RUN: not lathe opt --passes='dtrans-reorder-fields<apply=bad>' p.bc -o bad.ll 2>&1 | FileCheck %s --check-prefix=SEEN
// SEEN: dtrans-reorder-fields: what 'bad' says about 'struct.seen' cannot be done
// RUN: not ls bad.ll

// … and has to be a plan of this pass, for this program.
// RUN: not lathe opt --passes='dtrans-reorder-fields<apply=delete>' p.bc 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: delete:1: not a plan of this pass
// RUN: printf 'lathe-plan dtrans-pool\nchosen of struct.nobody\n' > bad
// RUN: not lathe opt --passes='dtrans-pool<apply=bad>' p.bc 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: bad:2: expected 'of' and the name of a struct type in this program
// RUN: printf 'lathe-plan dtrans-reorder-fields\norder=1,0,2 of struct.node\n' > bad
// RUN: not lathe opt --passes='dtrans-reorder-fields<apply=bad>' p.bc 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: bad:2: expected a number for each field of the type
// RUN: printf 'lathe-plan dtrans-reorder-fields\nbits=8 chosen of struct.node\n' > bad
// RUN: not lathe opt --passes='dtrans-reorder-fields<apply=bad>' p.bc 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS: bad:2: expected chosen, bits=, order=, groups=, narrow= in this order, or 'of'
// RUN: printf 'lathe-plan dtrans-pool\nchosen of struct.node\nchosen of struct.node\n' > bad
// RUN: not lathe opt --passes='dtrans-pool<apply=bad>' p.bc 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: bad:3: the type has its line already
// RUN: printf '' > bad && not lathe opt --passes='dtrans-pool<apply=bad>' p.bc 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: bad:0: not a plan of this pass
// RUN: not lathe opt --passes='dtrans-pool<apply=nowhere>' p.bc 2>&1 | FileCheck %s --check-prefix=NOFILE
// NOFILE: nowhere: cannot be
#include <stdio.h>
#include <stdlib.h>

struct node {
    char kind;
    long unread;
    double value;
    struct node *next;
    char flag;
    int number;
};

struct point {
    double x;
    char k;
    double y;
    char m;
};

struct seen {
    char c;
    long l;
};
void show(struct seen *s) {
    s->l = s->c;
    fwrite(s, sizeof *s, 1, stderr);
}

static struct point *points;

int main(int argc, char **argv) {
    struct node *first = NULL;
    double sum = 0;
    (void)argv;
    for (int i = 0; i < 1000 + argc; i++) {
        struct node *n = malloc(sizeof *n);
        n->kind = (char)i;
        n->unread = 5 * i;
        n->value = i;
        n->next = first;
        n->flag = (char)(i + 1);
        n->number = i;
        first = n;
    }
    for (struct node *n = first; n; n = n->next)
        sum += n->kind + n->value + n->flag + n->number;
    points = malloc(5000 * sizeof *points);
    for (int i = 0; i < 5000; i++)
        points[i] = (struct point){.x = i, .k = (char)argc, .y = 2 * i, .m = (char)i};
    for (int r = 0; r < 5; r++)
        for (int i = 0; i < 5000; i++)
            sum += points[i].x;
    for (int i = 0; i < 5000; i++)
        sum += points[i].y * points[i].k + points[i].m;
    printf("%g\n", sum);
    return 0;
}
