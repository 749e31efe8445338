// A tree with parents: both child words and the parent word lead to one class.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct tree {
    struct tree *left, *right, *parent;
    long key;
};
struct other {
    struct other *up;
    long pad;
};
void *malloc(unsigned long);

static struct tree *grow(struct tree *parent, long key) {
    struct tree *t = malloc(sizeof *t);
    t->left = t->right = 0;
    t->parent = parent;
    t->key = key;
    if (parent && key < parent->key)
        parent->left = t;
    else if (parent)
        parent->right = t;
    return t;
}

int main(void) {
    struct tree *root = grow(0, 5);
    grow(root, 3);
    grow(grow(root, 8), 7);
    struct other *o = malloc(sizeof *o);
    o->up = o;
    return root->left->parent->right->key == 8;
}

// CHECK: class 1 -> class 1
// CHECK-NEXT:   type struct.tree {{.*}}ptr-tree.c:18:18
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-tree.c:17:22
// CHECK-NEXT:   +0: -> class 1
// CHECK-NEXT:   +8: -> class 1
// CHECK-NEXT:   +16: -> class 1
// CHECK-NEXT: class 2 -> class 2
// CHECK-NEXT:   type struct.other {{.*}}ptr-tree.c:33:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-tree.c:32:23
// CHECK-NEXT:   +0: -> class 2
// CHECK-NOT: {{.}}
