/* References of memory as forms, and two of them as a problem. */
#include "hir/dd/vars.h"

/* Dimensions. */

/* b = coefficient * Π factors; constants are in the coefficient. */
typedef struct factors {
    int64_t coefficient;
    hir_blob at[8];
    uint32_t count;
} factors;

static bool factor(hir *h, hir_blob b, factors *f) {
    hir_blob rest;
    f->count = 0;
    hir_blob_split(h, b, &f->coefficient, &rest);
    if (!rest)
        return true;
    const hir_blob_info *info = hir_blob_at(h, rest);
    if (info->op != BLOB_MUL) {
        f->at[f->count++] = rest;
        return true;
    }
    if (info->operand_count > 8)
        return false;
    for (uint32_t i = 0; i < info->operand_count; i++)
        f->at[f->count++] = info->operands[i];
    return true;
}

/* How many of the inner stride are one of the outer: coefficient, times a blob if that is not 0. */
static bool ratio(hir *h, hir_blob outer, hir_blob inner, int64_t *coefficient, hir_blob *blob) {
    factors o, i;
    if (!outer || !inner || !factor(h, outer, &o) || !factor(h, inner, &i) || i.coefficient <= 0 ||
        o.coefficient <= 0 || o.coefficient % i.coefficient)
        return false;
    for (uint32_t k = 0; k < i.count; k++) {
        uint32_t at = 0;
        while (at < o.count && o.at[at] != i.at[k])
            at++;
        if (at == o.count)
            return false;
        o.at[at] = o.at[--o.count];
    }
    *coefficient = o.coefficient / i.coefficient;
    *blob = o.count ? o.at[0] : 0;
    return o.count <= 1;
}

/* 0 <= subscript, and what is read or written ends before the next of the outer dimension. */
static bool is_inside(dd_region *r, const dd_access *a, uint32_t dimension, const dd_form *f) {
    const RegDDRef *ref = a->ref;
    int64_t count, stride;
    hir_blob blob;
    if (!ratio(r->h, ref->strides[dimension + 1], ref->strides[dimension], &count, &blob))
        return false;
    dd_form room = dd_form_constant(0);
    int64_t last = 1;
    if (dimension == 0) {
        if (!hir_is_constant_blob(r->h, ref->strides[0], &stride) || stride <= 0 ||
            a->size > INT32_MAX)
            return false;
        last = ((int64_t)a->size + stride - 1) / stride;
    }
    dd_form constant = dd_form_constant((blob ? 0 : count) - last);
    if ((blob && !dd_form_add_symbol(r, a->domain, &room, blob, count)) ||
        !dd_form_add(&room, &constant, 1) || !dd_form_add(&room, f, -1))
        return false;
    bool low = f->bounded && f->low >= 0, high = room.bounded && room.low >= 0;
    return (low || dd_is_proven(r, a->domain, f)) && (high || dd_is_proven(r, a->domain, &room));
}

/* Dimensions that a pair can be tested by: all but the outermost are not left. */
static void find_subscripts(dd_region *r, dd_access *a) {
    const RegDDRef *ref = a->ref;
    uint32_t count = ref->dimensions;
    dd_form forms[DD_MAX_DIMENSIONS];
    bool inside = count > 1, nested = count > 1;
    int64_t c;
    hir_blob b;
    for (uint32_t d = 0; d < count && nested; d++) {
        nested = dd_value_form(r, ref->subscripts[d], a->domain, &forms[d]);
        nested &= d + 1 == count || ratio(r->h, ref->strides[d + 1], ref->strides[d], &c, &b);
    }
    for (uint32_t d = 0; d + 1 < count && inside && nested; d++)
        inside = is_inside(r, a, d, &forms[d]);
    a->dims_assumed = !inside && nested && r->assume_dims;
    if (!nested || (!inside && !a->dims_assumed))
        return;
    a->subscripts = arena_array(&r->mem, count, dd_form);
    for (uint32_t d = 0; a->subscripts && d < count; d++)
        a->subscripts[d] = forms[d];
}

/* Indices: the address as a number in a system whose bases are blobs. */

static dd_index *index_with(dd_access *a, uint32_t symbol) {
    for (uint32_t i = 0; i < a->index_count; i++)
        if (a->indices[i].symbol == symbol)
            return &a->indices[i];
    return NULL;
}

static bool add_to(dd_form *f, dd_atom_kind kind, uint32_t number, int64_t coefficient) {
    dd_form one = {.count = 1, .terms = {{(uint8_t)kind, number, coefficient}}};
    return dd_form_add(f, &one, 1);
}

