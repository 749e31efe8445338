/* Two references as a problem, and what follows from it. */
#include "hir/dd/vars.h"

static uint32_t loops_around(const HLNode *node, const HLNode **out, uint32_t room) {
    uint32_t count = hir_node_level(node), at = count;
    for (const HLLoop *l = hir_parent_loop(node); l; l = hir_parent_loop(&l->node.node))
        if (--at < room)
            out[at] = &l->node.node;
    return count < room ? count : room;
}

uint32_t dd_common_loops(const HLNode *a, const HLNode *b) {
    const HLNode *of_a[DD_MAX_LEVELS], *of_b[DD_MAX_LEVELS];
    uint32_t na = loops_around(a, of_a, DD_MAX_LEVELS), nb = loops_around(b, of_b, DD_MAX_LEVELS);
    uint32_t common = 0;
    while (common < na && common < nb && of_a[common] == of_b[common])
        common++;
    return common;
}

typedef struct pairing {
    dd_region *r;
    const dd_access *source, *sink;
    uint32_t common;
    dd_vars vars;
    dd_problem *p;
} pairing;

/* Whether a symbol that varies has one value at both positions, when they are executed in the same
 * iteration of the loops around its defs: no def is between them. */
static bool is_same_in_iteration(const pairing *x, const dd_symbol *s) {
    uint32_t a = x->source->ref->node->order, b = x->sink->ref->node->order;
    uint32_t first = a < b ? a : b, last = a < b ? b : a;
    if (s->many_defs || s->level > x->common)
        return false;
    for (uint32_t i = 0; i < s->def_count; i++) {
        const HLNode *def = s->defs[i];
        if ((def->order >= first && def->order < last) ||
            dd_common_loops(def, x->source->ref->node) < hir_node_level(def) ||
            dd_common_loops(def, x->sink->ref->node) < hir_node_level(def))
            return false;
    }
    return true;
}

static uint32_t levels_up_to(uint32_t level) {
    return (1u << level) - 1;
}

static int64_t *add_condition(pairing *x, dd_when when, uint32_t levels) {
    dd_problem *p = x->p;
    if (p->condition_count == DD_MAX_CONDITIONS)
        return NULL;
    int64_t *row = dd_system_add(&p->rows, DD_ROW_WATCHED);
    if (row)
        p->conditions[p->condition_count++] = (dd_condition){p->rows.rows - 1, when, levels};
    return row;
}

/* Symbols that vary, but not between the two. */
static void add_same_symbols(pairing *x) {
    const dd_vars *v = &x->vars;
    for (uint32_t i = 0; i < v->count; i++) {
        const dd_symbol *s =
            v->at[i].kind == DD_ATOM_SYMBOL ? &x->r->symbols.at[v->at[i].number] : NULL;
        if (!s || !s->varies || v->at[i].side != DD_SOURCE)
            continue;
        uint32_t k = 0;
        while (k < v->count && (v->at[k].kind != DD_ATOM_SYMBOL || v->at[k].side != DD_SINK ||
                                v->at[k].number != v->at[i].number))
            k++;
        if (k == v->count || !is_same_in_iteration(x, s))
            continue;
        int64_t *row = add_condition(x, DD_WHEN_EQUAL, levels_up_to(s->level));
        if (row) {
            row[dd_other(x->p, i)] = -1;
            row[dd_other(x->p, k)] = 1;
        }
    }
}

/* q = blob * (y - x): 0 if y = x; at least the blob if y > x, and the blob is not negative. */
static void add_product(pairing *x, uint32_t at, uint32_t number) {
    const dd_product *product = &x->r->products.at[number];
    const dd_symbol *s = &x->r->symbols.at[product->symbol];
    uint32_t level = 1u << (product->level - 1);
    dd_form blob = {.count = 1, .terms = {{DD_ATOM_SYMBOL, product->symbol, 1}}};
    int64_t *row = add_condition(x, DD_WHEN_EQUAL, level);
    if (row)
        row[at] = 1;
    if (s->range.low < 0 && !dd_is_proven(x->r, x->source->domain, &blob))
        return;
    for (int sign = 1; sign >= -1; sign -= 2) {
        row = add_condition(x, sign > 0 ? DD_WHEN_LESS : DD_WHEN_GREATER, level);
        if (!row)
            return;
        row[at] = sign;
        dd_vars_put(&x->vars, row, &blob, DD_SOURCE, -1);
    }
}

static void add_products(pairing *x) {
    for (uint32_t i = 0; i < x->vars.count; i++)
        if (x->vars.at[i].kind == DD_ATOM_PRODUCT && x->vars.at[i].side == DD_DIFFERENCE)
            add_product(x, dd_other(x->p, i), x->vars.at[i].number);
}

