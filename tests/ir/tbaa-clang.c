// What clang writes: struct paths, pointer types that name their pointees, copies.
// RUN: clang -O1 -Xclang -disable-llvm-passes -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=ir-print-tbaa %t.ll | FileCheck %s

struct node {
    struct node *next;
    int v;
    char c;
};
typedef struct {
    int x, y;
} point;
struct single {
    int only;
};
struct wrap {
    struct node n;
    point p;
    void *q;
    struct node **pp;
    int (*f)(int);
    struct single s;
};

int paths(struct wrap *w, struct single *s, point *p) {
    w->n.v = 1;
    w->n.next = 0;
    w->q = w->pp;
    w->f = 0;
    w->p.y = 2;
    p->y = 3;
    return s->only;
}
// CHECK-LABEL: function paths
// CHECK: store: wrap *
// CHECK: store: single *
// An unnamed struct has no name to point at.
// CHECK-NEXT: store: any pointer
// CHECK: store: struct wrap + 8: int
// CHECK: store: struct wrap + 0: node *
// CHECK: load %{{.*}}: struct wrap + 32: node **
// CHECK: store: struct wrap + 24: any pointer
// CHECK: store: struct wrap + 40: any pointer
// CHECK: store: struct wrap + 20: int
// CHECK: store: struct <anonymous> + 4: int (untrusted)
// CHECK: load %{{.*}}: struct single + 0: int

void copy(struct node *a, struct node *b, int **pp) {
    *a = *b;
    **pp = 4;
}
// CHECK-LABEL: function copy
// CHECK: store: int **
// CHECK: call: copies 0+8 node *, 8+4 int, 12+1 omnipotent char
// CHECK: load %{{.*}}: int *
// CHECK: store: int{{$}}

// CHECK-LABEL: {{^}}types
// CHECK-DAG: struct node { 0: node *, 8: int, 12: omnipotent char }
// CHECK-DAG: struct <anonymous> { 0: int, 4: int }
// CHECK-DAG: struct single { 0: int }
// CHECK-DAG: struct wrap { 0: struct node, 16: struct <anonymous>, 24: any pointer, 32: node **, 40: any pointer, 48: struct single }