/* Each blob that IVs are multiplied by is the base of an index. */
static bool collect_indices(dd_region *r, dd_access *a) {
    for (uint32_t i = 0; i < a->address.count; i++) {
        const dd_term *t = &a->address.terms[i];
        uint32_t symbol = t->kind == DD_ATOM_PRODUCT ? r->products.at[t->number].symbol : 0;
        if (t->kind != DD_ATOM_PRODUCT || index_with(a, symbol))
            continue;
        if (a->index_count == DD_MAX_INDICES || r->symbols.at[symbol].varies)
            return false;
        a->indices[a->index_count].symbol = symbol;
        a->indices[a->index_count++].form = dd_form_constant(0);
    }
    return a->index_count != 0;
}

static uint32_t degree(dd_region *r, uint32_t symbol) {
    factors f;
    return factor(r->h, r->symbols.at[symbol].blob, &f) ? f.count : 0;
}

static void sort_indices(dd_region *r, dd_access *a) {
    for (uint32_t i = 1; i < a->index_count; i++)
        for (uint32_t k = i;
             k > 0 && degree(r, a->indices[k - 1].symbol) < degree(r, a->indices[k].symbol); k--) {
            dd_index other = a->indices[k];
            a->indices[k] = a->indices[k - 1];
            a->indices[k - 1] = other;
        }
}

/* Gives each term to its index; what has no blob is the rest. */
static bool fill_indices(dd_region *r, dd_access *a) {
    a->rest = dd_form_constant(a->address.constant);
    for (uint32_t i = 0; i < a->address.count; i++) {
        const dd_term *t = &a->address.terms[i];
        const dd_product *p = t->kind == DD_ATOM_PRODUCT ? &r->products.at[t->number] : NULL;
        dd_index *x = p                           ? index_with(a, p->symbol)
                      : t->kind == DD_ATOM_SYMBOL ? index_with(a, t->number)
                                                  : NULL;
        if (x && t->coefficient % a->unit)
            return false;
        int64_t c = x ? t->coefficient / a->unit : 0;
        dd_form constant = dd_form_constant(c);
        bool done = !x  ? add_to(&a->rest, (dd_atom_kind)t->kind, t->number, t->coefficient)
                    : p ? add_to(&x->form, DD_ATOM_IV, p->level, c)
                        : dd_form_add(&x->form, &constant, 1);
        if (!done)
            return false;
    }
    return true;
}

static bool is_below(dd_region *r, const dd_access *a, const dd_form *f, dd_form *room) {
    return dd_form_add(room, f, -1) && dd_is_proven(r, a->domain, f) &&
           dd_is_proven(r, a->domain, room);
}

/* Each index but the outermost stays below the next base, and the rest below the innermost one. */
static bool indices_are_inside(dd_region *r, const dd_access *a) {
    const dd_index *last = &a->indices[a->index_count - 1];
    dd_form room = dd_form_constant(-(int64_t)a->size);
    if (!dd_form_add_symbol(r, a->domain, &room, r->symbols.at[last->symbol].blob, a->unit) ||
        !is_below(r, a, &a->rest, &room))
        return false;
    for (uint32_t i = 1; i < a->index_count; i++) {
        int64_t count;
        hir_blob blob;
        if (!ratio(r->h, r->symbols.at[a->indices[i - 1].symbol].blob,
                   r->symbols.at[a->indices[i].symbol].blob, &count, &blob) ||
            !blob)
            return false;
        room = dd_form_constant(-1);
        if (!dd_form_add_symbol(r, a->domain, &room, blob, count) ||
            !is_below(r, a, &a->indices[i].form, &room))
            return false;
    }
    return true;
}

static void find_indices(dd_region *r, dd_access *a) {
    int64_t stride;
    a->indices = arena_array(&r->mem, DD_MAX_INDICES, dd_index);
    a->unit = hir_is_constant_blob(r->h, a->ref->strides[0], &stride) ? stride : 1;
    bool found = a->indices && a->unit > 0 && a->size < INT32_MAX && collect_indices(r, a);
    if (found)
        sort_indices(r, a);
    if (!found || !fill_indices(r, a) || !indices_are_inside(r, a))
        a->index_count = 0;
}

/* Addresses. */

