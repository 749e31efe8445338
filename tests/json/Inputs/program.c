/* A program with something for every document. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    char tag;
    long key;
    char mark;
    struct node *next;
    int unused;
    unsigned flag : 3, more : 5;
};

union cell {
    int number;
    float real;
};

static struct node *push(struct node *head, long key) {
    struct node *n = malloc(sizeof *n);
    n->tag = 'x';
    n->mark = 1;
    n->key = key;
    n->next = head;
    n->flag = 1;
    n->more = 2;
    return n;
}

static void choose(int *a, const int *b, union cell *c, int n) {
    for (int i = 0; i < n; i++) {
        if (b[i] > 3)
            a[i] = 1;
        else
            a[b[i] & 15] = 2;
        switch (b[i]) {
        case 1:
            a[i] = 5;
            break;
        case 7:
            c[i].number = 6;
            break;
        default:
            a[i] += b[i] < 0 ? i : n;
        }
    }
}

static double scale(double *x, long n, long step) {
    double sum = 0;
    for (long i = 0; i < n; i++) {
        for (long k = 0; k <= i; k++)
            x[step * i + k] *= 1.5;
        if (x[i] > 1e9)
            break;
        sum += x[i];
    }
    return sum;
}

int main(int argc, char **argv) {
    static int a[64], b[64];
    static union cell c[64];
    static double x[4096];
    struct node *head = NULL;
    long sum = 0;
    for (int i = 0; i < argc * 10; i++)
        head = push(head, i);
    for (struct node *n = head; n; n = n->next)
        sum += n->key + n->mark + n->tag + n->flag + n->more;
    choose(a, b, c, argc + 9);
    printf("%ld %d %g %s\n", sum, a[3] + c[2].number, scale(x, argc + 20, 8), argv[0]);
    return 0;
}
