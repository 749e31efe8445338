/* HIR from text, for tests. */
#ifndef LATHE_TESTS_HIR_TEXT_H
#define LATHE_TESTS_HIR_TEXT_H

#include "parsed.h"

#include "hir/text.h"

#include <stdio.h>

typedef struct hir_case_text {
    parsed p;
    hir h;
} hir_text;

static inline void hir_text_begin(hir_text *t) {
    t->p = parse("target datalayout = \"e-m:e-p:64:64-p1:32:32-i64:64-n8:16:32:64\"");
    assert_true(hir_init(&t->h, &t->p.m));
}

static inline void hir_text_end(hir_text *t) {
    hir_free(&t->h);
    assert_int_equal(t->p.ctx->bytes_used, 0);
    parsed_free(&t->p);
}

static inline void assert_verified(const hir *h) {
    str why;
    str_init(&why, h->ctx);
    if (!hir_verify(h, &why))
        fail_msg("%s", str_text(&why));
    str_free(&why);
}

static inline void hir_text_read(hir_text *t, const char *text) {
    hir_text_begin(t);
    if (!hir_parse(&t->h, "test", text, strlen(text)))
        fail_msg("%s in:\n%s", lathe_ctx_error(t->p.ctx), text);
    assert_verified(&t->h);
}

static inline str hir_text_print(const hir *h, hir_text_options options) {
    str out;
    str_init(&out, h->ctx);
    hir_print(h, &options, &out);
    return out;
}

typedef struct node_search {
    uint32_t number;
    HLNode *found;
} node_search;

static inline bool match_number(void *data, HLNode *node) {
    node_search *s = data;
    if (node->number == s->number)
        s->found = node;
    return true;
}

/* The node with the number <n>. */
static inline HLDDNode *node_at(const hir *h, uint32_t number) {
    node_search s = {.number = number};
    for (size_t i = 0; i < h->regions.len; i++)
        hir_walk(&h->regions.at[i]->node, &(hir_walker){.visit = match_number, .data = &s});
    assert_non_null(s.found);
    HLDDNode *dd = hir_as_dd(s.found);
    assert_non_null(dd);
    return dd;
}

static inline void assert_canon(const hir *h, const CanonExpr *ce, const char *expected) {
    str out;
    str_init(&out, h->ctx);
    if (ce)
        hir_canon_print(h, ce, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&out);
}

static inline void assert_ref(const hir *h, const RegDDRef *ref, const char *expected) {
    str out;
    str_init(&out, h->ctx);
    if (ref)
        hir_ref_print(h, ref, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&out);
}

#endif
