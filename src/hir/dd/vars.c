#include "hir/dd/vars.h"

void dd_vars_init(dd_vars *v, const dd_region *r, uint32_t source, uint32_t sink) {
    v->r = r;
    v->source = source;
    v->sink = sink;
    v->count = 0;
    v->failed = source + sink > DD_MAX_VARS;
}

static dd_side side_of(const dd_vars *v, dd_atom_kind kind, uint32_t number, dd_side side) {
    return kind == DD_ATOM_SYMBOL && !v->r->symbols.at[number].varies ? DD_SOURCE : side;
}

static uint32_t find(const dd_vars *v, dd_atom_kind kind, uint32_t number, dd_side side) {
    if (kind == DD_ATOM_IV)
        return (side == DD_SINK ? v->source : 0) + number - 1;
    side = side_of(v, kind, number, side);
    uint32_t i = 0;
    while (i < v->count &&
           (v->at[i].kind != kind || v->at[i].number != number || v->at[i].side != side))
        i++;
    return v->source + v->sink + i;
}

uint32_t dd_vars_want(dd_vars *v, dd_atom_kind kind, uint32_t number, dd_side side) {
    uint32_t at = find(v, kind, number, side), all = v->source + v->sink + v->count;
    if (kind == DD_ATOM_IV || at < all || v->failed)
        return at;
    v->failed = all == DD_MAX_VARS;
    if (!v->failed)
        v->at[v->count++] =
            (dd_var){(uint8_t)kind, (uint8_t)side_of(v, kind, number, side), number};
    return at;
}

void dd_vars_form(dd_vars *v, const dd_form *f, dd_side side) {
    for (uint32_t i = 0; i < f->count; i++)
        dd_vars_want(v, (dd_atom_kind)f->terms[i].kind, f->terms[i].number, side);
}

void dd_vars_domain(dd_vars *v, const dd_domain *d, dd_side side) {
    for (; d; d = d->outer) {
        for (uint32_t i = 0; i < d->count; i++)
            dd_vars_form(v, &d->forms[i], side);
        if (d->has_unequal)
            dd_vars_form(v, &d->unequal, side);
    }
}

void dd_vars_close(dd_vars *v) {
    for (uint32_t i = 0; i < v->count && !v->failed; i++) {
        dd_var var = v->at[i];
        if (var.kind == DD_ATOM_OWN)
            dd_vars_form(v, &v->r->quotients.at[var.number].sum, (dd_side)var.side);
        if (var.kind == DD_ATOM_PRODUCT)
            dd_vars_want(v, DD_ATOM_SYMBOL, v->r->products.at[var.number].symbol,
                         var.side == DD_DIFFERENCE ? DD_SOURCE : (dd_side)var.side);
        const dd_symbol *s = var.kind == DD_ATOM_SYMBOL ? &v->r->symbols.at[var.number] : NULL;
        for (uint32_t k = 0; s && k < s->operand_count; k++)
            dd_vars_want(v, DD_ATOM_SYMBOL, s->operands[k], (dd_side)var.side);
    }
}

bool dd_vars_put(const dd_vars *v, int64_t *row, const dd_form *f, dd_side side, int64_t sign) {
    bool fits = true;
    for (uint32_t i = 0; i < f->count && fits; i++) {
        const dd_term *t = &f->terms[i];
        int64_t *cell = &row[find(v, (dd_atom_kind)t->kind, t->number, side)];
        fits = dd_narrow(*cell + (dd_wide)sign * t->coefficient, cell);
    }
    int64_t *constant = &row[dd_vars_count(v)];
    return fits && dd_narrow(*constant + (dd_wide)sign * f->constant, constant);
}

/* A row that does not fit is left out: then more is possible. */
static void add_row(const dd_vars *v, dd_system *s, const dd_form *f, dd_side side) {
    int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
    if (row && !dd_vars_put(v, row, f, side, 1))
        dd_system_drop(s);
}

void dd_vars_add_domain(const dd_vars *v, dd_system *s, const dd_domain *d, dd_side side) {
    for (uint32_t level = 1; level <= d->depth; level++) {
        int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
        if (row)
            row[find(v, DD_ATOM_IV, level, side)] = 1;
    }
    for (; d; d = d->outer)
        for (uint32_t i = 0; i < d->count; i++)
            add_row(v, s, &d->forms[i], side);
}

