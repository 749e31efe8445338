/* What surely happens: a region that runs to its end also makes the accesses that are furthest from
 * the start of their object, and those are in it. So symbols that say how far loops go are bounded.
 */
#include "hir/dd/affine.h"

/* The upper bound of the domain's loop, if it is linear. */
static bool upper_bound(const dd_domain *d, dd_form *upper) {
    if (d->count != 1)
        return false;
    *upper = d->forms[0];
    for (uint32_t i = 0; i < upper->count; i++)
        if (upper->terms[i].kind == DD_ATOM_IV && upper->terms[i].number == d->depth &&
            upper->terms[i].coefficient == -1)
            return dd_form_add_term(upper, DD_ATOM_IV, d->depth, 1);
    return false;
}

static int64_t iv_coefficient(const dd_form *f, uint32_t level) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->terms[i].kind == DD_ATOM_IV && f->terms[i].number == level)
            return f->terms[i].coefficient;
    return 0;
}

/* Forms in which IVs are replaced, from the innermost, by what they are where the address is
 * greatest or least: their end or 0. */
enum { MAX_GUARDS = 8 };
typedef struct corner {
    dd_form address;
    dd_form guards[MAX_GUARDS]; /* of ifs that depend on the iteration: they may not hold there */
    uint32_t guard_count;
    const dd_domain *where; /* of the innermost other if, or of everything */
} corner;

static bool replace_iv(dd_form *f, uint32_t level, const dd_form *by) {
    int64_t c = iv_coefficient(f, level);
    return !c || (dd_form_add_term(f, DD_ATOM_IV, level, -c) && (!by || dd_form_add(f, by, c)));
}

static bool is_symbolic(const dd_region *r, const dd_form *f) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->terms[i].kind != DD_ATOM_SYMBOL || r->symbols.at[f->terms[i].number].varies)
            return false;
    return true;
}

/* A guard may end the loop before its bound: then that is the end, and that it is in the loop is to
 * be seen. */
static bool find_end(const dd_domain *d, corner *k, dd_form *end) {
    for (uint32_t i = 0; i < k->guard_count; i++) {
        if (iv_coefficient(&k->guards[i], d->depth) != -1 || k->guard_count == MAX_GUARDS)
            continue;
        *end = k->guards[i];
        k->guards[i] = dd_form_constant(0);
        if (d->count != 1 || !dd_form_add_term(end, DD_ATOM_IV, d->depth, 1))
            return false;
        k->guards[k->guard_count++] = d->forms[0];
        return dd_form_add_term(&k->guards[i], DD_ATOM_IV, d->depth, 1);
    }
    return upper_bound(d, end);
}

static bool leave_loop(const dd_domain *d, corner *k, int sign) {
    int64_t c = iv_coefficient(&k->address, d->depth);
    dd_form upper;
    bool end = (c > 0) == (sign > 0) && c;
    if (end && !find_end(d, k, &upper))
        return false;
    bool done = replace_iv(&k->address, d->depth, end ? &upper : NULL);
    for (uint32_t i = 0; i < k->guard_count; i++)
        done &= replace_iv(&k->guards[i], d->depth, end ? &upper : NULL);
    return done;
}

static bool leave_if(const dd_domain *d, corner *k) {
    if (d->is_fixed) {
        k->where = k->where ? k->where : d;
        return true;
    }
    if (k->guard_count + d->count > MAX_GUARDS)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        k->guards[k->guard_count++] = d->forms[i];
    return true;
}

static bool find_corner(const dd_region *r, const dd_access *a, int sign, corner *k) {
    const dd_domain *d = a->domain;
    k->address = a->address;
    k->guard_count = 0;
    k->where = NULL;
    for (; d->outer; d = d->outer)
        if (!(d->of->kind == HL_LOOP ? leave_loop(d, k, sign) : leave_if(d, k)))
            return false;
    k->where = k->where ? k->where : d;
    bool done = is_symbolic(r, &k->address);
    for (uint32_t i = 0; i < k->guard_count; i++)
        done &= is_symbolic(r, &k->guards[i]);
    return done;
}

/* Whether the fact holds even if the guard does not. */
static bool holds_without(const dd_region *r, const corner *k, const dd_form *guard,
                          const dd_form *fact) {
    dd_domain failed = {.outer = k->where, .of = k->where->of, .count = 1};
    dd_form not_guard = dd_form_constant(-1);
    if (!dd_form_add(&not_guard, guard, -1))
        return false;
    failed.forms = &not_guard;
    failed.depth = k->where->depth;
    return dd_is_proven(r, &failed, fact);
}

void dd_region_learn(dd_region *r, const dd_access *a, uint64_t object_size) {
    if (a->why || a->domain->varies || !r->ends || object_size > INT64_MAX / 4 ||
        a->size > object_size || (!a->no_wrap && !a->connected))
        return;
    for (int sign = -1; sign <= 1; sign += 2) {
        dd_form fact = dd_form_constant(sign < 0 ? 0 : (int64_t)(object_size - a->size));
        corner k;
        bool holds = find_corner(r, a, sign, &k) && dd_form_add(&fact, &k.address, -sign);
        for (uint32_t i = 0; holds && i < k.guard_count; i++)
            holds = holds_without(r, &k, &k.guards[i], &fact);
        if (holds && fact.count)
            vec_push(r->h->ctx, &r->facts, (dd_fact){k.where, fact});
    }
}
