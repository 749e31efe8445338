// Without force, a type is pooled if its objects are small and there is one thread.
// RUN: lathe opt --passes=dtrans-pool %s -o - | FileCheck %s
// RUN: lathe opt --passes=dtrans-pool %s -o - -- -DTHREADS | FileCheck %s --check-prefix=THREADS
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o - -- -DTHREADS | FileCheck %s --check-prefix=FORCED
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.ll -- -DCHECKPOINTS 2>&1 | FileCheck %s --check-prefix=CKPT
// RUN: FileCheck %s --check-prefix=THREADS < %t.ll
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct small { struct small *next; int v; };
struct large { struct large *next; char text[1000]; };
struct flat { double a[13]; };
struct linked { struct linked *a, *b, *c; double d[7]; };

// CHECK-DAG: %__DPL_struct.small = type { i32, i32 }
// CHECK-DAG: %struct.large = type { ptr, [1000 x i8] }
// CHECK-DAG: %struct.flat = type { [13 x double] }
// CHECK-DAG: %__DPL_struct.linked = type { [7 x double], i32, i32, i32 }
// THREADS-DAG: %struct.small = type { ptr, i32 }
// THREADS-DAG: %struct.large = type { ptr, [1000 x i8] }
// FORCED-DAG: %__DPL_struct.small = type { i32, i32 }
// FORCED-DAG: %__DPL_struct.large = type { i32, [1000 x i8] }
// CKPT: lathe: warning: dtrans-pool does nothing: the program has checkpoints, which do not save pools

#ifdef CHECKPOINTS
void checkpoint(void);
#endif

#ifdef THREADS
static void *work(void *data) { return data; }
#endif

int main(void) {
    struct small *s = malloc(sizeof *s);
    struct large *l = malloc(sizeof *l);
    s->next = s;
    s->v = 3;
    l->next = l;
    l->text[0] = 'x';
#ifdef CHECKPOINTS
    checkpoint();
#endif
#ifdef THREADS
    pthread_t thread;
    if (!pthread_create(&thread, NULL, work, NULL))
        pthread_join(thread, NULL);
#endif
    struct flat *f = malloc(sizeof *f);
    struct linked *k = malloc(sizeof *k);
    f->a[s->v] = 1;
    k->a = k->b = k->c = k;
    k->d[s->v] = f->a[3];
    printf("%d %c %g\n", s->next->v, l->next->text[0], k->a->b->c->d[3]);
    return 0;
}
