// RUN: lathe opt --passes='dtrans-analysis<type=struct.tm>' %s | FileCheck %s --check-prefix=TM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.timespec>' %s | FileCheck %s --check-prefix=TIMESPEC
// RUN: lathe opt --passes='dtrans-analysis<type=struct.holds>' %s | FileCheck %s --check-prefix=HOLDS
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//
// A struct of our own may hold one of the system: that one keeps its shape.

#include <stdlib.h>
#include <time.h>

struct good {
    long a, b;
};
struct holds {
    struct timespec when;
    int a;
};

int main(void) {
    struct holds *h = malloc(sizeof *h);
    clock_gettime(CLOCK_REALTIME, &h->when);
    struct good *g = malloc(sizeof *g);
    time_t now = time(NULL);
    struct tm *t = localtime(&now);
    g->b = t->tm_year + h->a;
    return g->b;
}

// TM: type struct.tm{{.*}} legal nothing{{$}}
// TM-DAG: SystemObject: 'tm' is a struct of the C library
// TM-DAG: SystemObject {{.*}}cond-system-object.c:24{{(:[0-9]+)?}} @main

// TIMESPEC: type struct.timespec{{.*}} legal nothing{{$}}
// TIMESPEC: SystemObject

// HOLDS: type struct.holds{{.*}} legal reorder-fields delete-fields{{$}}
// HOLDS-NOT: SystemObject

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: SystemObject
