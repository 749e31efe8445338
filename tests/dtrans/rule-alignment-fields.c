// DEFINE: %{passes} = --passes=dtrans-delete-fields,dtrans-reorder-fields
// DEFINE: %{kept} = --implicit-check-not='struct.{{file|page|inner|outer}}'
// RUN: lathe opt %{passes} %s -o %t.bc --remarks=%t.yaml
// RUN: grep -A8 '!Passed' %t.yaml | FileCheck %s %{kept}
// RUN: FileCheck %s --check-prefix=WHY < %t.yaml
// RUN: clang -O1 -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: lathe opt %{passes} %t.bc -o %t.2.bc --remarks=%t.yaml
// RUN: grep -A8 '!Passed' %t.yaml | FileCheck %s %{kept}
// RUN: FileCheck %s --check-prefix=WHY < %t.yaml
// RUN: %python %tests/run/compare.py %s %{passes}
/* Fields that are declared with an alignment keep it, with debug info and without: disks want it of
 * buffers. What is aligned by its variable alone, or not more than malloc's memory is, may change.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct file {
    int descriptor;
    long dead;
    _Alignas(512) char buffer[1024];
    long position;
};
struct page {
    int number;
    long dead;
    struct page *next;
    _Alignas(64) char text[64];
};
struct inner {
    char kind;
    _Alignas(64) char text[64];
};
struct outer {
    long dead;
    struct inner in;
    int n;
};
struct entry {
    long key, dead, value;
    char name[40];
};
struct vertex {
    int id;
    _Alignas(16) float at[4];
    long dead;
};

// CHECK-DAG: Type: {{ *}}'struct.entry'
// CHECK-DAG: Type: {{ *}}'struct.vertex'
// WHY: larger alignment than its fields ask for

static struct file file;
static struct outer outer;
static _Alignas(64) struct entry entries[8];

int main(void) {
    struct page *all = NULL;
    struct vertex *v = calloc(4, sizeof *v);
    int ends[2];
    if (!v || pipe(ends))
        return 1;
    for (int i = 0; i < 4; i++) {
        struct page *p = aligned_alloc(64, sizeof *p);
        if (!p)
            return 1;
        p->number = i;
        p->dead = i;
        p->text[0] = (char)('a' + i);
        p->next = all;
        all = p;
        entries[i].key = v[i].id = i;
        entries[i].dead = v[i].dead = i;
        entries[i].value = 2 * i;
        entries[i].name[0] = v[i].at[2] = (char)('k' + i);
    }
    file.dead = outer.dead = 3;
    outer.in.kind = 'i';
    outer.n = 5;
    for (struct page *p = all; p; p = p->next)
        file.position += write(ends[1], p->text, 1) + p->number;
    file.descriptor = ends[0];
    long got = read(file.descriptor, file.buffer, sizeof file.buffer);
    got += write(ends[1], outer.in.text, 1);
    printf("%ld %.4s %ld %c %d\n", got, file.buffer, file.position, outer.in.kind, outer.n);
    for (int i = 0; i < 4; i++)
        printf("%ld %ld %c %c %d\n", entries[i].key, entries[i].value, entries[i].name[0],
               (char)v[i].at[2], v[i].id);
    free(v);
    return 0;
}
