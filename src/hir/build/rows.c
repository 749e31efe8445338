/* Rows whose sizes are known only at run time: subscripts are cut into dimensions.
 *
 *   a[n * i + j + n + 1]         ─►  a[i + 1 : n][j + 1]
 *   a[(n + 1) * i + n * k]       ─►  a[i + k : n][i]          k counts from i on
 *   a[m * n * i + n * j + k]     ─►  a[i : m * n][j : n][k]
 *
 * A subscript is a sum of monomials: an iteration or none, times a constant and blobs. The blobs of
 * those with an iteration are the sizes of rows; each monomial goes to the largest row that divides
 * it. References with one base are cut alike where the rows of all of them are nested, so that
 * they can be compared: a[n * i] is a[i : n][0] if there is another with rows of n. So is what has
 * no row in it, if its iterations step through one elsewhere.
 *
 * The sum of all subscripts times their strides stays the same, modulo 2^64, whatever is cut: what
 * is no row of the program's is only of no use. */
#include "hir/build/builder.h"

enum { MAX_FACTORS = 4, MAX_MONOMIALS = 24, MAX_ROWS = 4, MAX_STEPS = 32, MAX_DIMENSIONS = 8 };

/* Π blobs, in ascending order. */
typedef struct product {
    hir_blob at[MAX_FACTORS];
    uint32_t count;
} product;

typedef struct monomial {
    uint32_t level; /* 0: no iteration */
    int64_t coefficient;
    product blobs;
} monomial;

typedef struct polynomial {
    monomial at[MAX_MONOMIALS];
    uint32_t count;
} polynomial;

typedef struct row_list {
    product at[MAX_ROWS]; /* the largest first */
    uint32_t count;
} row_list;

/* References with one base, and the same stride in the dimension that is cut. */
typedef struct group {
    const CanonExpr *base;
    hir_blob stride;
    row_list rows;
    const HLLoop *steps[MAX_STEPS]; /* loops that step through the last dimension */
    uint32_t step_count;
    bool nested; /* the rows */
} group;

typedef struct candidate {
    RegDDRef *ref;
    uint32_t dimension; /* from 0 */
    uint32_t group;
    polynomial sum;
    row_list rows; /* its own */
} candidate;

typedef struct cutter {
    hir *h;
    const HLRegion *region;
    VEC(candidate) candidates;
    VEC(group) groups;
    bool changed;
} cutter;

/* Polynomials. */

static bool add_factor(product *p, hir_blob b) {
    if (p->count == MAX_FACTORS)
        return false;
    uint32_t at = p->count++;
    for (; at > 0 && p->at[at - 1] > b; at--)
        p->at[at] = p->at[at - 1];
    p->at[at] = b;
    return true;
}

static bool multiply(const monomial *a, const monomial *b, monomial *out) {
    *out = *a;
    for (uint32_t i = 0; i < b->blobs.count; i++)
        if (!add_factor(&out->blobs, b->blobs.at[i]))
            return false;
    return !__builtin_mul_overflow(a->coefficient, b->coefficient, &out->coefficient);
}

static bool append(polynomial *p, const monomial *m) {
    if (p->count == MAX_MONOMIALS)
        return false;
    p->at[p->count++] = *m;
    return true;
}

static bool add_times(const hir *h, polynomial *p, const monomial *m, hir_blob b);

/* p += m * Π operands from one on. */
static bool add_product(const hir *h, polynomial *p, const monomial *m, const hir_blob *operands,
                        uint32_t count) {
    polynomial first = {0};
    if (!count)
        return append(p, m);
    if (!add_times(h, &first, m, *operands))
        return false;
    for (uint32_t i = 0; i < first.count; i++)
        if (!add_product(h, p, &first.at[i], operands + 1, count - 1))
            return false;
    return true;
}

/* p += m * b. The depth of blobs is bounded. */
static bool add_times(const hir *h, polynomial *p, const monomial *m, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(h, b);
    monomial factor = {.coefficient = 1}, out;
    if (info->op == BLOB_MUL)
        return add_product(h, p, m, info->operands, info->operand_count);
    for (uint32_t i = 0; info->op == BLOB_ADD && i < info->operand_count; i++)
        if (!add_times(h, p, m, info->operands[i]))
            return false;
    if (info->op == BLOB_ADD)
        return true;
    if (info->op == BLOB_CONSTANT)
        factor.coefficient = info->constant;
    else
        add_factor(&factor.blobs, b);
    return multiply(m, &factor, &out) && append(p, &out);
}

static bool read_sum(const hir *h, const CanonExpr *ce, polynomial *p) {
    monomial m = {.coefficient = ce->constant};
    *p = (polynomial){0};
    if (!hir_canon_is_plain(ce) || (ce->constant && !append(p, &m)))
        return false;
    hir_each_term (t, ce) {
        m = (monomial){.level = t.level, .coefficient = t.coefficient};
        if (!(t.blob ? add_times(h, p, &m, t.blob) : append(p, &m)))
            return false;
    }
    return true;
}

