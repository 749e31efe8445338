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

// CHANGES dtrans-base-test: struct.change base-test 32; struct.member base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.change base-test 32; struct.member base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.change shuffle 118; struct.member shuffle 101
// CHANGES dtrans-shuffle<seed=2>: struct.change shuffle 112; struct.member shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.change shuffle 89; struct.member shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.change aos-to-soa; struct.member aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.change aos-to-soa; struct.member aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.member aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.change shuffle+aos-to-soa; struct.member shuffle+aos-to-soa -
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.change aos-to-soa+shuffle; struct.member aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.change aos-to-soa; struct.member aos-to-soa -
// CHANGES dtrans-split<force>: struct.change split; struct.member split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.change shuffle+split+shuffle; struct.member shuffle+split -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.change split; struct.member split -
// CHANGES dtrans-pool<force>: struct.change pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.change shuffle+pool 24; struct.member shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.change pool 24
// CHANGES dtrans-pool<force;split>: struct.change pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.change shuffle+pool 107; struct.member shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.change pool 24
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
