// RUN: lathe opt --passes='dtrans-analysis<type=struct.fwritten>' %s | FileCheck %s --check-prefix=FWRITTEN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.written>' %s | FileCheck %s --check-prefix=WRITTEN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.received>' %s | FileCheck %s --check-prefix=RECEIVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.sent>' %s | FileCheck %s --check-prefix=SENT
// RUN: lathe opt --passes='dtrans-analysis<type=struct.compared>' %s | FileCheck %s --check-prefix=COMPARED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.hashed>' %s | FileCheck %s --check-prefix=HASHED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.shown>' %s | FileCheck %s --check-prefix=SHOWN
//

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PAIR(name)                                                                                 \
    struct name {                                                                                  \
        int a, b;                                                                                  \
    };
PAIR(fwritten)
PAIR(written)
PAIR(received)
PAIR(sent)
PAIR(compared)
PAIR(hashed)
PAIR(shown)

static unsigned hash(const void *p, unsigned long n) {
    const unsigned char *c = p;
    unsigned h = 0;
    while (n--)
        h = h * 31 + *c++;
    return h;
}

int main(int argc, char **argv) {
    struct fwritten f = {argc, 1};
    struct written w = {argc, 1};
    struct received r;
    struct sent s = {argc, 1};
    struct compared c = {argc, 1}, d = {1, 1};
    struct hashed h = {argc, 1};
    struct shown p = {argc, 1};
    fwrite(&f, sizeof f, 1, stdout);
    write(1, &w, sizeof w);
    read(0, &r, sizeof r);
    send(0, &s, sizeof s, 0);
    int same = memcmp(&c, &d, sizeof c);
    printf("%p %d\n", (void *)&p, p.b);
    return same + r.b + hash(&h, sizeof h) + f.b + w.b + s.b + c.b + h.b;
}

// FWRITTEN: type struct.fwritten{{.*}} legal nothing{{$}}
// FWRITTEN: AddressTaken {{.*}}inst-call-bytes-leave.c:43{{(:[0-9]+)?}} @main: fwrite sees the bytes

// WRITTEN: type struct.written{{.*}} legal nothing{{$}}
// WRITTEN: AddressTaken {{.*}}inst-call-bytes-leave.c:44{{(:[0-9]+)?}} @main: write sees

// RECEIVED: type struct.received{{.*}} legal nothing{{$}}
// RECEIVED: AddressTaken {{.*}}inst-call-bytes-leave.c:45{{(:[0-9]+)?}} @main: read sees

// SENT: type struct.sent{{.*}} legal nothing{{$}}
// SENT: AddressTaken {{.*}}inst-call-bytes-leave.c:46{{(:[0-9]+)?}} @main: send sees

// COMPARED: type struct.compared{{.*}} legal nothing{{$}}
// COMPARED: AddressTaken {{.*}}inst-call-bytes-leave.c:47{{(:[0-9]+)?}} @main: memcmp sees

// HASHED: type struct.hashed{{.*}} legal nothing{{$}}
// HASHED: BadPtrManipulation {{.*}} @{{hash|main}}

// SHOWN: type struct.shown{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// SHOWN-NOT: AddressTaken
