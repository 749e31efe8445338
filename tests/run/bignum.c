// RUN: %compare %s
/* Numbers of any length: a small struct with a pointer to its digits, passed and returned by value. */
// private: struct term, struct number
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct number {
    uint32_t *digits;
    uint16_t length;
    _Bool negative;
};
struct term {
    char name;
    struct number value;
    short index;
    struct term *next;
};

static struct number from(int64_t v) {
    struct number n = {calloc(2, sizeof(uint32_t)), 0, v < 0};
    uint64_t rest = v < 0 ? -(uint64_t)v : (uint64_t)v;
    for (; rest; rest /= 1000000000u)
        n.digits[n.length++] = (uint32_t)(rest % 1000000000u);
    return n;
}

static struct number add(struct number a, struct number b) {
    struct number n = {NULL, 0, a.negative};
    uint16_t room = (uint16_t)((a.length > b.length ? a.length : b.length) + 1);
    n.digits = calloc(room, sizeof *n.digits);
    uint32_t carry = 0;
    for (uint16_t i = 0; i < room; i++) {
        uint32_t sum = carry + (i < a.length ? a.digits[i] : 0) + (i < b.length ? b.digits[i] : 0);
        n.digits[i] = sum % 1000000000u;
        carry = sum / 1000000000u;
        if (n.digits[i])
            n.length = (uint16_t)(i + 1);
    }
    return n;
}

static struct number times(struct number a, uint32_t by) {
    struct number n = {calloc(a.length + 1u, sizeof *n.digits), a.length, a.negative};
    uint64_t carry = 0;
    for (uint16_t i = 0; i < a.length; i++) {
        carry += (uint64_t)a.digits[i] * by;
        n.digits[i] = (uint32_t)(carry % 1000000000u);
        carry /= 1000000000u;
    }
    if (carry)
        n.digits[n.length++] = (uint32_t)carry;
    return n;
}

static void text(struct number n, char *out, size_t size) {
    int at = snprintf(out, size, "%s%u", n.negative ? "-" : "", n.length ? n.digits[n.length - 1] : 0);
    for (int i = n.length - 2; i >= 0; i--)
        at += snprintf(out + at, size - (size_t)at, "%09u", n.digits[i]);
}

static struct term *term(struct term *next, struct number value, int index) {
    struct term *t = malloc(sizeof *t);
    t->name = (char)('a' + index % 26);
    t->value = value;
    t->index = (short)index;
    t->next = next;
    return t;
}

int main(void) {
    struct term *list = term(NULL, from(1), 0);
    list = term(list, from(1), 1);
    for (int i = 2; i < 120; i++)
        list = term(list, i % 10 ? add(list->value, list->next->value) : times(list->value, 7), i);
    char out[200];
    size_t length = 0;
    for (struct term *t = list; t; t = t->next)
        if (t->index % 13 == 0 || t == list) {
            text(t->value, out, sizeof out);
            printf("%c%d %s %u\n", t->name, t->index, out, t->value.length);
            length += strlen(out);
        }
    struct number small = times(from(-123456789012345), 1000);
    text(small, out, sizeof out);
    printf("%s\n", out);
    while (list) {
        struct term *next = list->next;
        free(list->value.digits);
        free(list);
        list = next;
    }
    return (int)length;
}

// CHANGES dtrans-base-test: struct.number base-test 16; struct.term base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.number base-test 16; struct.term base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.number shuffle 88; struct.term shuffle 192
// CHANGES dtrans-shuffle<seed=2>: struct.number shuffle 96; struct.term shuffle 208
// CHANGES dtrans-shuffle<seed=3>: struct.number shuffle 104; struct.term shuffle 192
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.term reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.term reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.number shuffle 88; struct.term shuffle 176
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.number shuffle 88; struct.term reorder-fields+shuffle 208
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.term reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.number shuffle+shuffle 112; struct.term shuffle+shuffle 288
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.term reorder-fields 32
// CHANGES dtrans-pool<force>: struct.term pool 40
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.number shuffle 88; struct.term shuffle+pool 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.term reorder-fields+pool 32
// CHANGES dtrans-pool<force;split>: struct.term pool 40
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.number shuffle 80; struct.term shuffle+pool 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.term reorder-fields+pool 32
// CHANGES hir-canonicalize,hir-identity: add(); from(); main(); text(); times()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add(); from(); main(); text(); times()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
