// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-version %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: llvm-dis %t.bc -o %t.ll
// RUN: FileCheck --check-prefix=IR %s < %t.ll
// RUN: sed 's/call void @llvm.experimental.noalias.scope.decl(metadata [^)]*)/call void @checked()/' %t.ll > %t.told.ll
// RUN: clang -w %t.told.ll -o %t.exe
// RUN: %t.exe | FileCheck --check-prefix=TOOK %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-version,hir-canonicalize,hir-interchange %s -o %t.2.bc 2>&1 | FileCheck --check-prefix=NEXT %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.3.bc 2>&1 | FileCheck --check-prefix=DRIVER %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-version --passes=hir-canonicalize,hir-version,hir-canonicalize,hir-interchange --passes=hir-canonicalize,hir-version,hir-canonicalize,hir-unroll-jam --passes=hir-optimize %s
// Nests with checks before them: those take the nest that knows more only if they must hold.
#include <stdio.h>
#include <string.h>

static int fast;
void checked(void) { // in place of the scopes that begin where checks have held
    fast = 1;
}

// CHECK-LABEL: FUNCTION columns
// CHECK: BEGIN REGION
// CHECK: BEGIN REGION
// DRIVER: versioning of a loop in 'columns' done
// DRIVER: interchange of a loop in 'columns' done
// WHY: version.c:[[@LINE+7]]:{{.*}} versioning of a loop in 'columns' done
// NEXT: interchange of a loop in 'columns' done
// IR-LABEL: @columns(
// IR: call void @llvm.experimental.noalias.scope.decl
// IR: load double, {{.*}}!alias.scope ![[B:[0-9]+]], !noalias ![[A:[0-9]+]]
// IR: store double {{.*}}!alias.scope ![[A]], !noalias ![[B]]
__attribute__((noinline)) void columns(int n, double *a, double *b) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i * n + j] = b[i * n + j] * 2 + 1;
}

// WHY: versioning of a loop in 'bytes' done
__attribute__((noinline)) void bytes(long n, long m, unsigned char *a, unsigned char *b) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            a[j * n + i] = (unsigned char)(b[j * n + i] + 1);
}

// Nothing would be gained.
// DRIVER-NOT: versioning of a loop in 'down'
// WHY: versioning of a loop in 'down' done
__attribute__((noinline)) void down(int n, int m, int *a, int *b) {
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--)
            a[i * m + j] = b[(n - 1 - i) * m + j] + 1;
}

// Below the diagonal, and some in front of where the pointers lead.
// WHY: versioning of a loop in 'triangle' done
__attribute__((noinline)) void triangle(int n, short *a, short *b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * n + j - 3] = (short)(b[j * n + i] + i);
}

// i + off may wrap, and does, where the if lets it.
// WHY: versioning of a loop in 'unsigned_sum' done
// DRIVER: versioning of a loop in 'unsigned_sum' declined: run-time checks would not pay for themselves [no-gain]
__attribute__((noinline)) void unsigned_sum(unsigned n, unsigned m, unsigned off, int *a, int *b) {
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            if (i > 1)
                a[i + off] += b[j + 1];
}

// WHY: versioning of a loop in 'far' done
__attribute__((noinline)) void far(long n, long m, long stride, int *a, int *b) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            a[i * stride + j] = b[j] + 1;
}

// Where the if lets it, rows go down from a; nobody says that they stay above 0.
// WHY: versioning of a loop in 'below' done
__attribute__((noinline)) void below(long m, unsigned long n, int *a, int *b) {
    for (long i = 0; i < m; i++)
        for (unsigned long j = 0; j < 4; j++)
            if (b[j])
                a[j - (unsigned long)i * n] += b[j];
}

// What leaves the nest leaves its copy, too.
// WHY: versioning of a loop in 'total' done
__attribute__((noinline)) int total(int n, int start, int *a, int *b) {
    int sum = start, last = 7;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[j * n + i] = b[j * n + i] + sum;
            sum += a[j * n + i] & 3;
            last = sum * 2;
        }
    return sum * 100 + last;
}

// Only p is written: three checks for four bases.
// WHY: versioning of a loop in 'four' done
__attribute__((noinline)) void four(int n, int *p, int *q, int *r, int *s) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p[j * n + i] = q[j * n + i] + r[i] - s[j];
}

// WHY: versioning of a loop in 'rows' declined: a base pointer in it is not loop-invariant [base-varies]
__attribute__((noinline)) void rows(int n, int **p, int *q) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p[j][i] = q[j];
}

// WHY: versioning of a loop in 'gather' declined: the range of addresses it accesses is not known before it [extent-unknown]
__attribute__((noinline)) void gather(int n, int *a, int *b, const unsigned char *at) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[at[j]] = b[i] + 1;
}

// WHY: versioning of a loop in 'calls' declined: {{.*}} [effect]
__attribute__((noinline)) void calls(int n, int *a, int *b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[j * n + i] = b[j * n + i];
            if (i + j > 1000)
                puts("far");
        }
}

