// pahole, reading the DWARF of the same program, sees the same places and gaps.
// REQUIRES: pahole
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: clang -g -c %s -o %t.o
// RUN: lathe opt --passes=ir-print-structs %t.ll > %t.lathe
// RUN: pahole %t.o > %t.pahole
// RUN: %python %tests/ir/Inputs/compare_pahole.py %t.lathe %t.pahole 14 | FileCheck %s
// CHECK: 14 of 14 structs agree

typedef unsigned char byte;
struct plain { char a; int b; short c; };
struct nested { char a; struct plain in; char b; struct plain many[2]; };
struct pointers { struct pointers *self; int (*call)(struct plain *, int); byte tag; void **pp; };
struct bits { unsigned a : 3, b : 7; int : 0; unsigned c : 20; long d; };
struct more_bits { char c; long a : 33; long b : 20; short s; int x : 4; };
struct one_bit { _Bool flag : 1; char rest; };
struct __attribute__((packed)) tight { char c; int i; double d; };
struct __attribute__((packed)) tight_bits { char c; int i : 11; int j : 13; char e; };
struct __attribute__((aligned(64))) wide { int i; };
struct holds_wide { char c; struct wide w; char d; };
struct flexible { long n; char tag; int tail[]; };
struct long_one { char c; long double ld; float f; __int128 big; };
struct member_align { char c; int __attribute__((aligned(32))) i; char d; };
struct vectors { char c; float __attribute__((vector_size(16))) v; };

#define USE(T) struct T *use_##T(struct T *p) { struct T copy = *p; *p = copy; return p + 1; }
USE(plain) USE(nested) USE(pointers) USE(bits) USE(more_bits) USE(one_bit) USE(tight)
USE(tight_bits) USE(wide) USE(holds_wide) USE(flexible) USE(long_one) USE(member_align)
USE(vectors)
