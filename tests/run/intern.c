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
