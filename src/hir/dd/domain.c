/* What holds where: bounds of loops, and conditions. */
#include "hir/dd/affine.h"

#include "hir/dd/vars.h"
#include "hir/predicate.h"

/* Whether nothing in the form changes inside of the node, from where it was computed on. */
static bool stays_in(const dd_region *r, const dd_form *f, const HLNode *node) {
    for (uint32_t i = 0; i < f->count; i++) {
        const dd_term *t = &f->terms[i];
        if (t->kind == DD_ATOM_IV)
            continue;
        if (t->kind == DD_ATOM_OWN) {
            if (!stays_in(r, &r->quotients.at[t->number].sum, node))
                return false;
            continue;
        }
        const dd_symbol *s =
            &r->symbols
                 .at[t->kind == DD_ATOM_SYMBOL ? t->number : r->products.at[t->number].symbol];
        bool changes = s->many_defs;
        for (uint32_t k = 0; k < s->def_count; k++)
            changes |= hir_is_in(s->defs[k], node);
        if (changes)
            return false;
    }
    return true;
}

/* What does not stay true inside is left out. */
static bool push_form(dd_region *r, dd_domain *d, const dd_form *f) {
    if (!stays_in(r, f, d->of))
        return true;
    dd_form *forms = arena_array(&r->mem, d->count + 1, dd_form);
    if (!forms)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        forms[i] = d->forms[i];
    forms[d->count++] = *f;
    d->forms = forms;
    return true;
}

static bool difference(const dd_form *a, const dd_form *b, int64_t less, dd_form *out) {
    dd_form minus = dd_form_constant(-less);
    *out = *a;
    return dd_form_add(out, b, -1) && dd_form_add(out, &minus, 1);
}

/* sum - by * i >= 0 */
static void bound_iv(dd_region *r, dd_domain *d, const dd_form *sum, int64_t by) {
    dd_form f = *sum;
    uint32_t level = d->depth;
    f.bounded = false;
    if (dd_add_term(&f, DD_ATOM_IV, level, -by))
        push_form(r, d, &f);
    d->is_box &= sum->count == 0;
}

static dd_wide unsigned_most(uint32_t width) {
    return ((dd_wide)1 << width) - 1;
}

/* The upper bound is an unsigned number of its type. */
static void read_bound(dd_region *r, dd_domain *d, const HLLoop *loop) {
    const CanonExpr *ce = hir_upper(loop);
    uint32_t width = hir_width(r->h, ce->source), at = d->depth - 1;
    dd_form sum;
    if (width < 2 || ce->cast != HIR_CAST_NONE)
        return;
    d->max[at] = unsigned_most(width) / ce->denominator;
    if (!dd_plain_sum(r, ce, d->outer, &sum))
        return;
    if (sum.count == 0 && sum.constant < 0) {
        dd_wide value = hir_zero_extend((uint64_t)sum.constant, width);
        if (value > INT64_MAX)
            return;
        sum = dd_form_constant((int64_t)value);
    } else if (hir_loop_is(loop, LOOP_EXACT_BOUND)) {
        dd_clip(&sum, (hir_range){0, hir_type_range(width, true).high});
    } else if (!dd_fits(r, d->outer, &sum, hir_type_range(width, true)) ||
               !dd_is_natural_form(r, d->outer, &sum)) {
        return;
    }
    if (sum.bounded && sum.range.high / ce->denominator < d->max[at])
        d->max[at] = (sum.range.high < 0 ? 0 : sum.range.high) / ce->denominator;
    d->endless[at] = sum.count != 0;
    bound_iv(r, d, &sum, ce->denominator);
}

static void enter_loop(dd_region *r, dd_domain *d, HLLoop *loop) {
    d->depth++;
    uint32_t width = hir_width(r->h, loop->iv_type);
    d->max[d->depth - 1] = unsigned_most(loop->loop_kind != LOOP_WHILE && width ? width : 64);
    d->endless[d->depth - 1] = true;
    if (loop->loop_kind != LOOP_WHILE)
        read_bound(r, d, loop);
}

/* high - low - less >= 0; false if that is not known inside. */
static bool guard(dd_region *r, dd_domain *d, const dd_form *high, const dd_form *low,
                  int64_t less) {
    dd_form f;
    uint32_t before = d->count;
    if (!difference(high, low, less, &f) || !push_form(r, d, &f))
        return false;
    d->is_box = false;
    return d->count > before;
}

