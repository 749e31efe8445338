// RUN: %compare %s
/* A graph, a list and a table of unions that exist only as initialised globals. */
#include <stdint.h>
#include <stdio.h>

struct place;
struct road {
    unsigned char length;
    const struct place *to;
};
struct place {
    char name;
    const struct road *roads;
    short count;
    _Bool start;
};
extern const struct place a, b, c;
static const struct road from_a[] = {{3, &b}, {7, &c}}, from_b[] = {{2, &c}, {1, &a}},
                         from_c[] = {{5, &a}};
const struct place a = {'a', from_a, 2, 1}, b = {'b', from_b, 2, 0}, c = {'c', from_c, 1, 0};

struct chain {
    uint16_t id;
    struct chain *next;
    struct {
        int8_t low;
        int64_t high;
    } range;
};
static struct chain third = {3, 0, {-3, 300}}, second = {2, &third, {.high = 200}},
                    first = {1, &second, {-1, 100}};
static struct chain ring[3] = {{10, &ring[1], {1, 1}}, {11, &ring[2], {2, 2}}, {12, ring, {3, 3}}};

union either {
    int32_t i;
    struct {
        int8_t a;
        int16_t b;
    } s;
    char text[8];
};
struct option {
    char letter;
    union either value;
    const union either *fallback;
};
static const union either none = {.text = "none"};
static struct option options[] = {
    {'i', {42}, &none}, {'s', {.s = {1, 2}}, &options[0].value}, {'t', {.text = "words"}, 0}};

static int travel(const struct place *at, int steps) {
    int length = 0;
    for (int i = 0; i < steps; i++) {
        const struct road *r = &at->roads[i % at->count];
        length += r->length;
        printf("%c-%d-", at->name, r->length);
        at = r->to;
    }
    printf("%c%s\n", at->name, at->start ? "!" : "");
    return length;
}

int main(void) {
    int length = travel(&a, 7) + travel(&b, 4);
    long sum = 0;
    for (struct chain *p = &first; p; p = p->next) {
        sum += p->id * p->range.high + p->range.low;
        p->range.low = (int8_t)(p->range.low + 5);
    }
    third.next = &ring[1];
    struct chain *p = &first;
    for (int i = 0; i < 10; i++, p = p->next)
        printf("%d:%d:%lld ", p->id, p->range.low, (long long)p->range.high);
    printf("%ld\n", sum);
    options[2].fallback = &options[1].value;
    printf("%c %d %s\n", options[0].letter, options[0].value.i, options[0].fallback->text);
    printf("%c %d %d %d\n", options[1].letter, options[1].value.s.a, options[1].value.s.b,
           options[1].fallback->i);
    printf("%c %s %d\n", options[2].letter, options[2].value.text, options[2].fallback->s.b);
    return length;
}

// CHANGES dtrans-base-test: struct.anon base-test 16; struct.chain base-test 32; struct.option base-test 24; struct.place base-test 24; struct.road base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 16; struct.chain base-test 32; struct.option base-test 24; struct.place base-test 24; struct.road base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 80; struct.chain shuffle 192; struct.option shuffle 88; struct.place shuffle 76; struct.road shuffle 96
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 96; struct.chain shuffle 176; struct.option shuffle 104; struct.place shuffle 104; struct.road shuffle 88
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 80; struct.chain shuffle 168; struct.option shuffle 96; struct.place shuffle 88; struct.road shuffle 90
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.place reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.place reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.option aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.option aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 88; struct.chain shuffle 168; struct.option shuffle+aos-to-soa -; struct.place shuffle 88; struct.road shuffle 88
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon shuffle 80; struct.chain shuffle 184; struct.option aos-to-soa -; struct.place reorder-fields+shuffle 104; struct.road shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.option aos-to-soa -; struct.place reorder-fields 16
// CHANGES dtrans-split<force>: struct.option split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 176; struct.chain shuffle+shuffle 288; struct.option shuffle+split -; struct.place shuffle+shuffle 120; struct.road shuffle+shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.option split -; struct.place reorder-fields 16
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 88; struct.chain shuffle 168; struct.option shuffle 88; struct.place shuffle 88; struct.road shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.place reorder-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 80; struct.chain shuffle 160; struct.option shuffle 96; struct.place shuffle 97; struct.road shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.place reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: main(); travel()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); travel()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
