// RUN: lathe dtrans %s -- -DRETURN | FileCheck %s --check-prefix=RETURN
// RUN: lathe dtrans %s | FileCheck %s --check-prefix=LEAVE
// RUN: %compare %s --cflags=-DRETURN
// RUN: %compare %s
//
// A pointer that leaves the program as text or bytes may come back as one that nothing ties to the
// struct. As long as none that comes in is followed, those that leave do no harm.

// RETURN: struct.inside: {{.*}}
// RETURN: reorder-fields legal
// RETURN: struct.printed: {{.*}}
// RETURN: reorder-fields blocked by
// RETURN: struct.written: {{.*}}
// RETURN: reorder-fields blocked by

// LEAVE: struct.inside: {{.*}}
// LEAVE: reorder-fields legal
// LEAVE: struct.printed: {{.*}}
// LEAVE: reorder-fields legal
// LEAVE: struct.written: {{.*}}
// LEAVE: reorder-fields legal

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printed {
    int first;
    long second;
    char third;
};
struct written {
    int first;
    long second;
    char third;
};
struct inside {
    int first;
    long second;
    char third;
};

static int as_text(int n) {
    struct printed *p = malloc(sizeof *p);
    char text[40];
    void *back = &n;
    p->first = n + 5;
    p->second = 6;
    p->third = 7;
    snprintf(text, sizeof text, "%p", (void *)p);
    printf("%d\n", text[0] == '0');
#ifdef RETURN
    if (sscanf(text, "%p", &back) != 1)
        return 1;
#endif
    int result = *(int *)back + (int)p->second + p->third;
    free(p);
    return result;
}

static int as_bytes(int n) {
    struct written *w = malloc(sizeof *w);
    FILE *file = tmpfile();
    void *out = w;
    int *in = &n;
    w->first = n + 5;
    w->second = 6;
    w->third = 7;
    fwrite(&out, sizeof out, 1, file);
    rewind(file);
#ifdef RETURN
    if (fread(&in, sizeof in, 1, file) != 1)
        return 1;
#else
    long number;
    if (fread(&number, sizeof number, 1, file) != 1)
        return 1;
    printf("%d\n", number != 0);
#endif
    int result = *in + (int)w->second + w->third;
    fclose(file);
    free(w);
    return result;
}

int main(int argc, char **argv) {
    struct inside *i = malloc(sizeof *i);
    i->first = argc;
    i->second = 2;
    i->third = 3;
    printf("%d %ld %d\n", i->first, i->second, i->third);
    printf("%d %d\n", as_text(argc), as_bytes(argc));
    free(i);
    return 0;
}