// DRIVER: versioning of a loop in 'many' done, 11 comparisons at run time
// WHY: versioning of a loop in 'many' done, {{1[0-9]}} comparisons at run time
__attribute__((noinline)) void many(int n, int *a, int *b, int *c, int *d, int *e) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[j * n + i] = 1;
            b[j * n + i] = 2;
            c[j * n + i] = 3;
            d[j * n + i] = 4;
            e[j * n + i] = 5;
        }
}

// WHY: versioning of a loop in 'more' declined: {{.*}} [too-many-pairs]
__attribute__((noinline)) void more(int n, int *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h, int *k) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[j * n + i] = b[j * n + i] = c[j * n + i] = d[j * n + i] = e[j * n + i] = 5;
            f[j * n + i] = g[j * n + i] = h[j * n + i] = k[j * n + i] = 6;
        }
}

// WHY: versioning of a loop in 'leaves' declined: {{.*}} [jumps]
__attribute__((noinline)) int leaves(int n, int *a, int *b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[j * n + i] = b[j * n + i];
            if (b[i] == 77)
                return i;
        }
    return -1;
}

// WHY: versioning of a loop in 'apart' declined: {{.*}} [nothing-to-check]
__attribute__((noinline)) void apart(int n, int *restrict a, int *restrict b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[j * n + i] = b[j * n + i];
}

static _Alignas(16) unsigned char pool[1 << 14];

static void begin(void) {
    unsigned state = 1;
    for (size_t i = 0; i < sizeof pool; i++)
        pool[i] = (unsigned char)((state = state * 1664525u + 1013904223u) >> 27);
    fast = 0;
}

static void end(const char *name) {
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof pool; i++)
        sum = (sum ^ pool[i]) * 16777619u;
    printf("%s %s %08x\n", name, fast ? "checked" : "copy", sum);
}

#define TRY(name, ...) (begin(), __VA_ARGS__, end(name))
#define AT(type, byte) ((type *)(pool + 4096 + (byte)))

static void rows_and_columns(void) {
    // 8 rows of 8: 512 bytes.
    // TOOK: apart checked
    TRY("apart", columns(8, AT(double, 0), AT(double, 1024)));
    // TOOK-NEXT: right behind checked
    TRY("right behind", columns(8, AT(double, 0), AT(double, 512)));
    // TOOK-NEXT: right before checked
    TRY("right before", columns(8, AT(double, 512), AT(double, 0)));
    // TOOK-NEXT: one element copy
    TRY("one element", columns(8, AT(double, 0), AT(double, 504)));
    // TOOK-NEXT: one element before copy
    TRY("one element before", columns(8, AT(double, 504), AT(double, 0)));
    // TOOK-NEXT: shifted copy
    TRY("shifted", columns(8, AT(double, 8), AT(double, 0)));
    // TOOK-NEXT: the same copy
    TRY("the same", columns(8, AT(double, 0), AT(double, 0)));
    // TOOK-NEXT: none {{.*}}
    TRY("none", columns(0, AT(double, 0), AT(double, 0)));
    // TOOK-NEXT: one checked
    TRY("one", columns(1, AT(double, 0), AT(double, 8)));

    // 30 bytes.
    // TOOK-NEXT: bytes apart checked
    TRY("bytes apart", bytes(6, 5, AT(unsigned char, 0), AT(unsigned char, 30)));
    // TOOK-NEXT: one byte copy
    TRY("one byte", bytes(6, 5, AT(unsigned char, 0), AT(unsigned char, 29)));
    // TOOK-NEXT: one byte before copy
    TRY("one byte before", bytes(6, 5, AT(unsigned char, 29), AT(unsigned char, 0)));
    // TOOK-NEXT: bytes before checked
    TRY("bytes before", bytes(6, 5, AT(unsigned char, 30), AT(unsigned char, 0)));
    // TOOK-NEXT: no columns {{.*}}
    TRY("no columns", bytes(6, 0, AT(unsigned char, 0), AT(unsigned char, 0)));
    // TOOK-NEXT: no rows {{.*}}
    TRY("no rows", bytes(-3, 5, AT(unsigned char, 0), AT(unsigned char, 0)));

    // 4 * 20 = 80 bytes.
    // TOOK-NEXT: down apart checked
    TRY("down apart", down(4, 5, AT(int, 0), AT(int, 80)));
    // TOOK-NEXT: down before checked
    TRY("down before", down(4, 5, AT(int, 80), AT(int, 0)));
    // TOOK-NEXT: down together copy
    TRY("down together", down(4, 5, AT(int, 0), AT(int, 76)));
    // TOOK-NEXT: down together before copy
    TRY("down together before", down(4, 5, AT(int, 76), AT(int, 0)));
}