static bool add_dimension(dd_region *r, dd_access *a, const dd_form *f, hir_blob stride) {
    int64_t coefficient;
    hir_blob rest;
    if (!stride)
        return false;
    hir_blob_split(r->h, stride, &coefficient, &rest);
    return rest ? dd_form_add_times(r, a->domain, &a->address, f, rest, coefficient)
                : dd_form_add(&a->address, f, coefficient);
}

static const char *read_address(dd_region *r, dd_access *a) {
    const RegDDRef *ref = a->ref;
    a->address = dd_form_constant(0);
    if (ref->dimensions > DD_MAX_DIMENSIONS)
        return "too-many-dimensions";
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        dd_form f;
        if (!dd_value_form(r, ref->subscripts[d], a->domain, &f)) {
            a->modular = true;
            if (!dd_modular_form(r, ref->subscripts[d], a->domain, &f))
                return "subscript-may-wrap";
        }
        if (!add_dimension(r, a, &f, ref->strides[d]))
            return ref->strides[d] ? "subscript-not-linear" : "unknown-stride";
    }
    return NULL;
}

static bool base_symbol(dd_region *r, dd_access *a) {
    dd_form f = dd_form_constant(0);
    hir_blob b = hir_canon_as_blob(r->h, a->ref->base);
    if (!b || !dd_form_add_symbol(r, a->domain, &f, b, 1) || f.count != 1 || f.constant ||
        f.terms[0].coefficient != 1 || f.terms[0].kind != DD_ATOM_SYMBOL)
        return false;
    a->base = f.terms[0].number;
    return true;
}

static uint64_t size_of(const dd_region *r, LLVMTypeRef type) {
    if (!type || !LLVMTypeIsSized(type) || LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind)
        return 0;
    return LLVMStoreSizeOfType(r->h->target, type);
}

/* Adds by * [low, high]; false if the sum may be far. */
static bool is_near(dd_wide low, dd_wide high, int64_t by, dd_wide *sum_low, dd_wide *sum_high) {
    const dd_wide far = (dd_wide)1 << 61;
    dd_wide a, b;
    if (__builtin_mul_overflow(low, by, &a) || __builtin_mul_overflow(high, by, &b))
        return false;
    *sum_low += a < b ? a : b;
    *sum_high += a < b ? b : a;
    return *sum_low > -far && *sum_high < far;
}

/* An object has less than 2^63 bytes, and all iterations before one have been executed: step by
 * step, first of the innermost loop and then of outer ones in the first iteration of those inside,
 * each address is less than that from the next. So from the first iteration to any other, the
 * address as a number moves as the address does, and nothing wraps. */
static bool is_connected(const dd_region *r, const dd_access *a) {
    dd_wide low[DD_MAX_LEVELS + 1] = {0}, high[DD_MAX_LEVELS + 1] = {0};
    bool near = !a->domain->varies && !r->has_labels && !r->wild && !r->symbols.at[a->base].varies;
    near = near && is_near(1, 1, a->address.constant, &low[0], &high[0]);
    for (uint32_t i = 0; i < a->address.count && near; i++) {
        const dd_term *t = &a->address.terms[i];
        const dd_product *p = t->kind == DD_ATOM_PRODUCT ? &r->products.at[t->number] : NULL;
        uint32_t level = p ? p->level : t->kind == DD_ATOM_IV ? t->number : 0;
        const dd_symbol *s = p                           ? &r->symbols.at[p->symbol]
                             : t->kind == DD_ATOM_SYMBOL ? &r->symbols.at[t->number]
                                                         : NULL;
        dd_wide least = s ? s->low : 1, most = s ? s->high : 1;
        near = t->kind != DD_ATOM_OWN && (!s || !s->varies) &&
               is_near(least, most, t->coefficient, &low[level], &high[level]);
        uint32_t first = level ? a->domain->first[level - 1] : 0;
        for (uint32_t k = 0; k < first && near; k++)
            near = is_near(least, most, t->coefficient, &low[0], &high[0]);
    }
    return near;
}

bool dd_access_init(dd_region *r, RegDDRef *ref, dd_access *a) {
    *a = (dd_access){.ref = ref, .no_wrap = ref->no_wrap, .size = size_of(r, ref->type)};
    a->domain = dd_domain_of(r, ref->node);
    a->why = !a->domain           ? "too-deep"
             : r->wild            ? "jumps"
             : a->size == 0       ? "unknown-size"
             : !base_symbol(r, a) ? "unknown-base"
                                  : read_address(r, a);
    if (!a->why)
        a->connected = is_connected(r, a);
    if (!a->why && a->modular && !a->connected)
        a->why = "subscript-may-wrap";
    return ctx_ok(r->h->ctx);
}

