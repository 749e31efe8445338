// A linked list: one class of nodes, whose second word leads back to it.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct node {
    int value;
    struct node *next;
};
void *malloc(unsigned long);
void free(void *);

static struct node *head;

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    int sum = 0;
    for (struct node *n = head, *next; n; n = next) {
        next = n->next;
        sum += n->value;
        free(n);
    }
    return sum;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.node {{.*}}ptr-list.c:18:12
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-list.c:17:26
// CHECK-NEXT:   freed {{.*}}ptr-list.c:26:9
// CHECK-NEXT:   +8: -> class 1
// CHECK-NEXT: class 2 -> class 1
// CHECK-NEXT:   global @head {{.*}}ptr-list.c:13
// CHECK-NOT: {{.}}
