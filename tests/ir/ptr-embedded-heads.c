// Embedded list heads and container_of: heads of items and of the owner are one class of links,
// the structs around them stay apart.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct list {
    struct list *next, *prev;
};
struct item {
    int value;
    struct list link;
    int *payload;
};
struct owner {
    struct list items;
    int *payload;
};
void *malloc(unsigned long);

static void list_add(struct list *at, struct list *l) {
    l->next = at->next;
    l->prev = at;
    at->next->prev = l;
    at->next = l;
}

int main(void) {
    struct owner *o = malloc(sizeof *o);
    o->items.next = o->items.prev = &o->items;
    int number = 4, other = 7;
    o->payload = &number;
    struct item *i = malloc(sizeof *i);
    i->value = 3;
    i->payload = &other;
    list_add(&o->items, &i->link);
    struct list *l = o->items.next;
    struct item *back = (struct item *)((char *)l - __builtin_offsetof(struct item, link));
    return back->value + *back->payload;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.owner {{.*}}ptr-embedded-heads.c:30:41
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-embedded-heads.c:29:23
// CHECK-NEXT:   -8: class 3 shared
// CHECK-NEXT:   +0: class 2 shared -> class 2
// CHECK-NEXT: class 2 -> class 2
// CHECK-NEXT:   type struct.list {{.*}}ptr-embedded-heads.c:30:30
// CHECK-NEXT:   back 8 {{.*}}ptr-embedded-heads.c:38:51
// CHECK-NEXT:   -8: class 3 shared
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT:   +8: -> class 2
// CHECK-NEXT: class 3
// CHECK-NEXT:   type struct.item {{.*}}ptr-embedded-heads.c:39:18
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-embedded-heads.c:33:22
// CHECK-NEXT:   +8: class 2 shared -> class 2
// CHECK-NOT: {{.}}
