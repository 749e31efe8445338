// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A record file updated in place, through streams and descriptors that stay open.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
struct record {
    int key, count;
    double sum;
};
int main(void) {
    FILE *w = fopen("report", "w");
    int db = open("db", O_RDWR | O_CREAT | O_TRUNC, 0644);
    struct record r;
    for (int i = 0; i < 32; i++) {
        r = (struct record){i, 0, 0};
        if (write(db, &r, sizeof r) != sizeof r)
            return 1;
    }
    fprintf(w, "count: %08d\n", 0);
    for (int i = 0; i < 90; i++) {
        int key = (i * 7 + i / 3) % 32;
        if (pread(db, &r, sizeof r, key * (long)sizeof r) != sizeof r || r.key != key)
            return 2;
        r.count++;
        r.sum += i * 0.5 + r.count;
        next();
        if (pwrite(db, &r, sizeof r, key * (long)sizeof r) != sizeof r)
            return 3;
        long at = ftell(w);
        fprintf(w, "%d %g\n", key, r.sum);
        if (i % 4 == 0) {
            fseek(w, 7, SEEK_SET);
            fprintf(w, "%08d", i);
            if (i % 8 == 0)
                next();
            fseek(w, 0, SEEK_END);
            FILE *again = fopen("report", "r");
            int n = -1;
            if (!again || fscanf(again, "count: %d", &n) != 1 || n != i)
                printf("saw %d at %d\n", n, i);
            fclose(again);
        }
        next();
        if (at < 0)
            return 4;
    }
    fclose(w);
    close(db);
    return 0;
}
