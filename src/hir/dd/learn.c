/* What surely happens: a region that runs to its end also makes the accesses that are furthest from
 * the start of their object, and those are in it. So symbols that say how far loops go are bounded,
 * and products of them if the object has as many elements. */
#include "hir/dd/affine.h"

#include "hir/dd/alias.h"

static int64_t iv_coefficient(const dd_form *f, uint32_t level) {
    return dd_coefficient_of(f, DD_ATOM_IV, level);
}

/* The upper bound of the domain's loop, if it is linear. */
static bool upper_bound(const dd_domain *d, dd_form *upper) {
    if (d->count != 1 || iv_coefficient(&d->forms[0], d->depth) != -1)
        return false;
    *upper = d->forms[0];
    return dd_form_add_term(upper, DD_ATOM_IV, d->depth, 1);
}

/* Forms in which IVs are replaced, from the innermost, by what they are where the address is
 * greatest or least: their end or start. */
enum { MAX_GUARDS = 8 };
typedef struct corner {
    dd_form address;
    dd_form guards[MAX_GUARDS]; /* of ifs that depend on the iteration: they may not hold there */
    uint32_t guard_count;
    const dd_domain *where; /* of the innermost other if, or of everything */
} corner;

static bool replace_iv(dd_form *f, uint32_t level, const dd_form *by) {
    int64_t c = iv_coefficient(f, level);
    return !c || (dd_form_add_term(f, DD_ATOM_IV, level, -c) && dd_form_add(f, by, c));
}

static bool is_symbolic(const dd_region *r, const dd_form *f) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->terms[i].kind != DD_ATOM_SYMBOL || r->symbols.at[f->terms[i].number].varies)
            return false;
    return true;
}

/* A guard may begin or end the loop's iterations: then it is there that they do, and that this is
 * in the loop is to be seen. */
static bool find_edge(const dd_domain *d, corner *k, bool end, dd_form *edge) {
    int64_t sign = end ? -1 : 1;
    *edge = dd_form_constant(0);
    for (uint32_t i = 0; i < k->guard_count; i++) {
        dd_form *guard = &k->guards[i];
        if (iv_coefficient(guard, d->depth) != sign || k->guard_count == MAX_GUARDS)
            continue;
        if (d->count != 1 || !dd_form_add_term(edge, DD_ATOM_IV, d->depth, 1) ||
            !dd_form_add(edge, guard, -sign))
            return false;
        k->guards[k->guard_count++] = d->forms[0];
        *guard = dd_form_constant(0);
        return dd_form_add_term(guard, DD_ATOM_IV, d->depth, 1);
    }
    return !end || upper_bound(d, edge);
}

