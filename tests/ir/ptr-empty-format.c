// An empty format is a constant of zeros, not a string constant. It shows no address.
// RUN: clang -w -O1 -Xclang -disable-llvm-passes -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s
int snprintf(char *, unsigned long, const char *, ...);
static int secret;
int main(void) {
    char text[4];
    return snprintf(text, sizeof text, "", &secret);
}
// CHECK-NOT: told