void dd_access_finish(dd_region *r, dd_access *a) {
    if (a->why)
        return;
    find_indices(r, a);
    if (!a->index_count)
        find_subscripts(r, a);
}

/* What surely happens. */

/* The upper bound of the domain's loop, if it is linear. */
static bool upper_bound(const dd_domain *d, dd_form *upper) {
    if (d->count != 1)
        return false;
    *upper = d->forms[0];
    for (uint32_t i = 0; i < upper->count; i++)
        if (upper->terms[i].kind == DD_ATOM_IV && upper->terms[i].number == d->depth &&
            upper->terms[i].coefficient == -1)
            return add_to(upper, DD_ATOM_IV, d->depth, 1);
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
    return !c || (add_to(f, DD_ATOM_IV, level, -c) && (!by || dd_form_add(f, by, c)));
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
        if (d->count != 1 || !add_to(end, DD_ATOM_IV, d->depth, 1))
            return false;
        k->guards[k->guard_count++] = d->forms[0];
        return add_to(&k->guards[i], DD_ATOM_IV, d->depth, 1);
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

/* Pairs. */

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

/* Whether a symbol that varies has one value in both places, when they are executed in the same
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
    if (s->low < 0 && !dd_is_proven(x->r, x->source->domain, &blob))
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

static int64_t coefficient_of(const dd_form *f, const dd_term *t) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->terms[i].kind == t->kind && f->terms[i].number == t->number)
            return f->terms[i].coefficient;
    return 0;
}

/* A product of the same blob and common loop in both, so often. */
static bool is_shared_product(const pairing *x, const dd_term *t, const dd_form *other) {
    if (t->kind != DD_ATOM_PRODUCT || coefficient_of(other, t) != t->coefficient)
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

static int64_t shared_divisor(const int64_t *row, uint32_t count) {
    int64_t shared = 0;
    for (uint32_t i = 0; i < count && shared != 1; i++)
        shared = dd_gcd(shared, row[i]);
    return shared;
}

static dd_wide floor_of(dd_wide a, dd_wide b) {
    dd_wide q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static dd_wide magnitude(dd_wide a) {
    return a < 0 ? -a : a;
}

/* A row that does not fit is dropped, and everything that it would exclude is possible. */
static void drop_row(dd_system *s) {
    s->rows--;
    s->loose = true;
}

static void add_at_least(const pairing *x, const equation *e, int sign, dd_wide least) {
    dd_system *s = &x->p->rows;
    int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
    if (row &&
        (!put_difference(x, e, row, sign) || !dd_narrow(row[s->vars] - least, &row[s->vars])))
        drop_row(s);
}

/* Where the coefficients allow only one value in between, the row is an equation. */
static void add_equation(const pairing *x, const equation *e) {
    dd_system *s = &x->p->rows;
    int64_t *row = dd_system_add(s, DD_ROW_EQUAL);
    if (!row)
        return;
    if (!put_difference(x, e, row, 1)) {
        drop_row(s);
        return;
    }
    int64_t divisor = shared_divisor(row, s->vars);
    dd_wide c = row[s->vars], d = divisor ? divisor : 1;
    dd_wide low = divisor ? -floor_of(-(e->low - c), d) : 0;
    dd_wide high = divisor ? floor_of(e->high - c, d) : 0;
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
            below = -floor_of((dd_wide)b->size - 1, stride);
            above = floor_of((dd_wide)a->size - 1, stride);
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
    return a->bounded && b->bounded && a->low > -far && b->low > -far && a->high < far &&
           b->high < far;
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

static void set_spans(pairing *x) {
    const dd_domain *of[2] = {x->source->domain, x->sink->domain};
    dd_span *span = x->p->spans;
    for (int side = 0; side < 2; side++)
        for (uint32_t k = 0; k < of[side]->depth; k++)
            *span++ = (dd_span){of[side]->max[k] < INT64_MAX / 4, of[side]->max[k]};
}

static void make_problem(pairing *x, const equations *all) {
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
    x->p->is_box = box;
    set_spans(x);
    for (uint32_t i = 0; i < all->count; i++)
        add_equation(x, &all->at[i]);
    if (!box) {
        dd_vars_add_domain(v, &x->p->rows, a, DD_SOURCE);
        dd_vars_add_domain(v, &x->p->rows, b, DD_SINK);
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
        make_problem(x, &all);
    if (made && !x->vars.failed) {
        dd_memo_solve(memo, &problem, exact, &result->answer);
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