static bool leave_loop(const dd_domain *d, corner *k, int sign) {
    int64_t c = iv_coefficient(&k->address, d->depth);
    dd_form edge;
    if (!find_edge(d, k, c && (c > 0) == (sign > 0), &edge))
        return false;
    bool done = replace_iv(&k->address, d->depth, &edge);
    for (uint32_t i = 0; i < k->guard_count; i++)
        done &= replace_iv(&k->guards[i], d->depth, &edge);
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

/* The access is to an object of so many bytes. */
static void learn(dd_region *r, const dd_access *a, uint64_t object_size) {
    if (a->why || a->domain->vague || object_size > INT64_MAX / 4 || a->size > object_size ||
        (!a->no_wrap && !a->connected))
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

/* No 64-bit machine has addresses of more bits than this, so no object is larger. */
enum { MAX_ADDRESS_BITS = 57 };

static const dd_domain *loop_domain(const dd_domain *d, uint32_t level) {
    while (d->outer && (d->depth > level || d->of->kind != HL_LOOP))
        d = d->outer;
    return d->depth == level ? d : NULL;
}

/* The innermost if around it, or everything; NULL if some if depends on the iteration. */
static const dd_domain *fixed_place(const dd_domain *d) {
    const dd_domain *place = NULL;
    for (; d->outer; d = d->outer) {
        if (!d->is_fixed)
            return NULL;
        place = place || d->of->kind == HL_LOOP ? place : d;
    }
    return place ? place : d;
}

/* step * last for a loop whose only step is that: last = s + c, with c <= 0. */
typedef struct extent {
    dd_symbol step;
    int64_t coefficient, beyond; /* -c */
    hir_blob end;                /* s */
} extent;

static bool find_extent(const dd_region *r, const dd_access *a, const dd_term *t, extent *x) {
    const dd_product *p = &r->products.at[t->number];
    const dd_domain *loop = loop_domain(a->domain, p->level);
    dd_form last;
    if (!loop || a->domain->first[p->level - 1] || !upper_bound(loop, &last) || last.count != 1 ||
        last.constant > 0 || last.terms[0].kind != DD_ATOM_SYMBOL || last.terms[0].coefficient != 1)
        return false;
    for (uint32_t i = 0; i < a->address.count; i++) {
        const dd_term *other = &a->address.terms[i];
        if ((other->kind == DD_ATOM_IV && other->number == p->level) ||
            other->kind == DD_ATOM_OWN ||
            (other->kind == DD_ATOM_PRODUCT && other != t &&
             r->products.at[other->number].level == p->level))
            return false;
    }
    const dd_symbol *end = &r->symbols.at[last.terms[0].number];
    *x = (extent){r->symbols.at[p->symbol], t->coefficient, -last.constant, end->blob};
    LLVMTypeRef type = hir_blob_at(r->h, x->step.blob)->type;
    return end->range.low >= 0 && !end->varies && x->step.range.low >= 0 && !x->step.varies &&
           hir_blob_at(r->h, end->blob)->type == type && hir_width(r->h, type) == 64;
}

static void push_range(dd_region *r, const dd_domain *where, const dd_form *symbol, int64_t high) {
    dd_form room = dd_form_constant(high);
    if (dd_form_add(&room, symbol, -1)) {
        vec_push(r->h->ctx, &r->facts, (dd_fact){where, *symbol});
        vec_push(r->h->ctx, &r->facts, (dd_fact){where, room});
    }
}

/* From the loop's first iteration to its last, the address moves by step * last, which is less than
 * the object. So step * s is that, or little more, and does not wrap. The step must be so small
 * that it cannot lead around all addresses and back to the object. */
static void learn_product(dd_region *r, const dd_access *a, const dd_domain *where,
                          const dd_term *t) {
    const dd_wide near = (dd_wide)1 << 60, object = (dd_wide)1 << MAX_ADDRESS_BITS;
    dd_form symbol = dd_form_constant(0);
    extent x;
    if (t->coefficient <= 0 || !find_extent(r, a, t, &x) ||
        x.step.range.high > near / x.coefficient)
        return;
    LLVMTypeRef type = hir_blob_at(r->h, x.end)->type;
    hir_blob product = hir_blob_of_two(r->h, BLOB_MUL, type, x.step.blob, x.end);
    dd_wide high = object / x.coefficient;
    if (product && x.step.range.high * x.beyond < near &&
        dd_form_add_symbol(r, a->domain, &symbol, product, 1) && symbol.count == 1)
        push_range(r, where, &symbol, (int64_t)(high + x.step.range.high * x.beyond));
}

/* All iterations of all loops are executed, up to the last ones. */
static void learn_products(dd_region *r, const dd_access *a) {
    const dd_domain *where =
        a->why || a->domain->vague || a->domain->varies || r->symbols.at[a->base].varies
            ? NULL
            : fixed_place(a->domain);
    for (uint32_t i = 0; where && i < a->address.count; i++)
        if (a->address.terms[i].kind == DD_ATOM_PRODUCT)
            learn_product(r, a, where, &a->address.terms[i]);
}

void dd_finish_accesses(dd_region *r, dd_access *all, size_t count) {
    for (size_t i = 0; i < count && r->ends; i++) {
        learn(r, &all[i], dd_object_size(r->h, all[i].ref));
        learn_products(r, &all[i]);
    }
    for (size_t i = 0; i < count; i++)
        dd_access_finish(r, &all[i]);
}