/* low < high (or <=, if less is 0) as unsigned numbers. Below one that is not negative there are
 * only such. */
static bool guard_unsigned(dd_region *r, dd_domain *d, const dd_form *high, const dd_form *low,
                           int64_t less) {
    dd_form zero = dd_form_constant(0);
    if (!dd_is_natural_form(r, d->outer, high) || !guard(r, d, high, low, less))
        return false;
    return (low->bounded && low->range.low >= 0) || guard(r, d, low, &zero, 0);
}

/* Which of both is less is not known, as a rule. */
static bool guard_different(dd_region *r, dd_domain *d, const dd_form *a, const dd_form *b) {
    dd_form f;
    if (!difference(a, b, 0, &f))
        return false;
    if (f.bounded && f.range.low >= 0)
        return guard(r, d, a, b, 1);
    if (f.bounded && f.range.high <= 0)
        return guard(r, d, b, a, 1);
    d->has_unequal = stays_in(r, &f, d->of);
    d->unequal = f;
    d->is_box &= !d->has_unequal;
    return false;
}

static bool is_fixed(dd_region *r, const RegDDRef *ref) {
    hir_blob_list temps = {0};
    bool fixed = ref->kind == REF_SCALAR && ref->subscripts[0]->iv_count == 0;
    if (fixed)
        hir_canon_collect_temp_blobs(r->h, ref->subscripts[0], &temps);
    for (size_t i = 0; i < temps.len && fixed; i++) {
        uint32_t number;
        fixed = dd_find_symbol(r, temps.at[i], &number) && !r->symbols.at[number].varies;
    }
    vec_free(r->h->ctx, &temps);
    return fixed;
}

/* Whether the forms say all that the condition does. */
static bool guard_by_if(dd_region *r, dd_domain *d, const HLIf *branch, bool holds) {
    LLVMIntPredicate p = holds ? branch->predicate : hir_inverse_predicate(branch->predicate);
    dd_form a, b;
    if (branch->is_float || branch->node.refs[0]->kind != REF_SCALAR ||
        branch->node.refs[1]->kind != REF_SCALAR ||
        !dd_value_form(r, branch->node.refs[0]->subscripts[0], d->outer, &a) ||
        !dd_value_form(r, branch->node.refs[1]->subscripts[0], d->outer, &b))
        return false;
    if (p == LLVMIntEQ)
        return guard(r, d, &a, &b, 0) && guard(r, d, &b, &a, 0);
    if (p == LLVMIntNE)
        return guard_different(r, d, &a, &b);
    bool up = hir_is_less_predicate(p);
    return (hir_is_signed_predicate(p) ? guard : guard_unsigned)(r, d, up ? &b : &a, up ? &a : &b,
                                                                 hir_is_strict_predicate(p));
}

/* Whether the guard holds in earlier iterations, too, when it does in one: in all of them, or in
 * all but the first few of one loop. */
static bool is_closed(const dd_region *r, const dd_form *f, uint32_t first[DD_MAX_LEVELS]) {
    for (uint32_t i = 0; i < f->count; i++) {
        const dd_term *t = &f->terms[i];
        if (t->kind == DD_ATOM_IV && t->coefficient == 1 && f->count == 1 && f->constant <= 0 &&
            f->constant > -1000) {
            uint32_t *known = &first[t->number - 1], here = (uint32_t)-f->constant;
            *known = here > *known ? here : *known;
            return true;
        }
        bool grows = t->kind == DD_ATOM_IV && t->coefficient > 0;
        bool varies = t->kind == DD_ATOM_SYMBOL && r->symbols.at[t->number].varies;
        if (t->kind > DD_ATOM_SYMBOL || grows || varies)
            return false;
    }
    return true;
}

static void enter_if(dd_region *r, dd_domain *d, const HLIf *branch, bool holds) {
    bool fixed = is_fixed(r, branch->node.refs[0]) && is_fixed(r, branch->node.refs[1]);
    bool captured = guard_by_if(r, d, branch, holds);
    d->is_fixed = fixed;
    d->vague |= !fixed && !captured;
    for (uint32_t i = 0; i < d->count && captured; i++)
        captured = is_closed(r, &d->forms[i], d->first);
    d->varies |= !fixed && !captured;
}

