// RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s
// RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s --check-prefix=CODE
// RUN: %python %tests/run/compare.py %s --passes=dtrans-delete-fields \
// RUN:   --passes=dtrans-delete-fields,dtrans-delete-fields
//
// What goes, what stays, and why.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Written, never read: gone, with its stores. What it was computed from stays.
struct unread {
    int kept;
    long written;
    short also;
};
// CHECK-DAG: %__DFD_struct.unread = type { i32, i16 }

static int calls;
static long next_number(void) {
    return ++calls;
}

// Always 7, in memory that starts undefined: gone, and reads are 7.
struct constant {
    long value;
    int seven;
};
// CHECK-DAG: %__DFD_struct.constant = type { i64 }

// Always 7 where stored, but the memory starts as 0: stays.
struct zeroed {
    long value;
    int seven;
};
// CHECK-DAG: %struct.zeroed = type { i64, i32 }

// The same inside a struct, inside an array of structs, whose memory starts as 0: stays. Where it
// starts undefined: gone.
struct deep {
    long value;
    int seven;
};
struct deeper {
    long value;
    struct deep deep;
};
struct nesting {
    long value;
    struct deeper in[2];
};
struct undefined {
    long value;
    int seven;
};
struct holder {
    long value;
    struct undefined in[2];
};
// CHECK-DAG: %struct.deep = type { i64, i32 }
// CHECK-DAG: %__DFD_struct.undefined = type { i64 }

// Always null, and the memory starts as 0: gone.
struct null {
    long value;
    struct null *next;
};
// CHECK-DAG: %__DFD_struct.null = type { i64 }

// Always 7 where stored, but objects are filled with other bytes: stays.
struct filled {
    int seven;
    int value;
};
// CHECK-DAG: %struct.filled = type { i32, i32 }

// The last field stays even if nothing reads it.
struct lonely {
    long a, b, c;
};
// CHECK-DAG: %__DFD_struct.lonely = type { i64 }

// Its address goes to the library: stays.
struct scanned {
    long value;
    int number;
};
// CHECK-DAG: %struct.scanned = type { i64, i32 }

// A dead field inside a member, and of a member.
struct inner {
    int kept, dead;
};
struct outer {
    long dead;
    struct inner in[3];
    struct inner whole;
};
// CHECK-DAG: %__DFD_struct.inner = type { i32 }
// CHECK-DAG: %__DFD_struct.outer = type { [3 x %__DFD_struct.inner] }

// In a table with initializers.
struct row {
    const char *name;
    long dead;
    int number;
};
// CHECK-DAG: %__DFD_struct.row = type { ptr, i32 }
// CHECK-DAG: @rows = {{.*}}[2 x %__DFD_struct.row] [%__DFD_struct.row { ptr @{{.*}}, i32 3 }, %__DFD_struct.row { ptr @{{.*}}, i32 4 }]
static struct row rows[] = {{"one", 100, 3}, {"two", 200, 4}};

// CODE-LABEL: define {{.*}}@unread_fields(
// CODE: @malloc(i64 noundef 8)
// CODE: call i64 @next_number()
// CODE-NOT: store i64
// CODE: ret
__attribute__((noinline)) static int unread_fields(int n) {
    struct unread *u = malloc(sizeof *u);
    u->kept = n;
    u->written = next_number();
    u->also = (short)n;
    int result = u->kept + u->also;
    free(u);
    return result;
}

// CODE-LABEL: define {{.*}}@constant_fields(
// CODE-NOT: load i32
// CODE: sext i32 7 to i64
__attribute__((noinline)) static long constant_fields(int n) {
    struct constant *c = malloc(sizeof *c);
    c->value = n;
    c->seven = 7;
    long result = c->value * c->seven;
    free(c);
    return result;
}

static long zero_fields(int n) {
    struct zeroed *z = calloc(4, sizeof *z);
    for (int i = 0; i < n; i++)
        z[i].seven = 7, z[i].value = i;
    struct null *head = calloc(1, sizeof *head);
    head->next = NULL;
    head->value = n;
    long result = z[3].seven + z[0].seven + z[1].value + (head->next ? 1 : head->value);
    free(head);
    free(z);
    return result;
}

static long nested_fields(int n) {
    struct nesting *z = calloc(2, sizeof *z);
    struct holder *h = malloc(sizeof *h);
    z[0].value = h->value = n;
    for (int i = 0; i < n; i++) {
        z[i].in[1].deep.seven = h->in[i].seven = 7;
        z[i].in[1].value = z[i].in[1].deep.value = h->in[i].value = i;
    }
    long result = z[0].value + z[0].in[1].value + z[0].in[1].deep.value + h->value +
                  h->in[0].value + h->in[0].seven + 10 * z[1].in[1].deep.seven;
    free(h);
    free(z);
    return result;
}

static int filled_fields(int n) {
    struct filled *f = malloc(2 * sizeof *f);
    memset(f, 0x11, 2 * sizeof *f);
    f[0].seven = 7;
    f[0].value = n;
    int result = f[0].seven + f[1].seven + f[0].value;
    free(f);
    return result;
}

static long outer_fields(int n) {
    struct outer *o = malloc(sizeof *o);
    o->dead = n;
    for (int i = 0; i < 3; i++)
        o->in[i].kept = i * n, o->in[i].dead = n;
    o->whole.kept = n;
    o->whole.dead = n;
    long result = o->in[0].kept + o->in[1].kept + o->in[2].kept;
    free(o);
    return result;
}

int main(int argc, char **argv) {
    struct lonely *l = malloc(sizeof *l);
    l->a = l->b = l->c = argc;
    free(l);
    struct scanned *s = malloc(sizeof *s);
    s->value = argc;
    if (sscanf("12", "%d", &s->number) != 1)
        return 1;
    printf("%d %ld %ld %ld %d %ld %ld\n", unread_fields(argc), constant_fields(argc), zero_fields(argc),
           nested_fields(argc), filled_fields(argc), outer_fields(argc + 1), s->value);
    free(s);
    rows[argc % 2].dead = argc;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%s %d\n", rows[i].name, rows[i].number);
    return calls;
}
