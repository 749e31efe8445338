// RUN: lathe opt --passes='dtrans-analysis<type=struct.held>' %s | FileCheck %s --check-prefix=HELD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.instance>' %s | FileCheck %s --check-prefix=INSTANCE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.list>' %s | FileCheck %s --check-prefix=LIST
// RUN: lathe opt --passes='dtrans-analysis<type=struct.local>' %s | FileCheck %s --check-prefix=LOCAL
//

#include <stdlib.h>

struct held {
    int a, b;
};
struct instance {
    int a, b;
};
struct list {
    int a;
    char b;
    long c;
};
struct local {
    int a, b;
};

static struct held *pointer;
static struct instance instance;
static struct list list = {1, 2, 3};

int main(int argc, char **argv) {
    struct local *l = malloc(sizeof *l);
    pointer = malloc(sizeof *pointer);
    pointer->b = l->a = argc;
    instance.b = argc;
    list.b = argc;
    return pointer->b + instance.b + list.c + l->a;
}

// HELD: type struct.held{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// HELD-NOT: GlobalInstance
// HELD: GlobalPtr {{.*}}cond-global.c:24{{(:[0-9]+)?}} @pointer
// HELD-NOT: GlobalInstance

// INSTANCE: type struct.instance{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// INSTANCE-NOT: HasInitializerList
// INSTANCE: GlobalInstance {{.*}}cond-global.c:25{{(:[0-9]+)?}} @instance
// INSTANCE-NOT: HasInitializerList

// LIST: type struct.list{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// LIST: HasInitializerList {{.*}}cond-global.c:26{{(:[0-9]+)?}} @list

// LOCAL: type struct.local{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// LOCAL-NOT: Global