static void enter_case(dd_region *r, dd_domain *d, const HLSwitch *node, const hir_list *list) {
    dd_form f;
    if (node->node.refs[0]->kind != REF_SCALAR ||
        !dd_value_form(r, node->node.refs[0]->subscripts[0], d->outer, &f))
        return;
    for (uint32_t i = 0; i < node->case_count; i++)
        if (&node->cases[i].body == list) {
            dd_form value = dd_form_constant(node->cases[i].value);
            guard(r, d, &f, &value, 0);
            guard(r, d, &value, &f, 0);
        }
}

/* Of what is in the list of the node that has it. */
static dd_domain *make_domain(dd_region *r, const dd_domain *outer, HLNode *parent,
                              const hir_list *list) {
    dd_domain *d = arena_new(&r->mem, dd_domain);
    if (!d)
        return NULL;
    *d = *outer;
    d->outer = outer;
    d->of = parent;
    d->asked = d->natural = 0;
    d->is_fixed = true;
    d->forms = NULL;
    d->count = 0;
    d->has_unequal = false;
    bool entered = map_find(&r->entered, list) != NULL;
    d->varies |= entered || parent->kind == HL_SWITCH;
    d->vague |= entered || parent->kind == HL_SWITCH;
    if (parent->kind == HL_LOOP && d->depth == DD_MAX_LEVELS)
        return NULL;
    if (parent->kind == HL_LOOP)
        enter_loop(r, d, (HLLoop *)parent);
    else if (parent->kind == HL_IF && !entered)
        enter_if(r, d, (const HLIf *)parent, list == &((const HLIf *)parent)->then_body);
    else if (parent->kind == HL_SWITCH && !entered)
        enter_case(r, d, (const HLSwitch *)parent, list);
    return d;
}

typedef VEC(const HLNode *) node_list;

const dd_domain *dd_domain_of(dd_region *r, const HLNode *node) {
    node_list chain = {0};
    const dd_domain *d = NULL;
    while (node->parent && !(d = map_get(&r->domains, node->list))) {
        vec_push(r->h->ctx, &chain, node);
        node = node->parent;
    }
    if (!d) {
        dd_domain *root = arena_new(&r->mem, dd_domain);
        if (root)
            root->is_box = true;
        d = root;
    }
    while (chain.len && d) {
        const HLNode *inner = vec_pop(&chain);
        d = make_domain(r, d, inner->parent, inner->list);
        map_word *place = d ? map_put(&r->domains, inner->list) : NULL;
        if (place)
            place->cp = d;
    }
    vec_free(r->h->ctx, &chain);
    return ctx_ok(r->h->ctx) ? d : NULL;
}

/* While it is being asked the answer is no, so that this ends. */
bool dd_is_natural(const dd_region *r, const dd_domain *d, uint32_t symbol) {
    uint64_t bit = symbol < 64 ? (uint64_t)1 << symbol : 0;
    if (r->symbols.at[symbol].range.low >= 0)
        return true;
    if (!bit || d->asked & bit)
        return d->natural & bit;
    dd_form f = {.count = 1, .terms = {{DD_ATOM_SYMBOL, symbol, 1}}};
    dd_domain *noted = (dd_domain *)d;
    noted->asked |= bit;
    if (dd_is_proven(r, d, &f))
        noted->natural |= bit;
    return d->natural & bit;
}

bool dd_is_proven(const dd_region *r, const dd_domain *d, const dd_form *form) {
    dd_vars v;
    dd_system s;
    dd_vars_init(&v, r, d->depth, 0);
    dd_vars_form(&v, form, DD_SOURCE);
    dd_vars_domain(&v, d, DD_SOURCE);
    dd_vars_close(&v);
    if (v.failed)
        return false;
    dd_system_init(&s, dd_vars_count(&v));
    s.work = r->work;
    dd_vars_add_domain(&v, &s, d, DD_SOURCE);
    dd_vars_add_facts(&v, &s, d, d);
    int64_t *row = dd_system_add(&s, DD_ROW_AT_LEAST);
    if (!row || !dd_vars_put(&v, row, form, DD_SOURCE, -1) ||
        !dd_narrow((dd_wide)row[s.vars] - 1, &row[s.vars]))
        return false;
    return dd_system_solve(&s) == DD_EMPTY;
}
