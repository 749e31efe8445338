/* Functions without prototypes, and pointers that come and go as void *. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec {
    int id;
    struct rec *next;
    char *name;
};
static struct rec *head;
static int link_rec();
static struct rec *find_rec();
static void *opaque(void *p) {
    static void *kept[4];
    static int n;
    kept[n++ & 3] = p;
    return kept[(n - 1) & 3];
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        struct rec *r = opaque(malloc(sizeof *r));
        r->id = i;
        r->name = opaque(strdup("name"));
        sum += link_rec(r, &sum);
    }
    for (int i = 0; i < 12; i++) {
        struct rec *r = find_rec(i);
        if (r)
            sum += r->id + r->name[1];
    }
    int *cell = opaque(&sum);
    *cell += 2;
    printf("%d\n", sum);
    return 0;
}
static int link_rec(r, p)
struct rec *r;
int *p;
{
    r->next = head;
    head = r;
    return *p & 1;
}
static struct rec *find_rec(id)
int id;
{
    struct rec *r = head;
    while (r && r->id != id)
        r = r->next;
    return r;
}