/* A product of the same blob and common loop in both, so often. */
static bool is_shared_product(const pairing *x, const dd_term *t, const dd_form *other) {
    if (t->kind != DD_ATOM_PRODUCT ||
        dd_coefficient_of(other, (dd_atom_kind)t->kind, t->number) != t->coefficient)
        return false;
    const dd_product *p = &x->r->products.at[t->number];
    return p->level <= x->common && !x->r->symbols.at[p->symbol].varies;
}

/* Moves products that both have from a and b into *shared. */
static void split_products(const pairing *x, dd_form *a, dd_form *b, dd_form *shared) {
    *shared = dd_form_constant(0);
    for (uint32_t i = a->count; i-- > 0;) {
        dd_term t = a->terms[i];
        if (!is_shared_product(x, &t, b))
            continue;
        shared->terms[shared->count++] = t;
        a->terms[i] = a->terms[--a->count];
        for (uint32_t k = 0; k < b->count; k++)
            if (b->terms[k].kind == t.kind && b->terms[k].number == t.number)
                b->terms[k--] = b->terms[--b->count];
    }
}

/* low <= sink - source <= high */
typedef struct equation {
    dd_form source, sink, shared;
    dd_wide low, high;
} equation;

static bool put_difference(const pairing *x, const equation *e, int64_t *row, int64_t sign) {
    return dd_vars_put(&x->vars, row, &e->sink, DD_SINK, sign) &&
           dd_vars_put(&x->vars, row, &e->source, DD_SOURCE, -sign) &&
           dd_vars_put(&x->vars, row, &e->shared, DD_DIFFERENCE, sign);
}

static dd_wide magnitude(dd_wide a) {
    return a < 0 ? -a : a;
}

static void add_at_least(const pairing *x, const equation *e, int sign, dd_wide least) {
    dd_system *s = &x->p->rows;
    int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
    if (row &&
        (!put_difference(x, e, row, sign) || !dd_narrow(row[s->vars] - least, &row[s->vars])))
        dd_system_drop(s);
}

/* Where the coefficients allow only one value in between, the row is an equation. */
static void add_equation(const pairing *x, const equation *e) {
    dd_system *s = &x->p->rows;
    int64_t *row = dd_system_add(s, DD_ROW_EQUAL);
    if (!row)
        return;
    if (!put_difference(x, e, row, 1)) {
        dd_system_drop(s);
        return;
    }
    int64_t divisor = dd_shared_divisor(row, s->vars);
    dd_wide c = row[s->vars], d = divisor ? divisor : 1;
    dd_wide low = divisor ? -num_floor_div(-(e->low - c), d) : 0;
    dd_wide high = divisor ? num_floor_div(e->high - c, d) : 0;
    bool possible = divisor ? low <= high : e->low <= c && c <= e->high;
    if (!possible) {
        for (uint32_t i = 0; i < s->vars; i++)
            row[i] = 0;
        row[s->vars] = 1;
    } else if (low == high && magnitude(low) < INT64_MAX) {
        for (uint32_t i = 0; i < s->vars; i++)
            row[i] /= d;
        row[s->vars] = -(int64_t)low;
    } else {
        s->rows--;
        add_at_least(x, e, 1, e->low);
        add_at_least(x, e, -1, -e->high);
    }
}

enum { MAX_EQUATIONS = DD_MAX_DIMENSIONS };

typedef struct equations {
    equation at[MAX_EQUATIONS];
    uint32_t count;
} equations;

static void make_equation(const pairing *x, const dd_form *source, const dd_form *sink, dd_wide low,
                          dd_wide high, equation *e) {
    e->source = *source;
    e->sink = *sink;
    e->low = low;
    e->high = high;
    split_products(x, &e->source, &e->sink, &e->shared);
}

static bool have_same_strides(const RegDDRef *a, const RegDDRef *b) {
    bool same = a->dimensions == b->dimensions;
    for (uint32_t d = 0; same && d < a->dimensions; d++)
        same = a->strides[d] == b->strides[d];
    return same;
}

static bool have_same_indices(const dd_access *a, const dd_access *b) {
    bool same = a->index_count && a->index_count == b->index_count && a->unit == b->unit;
    for (uint32_t i = 0; same && i < a->index_count; i++)
        same = a->indices[i].symbol == b->indices[i].symbol;
    return same;
}

bool dd_have_same_shape(const dd_access *a, const dd_access *b) {
    if (a->index_count || b->index_count)
        return have_same_indices(a, b);
    return !a->subscripts == !b->subscripts &&
           (!a->subscripts || have_same_strides(a->ref, b->ref));
}