/* Whether the row divides the product, which is what is left of it. */
static bool take_row(product *from, const product *row) {
    product left = {0};
    uint32_t next = 0;
    for (uint32_t i = 0; i < from->count; i++)
        if (next < row->count && from->at[i] == row->at[next])
            next++;
        else
            left.at[left.count++] = from->at[i];
    if (next < row->count)
        return false;
    *from = left;
    return true;
}

static bool is_same(const product *a, const product *b) {
    product left = *a;
    return a->count == b->count && take_row(&left, b);
}

/* Rows. */

static bool add_row(row_list *rows, const product *row) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < rows->count; i++)
        if (is_same(&rows->at[i], row))
            return true;
    if (rows->count == MAX_ROWS)
        return false;
    while (at < rows->count && rows->at[at].count >= row->count)
        at++;
    for (uint32_t i = rows->count++; i > at; i--)
        rows->at[i] = rows->at[i - 1];
    rows->at[at] = *row;
    return true;
}

static bool are_nested(const row_list *rows) {
    for (uint32_t i = 1; i < rows->count; i++) {
        product outer = rows->at[i - 1];
        if (!take_row(&outer, &rows->at[i]) || !outer.count)
            return false;
    }
    return true;
}

static bool is_fixed(const cutter *c, const product *p) {
    for (uint32_t i = 0; i < p->count; i++)
        if (hir_blob_level(c->h, p->at[i], c->region))
            return false;
    return true;
}

/* No rows if one of them is not the same in all of the region, or nothing steps through the last:
 * a[(n + 1) * i] alone is only a stride. */
static row_list own_rows(const cutter *c, const polynomial *p) {
    row_list rows = {0};
    uint64_t all = 0, steps = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const monomial *m = &p->at[i];
        if (!m->level)
            continue;
        all |= UINT64_C(1) << m->level;
        if (!m->blobs.count)
            steps |= UINT64_C(1) << m->level;
        else if (!is_fixed(c, &m->blobs) || !add_row(&rows, &m->blobs))
            return (row_list){0};
    }
    return steps && (all & (all - 1)) ? rows : (row_list){0};
}

/* Groups. */

static const HLLoop *loop_at(const RegDDRef *ref, uint32_t level) {
    const HLLoop *loop = hir_parent_loop(ref->node);
    while (loop && loop->level > level)
        loop = hir_parent_loop(&loop->node.node);
    return loop;
}

static bool is_step(const group *g, const HLLoop *loop) {
    for (uint32_t i = 0; i < g->step_count; i++)
        if (g->steps[i] == loop)
            return true;
    return false;
}

static group *find_group(cutter *c, candidate *k) {
    hir_blob stride = k->ref->strides[k->dimension];
    for (k->group = 0; k->group < c->groups.len; k->group++) {
        group *g = &c->groups.at[k->group];
        if (g->stride == stride && hir_canon_equal(g->base, k->ref->base))
            return g;
    }
    group new = {.base = k->ref->base, .stride = stride, .nested = true};
    return vec_push(c->h->ctx, &c->groups, new) ? &vec_last(&c->groups) : NULL;
}

static void join_group(cutter *c, candidate *k) {
    group *g = find_group(c, k);
    for (uint32_t i = 0; g && i < k->rows.count; i++)
        g->nested &= add_row(&g->rows, &k->rows.at[i]);
    for (uint32_t i = 0; g && k->rows.count && i < k->sum.count; i++) {
        const monomial *m = &k->sum.at[i];
        const HLLoop *loop = m->level && !m->blobs.count ? loop_at(k->ref, m->level) : NULL;
        if (loop && g->step_count < MAX_STEPS && !is_step(g, loop))
            g->steps[g->step_count++] = loop;
    }
}

/* The dimension with rows in it, or the innermost. */
static void read_ref(cutter *c, RegDDRef *ref) {
    candidate k = {.ref = ref}, first = k;
    bool any = false;
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        k.dimension = d;
        if (!read_sum(c->h, ref->subscripts[d], &k.sum))
            continue;
        k.rows = own_rows(c, &k.sum);
        if (k.rows.count)
            break;
        first = d ? first : k;
        any |= d == 0;
    }
    if (!k.rows.count && !any)
        return;
    if (!k.rows.count)
        k = first;
    join_group(c, &k);
    vec_push(c->h->ctx, &c->candidates, k);
}

static void read_refs(cutter *c, HLRegion *region) {
    hir_each_node (node, &region->node)
        hir_each_ref (ref, node)
            if (ref->kind != REF_SCALAR && ref->base && ctx_tick(c->h->ctx, 1))
                read_ref(c, ref);
}

/* Whether it is one of the rows' array, as far as that shows. */
static bool has_rows(const group *g, const candidate *k) {
    bool steps = false;
    for (uint32_t i = 0; i < k->sum.count; i++) {
        const monomial *m = &k->sum.at[i];
        product rest = m->blobs;
        for (uint32_t r = 0; r < g->rows.count; r++)
            if (take_row(&rest, &g->rows.at[r]))
                return true;
        if (m->level && !is_step(g, loop_at(k->ref, m->level)))
            return false;
        steps |= m->level != 0;
    }
    return steps;
}

