// Of nests that are looked at and stay as they are, it is said why; near misses are changed.
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck %s
enum { N = 400 };
double a[N][N][N], b[N][N], c[4][N][N + 2];

// CHECK: optimize-stays.c:[[@LINE+2]]:5: remark: change of a loop in 'little' declined: the legal changes would gain too little [no-gain]
void little(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                a[i][j][k] = a[i][j][k] * 0.5 + 1;
        for (int j = 0; j < N; j++)
            b[j][i] = i;
    }
}

// CHECK: interchange of a loop in 'more' done
void more(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[0][i][j] = a[0][i][j] * 0.5 + 1;
        for (int j = 0; j < N; j++)
            b[j][i] = i;
    }
}

// The loops of columns are as many as are looked at, and those of too_many one more.
#define COLUMN                                                                                     \
    for (int j = 0; j < N; j++)                                                                    \
        b[j][i] += i;
#define COLUMNS_3 COLUMN COLUMN COLUMN
#define COLUMNS_21 COLUMNS_3 COLUMNS_3 COLUMNS_3 COLUMNS_3 COLUMNS_3 COLUMNS_3 COLUMNS_3

// CHECK: interchange of a loop in 'columns' done
void columns(void) {
    for (int i = 0; i < N; i++) {
        COLUMNS_21 COLUMNS_21 COLUMNS_21
    }
}

// CHECK: optimize-stays.c:[[@LINE+2]]:5: remark: change of a loop in 'too_many' declined: there are too many loops in it [too-large]
void too_many(void) {
    for (int i = 0; i < N; i++) {
        COLUMNS_21 COLUMNS_21 COLUMNS_21 COLUMN
    }
}

#define ADD(n) b[j + (n)][i] += c[(n)&3][i][j] + c[(n)&3][i][j + 1] + c[(n)&3][i][j + 2];
#define ADD_4(n) ADD(n) ADD((n) + 1) ADD((n) + 2) ADD((n) + 3)
#define ADD_16(n) ADD_4(n) ADD_4((n) + 4) ADD_4((n) + 8) ADD_4((n) + 12)
#define ADD_64(n) ADD_16(n) ADD_16((n) + 16) ADD_16((n) + 32) ADD_16((n) + 48)

// CHECK: optimize-stays.c:[[@LINE+2]]:5: remark: change of a loop in 'pairs' declined: it has too many pairs of references [gave-up]
void pairs(double (*b)[N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++) {
            ADD_64(0) ADD_64(64) ADD_64(128)
        }
}

// CHECK-NOT: in 'few_pairs' declined: it has too many
void few_pairs(double (*b)[N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++) {
            ADD_4(0)
        }
}

int best[N + 1][N + 1], weight[N];
char from[N], to[N];

// Copies of a jump go wrong as often as the jump itself, and share nothing.
// CHECK-NOT: in 'jumps' done
void jumps(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (from[i] == to[j])
                best[i + 1][j + 1] = best[i][j] + 1;
            else
                best[i + 1][j + 1] =
                    best[i][j + 1] > best[i + 1][j] ? best[i][j + 1] : best[i + 1][j];
        }
}

// What is only selected does share: neither arm accesses what the other does not.
// CHECK: unroll-and-jam of a loop in 'selects' done
void selects(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                b[i][j] += from[k] == to[k] ? a[i][k][0] : 2 * a[i][k][0];
}