static void equations_by_index(pairing *x, equations *all) {
    const dd_access *a = x->source, *b = x->sink;
    for (uint32_t i = 0; i < a->index_count; i++)
        make_equation(x, &a->indices[i].form, &b->indices[i].form, 0, 0, &all->at[all->count++]);
    make_equation(x, &a->rest, &b->rest, 1 - (dd_wide)b->size, (dd_wide)a->size - 1,
                  &all->at[all->count++]);
}

static void equations_by_dimension(pairing *x, equations *all) {
    const dd_access *a = x->source, *b = x->sink;
    int64_t stride;
    bool constant = hir_is_constant_blob(x->r->h, a->ref->strides[0], &stride);
    for (uint32_t d = 0; d < a->ref->dimensions; d++) {
        dd_wide below = 0, above = 0;
        if (d == 0 && constant && stride > 0) {
            below = -num_floor_div((dd_wide)b->size - 1, stride);
            above = num_floor_div((dd_wide)a->size - 1, stride);
        }
        make_equation(x, &a->subscripts[d], &b->subscripts[d], below, above,
                      &all->at[all->count++]);
    }
}

/* Whether the difference of the addresses as numbers is that of the addresses. */
static bool cannot_wrap(const pairing *x) {
    const dd_wide far = (dd_wide)1 << 62;
    const dd_form *a = &x->source->address, *b = &x->sink->address;
    if ((x->source->no_wrap && x->sink->no_wrap) || (x->source->connected && x->sink->connected))
        return true;
    if (x->source->modular || x->sink->modular)
        return false;
    return a->bounded && b->bounded && a->range.low > -far && b->range.low > -far &&
           a->range.high < far && b->range.high < far;
}

static bool make_equations(pairing *x, equations *all, dd_pair_result *result) {
    const dd_access *a = x->source, *b = x->sink;
    const dd_symbol *base = &x->r->symbols.at[a->base];
    all->count = 0;
    if (!cannot_wrap(x)) {
        result->why = "address-may-wrap";
        return false;
    }
    if (!base->varies && have_same_indices(a, b)) {
        equations_by_index(x, all);
        return true;
    }
    if (a->subscripts && b->subscripts && !base->varies && have_same_strides(a->ref, b->ref)) {
        result->assumed_dims = a->dims_assumed || b->dims_assumed;
        equations_by_dimension(x, all);
        return true;
    }
    equation *e = &all->at[all->count++];
    make_equation(x, &a->address, &b->address, 1 - (dd_wide)b->size, (dd_wide)a->size - 1, e);
    if (!base->varies)
        return true;
    dd_form pointer = {.count = 1, .terms = {{DD_ATOM_SYMBOL, a->base, 1}}};
    return dd_form_add(&e->source, &pointer, 1) && dd_form_add(&e->sink, &pointer, 1);
}

/* Forms that are not 0, and, by bits, which of them are above. */
enum { MAX_UNEQUAL = 3 };
typedef struct chosen_sides {
    struct {
        const dd_form *form;
        dd_side side;
    } at[MAX_UNEQUAL];
    uint32_t count, above;
} chosen_sides;

static void set_spans(pairing *x) {
    const dd_domain *of[2] = {x->source->domain, x->sink->domain};
    dd_span *span = x->p->spans;
    for (int side = 0; side < 2; side++)
        for (uint32_t k = 0; k < of[side]->depth; k++)
            *span++ = (dd_span){of[side]->max[k] < INT64_MAX / 4, of[side]->max[k]};
}

/* What is not 0 is below or above. */
static void add_unequal(const pairing *x, const chosen_sides *u) {
    for (uint32_t i = 0; i < u->count; i++) {
        dd_system *s = &x->p->rows;
        int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
        if (row && (!dd_vars_put(&x->vars, row, u->at[i].form, u->at[i].side,
                                 u->above >> i & 1 ? 1 : -1) ||
                    !dd_narrow((dd_wide)row[s->vars] - 1, &row[s->vars])))
            dd_system_drop(s);
    }
}

static void make_problem(pairing *x, const equations *all, const chosen_sides *u) {
    const dd_domain *a = x->source->domain, *b = x->sink->domain;
    bool box = a->is_box && b->is_box;
    dd_vars *v = &x->vars;
    dd_vars_init(v, x->r, a->depth, b->depth);
    for (uint32_t i = 0; i < all->count; i++) {
        dd_vars_form(v, &all->at[i].source, DD_SOURCE);
        dd_vars_form(v, &all->at[i].sink, DD_SINK);
        dd_vars_form(v, &all->at[i].shared, DD_DIFFERENCE);
    }
    if (!box) {
        dd_vars_domain(v, a, DD_SOURCE);
        dd_vars_domain(v, b, DD_SINK);
    }
    dd_vars_close(v);
    uint32_t count = dd_vars_count(v);
    if (v->failed)
        return;
    dd_problem_init(x->p, x->common, a->depth, b->depth, count - a->depth - b->depth);
    x->p->rows.work = x->r->work;
    x->p->is_box = box;
    set_spans(x);
    for (uint32_t i = 0; i < all->count; i++)
        add_equation(x, &all->at[i]);
    if (!box) {
        dd_vars_add_domain(v, &x->p->rows, a, DD_SOURCE);
        dd_vars_add_domain(v, &x->p->rows, b, DD_SINK);
        add_unequal(x, u);
    }
    dd_vars_add_facts(v, &x->p->rows, a, b);
    add_same_symbols(x);
    add_products(x);
}

