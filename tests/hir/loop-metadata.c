// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %s -o %t.dist.ll 2>&1 | FileCheck --check-prefix=DIST-WHY %s
// RUN: FileCheck --check-prefix=DIST %s < %t.dist.ll
// RUN: lathe opt '--passes=hir-canonicalize,hir-unroll-jam<factor=4>' %s -o %t.jam.ll
// RUN: FileCheck --check-prefix=JAM %s < %t.jam.ll
// RUN: lathe opt '--passes=hir-canonicalize<join>,hir-fuse' %s -o %t.fuse.ll
// RUN: FileCheck --check-prefix=FUSE %s < %t.fuse.ll
// RUN: lathe opt --passes=hir-canonicalize,hir-interchange %s -o %t.swap.ll
// RUN: FileCheck --check-prefix=SWAP %s < %t.swap.ll
/* What is said of a loop: copies keep what is true of their iterations, in a node of their own;
 * loops whose iterations are others keep that they end, what must not be done to them, and, if they
 * are innermost, the wish that they be vectorized. At -O1 clang forbids to unroll all loops but
 * those it is asked to unroll. */
double a[100], b[100], c[100], d[100], m[64][64], n[64][64];

// Both parts of it are wanted so.
// DIST-WHY: distribution of a loop in 'parts' done
// DIST-LABEL: define {{.*}}@parts(
// DIST: br i1 {{.*}}, !llvm.loop [[FIRST:![0-9]+]]
// DIST: br i1 {{.*}}, !llvm.loop [[SECOND:![0-9]+]]
// DIST-DAG: [[FIRST]] = distinct !{[[FIRST]], {{![0-9]+, ![0-9]+}}, [[PROGRESS:![0-9]+]], [[NO_UNROLL:![0-9]+]], [[VECTOR:![0-9]+]]}
// DIST-DAG: [[SECOND]] = distinct !{[[SECOND]], {{![0-9]+, ![0-9]+}}, [[PROGRESS]], [[NO_UNROLL]], [[VECTOR]]}
// DIST-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// DIST-DAG: [[NO_UNROLL]] = !{!"llvm.loop.unroll.disable"}
// DIST-DAG: [[VECTOR]] = !{!"llvm.loop.vectorize.enable", i1 true}
void parts(int k) {
#pragma clang loop vectorize(enable) unroll(disable)
    for (int i = 1; i < k; i++) {
        b[i] = a[i] + 1;
        c[i] = d[i] * 2;
    }
}

// The jammed loop and the one behind it are not to be unrolled four times again; the loop inside is
// still to be vectorized, but its iterations are no longer known to be independent.
// JAM-LABEL: define {{.*}}@jammed(
// JAM: br i1 {{.*}}, !llvm.loop [[INSIDE:![0-9]+]]
// JAM: br i1 {{.*}}, !llvm.loop [[OUTSIDE:![0-9]+]]
// JAM: br i1 {{.*}}, !llvm.loop [[COPY:![0-9]+]]
// JAM: br i1 {{.*}}, !llvm.loop [[REST:![0-9]+]]
// JAM: ret void
// JAM-DAG: [[INSIDE]] = distinct !{[[INSIDE]], {{![0-9]+, ![0-9]+}}, [[PROGRESS:![0-9]+]], [[NO_UNROLL:![0-9]+]], [[VECTOR:![0-9]+]]}
// JAM-DAG: [[OUTSIDE]] = distinct !{[[OUTSIDE]], {{![0-9]+, ![0-9]+}}, [[PROGRESS]]}
// JAM-DAG: [[REST]] = distinct !{[[REST]], {{![0-9]+, ![0-9]+}}, [[PROGRESS]]}
// JAM-DAG: [[COPY]] = distinct !{[[COPY]], {{![0-9]+, ![0-9]+}}, [[PROGRESS]], [[PARALLEL:![0-9]+]], [[NO_UNROLL]], [[VECTOR]]}
// JAM-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// JAM-DAG: [[NO_UNROLL]] = !{!"llvm.loop.unroll.disable"}
// JAM-DAG: [[VECTOR]] = !{!"llvm.loop.vectorize.enable", i1 true}
// JAM-DAG: [[PARALLEL]] = !{!"llvm.loop.parallel_accesses"
void jammed(int k) {
#pragma clang loop unroll_count(4)
    for (int i = 0; i < k; i++) {
#pragma clang loop vectorize(assume_safety)
        for (int j = 0; j < 64; j++)
            m[i][j] = n[i][j] + 1;
    }
}

// Vectors of one are none: that stays, the number of copies does not.
// FUSE-LABEL: define {{.*}}@fused(
// FUSE: br i1 {{.*}}, !llvm.loop [[BOTH:![0-9]+]]
// FUSE-NOT: !llvm.loop
// FUSE: ret void
// The second may run forever as far as anyone said, so both may.
// FUSE-LABEL: define {{.*}}@no_promise(
// FUSE: br i1 {{.*}}, !llvm.loop [[LESS:![0-9]+]]
// FUSE-NOT: !llvm.loop
// FUSE: ret void
// FUSE-DAG: [[BOTH]] = distinct !{[[BOTH]], {{![0-9]+, ![0-9]+}}, [[PROGRESS:![0-9]+]], [[NO_VECTOR:![0-9]+]], [[VECTORIZED:![0-9]+]]}
// FUSE-DAG: [[LESS]] = distinct !{[[LESS]], {{![0-9]+, ![0-9]+}}, [[NO_UNROLL:![0-9]+]], [[NO_VECTOR]]}
// FUSE-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// FUSE-DAG: [[VECTORIZED]] = !{!"llvm.loop.isvectorized"}
// FUSE-DAG: [[NO_UNROLL]] = !{!"llvm.loop.unroll.disable"}
// FUSE-DAG: [[NO_VECTOR]] = !{!"llvm.loop.vectorize.width", i32 1}
void fused(int k) {
#pragma clang loop vectorize(disable) unroll_count(2)
    for (int i = 0; i < k; i++)
        b[i] = a[i] + 1;
    for (int i = 0; i < k; i++)
        c[i] = b[i] * 2;
}

void no_promise(void) {
    int i = 0;
#pragma clang loop vectorize(disable)
    for (i = 0; i < 100; i++)
        b[i] = a[i] + 1;
    i = 0;
    while (1) {
        c[i] = b[i] * 2;
        if (++i == 100)
            break;
    }
}

// What was asked for the innermost loop is not asked for one that is not.
// SWAP-LABEL: define {{.*}}@swapped(
// SWAP: br i1 {{.*}}, !llvm.loop [[IN:![0-9]+]]
// SWAP: br i1 {{.*}}, !llvm.loop [[OUT:![0-9]+]]
// SWAP: ret void
// SWAP-DAG: [[IN]] = distinct !{[[IN]], {{![0-9]+, ![0-9]+}}, [[PROGRESS:![0-9]+]], [[NO_UNROLL:![0-9]+]]}
// SWAP-DAG: [[OUT]] = distinct !{[[OUT]], {{![0-9]+, ![0-9]+}}, [[PROGRESS]], [[NO_UNROLL]]}
// SWAP-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// SWAP-DAG: [[NO_UNROLL]] = !{!"llvm.loop.unroll.disable"}
void swapped(int k) {
    for (int i = 0; i < 64; i++) {
#pragma clang loop vectorize(enable) unroll(disable)
        for (int j = 0; j < 64; j++)
            m[j][i] = n[j][i] + k;
    }
}
