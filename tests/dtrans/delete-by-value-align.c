// RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes=dtrans-delete-fields
//
// Deleting a field may lower the struct's alignment: a by-value argument that is copied from the
// second element of an array must not be said to be aligned as before.

#include <stdio.h>

struct item {
    char text[13];
    long number;
    long double dead;
    void *link[5];
};

__attribute__((noinline)) static long first(struct item a, struct item b) {
    return a.number * 10 + b.number + (a.link[4] != b.link[3]) + a.text[0];
}

int main(int argc, char **argv) {
    struct item row[3] = {0};
    for (int i = 0; i < 3; i++)
        row[i].number = i + argc, row[i].dead = i, row[i].link[4] = argv, row[i].text[0] = 'x';
    printf("%ld\n", first(row[1], row[2]));
    return 0;
}

// CHECK: %__DFD_struct.item = type { [13 x i8], i64, [5 x ptr] }
// CHECK: call {{.*}}@first(ptr {{.*}}byval(%__DFD_struct.item) align 8 %{{.*}}, ptr {{.*}}byval(%__DFD_struct.item) align 8
// CHECK: define internal {{.*}}@first(ptr {{.*}}byval(%__DFD_struct.item) align 8 %{{.*}}, ptr {{.*}}byval(%__DFD_struct.item) align 8
