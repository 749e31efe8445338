// strsep returns a piece of the text its cell held; strtol's end points into the text; getline's
// buffer is heap memory of its own; getenv's text is the library's.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct word {
    char *at, *end, *line, *value;
};
void *malloc(unsigned long);
char *strsep(char **, const char *);
long strtol(const char *, char **, int);
long getline(char **, unsigned long *, void *);
char *getenv(const char *);
char *strdup(const char *);

int main(void) {
    struct word *w = malloc(sizeof *w);
    char *text = strdup("a b");
    w->at = strsep(&text, " ");
    strtol(w->at, &w->end, 10);
    unsigned long size = 0;
    w->line = 0;
    getline(&w->line, &size, 0);
    w->value = getenv("HOME");
    return *w->at;
}

// CHECK: class 1 -> class 3
// CHECK-NEXT:   type struct.word {{.*}}ptr-strsep.c:20:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-strsep.c:18:22
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT:   +8: -> class 3
// CHECK-NEXT:   +16: -> class 5
// CHECK-NEXT:   +24: -> outside
// CHECK-NEXT: class 2 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-strsep.c:19
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap strdup() {{.*}}ptr-strsep.c:19:18
// CHECK-NEXT: class 4 every 1
// CHECK-NEXT:   global @.str.1 {{.*}}ptr-strsep.c:20
// CHECK-NEXT: class 5
// CHECK-NEXT:   heap getline() {{.*}}ptr-strsep.c:24:5
// CHECK-NEXT: class 6 every 1
// CHECK-NEXT:   global @.str.2 {{.*}}ptr-strsep.c:25
// CHECK-NOT: {{.}}
