// RUN: lathe opt --verbose --passes='hir-canonicalize<nests>,hir-split-clamps' %s -o %t.bc -- -g >%t.out 2>&1
// RUN: FileCheck %s --input-file=%t.out
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.opt.bc -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.opt.bc | FileCheck --check-prefix=AFTER %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-split-clamps' --passes='hir-canonicalize<nests>,hir-split-clamps,hir-split-clamps' %s
// Where subscripts are clamped to the ends of what a loop runs over, the ends get loops of their own.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define APART __attribute__((noinline))
typedef unsigned char byte;

static int clamp(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }

// In the middle of both loops nothing is chosen.
// CHECK-DAG: splitting of clamps of a loop in 'blur' done
// WHY-DAG: splitting of clamps of a loop in 'blur' done
// AFTER-LABEL: FUNCTION blur
// AFTER: (%in)[%{{[0-9]+}} + %{{[0-9]+}}];
APART void blur(int w, int h, const byte *in, byte *out) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int s = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    s += in[clamp(y + dy, h) * w + clamp(x + dx, w)];
            out[y * w + x] = (byte)(s / 9);
        }
}

// Written otherwise, further out, and by constants.
// CHECK-DAG: splitting of clamps of a loop in 'wide' done
APART void wide(int n, const short *a, short *to) {
    for (int i = 0; i < n; i++) {
        int before = i - 3 > 0 ? i - 3 : 0, behind = n - 1 < i + 2 ? n - 1 : i + 2;
        to[i] = (short)(a[before] * 3 + a[behind]);
    }
}
// CHECK-DAG: splitting of clamps of a loop in 'fixed' done
APART void fixed(const short *a, short *to) {
    for (int i = 0; i < 200; i++)
        to[i] = (short)(a[i >= 198 ? 199 : i + 2] - a[i < 5 ? 5 : i]);
}
// CHECK-DAG: splitting of clamps of a loop in 'one_end' done
APART void one_end(int n, const short *a, short *to) {
    for (int i = 0; i < n; i++)
        to[i] = a[i + 1 < n ? i + 1 : n - 1];
}

// No subscript: that is what a vector does well.
// CHECK-DAG: splitting of clamps of a loop in 'values' declined
APART void values(int n, short *to) {
    for (int i = 0; i < n; i++)
        to[i] = (short)(i < 3 ? 3 : i);
}
// It may be anywhere.
// CHECK-DAG: splitting of clamps of a loop in 'anywhere' declined
APART void anywhere(int n, int at, const short *a, short *to) {
    for (int i = 0; i < n; i++)
        to[i] = a[i < at ? i : at];
}
// CHECK-DAG: splitting of clamps of a loop in 'twice' declined
APART void twice(int n, const short *a, short *to) {
    for (int i = 0; i < n; i++)
        to[i] = a[2 * i >= n ? n - 1 : 2 * i];
}

// A sum that wraps goes on below 0.
APART void around(int from, const short *a, short *to) {
    for (int i = 0; i < 40; i++) {
        int x = (int)((unsigned)i + (unsigned)from);
        to[i] = a[x < 0 ? 0 : x >= 40 ? 39 : x];
    }
}

static uint64_t hash(uint64_t all, const void *at, size_t count) {
    const byte *bytes = at;
    for (size_t i = 0; i < count; i++)
        all = (all ^ bytes[i]) * 1099511628211u;
    return all;
}

int main(void) {
    static byte in[20 * 20], out[20 * 20 + 7];
    static short a[200], to[200];
    uint64_t all = 14695981039346656037u;
    for (int i = 0; i < 400; i++)
        in[i] = (byte)(i * 7919 % 251);
    for (int i = 0; i < 200; i++)
        a[i] = (short)(i * 31 % 127);
    for (int w = -1; w <= 20; w++)
        for (int h = -1; h <= 20; h++) {
            memset(out, 7, sizeof out);
            blur(w, h, in, out);
            all = hash(all, out, sizeof out);
        }
    printf("%jx\n", all);
    for (int n = -1; n <= 40; n++) {
        memset(out, 7, sizeof out);
        blur(n % 10 + 1, n / 4, out, out + 1);
        wide(n, a, to);
        one_end(n, a, to + 50);
        values(n, to + 100);
        anywhere(n, n / 2, a, to + 150);
        all = hash(hash(all, to, sizeof to), out, sizeof out);
        twice(n, a, to);
        around(n, a, to + 50);
        around(INT_MAX - n, a, to + 100);
        around(-n, a, to + 150);
        all = hash(all, to, sizeof to);
        fixed(a, to);
        all = hash(all, to, sizeof to);
        fixed(to, to);
        one_end(n, to, to + 1);
        all = hash(all, to, sizeof to);
    }
    printf("%jx\n", all);
}