/* Cutting. */

static hir_blob blob_of(hir *h, const product *p) {
    return p->count < 2 ? p->at[0] : hir_blob_make(h, BLOB_MUL, hir_index_type(h), p->at, p->count);
}

/* Adds the monomial to the dimension of the largest row that divides it; the last has none. */
static bool give(hir *h, const row_list *rows, CanonExpr *const *indices, const monomial *m) {
    product rest = m->blobs;
    uint32_t row = 0;
    while (row < rows->count && !take_row(&rest, &rows->at[row]))
        row++;
    hir_blob blob = rest.count ? blob_of(h, &rest) : 0;
    return indices[row] && (!rest.count || blob) &&
           hir_canon_add_term(h, indices[row], m->level, m->coefficient, blob);
}

/* Whether it is below 0 in all iterations. */
static bool is_negative(const CanonExpr *ce) {
    hir_each_term (t, ce)
        if (!t.level || t.blob || t.coefficient > 0)
            return false;
    return ce->constant < 0;
}

/* n * (m - i) - 1 - j is n * (m - 1 - i) + n - 1 - j: what runs down from the end of a row begins
 * in that row, not in the next. */
static bool borrow(hir *h, const row_list *rows, CanonExpr *const *indices) {
    for (uint32_t row = rows->count; row > 0; row--) {
        product ratio = rows->at[row - 1];
        if (!is_negative(indices[row]) || (row < rows->count && !take_row(&ratio, &rows->at[row])))
            continue;
        hir_blob blob = ratio.count ? blob_of(h, &ratio) : 0;
        if (!blob || !hir_canon_add_blob(h, indices[row], 1, blob) ||
            !hir_canon_add_constant(h, indices[row - 1], -1))
            return false;
    }
    return true;
}

/* One dimension becomes several; its flags hold for each of them, as they do for sums of some of
 * its terms. */
static bool cut(hir *h, RegDDRef *ref, uint32_t own, const polynomial *sum, const row_list *rows) {
    CanonExpr *indices[MAX_ROWS + 1];
    RegDDRef *out = hir_ref_memory(h, ref->kind, ref->base, ref->dimensions + rows->count);
    if (!out)
        return false;
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        uint32_t to = d > own ? d + rows->count : d;
        out->subscripts[to] = ref->subscripts[d];
        out->strides[to] = ref->strides[d];
        out->sizes[to] = ref->sizes[d];
    }
    for (uint32_t r = 0; r <= rows->count; r++)
        indices[r] = hir_canon_new(h, hir_index_type(h));
    for (uint32_t i = 0; i < sum->count; i++)
        if (!give(h, rows, indices, &sum->at[i]))
            return false;
    if (!borrow(h, rows, indices))
        return false;
    for (uint32_t r = 0; r <= rows->count; r++) {
        uint32_t d = own + rows->count - r;
        indices[r]->exact = ref->subscripts[own]->exact;
        out->subscripts[d] = indices[r];
        hir_blob both[2] = {ref->strides[own], r < rows->count ? blob_of(h, &rows->at[r]) : 0};
        if (r < rows->count)
            out->strides[d] = hir_blob_make(h, BLOB_MUL, hir_index_type(h), both, 2);
        if (!out->strides[d])
            return false;
    }
    ref->subscripts = out->subscripts;
    ref->strides = out->strides;
    ref->sizes = out->sizes;
    ref->dimensions = out->dimensions;
    ref->in_bounds = false;
    return true;
}

static void cut_candidate(cutter *c, const candidate *k) {
    const group *g = &c->groups.at[k->group];
    const row_list *rows = g->nested && (k->rows.count || has_rows(g, k)) ? &g->rows : &k->rows;
    if (rows->count && k->ref->dimensions + rows->count <= MAX_DIMENSIONS &&
        cut(c->h, k->ref, k->dimension, &k->sum, rows))
        c->changed = true;
}

static bool cut_region(hir *h, HLRegion *region) {
    cutter c = {.h = h, .region = region};
    read_refs(&c, region);
    for (size_t i = 0; i < c.groups.len; i++)
        c.groups.at[i].nested &= are_nested(&c.groups.at[i].rows);
    for (size_t i = 0; i < c.candidates.len && ctx_ok(h->ctx); i++)
        cut_candidate(&c, &c.candidates.at[i]);
    vec_free(h->ctx, &c.candidates);
    vec_free(h->ctx, &c.groups);
    return c.changed;
}

bool hir_b_cut_rows(hir *h) {
    bool changed = false;
    for (size_t i = 0; i < h->regions.len && ctx_ok(h->ctx); i++)
        changed |= cut_region(h, h->regions.at[i]);
    return ctx_ok(h->ctx) && (!changed || hir_update_levels(h));
}