static void sums(void) {
    // a from -6 to 2 * 32 + 2 * 5 - 6 + 2, b to the same without -6: the last row is no shorter.
    // TOOK-NEXT: triangle apart checked
    TRY("triangle apart", triangle(6, AT(short, 6), AT(short, 72)));
    // TOOK-NEXT: triangle in front checked
    TRY("triangle in front", triangle(6, AT(short, 78), AT(short, 0)));
    // TOOK-NEXT: triangle together copy
    TRY("triangle together", triangle(6, AT(short, 76), AT(short, 0)));
    // TOOK-NEXT: triangle behind copy
    TRY("triangle behind", triangle(6, AT(short, 6), AT(short, 70)));

    // TOOK-NEXT: sum checked
    TRY("sum", unsigned_sum(9, 3, 4, AT(int, 0), AT(int, 400)));
    // TOOK-NEXT: sum together copy
    TRY("sum together", unsigned_sum(9, 3, 4, AT(int, 0), AT(int, 40)));
    // TOOK-NEXT: sum wraps copy
    TRY("sum wraps", unsigned_sum(9, 3, -2u, AT(int, 0), AT(int, 400)));
    // TOOK-NEXT: sum wraps together copy
    TRY("sum wraps together", unsigned_sum(9, 3, -2u, AT(int, 0), AT(int, 4)));

    // TOOK-NEXT: rows apart checked
    TRY("rows apart", far(3, 4, 10, AT(int, 0), AT(int, 400)));
    // TOOK-NEXT: rows together copy
    TRY("rows together", far(3, 4, 10, AT(int, 0), AT(int, 80)));
    // Numbers that do not fit, of which nothing is used.
    // TOOK-NEXT: too far copy
    TRY("too far", far(1, 4, 1L << 62, AT(int, 0), AT(int, 4)));
    // TOOK-NEXT: around copy
    TRY("around", far(1, 4, (1L << 62) - 1, AT(int, 0), AT(int, 400)));
    // TOOK-NEXT: backwards copy
    TRY("backwards", far(3, 4, -10, AT(int, 0), AT(int, -80)));
    // TOOK-NEXT: below all copy
    TRY("below all", far(1, 4, -1L << 63, AT(int, 4), AT(int, 0)));
    // TOOK-NEXT: below checked
    TRY("below", below(3, 10, AT(int, 400), AT(int, 0)));
    // TOOK-NEXT: below together copy
    TRY("below together", below(3, 10, AT(int, 22), AT(int, 0)));
    // The last row would be under address 0, if b were not 0.
    // TOOK-NEXT: below zero copy
    TRY("below zero", memset(pool, 0, sizeof pool),
        below(1L << 20, 1UL << 28, AT(int, 0), AT(int, 400)));
}

static void totals(void) {
    int sums[3];
    // TOOK-NEXT: total apart checked
    TRY("total apart", sums[0] = total(5, 3, AT(int, 0), AT(int, 400)));
    // TOOK-NEXT: total together copy
    TRY("total together", sums[1] = total(5, 3, AT(int, 0), AT(int, 4)));
    // TOOK-NEXT: total none {{.*}}
    TRY("total none", sums[2] = total(0, 3, AT(int, 0), AT(int, 4)));
    printf("%d %d %d\n", sums[0], sums[1], sums[2]);
}

static void several_bases(void) {
    // TOOK: four checked
    TRY("four", four(4, AT(int, 0), AT(int, 64), AT(int, 64), AT(int, -16)));
    // TOOK-NEXT: four second copy
    TRY("four second", four(4, AT(int, 0), AT(int, 64), AT(int, 48), AT(int, 64)));
    // TOOK-NEXT: four third copy
    TRY("four third", four(4, AT(int, 0), AT(int, 64), AT(int, 64), AT(int, -12)));
    // TOOK-NEXT: many apart checked
    TRY("many apart", many(3, AT(int, 0), AT(int, 36), AT(int, -36), AT(int, 72), AT(int, 108)));
    // TOOK-NEXT: many copy
    TRY("many", many(3, AT(int, 0), AT(int, 4), AT(int, 8), AT(int, 12), AT(int, 16)));
    // TOOK-NEXT: many, last pair copy
    TRY("many, last pair", many(3, AT(int, 0), AT(int, 36), AT(int, -36), AT(int, 72), AT(int, 104)));
}

/* They have no checks, and are as they were. */
static void without_checks(void) {
    int *lines[] = {AT(int, 0), AT(int, 100), AT(int, 200)};
    // TOOK-NEXT: rows copy
    TRY("rows", rows(3, lines, AT(int, 4)));
    // TOOK-NEXT: gather copy
    TRY("gather", gather(3, AT(int, 0), AT(int, 4), pool));
    // TOOK-NEXT: calls copy
    TRY("calls", calls(4, AT(int, 0), AT(int, 8)));
    // TOOK-NEXT: more copy
    TRY("more", more(2, AT(int, 0), AT(int, 4), AT(int, 8), AT(int, 12), AT(int, 16), AT(int, 20), AT(int, 24),
                     AT(int, 28), AT(int, 36)));
    // TOOK-NEXT: leaves copy
    TRY("leaves", leaves(4, AT(int, 0), AT(int, 8)));
    // TOOK-NEXT: restrict copy
    TRY("restrict", apart(4, AT(int, 0), AT(int, 400)));
}

int main(void) {
    rows_and_columns();
    sums();
    totals();
    several_bases();
    without_checks();
    return 0;
}
