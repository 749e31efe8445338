// Members as debug info has them: bit-fields, packing, alignment, unnamed members, flexible arrays.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes='ir-print-structs<members>' %t.ll | FileCheck %s

struct node {
    struct node *next;
    struct node *table[4];
    char text[3];
};
typedef struct {
    int x, y;
} point;
struct bits {
    unsigned a : 3, b : 7;
    int : 0;
    unsigned c : 20;
    long d;
};
struct __attribute__((packed)) tight {
    char c;
    int i;
    double d;
};
struct __attribute__((aligned(64))) wide {
    int i;
};
struct tagged {
    int tag;
    union {
        int i;
        struct {
            short s;
            double d;
            char end;
        };
    };
    struct {
        short s;
    } in;
};
struct flexible {
    int n;
    const char *rows[];
};
struct nothing {};
struct many {
    struct node first;
    point points[2][3];
    enum { RED, GREEN } color;
    int (*call)(struct node *);
    const volatile int *cv;
};
struct only_here {
    long a;
    char b;
};
struct declared;

int use(struct node *n, point *p, struct bits *b, struct tight *t, struct wide *w,
        struct tagged *g, struct flexible *f, struct nothing *e, struct many *m,
        struct only_here *o, struct declared *d) {
    b->c = 3;
    return n->text[1] + p->y + t->i + w->i + g->tag + (f->rows[0] != 0) + m->color + (o == 0) +
           (e == 0) + (d == 0);
}

// CHECK:      struct.bits: 16 bytes, align 8, 4 fields, 34 bits padding, source {{.*}}ditypes-kinds.c:13
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0:0 3 bits unsigned int a
// CHECK-NEXT: {{^ *}}0:3 7 bits unsigned int b
// CHECK-NEXT: {{^ *}}1:2 22 bits <hole>
// CHECK-NEXT: {{^ *}}4:0 20 bits unsigned int c
// CHECK-NEXT: {{^ *}}6:4 12 bits <hole>
// CHECK-NEXT: {{^ *}}8 8 long d
// CHECK-NEXT: source: struct bits, copies 1
// CHECK-NEXT: member a: bit-field in the unit at bit 0
// CHECK-NEXT: member b: bit-field in the unit at bit 0
// CHECK-NEXT: member c: bit-field in the unit at bit 32

// CHECK:      struct.node: 48 bytes, align 8, 3 fields, 5 bytes padding
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0 8 struct node *next
// CHECK-NEXT: {{^ *}}8 32 struct node *table[4]
// CHECK-NEXT: {{^ *}}40 3 char text[3]
// CHECK-NEXT: {{^ *}}43 5 <padding>
// CHECK-NEXT: source: struct node, copies 1
// CHECK-NEXT: member next: points to struct node
// CHECK-NEXT: member table: points to struct node

// A typedef names it.
// CHECK:      struct.point: 8 bytes, align 4, 2 fields, source {{.*}}:10
// CHECK:      source: struct point (typedef), copies 1

// CHECK:      struct.tight: 13 bytes, align 1, 3 fields, packed, source
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0 1 char c
// CHECK-NEXT: {{^ *}}1 4 int i
// CHECK-NEXT: {{^ *}}5 8 double d

// The array that fills the IR type is no field.
// CHECK:      struct.wide: 64 bytes, align 64, 1 field, 60 bytes padding
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0 4 int i
// CHECK-NEXT: {{^ *}}4 60 <padding>

// CHECK:      struct.tagged: 40 bytes, align 8, 6 fields, 10 bytes padding
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0 4 int tag
// CHECK-NEXT: {{^ *}}4 4 <hole>
// CHECK-NEXT: {{^ *}}8 24 union {...}
// CHECK-NEXT: {{^ *}}8 4 int i
// CHECK-NEXT: {{^ *}}8 24 struct {...}
// CHECK-NEXT: {{^ *}}8 2 short s
// CHECK-NEXT: {{^ *}}10 6 <hole>
// CHECK-NEXT: {{^ *}}16 8 double d
// CHECK-NEXT: {{^ *}}24 1 char end
// CHECK-NEXT: {{^ *}}25 7 <padding>
// CHECK-NEXT: {{^ *}}32 2 struct {...} in
// CHECK-NEXT: {{^ *}}34 6 <padding>

// Unnamed types are not matched by name: there are many of them.
// CHECK:      {{(union|struct)}}.anon{{[.0-9]*}}: {{[0-9]+}} bytes, align {{[0-9]}}, {{[0-9]}} field{{s?.*[^0-9]$}}

// CHECK:      struct.flexible: 8 bytes, align 8, 2 fields, 4 bytes padding
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0 4 int n
// CHECK-NEXT: {{^ *}}4 4 <hole>
// CHECK-NEXT: {{^ *}}8 0 const char *rows[]

// CHECK:      struct.many: 120 bytes, align 8, 5 fields, 4 bytes padding
// CHECK-NEXT: offset size
// CHECK-NEXT: {{^ *}}0 48 struct node first
// CHECK-NEXT: {{^ *}}48 48 point points[2][3]
// CHECK-NEXT: cache line 1 (byte 64)
// CHECK-NEXT: {{^ *}}96 4 enum {...} color
// CHECK-NEXT: {{^ *}}100 4 <hole>
// CHECK-NEXT: {{^ *}}104 8 function *call
// CHECK-NEXT: {{^ *}}112 8 const volatile int *cv
// CHECK-NEXT: source: struct many, copies 1
// CHECK-NEXT: member first: is struct node
// CHECK-NEXT: member points: array of struct point

// What the IR does not need is known from debug info alone; what is only declared is not shown.
// CHECK-NOT:  declared
// CHECK-DAG:  struct nothing: 0 bytes, align 1 (inferred), 0 fields, only in debug info
// CHECK-DAG:  struct only_here: 16 bytes, align 8 (inferred), 2 fields, 7 bytes padding, only in debug info
// CHECK-NOT:  declared
