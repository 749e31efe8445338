// Copies of text: strdup is fresh at each call; a duplicate made by hand is one object.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

typedef unsigned long size_t;
void *malloc(size_t);
char *strdup(const char *);
size_t strlen(const char *);
char *strcpy(char *, const char *);
void *memcpy(void *, const void *, size_t);

static char *by_hand(const char *s) {
    size_t length = strlen(s) + 1;
    return memcpy(malloc(length), s, length);
}
static char *xstrdup(const char *s) {
    char *p = strdup(s);
    return p;
}

int main(void) {
    char *a = strdup("a"), *b = strdup("b");
    char *c = by_hand("c"), *d = by_hand("d");
    char *e = xstrdup("e"), *f = xstrdup("f");
    return *a + *b + *c + *d + *e + *f;
}

// CHECK: class 1 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-wrapper-strdup.c:23
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap strdup() {{.*}}ptr-wrapper-strdup.c:23:15
// CHECK-NEXT: class 3 every 1
// CHECK-NEXT:   global @.str.1 {{.*}}ptr-wrapper-strdup.c:23
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap strdup() {{.*}}ptr-wrapper-strdup.c:23:33
// CHECK-NEXT: class 5 every 1
// CHECK-NEXT:   global @.str.2 {{.*}}ptr-wrapper-strdup.c:24
// CHECK-NEXT:   global @.str.3 {{.*}}ptr-wrapper-strdup.c:24
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-strdup.c:15:19
// CHECK-NEXT: class 6 every 1
// CHECK-NEXT:   global @.str.4 {{.*}}ptr-wrapper-strdup.c:25
// CHECK-NEXT:   global @.str.5 {{.*}}ptr-wrapper-strdup.c:25
// CHECK-NEXT: class 7
// CHECK-NEXT:   heap xstrdup() {{.*}}ptr-wrapper-strdup.c:25:15
// CHECK-NEXT: class 8
// CHECK-NEXT:   heap xstrdup() {{.*}}ptr-wrapper-strdup.c:25:34
// CHECK-NEXT: class 9
// CHECK-NEXT:   heap strdup() {{.*}}ptr-wrapper-strdup.c:18:15
// CHECK-NOT: {{.}}
