// RUN: %compare %s
/* A table of field offsets that is used to reach the fields: the layout must stay. */
// refused: struct settings
// private: struct change
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    char mode;
    int width;
    double ratio;
    short depth;
    char name[6];
};
enum type { CHAR, INT, DOUBLE, SHORT, TEXT };
struct member {
    const char *name;
    size_t offset;
    enum type type;
};
struct change {
    char tag;
    const struct member *member;
    double amount;
    struct change *next;
};

static const struct member members[] = {{"mode", offsetof(struct settings, mode), CHAR},
                                        {"width", offsetof(struct settings, width), INT},
                                        {"ratio", offsetof(struct settings, ratio), DOUBLE},
                                        {"depth", offsetof(struct settings, depth), SHORT},
                                        {"name", offsetof(struct settings, name), TEXT}};

static void set(struct settings *s, const struct member *m, double value) {
    char *at = (char *)s + m->offset;
    switch (m->type) {
    case CHAR: *at = (char)value; break;
    case INT: *(int *)at = (int)value; break;
    case DOUBLE: *(double *)at = value; break;
    case SHORT: *(short *)at = (short)value; break;
    case TEXT: snprintf(at, 6, "%g", value); break;
    }
}

int main(void) {
    struct settings *s = calloc(1, sizeof *s);
    struct change *log = NULL;
    for (int i = 0; i < 9; i++) {
        struct change *c = malloc(sizeof *c);
        c->tag = (char)('0' + i);
        c->member = &members[i * 3 % 5];
        c->amount = 40 + i * 1.5;
        c->next = log;
        log = c;
        set(s, c->member, c->amount);
        printf("%d %d %g %d %s\n", s->mode, s->width, s->ratio, s->depth, s->name);
    }
    int code = s->width;
    while (log) {
        struct change *next = log->next;
        printf("%c %s %g\n", log->tag, log->member->name, log->amount);
        free(log);
        log = next;
    }
    free(s);
    return code;
}
