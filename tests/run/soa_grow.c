// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;type=event>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;type=token>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: {{[1-9]}} types changed by dtrans-aos-to-soa
/* Arrays that grow by realloc: one behind a static pointer that starts as null, one in a struct
 * that is passed around and begins with malloc; pointers into them are renewed after each growth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct event {
    double time;
    int kind;
    struct event *cause;
    char tag[6];
    short level;
};
struct token {
    long line;
    char kind;
    const char *text;
    int number;
};
struct lexer {
    const char *at;
    struct token *tokens;
    size_t count, room;
};

static struct event *events;
static size_t event_count, event_room;

static struct event *new_event(double time, int kind) {
    if (event_count == event_room) {
        event_room = event_room ? 2 * event_room : 3;
        struct event *more = realloc(events, event_room * sizeof *events);
        if (!more) {
            fprintf(stderr, "no memory\n");
            exit(1);
        }
        events = more;
    }
    struct event *e = &events[event_count++];
    memset(e, 0, sizeof *e);
    e->time = time;
    e->kind = kind;
    e->level = (short)event_count;
    snprintf(e->tag, sizeof e->tag, "t%d", kind);
    return e;
}

static void push(struct lexer *l, char kind, int number) {
    if (l->count == l->room) {
        l->room += l->room / 2 + 1;
        l->tokens = realloc(l->tokens, l->room * sizeof *l->tokens);
        if (!l->tokens)
            exit(1);
    }
    struct token t = {1, kind, l->at, number};
    l->tokens[l->count++] = t;
}

static void lex(struct lexer *l) {
    while (*l->at) {
        char c = *l->at;
        if (c >= '0' && c <= '9')
            push(l, 'n', c - '0');
        else if (c != ' ')
            push(l, c, -1);
        l->at++;
    }
}

int main(void) {
    for (int i = 0; i < 40; i++) {
        size_t cause = (size_t)(i * 7 % (i + 1));
        struct event *e = new_event(i * 1.5, i % 5);
        e->cause = i ? &events[cause] : NULL;
        if (i % 10 == 9)
            for (size_t k = 0; k < event_count; k++)
                events[k].cause = k ? &events[k / 2] : NULL;
    }
    double sum = 0;
    for (size_t i = 0; i < event_count; i++) {
        int hops = 0;
        for (struct event *e = &events[i]; e; e = e->cause)
            hops++;
        sum += hops * events[i].time;
        printf("%s%d/%d ", events[i].tag, events[i].level, hops);
    }
    printf("%g\n", sum);
    events = realloc(events, 10 * sizeof *events);
    if (!events)
        return 2;
    for (int i = 0; i < 10; i++)
        printf("%g%s ", events[i].time, events[i].tag);
    free(events);
    events = NULL;
    event_count = event_room = 0;
    new_event(3, 4)->cause = NULL;
    printf("| %g\n", events[0].time);
    free(events);

    struct lexer l = {.at = "12 + (3 * 4) - 5 / 66 + 7 * (8 - 9)"};
    l.room = 4;
    l.tokens = malloc(l.room * sizeof *l.tokens);
    if (!l.tokens)
        return 1;
    lex(&l);
    int numbers = 0;
    for (struct token *t = l.tokens; t < l.tokens + l.count; t++) {
        numbers += t->number;
        printf("%c%d ", t->kind, t->number);
    }
    printf("%zu %zu %d %s\n", l.count, l.room, numbers, l.tokens[3].text);
    free(l.tokens);
    return 0;
}

// CHANGES dtrans-base-test: struct.event base-test 32; struct.lexer base-test 32; struct.token base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.event base-test 32; struct.lexer base-test 32; struct.token base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.event shuffle 120; struct.lexer shuffle 125; struct.token shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.event shuffle 128; struct.lexer shuffle 120; struct.token shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.event shuffle 112; struct.lexer shuffle 96; struct.token shuffle 101
// CHANGES dtrans-delete-fields: struct.event delete-fields 24; struct.token delete-fields 24
// CHANGES dtrans-reorder-fields: struct.event reorder-fields 32; struct.lexer reorder-fields 32; struct.token reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.event delete-fields+reorder-fields 24; struct.lexer reorder-fields 32; struct.token delete-fields+reorder-fields 16
// CHANGES dtrans-aos-to-soa: struct.event aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.event aos-to-soa; struct.lexer aos-to-soa; struct.token aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.event aos-to-soa; struct.lexer aos-to-soa; struct.token aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.event shuffle+aos-to-soa; struct.lexer shuffle+aos-to-soa; struct.token shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.event aos-to-soa+reorder-fields+shuffle; struct.lexer aos-to-soa+reorder-fields+shuffle; struct.token aos-to-soa+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.event delete-fields+reorder-fields+aos-to-soa; struct.lexer reorder-fields+aos-to-soa; struct.token delete-fields+reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.event split; struct.lexer split; struct.token split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.event shuffle+split+shuffle; struct.lexer shuffle+split+shuffle; struct.token shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.event delete-fields+reorder-fields+split; struct.lexer reorder-fields+split; struct.token delete-fields+reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.event shuffle 128; struct.lexer shuffle 120; struct.token shuffle 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.event delete-fields+reorder-fields 24; struct.lexer reorder-fields 32; struct.token delete-fields+reorder-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.event shuffle 128; struct.lexer shuffle 118; struct.token shuffle 136
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.event delete-fields+reorder-fields 24; struct.lexer reorder-fields 32; struct.token delete-fields+reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: lex(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: lex(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() sinking-into-the-start
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() sinking-into-the-start
// CHANGES hir-optimize: nothing
