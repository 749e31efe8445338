#include "hir/dd/memo.h"

#include <string.h>
#include <xxhash.h>

typedef struct entry {
    struct entry *next; /* with the same hash */
    const unsigned char *key;
    size_t size;
    const dd_vector *vectors; /* same, then forward and backward of each level */
    dd_test by;
    bool asked, unsure, gave_up;
} entry;

enum { MAX_ENTRIES = 100000 };

void dd_memo_init(dd_memo *m, lathe_ctx *ctx) {
    *m = (dd_memo){.ctx = ctx};
    arena_init(&m->mem, ctx);
    map_init(&m->at, ctx);
}

void dd_memo_free(dd_memo *m) {
    vec_free(m->ctx, &m->key);
    map_free(&m->at);
    arena_free(&m->mem);
}

static void put(dd_memo *m, const void *data, size_t size) {
    if (!vec_reserve(m->ctx, &m->key, m->key.len + size))
        return;
    memcpy(m->key.at + m->key.len, data, size);
    m->key.len += size;
}

/* All that the answer depends on. */
static void make_key(dd_memo *m, const dd_problem *p, bool exact) {
    uint32_t head[] = {p->common,          p->source,     p->sink,
                       p->condition_count, p->rows.vars,  p->rows.rows,
                       p->is_box,          p->rows.loose, exact};
    m->key.len = 0;
    put(m, head, sizeof head);
    for (uint32_t i = 0; i < p->condition_count; i++) {
        const dd_condition *c = &p->conditions[i];
        uint32_t words[] = {c->row, c->when, c->levels};
        put(m, words, sizeof words);
    }
    put(m, p->rows.kind, p->rows.rows);
    put(m, p->rows.cells, p->rows.rows * (p->rows.vars + 1) * sizeof *p->rows.cells);
    for (uint32_t i = 0; i < p->source + p->sink; i++) {
        dd_wide high = p->spans[i].bounded ? p->spans[i].high : -1;
        put(m, &high, sizeof high);
    }
}

static const entry *find(const dd_memo *m, uint64_t hash) {
    const map_word *place = map_find_u(&m->at, hash);
    const entry *e = place ? place->p : NULL;
    while (e && (e->size != m->key.len || memcmp(e->key, m->key.at, e->size) != 0))
        e = e->next;
    return e;
}

static void copy_vectors(const dd_answer *from, uint32_t common, dd_vector *to) {
    to[0] = from->same;
    for (uint32_t k = 1; k <= common; k++) {
        to[2 * k - 1] = from->forward[k];
        to[2 * k] = from->backward[k];
    }
}

static void recall(const entry *e, uint32_t common, dd_answer *to) {
    to->same = e->vectors[0];
    for (uint32_t k = 1; k <= common; k++) {
        to->forward[k] = e->vectors[2 * k - 1];
        to->backward[k] = e->vectors[2 * k];
    }
    to->by = e->by;
    to->asked = e->asked;
    to->unsure = e->unsure;
    to->gave_up = e->gave_up;
}

/* Without memory for it, it is not kept. */
static void keep(dd_memo *m, uint64_t hash, uint32_t common, const dd_answer *answer) {
    entry *e = arena_new(&m->mem, entry);
    unsigned char *key = arena_alloc(&m->mem, m->key.len);
    dd_vector *vectors = arena_array(&m->mem, 2 * common + 1, dd_vector);
    map_word *place = e && key && vectors ? map_put_u(&m->at, hash) : NULL;
    if (!place)
        return;
    memcpy(key, m->key.at, m->key.len);
    copy_vectors(answer, common, vectors);
    *e = (entry){.next = place->p,
                 .key = key,
                 .size = m->key.len,
                 .vectors = vectors,
                 .by = answer->by,
                 .asked = answer->asked,
                 .unsure = answer->unsure,
                 .gave_up = answer->gave_up};
    place->p = e;
}

void dd_memo_solve(dd_memo *m, const dd_problem *p, dd_exact *exact, dd_answer *answer) {
    if (!m || m->at.len > MAX_ENTRIES) {
        dd_solve(p, exact, answer);
        return;
    }
    make_key(m, p, exact != NULL);
    uint64_t hash = XXH3_64bits(m->key.at, m->key.len);
    const entry *known = find(m, hash);
    m->hits += known != NULL;
    if (known) {
        recall(known, p->common, answer);
        return;
    }
    dd_solve(p, exact, answer);
    if (!answer->gave_up)
        keep(m, hash, p->common, answer);
}
