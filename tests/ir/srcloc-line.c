// #line names the file the excerpt is in; relative names are joined with the compile directory.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll -fdebug-compilation-dir=/build
// RUN: lathe opt --passes=ir-print-locations %t.ll | FileCheck %s

int plain(int x) { return x; }
#line 100 "gen/parser.y"
int generated(int x) { return x + 1; }
#line 7 ""
int emptied(int x) { return x + 2; }

// CHECK:     function plain: {{.*}}srcloc-line.c:5 plain
// CHECK:     function generated: /build/gen/parser.y:100 generated
// CHECK:     ret: /build/gen/parser.y:100:24 in generated
// CHECK:     function emptied: {{.*}}:7 emptied
