// RUN: lathe opt --passes=dtrans-reorder-fields %s -o - 2>/dev/null | FileCheck %s
// RUN: %compare %s
//
// A value passed by value covers padding that is gone, or holds another field now: only the fields
// are loaded and stored.

// CHECK-DAG: %__DRF_struct.small = type { i8 }
// CHECK-DAG: %__DRF_struct.filled = type { i32, i8, i8 }
// CHECK-NOT: store i32 %s.coerce
// CHECK: define {{.*}}@twice
// CHECK: store i8 %{{.*}}, ptr %s, align 1
// CHECK: ret i32

#include <stdio.h>
#include <stdlib.h>

struct small {
    signed f : 6;
};
struct filled {
    char a;
    int b;
    char c;
};

static int twice(struct small s) {
    struct small *kept = &s;
    kept->f *= 2;
    return kept->f;
}

static struct filled turned(struct filled x) {
    struct filled y = {.a = x.c, .b = -x.b, .c = x.a};
    return y;
}

int main(int argc, char **argv) {
    struct small *many = malloc(sizeof *many * (size_t)(argc + 8));
    struct filled *f = malloc(sizeof *f * (size_t)(argc + 8));
    for (int i = 0; i < argc + 8; i++) {
        many[i].f = i;
        f[i].a = (char)i;
        f[i].b = i * 1000;
        f[i].c = (char)(i + 100);
    }
    for (int i = 0; i < argc + 8; i++) {
        many[i].f = twice(many[i]);
        f[i] = turned(f[i]);
        printf("%d %d %d %d\n", many[i].f, f[i].a, f[i].b, f[i].c);
    }
    return 0;
}
