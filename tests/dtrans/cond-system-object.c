// RUN: lathe opt --passes='dtrans-analysis<type=struct.tm>' %s | FileCheck %s --check-prefix=TM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.timespec>' %s | FileCheck %s --check-prefix=TIMESPEC
// RUN: lathe opt --passes='dtrans-analysis<type=struct.holds>' %s | FileCheck %s --check-prefix=HOLDS
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.group>' %s | FileCheck %s --check-prefix=GROUP
// RUN: lathe opt --passes='dtrans-analysis<type=struct.passwd>' %s | FileCheck %s --check-prefix=PASSWD
// RUN: clang -O1 -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: lathe opt --passes='dtrans-analysis<type=struct.group>' %t.bc | FileCheck %s --check-prefix=PLAIN
//
// A struct of our own may hold one of the system: that one keeps its shape.

#include <stdlib.h>
#include <time.h>

struct good {
    long a, b;
};
struct group {
    char a;
    long b;
};
struct passwd {
    char *name, *word;
};
struct passwd *getpwnam(const char *name);
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
    struct group *own = malloc(sizeof *own);
    own->a = own->b = 1;
    return g->b + own->a + own->b + *getpwnam("root")->word;
}

// TM: type struct.tm{{.*}} legal nothing{{$}}
// TM-DAG: SystemObject: 'tm' is a struct of the C library
// TM-DAG: SystemObject {{.*}}cond-system-object.c:36{{(:[0-9]+)?}} @main

// TIMESPEC: type struct.timespec{{.*}} legal nothing{{$}}
// TIMESPEC: SystemObject

// HOLDS: type struct.holds{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// HOLDS-NOT: SystemObject

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: SystemObject

// The program declares it: the name alone says nothing, unless nothing else is known.
// GROUP: type struct.group{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// PLAIN: type struct.group{{.*}} legal nothing{{$}}
// PLAIN: SystemObject: 'group' is a struct of the C library

// Declared by the program, but the library's all the same.
// PASSWD: type struct.passwd{{.*}} legal nothing{{$}}
// PASSWD: SystemObject {{.*}} @main: getpwnam