/* sign * (a - b) + constant >= 0; b may be IR_NONE. */
static void add_order(dd_system *s, uint32_t a, uint32_t b, int sign, int64_t constant) {
    int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
    if (!row)
        return;
    row[a] = sign;
    if (b < s->vars)
        row[b] = -sign;
    row[s->vars] = constant;
}

static void add_symbol_facts(const dd_vars *v, dd_system *s, uint32_t at, const dd_var *var) {
    const dd_symbol *symbol = &v->r->symbols.at[var->number];
    int sign = symbol->is_least ? -1 : 1;
    if (symbol->range.low >= 0 && symbol->range.low < INT64_MAX)
        add_order(s, at, s->vars, 1, -(int64_t)symbol->range.low);
    for (uint32_t k = 0; k < symbol->operand_count; k++)
        add_order(s, at, find(v, DD_ATOM_SYMBOL, symbol->operands[k], (dd_side)var->side), sign, 0);
    if (symbol->has_limit && symbol->limit > -INT64_MAX)
        add_order(s, at, s->vars, sign, -sign * symbol->limit);
}

static void add_quotient(const dd_vars *v, dd_system *s, uint32_t at, const dd_var *var) {
    const dd_quotient *q = &v->r->quotients.at[var->number];
    for (int sign = -1; sign <= 1; sign += 2) {
        int64_t *row = dd_system_add(s, DD_ROW_AT_LEAST);
        if (!row)
            return;
        row[at] = -sign * q->divisor;
        row[s->vars] = sign < 0 ? q->most : -q->least;
        if (!dd_vars_put(v, row, &q->sum, (dd_side)var->side, sign))
            dd_system_drop(s);
    }
}

static bool holds_in(const dd_domain *where, const dd_domain *d) {
    while (d && d != where)
        d = d->outer;
    return d != NULL;
}

/* A fact is of use if all that it is about is in the system. */
static bool is_about(const dd_vars *v, const dd_form *f) {
    for (uint32_t i = 0; i < f->count; i++)
        if (find(v, (dd_atom_kind)f->terms[i].kind, f->terms[i].number, DD_SOURCE) ==
            dd_vars_count(v))
            return false;
    return true;
}

/* With zeros in front, a number that is not negative is what it was. */
static void add_extensions(const dd_vars *v, dd_system *s, const dd_domain *a, const dd_domain *b) {
    for (uint32_t i = 0; i < v->count; i++) {
        const dd_symbol *symbol =
            v->at[i].kind == DD_ATOM_SYMBOL ? &v->r->symbols.at[v->at[i].number] : NULL;
        if (!symbol || !symbol->is_extended || symbol->varies)
            continue;
        uint32_t operand = symbol->operands[0];
        if (dd_is_natural(v->r, a, operand) || (b != a && dd_is_natural(v->r, b, operand)))
            add_order(s, v->source + v->sink + i, find(v, DD_ATOM_SYMBOL, operand, DD_SOURCE), -1,
                      0);
    }
}

static void add_region_facts(const dd_vars *v, dd_system *s, const dd_domain *a,
                             const dd_domain *b) {
    for (size_t i = 0; i < v->r->facts.len; i++) {
        const dd_fact *fact = &v->r->facts.at[i];
        if ((holds_in(fact->where, a) || holds_in(fact->where, b)) && is_about(v, &fact->form))
            add_row(v, s, &fact->form, DD_SOURCE);
    }
}

void dd_vars_add_facts(const dd_vars *v, dd_system *s, const dd_domain *a, const dd_domain *b) {
    add_region_facts(v, s, a, b);
    add_extensions(v, s, a, b);
    for (uint32_t i = 0; i < v->count; i++) {
        const dd_var *var = &v->at[i];
        uint32_t at = v->source + v->sink + i;
        if (var->kind == DD_ATOM_SYMBOL)
            add_symbol_facts(v, s, at, var);
        else if (var->kind == DD_ATOM_OWN)
            add_quotient(v, s, at, var);
        else if (var->kind == DD_ATOM_PRODUCT && var->side != DD_DIFFERENCE &&
                 v->r->symbols.at[v->r->products.at[var->number].symbol].range.low >= 0)
            add_order(s, at, s->vars, 1, 0);
    }
}
