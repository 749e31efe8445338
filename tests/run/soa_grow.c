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
