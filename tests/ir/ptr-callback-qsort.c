// qsort's comparator gets elements of the array, bsearch's the key and elements: nothing escapes.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct entry {
    const char *name;
    int *where;
};
void *malloc(unsigned long);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, unsigned long, unsigned long,
              int (*)(const void *, const void *));
int strcmp(const char *, const char *);

static int by_name(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return strcmp(x->name, y->name);
}
static int key_name(const void *key, const void *element) {
    return strcmp(key, ((const struct entry *)element)->name);
}

int main(void) {
    struct entry *all = malloc(2 * sizeof *all);
    int *a = malloc(4);
    all[0].name = "b";
    all[0].where = a;
    all[1].name = "a";
    all[1].where = a;
    qsort(all, 2, sizeof *all, by_name);
    struct entry *found = bsearch("a", all, 2, sizeof *all, key_name);
    return *found->where;
}

// CHECK: class 1 every 16 -> class 3
// CHECK-NEXT:   type struct.entry {{.*}}ptr-callback-qsort.c:29:12
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-callback-qsort.c:25:25
// CHECK-NEXT:   walked 16 {{.*}}ptr-callback-qsort.c:31:5
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT:   +8: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-callback-qsort.c:26:14
// CHECK-NEXT: class 3 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-callback-qsort.c:27
// CHECK-NEXT:   global @.str.1 {{.*}}ptr-callback-qsort.c:29
// CHECK-NOT: {{.}}
