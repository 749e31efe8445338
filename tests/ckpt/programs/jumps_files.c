// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.002 --levels=2 %s
// REQUIRES: ckpt-runtime
// Errors that jump over functions with open streams, descriptors and directories, which the handler
// closes; what they wrote, renamed and removed stays. Messages go through variable arguments.
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
void checkpoint(void);
struct task {
    jmp_buf failed;
    FILE *stream;
    int descriptor;
    DIR *folder;
    char message[80];
};
static _Thread_local struct task *now;
static _Thread_local FILE *journal;
static void spin(void) {
    for (volatile int i = 0; i < 60000; i++)
        ;
}
static void fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    checkpoint();
    vsnprintf(now->message, sizeof now->message, format, list);
    va_end(list);
    longjmp(now->failed, 1);
}
static void note(const char *format, ...) {
    va_list list;
    va_start(list, format);
    spin();
    checkpoint();
    vfprintf(journal, format, list);
    va_end(list);
}
static int count_names(void) {
    int names = 0;
    now->folder = opendir("folder");
    for (const struct dirent *e; now->folder && (e = readdir(now->folder));) {
        names += e->d_name[0] != '.';
        checkpoint();
    }
    return names;
}
static void work(int i) {
    char name[32];
    snprintf(name, sizeof name, "folder/f%d", i % 5);
    now->stream = fopen(name, "w");
    fprintf(now->stream, "%d\n", i);
    checkpoint();
    now->descriptor = open("shared", O_RDWR | O_CREAT, 0600);
    lseek(now->descriptor, 0, SEEK_END);
    dprintf(now->descriptor, "%d;", i);
    spin();
    if (i % 3 == 0)
        fail("%s: %d of %g", name, i, i * 0.5);
    checkpoint();
    fprintf(now->stream, "more\n");
    if (i % 4 == 1) {
        rename(name, "folder/kept");
        fail("renamed %s, %d names", name, count_names());
    }
    if (i % 7 == 2) {
        unlink(name);
        checkpoint();
        fail("removed %s at %ld, %d", name, (long)lseek(now->descriptor, 0, SEEK_CUR), i);
    }
    note("%d went well, %d names\n", i, count_names());
}
static void protect(int i) {
    struct task t = {.descriptor = -1};
    struct task *before = now;
    now = &t;
    if (!setjmp(t.failed))
        work(i);
    else
        note("%s\n", t.message);
    checkpoint();
    if (t.stream)
        fclose(t.stream);
    if (t.descriptor >= 0)
        close(t.descriptor);
    if (t.folder)
        closedir(t.folder);
    now = before;
}
int main(void) {
    mkdir("folder", 0700);
    journal = fopen("journal", "w");
    for (int i = 0; i < 60; i++)
        protect(i);
    fclose(journal);
    printf("%d\n", open("shared", O_RDONLY));
    return 0;
}
