// RUN: %compare %s
/* String interning: symbols with their text behind them, compared by address. */
// private: struct symbol, struct binding
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    unsigned short length;
    struct symbol *chain;
    unsigned uses;
    char text[];
};
struct binding {
    const struct symbol *name;
    char level;
    struct binding *outer;
    int value;
};

static struct symbol *buckets[16];

static struct symbol *intern(const char *text, size_t length) {
    unsigned h = 5381;
    for (size_t i = 0; i < length; i++)
        h = h * 33 + (unsigned char)text[i];
    struct symbol **head = &buckets[h % 16];
    for (struct symbol *s = *head; s; s = s->chain)
        if (s->length == length && !strncmp(s->text, text, length)) {
            s->uses++;
            return s;
        }
    struct symbol *s = malloc(sizeof *s + length + 1);
    s->length = (unsigned short)length;
    s->uses = 1;
    strncpy(s->text, text, length);
    s->text[length] = '\0';
    s->chain = *head;
    *head = s;
    return s;
}

static struct binding *bind(struct binding *outer, const struct symbol *name, int value) {
    struct binding *b = malloc(sizeof *b);
    b->name = name;
    b->outer = outer;
    b->level = outer ? (char)(outer->level + 1) : 0;
    b->value = value;
    return b;
}

static const struct binding *lookup(const struct binding *b, const struct symbol *name) {
    while (b && b->name != name)
        b = b->outer;
    return b;
}

int main(void) {
    const char *text = "let x be one let y be two let x be three in x plus y plus x plus q";
    struct binding *env = NULL;
    struct symbol *let = intern("let", 3), *be = intern("be", 2);
    const struct symbol *pending = NULL;
    int state = 0, number = 0, found = 0;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " ");
        struct symbol *s = intern(p, n);
        if (s == let)
            state = 1;
        else if (state == 1 && s != be)
            pending = s, state = 2;
        else if (state == 2 && s != be)
            env = bind(env, pending, ++number * 11), state = 3;
        else if (state == 3) {
            const struct binding *b = lookup(env, s);
            printf("%s %d at %d\n", s->text, b ? b->value : -1, b ? b->level : -1);
            found += b != NULL;
        }
        p += n + (p[n] == ' ');
    }
    for (int i = 0; i < 16; i++)
        while (buckets[i]) {
            struct symbol *s = buckets[i];
            printf("%d %s %u %u\n", i, s->text, s->length, s->uses);
            buckets[i] = s->chain;
            free(s);
        }
    while (env) {
        struct binding *outer = env->outer;
        free(env);
        env = outer;
    }
    return found;
}

// CHANGES dtrans-base-test: struct.binding base-test 32; struct.symbol base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.binding base-test 32; struct.symbol base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.binding shuffle 102; struct.symbol shuffle 120
// CHANGES dtrans-shuffle<seed=2>: struct.binding shuffle 96; struct.symbol shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.binding shuffle 104; struct.symbol shuffle 96
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.binding reorder-fields 24; struct.symbol reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.binding reorder-fields 24; struct.symbol reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.binding shuffle 112; struct.symbol shuffle 80
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.binding reorder-fields+shuffle 136; struct.symbol reorder-fields+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.binding reorder-fields 24; struct.symbol reorder-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.binding shuffle+shuffle 112; struct.symbol shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.binding reorder-fields 24; struct.symbol reorder-fields 16
// CHANGES dtrans-pool<force>: struct.binding pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.binding shuffle+pool 24; struct.symbol shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.binding reorder-fields+pool 24; struct.symbol reorder-fields 16
// CHANGES dtrans-pool<force;split>: struct.binding pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.binding shuffle+pool 24; struct.symbol shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.binding reorder-fields+pool 24; struct.symbol reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: intern(); lookup(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: intern(); lookup(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