/* The innermost node around both, and the lists of it that they are in. */
static bool is_in_other_branch(const HLNode *a, const HLNode *b, const map *entered) {
    for (const HLNode *up = a; up->parent; up = up->parent) {
        const HLNode *other = b;
        while (other->parent && other->parent != up->parent)
            other = other->parent;
        if (!other->parent)
            continue;
        bool branches = up->parent->kind == HL_IF || up->parent->kind == HL_SWITCH;
        return branches && up->list != other->list && !map_find(entered, up->list) &&
               !map_find(entered, other->list);
    }
    return false;
}

/* In one iteration of all common loops only one of two branches is taken. */
static void exclude_branches(const dd_region *r, const HLNode *a, const HLNode *b,
                             dd_answer *answer) {
    if (answer->same.possible && !r->wild && is_in_other_branch(a, b, &r->entered))
        answer->same.possible = false;
}

void dd_assume_pair(const dd_region *r, const HLNode *a, const HLNode *b, const char *why,
                    dd_pair_result *result) {
    result->common = dd_common_loops(a, b);
    result->assumed_dims = false;
    result->why = why;
    dd_assume_all(&result->answer, result->common);
    exclude_branches(r, a, b, &result->answer);
}

static void solve(pairing *x, const equations *all, const chosen_sides *u, dd_exact *exact,
                  dd_memo *memo, dd_answer *answer) {
    make_problem(x, all, u);
    if (!x->vars.failed)
        dd_memo_solve(memo, x->p, exact, answer);
}

/* Forms that are not 0 where either is executed: each is below or above, and both have to be looked
 * at, so that there are few. */
static void find_unequal(const pairing *x, chosen_sides *u) {
    const dd_access *of[2] = {x->source, x->sink};
    for (int side = 0; side < 2; side++)
        for (const dd_domain *d = of[side]->domain; d && u->count < MAX_UNEQUAL; d = d->outer)
            if (d->has_unequal) {
                u->at[u->count].form = &d->unequal;
                u->at[u->count++].side = side ? DD_SINK : DD_SOURCE;
            }
}

/* First as if the conditions did not hold. */
static void solve_all(pairing *x, const equations *all, dd_exact *exact, dd_memo *memo,
                      dd_answer *answer) {
    chosen_sides u = {0};
    solve(x, all, &u, exact, memo, answer);
    find_unequal(x, &u);
    if (x->vars.failed || !u.count || dd_is_independent(answer, x->common))
        return;
    for (; u.above < 1u << u.count; u.above++) {
        dd_answer part;
        solve(x, all, &u, exact, memo, &part);
        if (u.above)
            dd_join(answer, &part, x->common);
        else
            *answer = part;
    }
}

static void test_pair(pairing *x, dd_exact *exact, dd_memo *memo, dd_pair_result *result) {
    dd_problem problem;
    equations all;
    x->p = &problem;
    result->common = x->common;
    result->assumed_dims = false;
    result->why = x->source->why ? x->source->why : x->sink->why;
    if (!result->why && x->source->base != x->sink->base)
        result->why = "may-alias";
    bool made = !result->why && make_equations(x, &all, result);
    if (made)
        solve_all(x, &all, exact, memo, &result->answer);
    if (made && !x->vars.failed) {
        result->why = result->answer.gave_up ? "gave-up" : result->answer.unsure ? "unsure" : NULL;
        return;
    }
    result->why = result->why ? result->why : "too-large";
    dd_assume_all(&result->answer, x->common);
}

void dd_test_pair(dd_region *r, const dd_access *source, const dd_access *sink, dd_exact *exact,
                  dd_memo *memo, dd_pair_result *result) {
    const HLNode *a = source->ref->node, *b = sink->ref->node;
    pairing x = {.r = r, .source = source, .sink = sink, .common = dd_common_loops(a, b)};
    test_pair(&x, exact, memo, result);
    exclude_branches(r, a, b, &result->answer);
}

void dd_test_fused(dd_region *r, const dd_access *source, const dd_access *sink, dd_exact *exact,
                   uint32_t level, dd_pair_result *result) {
    pairing x = {.r = r, .source = source, .sink = sink, .common = level};
    test_pair(&x, exact, NULL, result);
}
