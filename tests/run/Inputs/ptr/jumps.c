/* setjmp, atomic pointers, aliases, thread-local pointers, tables of initialised pointers. */
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
struct cleanup {
    struct cleanup *outer;
    jmp_buf env;
    void **owned;
};
struct node {
    struct node *_Atomic next;
    int value;
};
struct option {
    const char *name;
    int *target;
    const struct option *also;
};
static int verbose, level;
static const struct option extra = {"extra", &level, NULL};
static const struct option options[] = {
    {"verbose", &verbose, &extra}, {"level", &level, &options[0]}, {"again", &verbose, &options[1]}};
static const char *const names[2][2] = {{"one", "two"}, {"three", "four"}};
static int *const shortcut = &verbose;
int shared = 4;
extern int other_name __attribute__((alias("shared")));
static _Thread_local struct cleanup *top;
static struct node *_Atomic stack;
static void push(int v) {
    struct node *n = malloc(sizeof *n);
    n->value = v;
    struct node *old = atomic_load(&stack);
    do
        atomic_store(&n->next, old);
    while (!atomic_compare_exchange_weak(&stack, &old, n));
}
static int pop(void) {
    struct node *n = atomic_exchange(&stack, NULL);
    int v = n->value;
    atomic_store(&stack, atomic_load(&n->next));
    free(n);
    return v;
}
static void raise_error(int code) {
    struct cleanup *c = top;
    top = c->outer;
    free(*c->owned);
    *c->owned = NULL;
    longjmp(c->env, code);
}
static int protect(int fail) {
    void *volatile memory = malloc(16);
    struct cleanup c = {.outer = top, .owned = (void **)&memory};
    top = &c;
    int code = setjmp(c.env);
    if (code)
        return code + (memory == NULL);
    ((int *)memory)[1] = fail;
    if (((int *)memory)[1] > 2)
        raise_error(fail);
    top = c.outer;
    free(memory);
    return 0;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        push(i);
        push(-2 * i);
        sum += pop() + protect(i);
        for (const struct option *o = &options[i % 3]; o; o = o->also)
            *o->target += o->name[0];
        sum += names[i & 1][i >> 1 & 1][1];
    }
    other_name += *shortcut;
    shared++;
    printf("%d %d %d %d\n", sum, verbose, level, shared + other_name);
    return 0;
}
