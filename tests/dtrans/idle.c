// A type that may change but stays has a remark that says why, by a name that does not change; a type
// that is taken apart has none of them.
// RUN: lathe opt --passes=dtrans-aos-to-soa --remarks=%t.yaml %s -o %t.ll
// RUN: tr '\n' ' ' < %t.yaml | sed 's/--- /\n/g' | FileCheck %s
// RUN: lathe opt --passes=dtrans-pool --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s --check-prefix=POOL < %t.yaml
//
// The names are the user's, whatever came before.
// RUN: lathe opt --passes=dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa,dtrans-pool --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s --check-prefix=NAMES < %t.yaml
// RUN: lathe cc -O2 -flathe-report=%t.txt %s -o %t.out && FileCheck %s --check-prefix=REPORT < %t.txt
// NAMES-NOT: Type: '__
// NAMES: Type: 'struct.apart'
// NAMES-NOT: Type: '__
// REPORT-NOT: {{^  dtrans-[a-z-]*: __}}
// REPORT: struct.apart had
// REPORT-NOT: {{^  dtrans-[a-z-]*: __}}
//
// CHECK-DAG: Name: SoaNoArray{{.*}}'struct.lone'{{.*}}Reason: 'there is no array of it'
// CHECK-DAG: Name: SoaInCache{{.*}}'struct.few'
// CHECK-DAG: Name: SoaNoAccess{{.*}}'struct.unused'
// CHECK-DAG: Name: DoesNotPay{{.*}}'struct.cold'
// CHECK-DAG: Name: SoaShape{{.*}}'struct.tail'{{.*}}Reason: 'it ends in an array of any length'
// CHECK-DAG: Name: AosToSoa {{.*}}'struct.apart'
// CHECK-NOT: !Missed {{.*}}'struct.apart'
// POOL: Name: PoolNoObject
// POOL: 'struct.few'
#include <stdio.h>
#include <stdlib.h>
struct single { long a; char unread; int b; };
struct few { long a, b; };
struct cold { long a, b; };
struct lone { long a, b; };
struct unused { long a, b; };
struct tail { long n; long rest[]; };
struct apart { char unread; long a, b, c, d; };
static struct single *single;
static struct few few[4];
static struct cold *cold;
static struct apart *apart;
static struct tail *tail;
static struct lone lone;
static struct unused *unused;
int main(int argc, char **argv) {
    (void)argv;
    long n = argc * 100000, sum = 0;
    single = malloc(sizeof *single);
    cold = calloc(n, sizeof *cold);
    apart = calloc(n, sizeof *apart);
    tail = malloc(sizeof *tail + 8);
    single->a = single->b = argc;
    single->unread = 1;
    tail->rest[0] = tail->n = 1;
    for (int i = 0; i < 4; i++)
        few[i].a = few[i].b = i;
    for (long i = 0; i < n; i++)
        apart[i].a = apart[i].b = apart[i].c = apart[i].d = i;
    for (int k = 0; k < 10; k++)
        for (long i = 0; i < n; i++)
            sum += apart[i].a;
    unused = calloc(n, sizeof *unused);
    sum += &unused[argc] != &unused[n - 1];
    cold[n - 1].a = sum;
    sum += cold[argc].a + cold[argc].b + lone.a + lone.b++;
    printf("%ld\n", sum + single->a + single->b + few[argc].a + few[argc].b + tail->rest[0] + tail->n);
    return 0;
}
